import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import { Notifications } from "../../layers/postgres/Notifications.ts"
import { pdfForm, signed } from "../../src/client/Device.ts"
import { watchSeconds } from "../../src/jobs/Jobs.ts"
import { Draining } from "../../src/process/Draining.ts"
import { bearer, newKey, newPerson, withSession } from "../support/Account.ts"
import * as TestDatabase from "../support/Database.ts"
import * as Service from "../support/Service.ts"

const path = "/api/v2/jobs"

const hello = Converter.pdf({ pages: ["Hello"] })

/** A document whose pages come as the clock is moved. */
const slow = new Uint8Array(
  Converter.pdf({ pages: Array.from({ length: 10 }, (_, n) => `p${n}`), pageTime: "10 seconds" })
)

/** Short beside the job's budget: however slow the machine, the pages keep up with the clock. */
const aWhile = TestClock.adjust("5 seconds")

const create = (secret: string, file = slow) =>
  Effect.map(
    Service.plain(path, { method: "POST", headers: bearer(secret), body: pdfForm(file, "a.pdf") }),
    ({ json }) => json.job_id as string
  )

const remove = (secret: string, jobId: string) =>
  Service.plain(`${path}/${jobId}`, { method: "DELETE", headers: bearer(secret) })

/** Cancels all jobs, so that the converters are free for the next test. */
const clear = Effect.fnUntraced(function* (secret: string) {
  const { json } = yield* Service.plain(path, { headers: bearer(secret) })
  for (const { job_id } of json.items) yield* remove(secret, job_id)
})

interface Told {
  readonly event: string
  readonly id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire says
  readonly data: any
}

const parsed = (block: string): Told | string => {
  if (block.startsWith(":")) return block
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1]
  const data = field("data")
  return { event: field("event") ?? "", id: field("id"), data: data === undefined ? undefined : JSON.parse(data) }
}

/** Follows a job; closed with the scope. */
const follow = (secret: string | null, jobId: string, headers: Record<string, string> = {}) =>
  Effect.gen(function* () {
    const base = yield* Service.Base
    const gone = yield* Effect.acquireRelease(
      Effect.sync(() => new AbortController()),
      (controller) => Effect.sync(() => controller.abort())
    )
    const response = yield* Effect.promise(() =>
      fetch(`${base}${path}/${jobId}/events`, {
        headers: { ...(secret === null ? {} : bearer(secret)), ...headers },
        signal: gone.signal
      })
    )
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ""
    /** The next block as it comes; null at the end. */
    const block = Effect.promise(async () => {
      while (!text.includes("\n\n")) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: "" }
        if (done) return null
        text += value
      }
      const end = text.indexOf("\n\n")
      const found = text.slice(0, end)
      text = text.slice(end + 2)
      return found
    })
    /** The next event that the test waits for, or the end. */
    const next = (until: (told: Told) => boolean = () => true) =>
      Effect.gen(function* () {
        for (;;) {
          const found = yield* block
          if (found === null) return null
          const told = parsed(found)
          if (typeof told !== "string" && told.data !== undefined && until(told)) return told
        }
      })
    return { response, block, next, leave: Effect.sync(() => gone.abort()) }
  })

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("The events of a job", (it) => {
  it.effect("are four for each slot; what has ended, or was only looked at, leaves its place", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("free")
      const jobId = yield* create(key.secret)
      const get = (method: string) => Service.plain(`${path}/${jobId}/events`, { method, headers: bearer(key.secret) })
      for (let n = 0; n < 13; n++) assert.strictEqual((yield* get("HEAD")).status, 200)
      yield* Effect.scoped(
        Effect.gen(function* () {
          for (let n = 0; n < 12; n++) yield* (yield* follow(key.secret, jobId)).next()
          const { status, json, headers } = yield* get("GET")
          assert.deepStrictEqual([status, json.code, headers.get("retry-after")], [429, "rate_limited", "5"])
          const other = yield* newPerson("free")
          yield* (yield* follow(other.key.secret, yield* create(other.key.secret))).next()
          yield* clear(other.key.secret)
        })
      )
      yield* clear(key.secret)
      yield* Effect.repeat(get("GET"), { until: ({ status }) => status === 404 })
    })
  )

  it.effect("end without another word when the key is revoked or the session is over", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const jobId = yield* create(key.secret)
      const other = yield* newKey(session)
      const byKey = yield* follow(other.secret, jobId)
      const bySession = yield* follow("", jobId, { ...session, authorization: "" })
      for (const { next } of [byKey, bySession]) assert.strictEqual((yield* next())?.data.job_id, jobId)
      yield* withSession(session, `/api/v2/api-keys/${other.key_id}`, { method: "DELETE" })
      yield* withSession(session, "/api/v2/auth/logout", { method: "POST" })
      yield* remove(key.secret, jobId)
      yield* TestClock.adjust(`${watchSeconds} seconds`)
      for (const { next } of [byKey, bySession]) assert.isNull(yield* next())
      yield* clear(key.secret)
    }).pipe(Effect.scoped)
  )

  it.effect("are not told to a wait whose key was revoked meanwhile: it said how the job ended", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const busy = yield* Effect.replicateEffect(create(key.secret), 2)
      for (const jobId of busy) {
        yield* Effect.repeat(Service.plain(`${path}/${jobId}`, { headers: bearer(key.secret) }), {
          until: ({ json }) => json.status === "processing"
        })
      }
      const jobId = yield* create(key.secret, hello)
      const other = yield* newKey(session)
      const third = yield* newKey(session)
      const waiting = yield* Effect.forkScoped(
        Service.plain(`${path}/${jobId}?wait=50`, { headers: bearer(other.secret) })
      )
      const params = { name: "pdf_to_markdown_get_job", arguments: { job_id: jobId, wait_seconds: 50 } }
      const calling = yield* Effect.forkScoped(
        Service.plain("/api/v2/mcp", {
          method: "POST",
          headers: { ...bearer(third.secret), "content-type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })
        })
      )
      yield* Effect.repeat(withSession(session, "/api/v2/api-keys"), {
        until: ({ json }) => !json.items.some((item: { last_used_at: string | null }) => item.last_used_at === null)
      })
      for (const { key_id } of [other, third]) {
        yield* withSession(session, `/api/v2/api-keys/${key_id}`, { method: "DELETE" })
      }
      for (const each of busy) yield* remove(key.secret, each)
      const { status, json } = yield* Fiber.join(waiting)
      assert.deepStrictEqual([status, json.code], [401, "invalid_api_key"])
      const called = yield* Fiber.join(calling)
      assert.deepInclude(called.json.result.structuredContent, { code: "invalid_api_key", status: 401 })
      yield* clear(key.secret)
    }).pipe(Effect.scoped)
  )

  it.effect("tell its place in the queue, its progress and its end", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const [first = "", second = "", before = "", jobId = ""] = yield* Effect.replicateEffect(create(key.secret), 4)
      for (const busy of [first, second]) {
        yield* Effect.repeat(Service.plain(`${path}/${busy}`, { headers: bearer(key.secret) }), {
          until: ({ json }) => json.status === "processing"
        })
      }
      const { response, next } = yield* follow(key.secret, jobId)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers.get("content-type"), "text/event-stream")
      assert.strictEqual(response.headers.get("cache-control"), "no-store")
      const queued = yield* next()
      assert.strictEqual(queued?.event, "job")
      assert.deepInclude(queued?.data, { job_id: jobId, status: "queued", queue_position: 2, tier: "pro" })
      assert.deepStrictEqual(queued?.data.slot_usage, { used: 4, limit: 10 })

      yield* remove(key.secret, before)
      yield* TestClock.adjust(`${watchSeconds} seconds`)
      assert.strictEqual((yield* next())?.data.queue_position, 1)

      yield* remove(key.secret, first)
      const processing = yield* next(({ data }) => data.status === "processing")
      assert.deepInclude(processing?.data, { queue_position: null, pages_done: 0 })

      const begun = yield* Effect.raceFirst(
        next(({ data }) => data.pages_done > 0),
        Effect.forever(Effect.andThen(aWhile, Service.plain("/healthz")))
      )
      assert.deepInclude(begun?.data, { status: "processing", pages: 10 })
      const ended = yield* Effect.raceFirst(
        next(({ event }) => event === "end"),
        Effect.forever(Effect.andThen(aWhile, Service.plain("/healthz")))
      )
      assert.strictEqual(ended?.id, "end")
      assert.deepInclude(ended?.data, {
        status: "ready",
        pages_done: 10,
        queue_position: null,
        download_url: `${path}/${jobId}/download`
      })
      assert.isNull(yield* next())
      yield* clear(key.secret)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "end when it is canceled, and at once when it had ended; who has seen the end is told not to come back",
    () =>
      Effect.gen(function* () {
        const { key } = yield* newPerson("pro")
        const jobId = yield* create(key.secret)
        const { next } = yield* follow(key.secret, jobId)
        assert.include(["queued", "processing"], (yield* next())?.data.status)
        yield* remove(key.secret, jobId)
        const canceled = yield* next(({ event }) => event === "end")
        assert.deepInclude(canceled?.data, { job_id: jobId, status: "canceled" })
        assert.isNull(yield* next())

        const ready = yield* create(key.secret, hello)
        yield* Service.plain(`${path}/${ready}?wait=50`, { headers: bearer(key.secret) })
        const late = yield* follow(key.secret, ready)
        assert.deepInclude((yield* late.next())?.data, { status: "ready" })
        assert.isNull(yield* late.next())
        const again = yield* follow(key.secret, ready, { "last-event-id": "end" })
        assert.strictEqual(again.response.status, 204)
      }).pipe(Effect.scoped)
  )

  it.effect("go on to the end while the device that follows them is linked and unlinked: they broke off", () =>
    Effect.gen(function* () {
      const { session } = yield* newPerson("pro")
      const device = yield* Service.newDevice
      const made = yield* Service.call(device, "/jobs", { method: "POST", body: pdfForm(slow, "a.pdf") })
      const jobId: string = made.json.job_id
      const at = yield* Service.source
      const to = `${path}/${jobId}/events`
      const headers = yield* Effect.promise(() =>
        signed(device, { method: "GET", path: to, bytes: new Uint8Array() }, at)
      )
      const { next } = yield* follow(null, jobId, headers)
      assert.strictEqual((yield* next())?.data.tier, "anonymous")
      const change = (to: string) => Service.call(device, `/api/v2/account/${to}`, { method: "POST", headers: session })
      yield* change("link/attach")
      yield* TestClock.adjust(`${watchSeconds} seconds`)
      const linked = yield* next(({ data }) => data.tier === "pro")
      assert.deepStrictEqual(linked?.data.slot_usage, { used: 1, limit: 10 })
      yield* change("unlink")
      yield* TestClock.adjust(`${watchSeconds} seconds`)
      const unlinked = yield* next(({ data }) => data.tier === "anonymous")
      assert.deepStrictEqual(unlinked?.data.slot_usage, { used: 1, limit: 3 })
      yield* change("link/attach")
      yield* Service.call(device, `/jobs/${jobId}`, { method: "DELETE" })
      yield* TestClock.adjust(`${watchSeconds} seconds`)
      const end = yield* next(({ event }) => event === "end")
      assert.deepInclude(end?.data, { job_id: jobId, status: "canceled" })
      assert.isNull(yield* next())
    }).pipe(Effect.scoped)
  )

  it.effect("are a comment now and then while nothing happens", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const { block } = yield* follow(key.secret, yield* create(key.secret))
      assert.match((yield* block) ?? "", /^retry: \d+$/)
      for (let seen = 0; seen < 3; ) {
        yield* TestClock.adjust(`${watchSeconds} seconds`)
        if ((yield* block)?.startsWith(":")) seen++
      }
      yield* clear(key.secret)
    }).pipe(Effect.scoped)
  )

  it.effect("are nobody else's", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const stranger = yield* newPerson("pro")
      const jobId = yield* create(key.secret, hello)
      for (const id of [jobId, "x", "01890000-0000-7000-8000-000000000000"]) {
        const { status, json } = yield* Service.plain(`${path}/${id}/events`, { headers: bearer(stranger.key.secret) })
        assert.deepStrictEqual([status, json.code], [404, "job_not_found"])
      }
      const own = yield* Service.plain(`${path}/${jobId}/events`, { headers: session })
      assert.strictEqual(own.status, 200)
      assert.match(own.text, /id: end\nevent: end\ndata: .*"status":"ready"/)
    })
  )

  it.effect("end when the process is about to stop", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const { next } = yield* follow(key.secret, yield* create(key.secret))
      assert.strictEqual((yield* next())?.event, "job")
      yield* (yield* Draining).begin
      assert.isNull(yield* next(({ event }) => event === "end"))
    }).pipe(Effect.scoped)
  )
})

let listening = 0

/** Counts who listens for changes of a job. */
const counted = Layer.effect(
  Notifications,
  Effect.map(Notifications, (notifications) =>
    Notifications.of({
      ...notifications,
      mentions: (channel, payload) =>
        Stream.suspend(() => {
          listening++
          return notifications.mentions(channel, payload)
        }).pipe(Stream.ensuring(Effect.sync(() => listening--)))
    })
  )
)

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }, counted.pipe(Layer.provideMerge(TestDatabase.layer))))(
  "Clients that leave",
  (it) => {
    it.effect("leave nothing behind", () =>
      Effect.gen(function* () {
        const { key } = yield* newPerson("pro")
        const jobId = yield* create(key.secret)
        const followers = yield* Effect.replicateEffect(follow(key.secret, jobId), 5)
        for (const { next } of followers) assert.strictEqual((yield* next())?.event, "job")
        // each for the job's end and for its progress
        yield* Effect.repeat(Service.plain("/healthz"), { until: () => listening === 10 })
        yield* Effect.forEach(followers, ({ leave }) => leave)
        yield* Effect.repeat(Service.plain("/healthz"), { until: () => listening === 0 })
      }).pipe(Effect.scoped)
    )
  }
)

/** Nobody can listen, as where PostgreSQL has no connection left: each is told to read once, and then nothing. */
const deaf = Layer.effect(
  Notifications,
  Effect.map(Notifications, (notifications) =>
    Notifications.of({ ...notifications, mentions: () => Stream.concat(Stream.succeed(undefined), Stream.never) })
  )
)

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }, deaf.pipe(Layer.provideMerge(TestDatabase.layer))))(
  "A client that waits for a job while nobody can be told of its end",
  (it) => {
    it.effect("learns of it seconds later: it was told when its own time was up", () =>
      Effect.gen(function* () {
        const { key } = yield* newPerson("pro")
        const jobId = yield* create(key.secret, Converter.pdf({ pages: ["One"], pageTime: "7 seconds" }))
        const waits = yield* Effect.forkChild(
          Service.plain(`${path}/${jobId}?wait=50`, { headers: bearer(key.secret) })
        )
        const status = Service.plain(`${path}/${jobId}`, { headers: bearer(key.secret) })
        for (let seconds = 0; seconds < 40 && waits.pollUnsafe() === undefined; seconds++) {
          yield* TestClock.adjust("1 second")
          yield* status
        }
        assert.isDefined(waits.pollUnsafe())
        assert.strictEqual((yield* Fiber.join(waits)).json.status, "ready")
      })
    )
  }
)
