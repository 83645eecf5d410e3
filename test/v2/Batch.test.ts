import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import { type Answer, Web } from "../../layers/fakes/Egress.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { fetchSeconds } from "../../src/jobs/intake/Link.ts"
import { bearer, newPerson } from "../support/Account.ts"
import { until } from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"

const path = "/api/v2/jobs/batch"

const hello = Converter.pdf({ pages: ["Hello"] })

/** A document that is not done while the clock stands still. */
const slow = Converter.pdf({ pages: ["one"], pageTime: "1 minute" })

let sites = 0

/** Puts a page up on a host of its own. */
const put = (answer: Answer | Effect.Effect<Answer>, path = "/a.pdf") =>
  Effect.gen(function* () {
    const url = `https://batch${sites++}.test${path}`
    yield* Web.use((web) => web.put(url, answer))
    return url
  })

const batch = (secret: string, items: unknown, headers: Record<string, string> = {}) =>
  Service.plain(path, {
    method: "POST",
    headers: { ...bearer(secret), "content-type": "application/json", ...headers },
    body: JSON.stringify({ items })
  })

const jobsOf = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT FROM jobs WHERE account_id = ${accountId}`).length
})

const files = Effect.flatMap(Blobs, ({ keys }) => Effect.map(Stream.runCollect(keys), (all) => all.length))

const told = ({ status, json }: Service.Answer) => `${status} ${json.code} ${json.index ?? "-"}`

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A batch", (it) => {
  it.effect("tells a caller who may not, or has no slot, before it reads what they sent", () =>
    Effect.gen(function* () {
      const send = (secret: string) =>
        Service.plain(path, {
          method: "POST",
          headers: { ...bearer(secret), "content-type": "application/json" },
          body: '{ "items": '
        })
      const free = yield* newPerson("free")
      assert.strictEqual(told(yield* send(free.key.secret)), "403 batch_unavailable -")
      const paid = yield* newPerson("pro")
      assert.strictEqual(told(yield* send(paid.key.secret)), "400 invalid_request -")
      const url = yield* put({ body: slow })
      yield* batch(paid.key.secret, Array(10).fill({ url }))
      assert.strictEqual(told(yield* send(paid.key.secret)), "409 slots_full -")
    })
  )

  it.effect("counts each of its links among those on their way: of an owner, and of all", () =>
    Effect.gen(function* () {
      const silent = yield* put(Effect.never)
      const base = yield* Service.Base
      const begin = (secret: string, count: number) =>
        fetch(`${base}${path}`, {
          method: "POST",
          headers: { ...bearer(secret), "content-type": "application/json" },
          body: JSON.stringify({ items: Array(count).fill({ url: silent }) })
        }).then(({ status }) => status)
      const people = yield* Effect.forEach(Array.from({ length: 10 }), () => newPerson("business"))
      const begun = people.map(({ key }) => begin(key.secret, 50))
      // a link of another caller would take the place of one of them
      yield* until(
        Web.use((web) => web.requests),
        (all) => all.filter(({ url }) => url === silent).length === 500
      )
      const { key } = yield* newPerson("pro")
      const url = yield* put({ body: hello })
      const one = batch(key.secret, [{ url }])
      const refused = yield* one
      assert.deepStrictEqual([told(refused), refused.headers.get("retry-after")], ["503 unavailable -", "5"])
      assert.strictEqual(told(yield* batch(people[0]!.key.secret, [{ url }, { url }])), "409 slots_full -")
      yield* TestClock.adjust(`${fetchSeconds} seconds`)
      assert.deepStrictEqual(new Set(yield* Effect.promise(() => Promise.all(begun))), new Set([400]))
      yield* Effect.repeat(one, { until: ({ status }) => status === 201 })
    })
  )

  it.effect("makes a job of each link, in their order, with what is said of each", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const items = [
        { url: yield* put({ body: hello }), external_id: "one" },
        { url: yield* put({ body: hello }), tags: ["x"], file_name: "named.pdf" },
        { url: yield* put({ body: slow }, "/c.pdf"), options: { tables: "html" } }
      ]
      const { status, json } = yield* batch(key.secret, items)
      assert.strictEqual(status, 201)
      assert.deepStrictEqual(
        json.items.map((job: Record<string, unknown>) => [job["external_id"], job["tags"], job["file_name"]]),
        [
          ["one", [], "a.pdf"],
          [null, ["x"], "named.pdf"],
          [null, [], "c.pdf"]
        ]
      )
      assert.deepStrictEqual(json.items[0].slot_usage, { used: 3, limit: 10 })
    })
  )

  it.effect("is made once under an Idempotency-Key, and fetches nothing the second time", () =>
    Effect.gen(function* () {
      const { accountId, key } = yield* newPerson("pro")
      const items = [{ url: yield* put({ body: hello }) }, { url: yield* put({ body: hello }) }]
      const headers = { "idempotency-key": "b" }
      const first = yield* batch(key.secret, items, headers)
      const sent = (yield* Web.use(({ requests }) => requests)).length
      const repeat = yield* batch(key.secret, items, headers)
      assert.deepStrictEqual([first.status, repeat.status], [201, 200])
      assert.strictEqual(repeat.headers.get("idempotent-replayed"), "true")
      const ids = ({ json }: Service.Answer) => json.items.map((job: { job_id: string }) => job.job_id)
      assert.deepStrictEqual(ids(repeat), ids(first))
      assert.lengthOf(yield* Web.use(({ requests }) => requests), sent)
      assert.strictEqual(yield* jobsOf(accountId), 2)
      const reused = yield* batch(key.secret, items.slice(1), headers)
      assert.strictEqual(told(reused), "400 idempotency_key_reused -")
    })
  )

  it.effect("has as many items as there are free slots, and never more than 100", () =>
    Effect.gen(function* () {
      const { accountId, key } = yield* newPerson("pro")
      const item = { url: yield* put({ body: slow }) }
      const of = (count: number) => Array.from({ length: count }, () => item)
      for (const items of [[], of(101), {}, undefined]) {
        assert.strictEqual(told(yield* batch(key.secret, items)), "400 invalid_request -")
      }
      const sent = (yield* Web.use(({ requests }) => requests)).length
      const refused = yield* batch(key.secret, of(11))
      assert.deepInclude(refused.json, { code: "slots_full", used: 0, limit: 10, wanted: 11, retryable: false })
      assert.lengthOf(yield* Web.use(({ requests }) => requests), sent)
      assert.strictEqual((yield* batch(key.secret, of(9))).status, 201)
      const full = yield* batch(key.secret, of(2))
      assert.deepInclude(full.json, { code: "slots_full", used: 9, limit: 10, retryable: true })
      const answers = yield* Effect.all([batch(key.secret, of(1)), batch(key.secret, of(1))], { concurrency: 2 })
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [201, 409])
      assert.strictEqual(yield* jobsOf(accountId), 10)
    })
  )

  it.effect("is for paid tiers, within their pages", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const items = [{ url: yield* put({ body: hello }) }]
      const free = yield* newPerson("free")
      assert.strictEqual(told(yield* batch(free.key.secret, items)), "403 batch_unavailable -")
      const pro = yield* newPerson("pro")
      const day = new Date(yield* Effect.clockWith((clock) => clock.currentTimeMillis))
      yield* sql`
        INSERT INTO usage (account_id, day, key_id, pages)
        VALUES (${pro.accountId}, ${day}::timestamptz::date, ${pro.accountId}, 10000)`
      const { json } = yield* batch(pro.key.secret, items)
      assert.deepInclude(json, { code: "quota_exceeded", used: 10_000, limit: 10_000 })
    })
  )

  it.effect("whose body is no JSON, or too large, is refused", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const send = (body: string, type = "application/json") =>
        Service.plain(path, { method: "POST", headers: { ...bearer(key.secret), "content-type": type }, body })
      assert.strictEqual(told(yield* send("{")), "400 invalid_request -")
      assert.strictEqual(told(yield* send("[]")), "400 invalid_request -")
      assert.strictEqual(told(yield* send("{}", "text/plain")), "400 invalid_request -")
      const large = JSON.stringify({ items: [{ url: `https://a.example/${"x".repeat(262_144)}` }] })
      assert.strictEqual(told(yield* send(large)), "413 payload_too_large -")
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A batch that is refused", (it) => {
  it.effect("leaves nothing when one of its items is refused, and says which", () =>
    Effect.gen(function* () {
      const { accountId, key } = yield* newPerson("pro")
      const good = { url: yield* put({ body: hello }) }
      const bad: ReadonlyArray<readonly [unknown, string]> = [
        [{}, "400 missing_input 1"],
        [7, "400 invalid_request 1"],
        [{ url: 7 }, "400 invalid_request 1"],
        [{ ...good, callback_url: "https://127.0.0.1/hook" }, "400 invalid_callback_url 1"],
        [{ ...good, tags: "x" }, "400 invalid_request 1"],
        [{ ...good, options: { tabels: "gfm" } }, "400 invalid_setting 1"],
        [{ url: "ftp://a.example/a.pdf" }, "400 broken_link 1"],
        [{ url: "http://127.0.0.1/a.pdf" }, "400 broken_link 1"],
        [{ url: yield* put({ status: 404 }) }, "400 broken_link 1"],
        [{ url: yield* put({ body: "hello" }) }, "400 not_a_pdf 1"],
        [{ url: yield* put({ body: hello, headers: { "content-length": "104857601" } }) }, "413 file_too_large 1"]
      ]
      for (const [item, expected] of bad) {
        assert.strictEqual(told(yield* batch(key.secret, [good, item, good])), expected)
      }
      assert.strictEqual(yield* jobsOf(accountId), 0)
      assert.strictEqual(yield* files, 0)
    })
  )

  it.effect("fetches its links at the same time, and gives up on all of them after 30 seconds", () =>
    Effect.gen(function* () {
      const { accountId, key } = yield* newPerson("pro")
      const asked = yield* Effect.forEach(Array.from({ length: 3 }), () => Deferred.make<void>())
      const items = yield* Effect.forEach(asked, (here) =>
        Effect.map(put(Effect.andThen(Deferred.succeed(here, undefined), Effect.never)), (url) => ({ url }))
      )
      const answer = yield* Effect.forkChild(batch(key.secret, [{ url: yield* put({ body: hello }) }, ...items]))
      // Each is asked for while the others have not answered.
      yield* Effect.forEach(asked, Deferred.await)
      yield* TestClock.adjust(`${fetchSeconds} seconds`)
      const { status, json } = yield* Fiber.join(answer)
      assert.deepStrictEqual([status, json.code, json.reason], [400, "broken_link", "timed_out"])
      assert.include([1, 2, 3], json.index)
      assert.strictEqual(yield* jobsOf(accountId), 0)
      assert.strictEqual(yield* files, 0)
    })
  )
})
