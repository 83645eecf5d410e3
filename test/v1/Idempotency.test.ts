import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { pdf } from "../../layers/fakes/Converter.ts"
import { type Device, pdfForm, signed } from "../../src/client/Device.ts"
import { newPerson, withSession } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const one = pdf({ pages: ["One"] })
const two = pdf({ pages: ["Two"] })

const create = (device: Device, key: string, file = one, name = "a.pdf") =>
  Service.call(device, "/jobs", { method: "POST", body: pdfForm(file, name), headers: { "idempotency-key": key } })

const link = (device: Device, session: Record<string, string>) =>
  Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: session })

const linked = (session: Record<string, string>) => Effect.tap(Service.newDevice, (device) => link(device, session))

/** An upload whose last bytes come only when the test says so. */
const halfSent = Effect.fnUntraced(function* (device: Device, key: string) {
  const base = yield* Service.Base
  const at = yield* Service.source
  const form = new Response(pdfForm(one, "a.pdf"))
  const type = form.headers.get("content-type") ?? ""
  const bytes = new Uint8Array(yield* Effect.promise(() => form.arrayBuffer()))
  const headers = yield* Effect.promise(() => signed(device, { method: "POST", path: "/jobs", bytes }, at))
  let finish = () => {}
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, 100))
      finish = () => {
        controller.enqueue(bytes.subarray(100))
        controller.close()
      }
    }
  })
  const controller = new AbortController()
  const init = {
    method: "POST",
    headers: { ...headers, "content-type": type, "idempotency-key": key },
    body,
    duplex: "half",
    signal: controller.signal
  }
  const answer = yield* Effect.forkChild(Effect.promise(() => fetch(`${base}/jobs`, init)))
  return { finish: () => finish(), abort: () => controller.abort(), answer }
})

/** Answers once a request of the device does, or does not, hold a key. */
const held = Effect.fnUntraced(function* (device: Device, wanted: boolean) {
  const sql = yield* SqlClient.SqlClient
  for (;;) {
    const keys = yield* sql`SELECT FROM idempotency_keys WHERE owner = ${`device:${device.deviceId}`}`
    if (keys.length > 0 === wanted) return
  }
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("An Idempotency-Key", (it) => {
  it.effect("gives the same job as it is now, and says so", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const first = yield* create(device, "k")
      assert.strictEqual(first.headers.get("idempotent-replayed"), null)
      yield* Service.call(device, `/jobs/${first.json.job_id}?wait=50`)
      const again = yield* create(device, "k")
      assert.strictEqual(again.status, 201)
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      assert.strictEqual(again.json.job_id, first.json.job_id)
      assert.strictEqual(again.json.status, "ready")
      yield* Service.call(device, `/jobs/${first.json.job_id}`, { method: "DELETE" })
      assert.strictEqual((yield* create(device, "k")).json.status, "deleted")
    })
  )

  it.effect("gives fifty repeats at once one job", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => create(device, "many")),
        { concurrency: "unbounded" }
      )
      const made = answers.filter(({ status }) => status === 201)
      assert.isAbove(made.length, 0)
      assert.strictEqual(new Set(made.map(({ json }) => json.job_id)).size, 1)
      for (const { json, headers } of answers.filter(({ status }) => status !== 201)) {
        assert.strictEqual(json.code, "idempotency_in_progress")
        assert.strictEqual(headers.get("retry-after"), "1")
      }
      assert.strictEqual((yield* Service.call(device, "/jobs")).json.items.length, 1)
    })
  )

  it.effect("is refused for another file or another name", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      yield* create(device, "k")
      for (const answer of [yield* create(device, "k", two), yield* create(device, "k", one, "b.pdf")]) {
        assert.strictEqual(answer.status, 400)
        assert.strictEqual(answer.json.code, "idempotency_key_reused")
      }
    })
  )

  it.effect("is one device's own", () =>
    Effect.gen(function* () {
      const mine = yield* create(yield* Service.newDevice, "k")
      const theirs = yield* create(yield* Service.newDevice, "k", two)
      assert.strictEqual(theirs.status, 201)
      assert.notStrictEqual(theirs.json.job_id, mine.json.job_id)
    })
  )

  it.effect("is one device's own among those of an account, too", () =>
    Effect.gen(function* () {
      const { session } = yield* newPerson()
      const [mine, theirs] = [yield* linked(session), yield* linked(session)]
      const first = yield* create(mine, "k")
      const other = yield* create(theirs, "k", two)
      assert.strictEqual(other.status, 201)
      assert.notStrictEqual(other.json.job_id, first.json.job_id)
    })
  )

  it.effect("gives the same job when the device was linked or unlinked before the repeat: it gave a second one", () =>
    Effect.gen(function* () {
      const { session } = yield* newPerson()
      const device = yield* Service.newDevice
      const before = yield* create(device, "before")
      yield* link(device, session)
      assert.strictEqual((yield* create(device, "before")).json.job_id, before.json.job_id)
      const meanwhile = yield* create(device, "meanwhile")
      yield* Service.call(device, "/api/v2/account/unlink", { method: "POST" })
      assert.strictEqual((yield* create(device, "meanwhile")).json.job_id, meanwhile.json.job_id)
    })
  )

  it.effect("is free again when its job went with the account that was deleted: the repeat was a 500", () =>
    Effect.gen(function* () {
      const { session } = yield* newPerson()
      const device = yield* Service.newDevice
      const before = yield* create(device, "before")
      yield* link(device, session)
      const meanwhile = yield* create(device, "meanwhile")
      assert.strictEqual((yield* withSession(session, "/api/v2/me", { method: "DELETE" })).status, 204)
      for (const [key, gone] of [
        ["before", before],
        ["meanwhile", meanwhile]
      ] as const) {
        const again = yield* create(device, key)
        assert.strictEqual(again.status, 201)
        assert.notStrictEqual(again.json.job_id, gone.json.job_id)
      }
    })
  )

  it.effect("holds for 24 hours", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const first = yield* create(device, "k")
      yield* TestClock.adjust("23 hours")
      assert.strictEqual((yield* create(device, "k")).json.job_id, first.json.job_id)
      yield* TestClock.adjust("1 hour")
      assert.notStrictEqual((yield* create(device, "k")).json.job_id, first.json.job_id)
    })
  )

  it.effect("is not kept by a refused request", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      assert.strictEqual((yield* create(device, "k", new Uint8Array(9))).json.code, "not_a_pdf")
      assert.strictEqual((yield* create(device, "k", two)).status, 201)
    })
  )

  it.effect("replays even when all slots are taken", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const slow = pdf({ pages: ["Slow"], pageTime: "1 hour" })
      const first = yield* create(device, "k", slow)
      yield* create(device, "l", slow)
      yield* create(device, "m", slow)
      assert.strictEqual((yield* create(device, "n", slow)).json.code, "slots_full")
      assert.strictEqual((yield* create(device, "k", slow)).json.job_id, first.json.job_id)
      for (const { job_id } of (yield* Service.call(device, "/jobs")).json.items) {
        yield* Service.call(device, `/jobs/${job_id}`, { method: "DELETE" })
      }
    })
  )

  it.effect("must be 1 to 255 printable ASCII characters", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      for (const key of ["k".repeat(256), "schlüssel"]) {
        const { status, json } = yield* create(device, key)
        assert.strictEqual(status, 400)
        assert.strictEqual(json.code, "idempotency_key_invalid")
      }
      assert.strictEqual((yield* create(device, "k".repeat(255))).status, 201)
    })
  )

  it.effect("is in progress while its first request is still being sent", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const first = yield* halfSent(device, "k")
      yield* held(device, true)
      const second = yield* create(device, "k")
      assert.strictEqual(second.status, 409)
      assert.strictEqual(second.json.code, "idempotency_in_progress")
      first.finish()
      const made = yield* Fiber.join(first.answer)
      assert.strictEqual(made.status, 201)
      const third = yield* create(device, "k")
      assert.deepStrictEqual([third.status, third.headers.get("idempotent-replayed")], [201, "true"])
    })
  )

  it.effect("is free again when its first request breaks off", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const first = yield* halfSent(device, "k")
      yield* held(device, true)
      first.abort()
      yield* held(device, false)
      const second = yield* create(device, "k", two)
      assert.strictEqual(second.status, 201)
    })
  )

  it.effect("is free 15 seconds after its holder died without a word", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const sql = yield* SqlClient.SqlClient
      const now = yield* Clock.currentTimeMillis
      yield* sql`INSERT INTO idempotency_keys (owner, key, holder, held_until, expires_at) VALUES (
        ${`device:${device.deviceId}`}, 'k', ${device.deviceId}, ${new Date(now + 15_000)}, ${new Date(now + 86_400_000)})`
      yield* TestClock.adjust("14999 millis")
      assert.strictEqual((yield* create(device, "k")).json.code, "idempotency_in_progress")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* create(device, "k")).status, 201)
    })
  )
})
