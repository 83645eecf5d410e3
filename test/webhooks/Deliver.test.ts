import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import { Web } from "../../layers/fakes/Egress.ts"
import * as RetentionSql from "../../layers/sql/jobs/Retention.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { Retention } from "../../src/jobs/Retention.ts"
import { bearer, newPerson, withSession } from "../support/Account.ts"
import { ask, deliveriesOf, newHook, newUrl, sent, sentTo, until } from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"

const hello = Converter.pdf({ pages: ["Hello"] })

/** A document that is not done while the clock stands still. */
const slow = Converter.pdf({ pages: ["one", "two"], pageTime: "1 hour" })

const create = (secret: string, file: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) => {
  const form = pdfForm(file, "report.pdf")
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return Service.plain("/api/v2/jobs", { method: "POST", headers: bearer(secret), body: form })
}

const job = (secret: string, id: string, init: RequestInit = {}) =>
  Service.plain(`/api/v2/jobs/${id}`, { ...init, headers: bearer(secret) })

/** The account's only delivery, once it is as it should be. */
const once = (session: Record<string, string>, is: (one: { status: string; attempts: number }) => boolean) =>
  Effect.map(
    until(deliveriesOf(session), ([one]) => one !== undefined && is(one)),
    ([one]) => one!
  )

const attempts = (session: Record<string, string>, number: number) => once(session, (one) => one.attempts >= number)

layer(Service.layer({ RATE_LIMIT_SCALE: "100000" }))("Events of jobs", (it) => {
  it.effect(
    "go to each webhook that wants them and to the callback, in the job's order, signed each with its own",
    () =>
      Effect.gen(function* () {
        const { session, key, url } = yield* newHook()
        const [errors, callback] = [newUrl(), newUrl()]
        yield* (yield* Web).put(errors, {})
        yield* (yield* Web).put(callback, {})
        yield* ask(session, "POST", "", { url: errors, events: ["job.error"] })
        const made = yield* create(key.secret, hello, { callback_url: callback, external_id: "a", tags: "t" })
        assert.strictEqual(made.status, 201)
        assert.match(made.json.callback_secret, /^whsec_/)
        const [ready] = yield* sent(url, 1)
        const again = yield* job(key.secret, made.json.job_id)
        assert.notProperty(again.json, "callback_secret")
        assert.deepStrictEqual(ready?.body, {
          event: "job.ready",
          delivery_id: ready?.headers["x-svc-delivery"],
          occurred_at: again.json.status_since,
          sequence: 1,
          base_url: "http://localhost:8080",
          job: {
            job_id: made.json.job_id,
            status: "ready",
            pages: 1,
            truncated: false,
            download_url: again.json.download_url,
            external_id: "a",
            tags: ["t"],
            expires_at: again.json.expires_at,
            error: null
          }
        })
        yield* job(key.secret, made.json.job_id, { method: "DELETE" })
        const told = yield* sent(callback, 2)
        assert.deepStrictEqual(told.map(({ body }) => [body.event, body.sequence, body.job.status]).sort(), [
          ["job.deleted", 2, "deleted"],
          ["job.ready", 1, "ready"]
        ])
        assert.deepStrictEqual(yield* sentTo(errors), [])
        const bad = yield* create(key.secret, Converter.pdf({ pages: ["x"], failure: "corrupt_pdf" }))
        const [error] = yield* sent(errors, 1)
        assert.deepStrictEqual([error?.body.event, error?.body.job.job_id], ["job.error", bad.json.job_id])
        assert.strictEqual(error?.body.job.error.code, "corrupt_pdf")
      })
  )

  it.effect("tell of a cut result beside its being ready, and of its end when its time is up", () =>
    Effect.gen(function* () {
      const { session, key, url } = yield* newHook()
      const { json } = yield* create(key.secret, Converter.pdf({ pages: ["one", "two"], pageTime: "40 minutes" }))
      const minutesLater = Effect.andThen(TestClock.adjust("3 minutes"), job(key.secret, json.job_id))
      yield* until(minutesLater, ({ json }) => json.status === "ready")
      // What is being sent while the clock jumps is sent again, under the same id.
      const once = Effect.map(sentTo(url), (all) => [
        ...new Map(all.map((one) => [one.body.delivery_id, one])).values()
      ])
      const told = yield* until(once, (all) => all.length >= 2)
      assert.deepStrictEqual(told.map(({ body }) => `${body.sequence} ${body.event}`).sort(), [
        "1 job.ready",
        "2 job.truncated"
      ])
      yield* until(deliveriesOf(session, "?status=pending"), (left) => left.length === 0)
      yield* TestClock.adjust("8 days")
      yield* Effect.provide(
        Effect.flatMap(Retention, ({ expire }) => expire),
        RetentionSql.layer
      )
      const all = yield* until(once, (all) => all.length >= 3)
      assert.strictEqual(
        all.filter(({ body }) => body.event === "job.deleted" && body.job.job_id === json.job_id).length,
        1
      )
    })
  )

  it.effect("of a canceled job are told once, though it is deleted twice", () =>
    Effect.gen(function* () {
      const { key, url } = yield* newHook()
      const { json } = yield* create(key.secret, slow)
      yield* job(key.secret, json.job_id, { method: "DELETE" })
      yield* job(key.secret, json.job_id, { method: "DELETE" })
      const [one, ...more] = yield* sent(url, 1)
      assert.deepStrictEqual([one?.body.event, one?.body.job.status, more], ["job.deleted", "canceled", []])
      assert.notProperty(one?.body.job, "download_url")
    })
  )

  it.effect("of a deleted account's jobs are still told, and nothing else of it is kept", () =>
    Effect.gen(function* () {
      const { session, key, url, accountId } = yield* newHook()
      const { json } = yield* create(key.secret, hello)
      yield* sent(url, 1)
      yield* withSession(session, "/api/v2/me", { method: "DELETE" })
      const told = yield* sent(url, 2)
      assert.deepStrictEqual([told[1]?.body.event, told[1]?.body.job.job_id], ["job.deleted", json.job_id])
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT id FROM deliveries WHERE account_id = ${accountId}`, [])
      assert.deepStrictEqual(yield* sql`SELECT id FROM webhooks WHERE account_id = ${accountId}`, [])
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "100000" }))("A callback", (it) => {
  it.effect("is for paid plans, https, public, with a secret of 24 characters", () =>
    Effect.gen(function* () {
      const free = yield* newPerson("free")
      const refused = yield* create(free.key.secret, hello, { callback_url: newUrl() })
      assert.deepStrictEqual([refused.status, refused.json.code], [403, "webhooks_unavailable"])
      const link = yield* Service.plain("/api/v2/jobs", {
        method: "POST",
        headers: { authorization: `Bearer ${free.key.secret}`, "content-type": "application/json" },
        body: JSON.stringify({ url: "https://nowhere.example/a.pdf", callback_url: newUrl() })
      })
      assert.deepStrictEqual([link.status, link.json.code], [403, "webhooks_unavailable"])
      const { key, session } = yield* newPerson("pro")
      for (const [url, reason] of [
        ["http://hooks.example/", "bad_scheme"],
        ["https://127.0.0.1/", "blocked_address"],
        ["https://nowhere.example/", "unresolvable"]
      ] as const) {
        const { status, json } = yield* create(key.secret, hello, { callback_url: url })
        assert.deepStrictEqual([status, json.code, json.reason], [400, "invalid_callback_url", reason])
      }
      const short = yield* create(key.secret, hello, { callback_url: newUrl(), callback_secret: "x".repeat(23) })
      assert.deepStrictEqual([short.status, short.json.code], [400, "invalid_request"])
      const usage = yield* Service.plain("/api/v2/usage", { headers: bearer(key.secret) })
      assert.strictEqual(usage.json.jobs.created, 0)
      assert.deepStrictEqual(yield* deliveriesOf(session), [])
    })
  )

  it.effect("keeps its secret to itself when the request is repeated", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const callback_url = newUrl()
      yield* (yield* Web).put(callback_url, {})
      const again = () =>
        Service.plain("/api/v2/jobs", {
          method: "POST",
          headers: { ...bearer(key.secret), "idempotency-key": "k" },
          body: (() => {
            const form = pdfForm(hello, "a.pdf")
            form.append("callback_url", callback_url)
            return form
          })()
        })
      assert.property((yield* again()).json, "callback_secret")
      const repeat = yield* again()
      assert.strictEqual(repeat.status, 200)
      assert.notProperty(repeat.json, "callback_secret")
    })
  )

  it.effect("is kept with the request that a key stands for as a hash alone, and not with a job that is deleted", () =>
    Effect.gen(function* () {
      const { key, session, accountId } = yield* newPerson("pro")
      const [callback_url, secret] = [newUrl(), "a secret of the caller's own"]
      yield* (yield* Web).put(callback_url, {})
      const again = (callback_secret: string) => {
        const form = pdfForm(hello, "a.pdf")
        form.append("callback_url", callback_url)
        form.append("callback_secret", callback_secret)
        const headers = { ...bearer(key.secret), "idempotency-key": "k" }
        return Service.plain("/api/v2/jobs", { method: "POST", headers, body: form })
      }
      const { json } = yield* again(secret)
      assert.deepInclude(yield* again(secret), { status: 200 })
      assert.strictEqual((yield* again("another secret of theirs")).json.code, "idempotency_key_reused")
      const sql = yield* SqlClient.SqlClient
      const kept = (yield* sql<{
        row: string
      }>`SELECT k::text AS row FROM idempotency_keys k WHERE owner = ${`account:${accountId}`}`).map(({ row }) => row)
      assert.lengthOf(kept, 1)
      assert.notInclude(kept[0], secret)
      assert.notInclude(kept[0], callback_url)
      yield* sent(callback_url, 1)
      yield* job(key.secret, json.job_id, { method: "DELETE" })
      const [, last] = yield* sent(callback_url, 2)
      assert.deepStrictEqual(yield* sql`SELECT callback_url, callback_secret FROM jobs WHERE id = ${json.job_id}`, [
        { callback_url: null, callback_secret: null }
      ])
      yield* until(deliveriesOf(session, "?status=pending"), (left) => left.length === 0)
      yield* ask(session, "POST", `/deliveries/${last!.body.delivery_id}/redeliver`)
      assert.match((yield* sent(callback_url, 3)).at(-1)!.headers["x-svc-signature"]!, /^sha256=/)
    })
  )

  it.effect("is signed with the caller's secret, listed among the deliveries, and over with a 410", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const callback_url = newUrl()
      yield* (yield* Web).put(callback_url, { status: 410 })
      const { json } = yield* create(key.secret, hello, { callback_url, callback_secret: "y".repeat(24) })
      assert.notProperty(json, "callback_secret")
      const one = yield* once(session, ({ status }) => status !== "pending")
      assert.deepStrictEqual(
        [one.webhook_id, one.job_id, one.url, one.status, one.response_code],
        [null, json.job_id, callback_url, "failed", 410]
      )
      yield* job(key.secret, json.job_id, { method: "DELETE" })
      assert.strictEqual((yield* deliveriesOf(session)).length, 1)
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "100000" }))("A delivery that fails", (it) => {
  const failing = Effect.fnUntraced(function* (answer: Parameters<Web["Service"]["put"]>[1]) {
    const hook = yield* newHook(answer)
    const { json } = yield* create(hook.key.secret, hello)
    return { ...hook, jobId: json.job_id as string }
  })

  it.effect("is delivered once the receiver is back", () =>
    Effect.gen(function* () {
      const { session, url } = yield* failing({ status: 503 })
      yield* attempts(session, 1)
      yield* (yield* Web).put(url, { status: 204 })
      yield* TestClock.adjust("10 seconds")
      const { status, response_code } = yield* attempts(session, 2)
      assert.deepStrictEqual([status, response_code], ["delivered", 204])
    })
  )

  it.effect("by a name that has come to mean an inner address is not sent, and tried again", () =>
    Effect.gen(function* () {
      const { session, key, url } = yield* newHook()
      yield* (yield* Web).name(new URL(url).hostname, ["127.0.0.1"])
      yield* create(key.secret, hello)
      const { error } = yield* attempts(session, 1)
      assert.strictEqual(error, "blocked_address")
      assert.deepStrictEqual(yield* sentTo(url), [])
    })
  )

  it.effect("of a result that has expired is expired, and not sent", () =>
    Effect.gen(function* () {
      const { session, key, url, jobId } = yield* failing({ status: 500 })
      yield* attempts(session, 1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE deliveries SET result_expires_at = created_at WHERE job_id = ${jobId}`
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* once(session, ({ status }) => status !== "pending")).status, "expired")
      assert.strictEqual((yield* sentTo(url)).length, 1)
      assert.strictEqual((yield* job(key.secret, jobId)).status, 200)
    })
  )

  it.effect("disables its webhook after five days of nothing but failures, and what waits for it", () =>
    Effect.gen(function* () {
      const { session, key, webhookId } = yield* failing({ status: 500 })
      yield* attempts(session, 1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE webhooks SET failing_since = failing_since - interval '5 days' WHERE id = ${webhookId}`
      yield* TestClock.adjust("10 seconds")
      const list = Effect.map(ask(session, "GET"), ({ json }) => json.items[0])
      const { disabled_reason } = yield* until(list, ({ disabled_at }) => disabled_at !== null)
      assert.strictEqual(disabled_reason, "failing")
      assert.strictEqual((yield* deliveriesOf(session))[0]?.status, "failed")
      const { json } = yield* create(key.secret, hello)
      const { json: later } = yield* job(key.secret, `${json.job_id}?wait=50`)
      assert.strictEqual(later.status, "ready")
      assert.strictEqual((yield* deliveriesOf(session)).length, 1)
    })
  )

  it.effect("waits while its webhook is disabled, is not said to be sent again, and goes out once it is enabled", () =>
    Effect.gen(function* () {
      const { session, url, webhookId } = yield* failing({ status: 503 })
      const { delivery_id } = yield* attempts(session, 1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE webhooks SET disabled_at = created_at, disabled_reason = 'plan_limit' WHERE id = ${webhookId}`
      yield* (yield* Web).put(url, {})
      yield* TestClock.adjust("10 seconds")
      for (const refused of [
        yield* ask(session, "POST", `/deliveries/${delivery_id}/redeliver`),
        yield* ask(session, "POST", `/${webhookId}/recover`, { since: "1970-01-01T00:00:00.000Z" })
      ]) {
        assert.deepStrictEqual([refused.status, refused.json.code], [409, "webhook_disabled"])
      }
      assert.strictEqual((yield* sentTo(url)).length, 1)
      yield* ask(session, "POST", `/${webhookId}/enable`)
      assert.strictEqual((yield* attempts(session, 2)).status, "delivered")
    })
  )

  it.effect("is forgotten after 30 days though it waits, if its webhook is disabled", () =>
    Effect.gen(function* () {
      const [{ session, webhookId }, enabled] = [yield* failing({ status: 503 }), yield* failing({ status: 503 })]
      yield* attempts(session, 1)
      yield* attempts(enabled.session, 1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE webhooks SET disabled_at = created_at, disabled_reason = 'plan_limit' WHERE id = ${webhookId}`
      yield* sql`UPDATE deliveries SET created_at = created_at - interval '31 days'`
      yield* Effect.flatMap(Retention, ({ forget }) => forget).pipe(Effect.provide(RetentionSql.layer))
      assert.deepStrictEqual(yield* deliveriesOf(session), [])
      assert.strictEqual((yield* deliveriesOf(enabled.session)).length, 1)
    })
  )

  it.effect("to a receiver that hangs keeps no other one waiting, of the same account or another", () =>
    Effect.gen(function* () {
      const { session, url, webhookId } = yield* newHook(Effect.never)
      for (let n = 0; n < 30; n++) yield* ask(session, "POST", `/${webhookId}/test`)
      yield* sent(url, 4)
      const same = newUrl()
      yield* (yield* Web).put(same, {})
      const { json } = yield* ask(session, "POST", "", { url: same })
      yield* ask(session, "POST", `/${json.webhook_id}/test`)
      yield* sent(same, 1)
      const other = yield* newHook()
      yield* ask(other.session, "POST", `/${other.webhookId}/test`)
      yield* sent(other.url, 1)
      assert.strictEqual((yield* sentTo(url)).length, 4)
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "100000" }))("Deliveries", (it) => {
  it.effect("to sixteen receivers that hang, as many as a node sends to at a time, keep another waiting for 2 s", () =>
    Effect.gen(function* () {
      const web = yield* Web
      const busy = Effect.gen(function* () {
        const { session, url, webhookId } = yield* newHook(Effect.never)
        const all = [{ url, webhookId }]
        for (let n = 0; n < 3; n++) {
          const url = newUrl()
          yield* web.put(url, Effect.never)
          all.push({ url, webhookId: (yield* ask(session, "POST", "", { url })).json.webhook_id })
        }
        const tests = [...all, ...all, ...all, ...all].map(({ webhookId }) =>
          ask(session, "POST", `/${webhookId}/test`)
        )
        yield* Effect.all(tests, { concurrency: "unbounded" })
        for (const { url } of all) assert.strictEqual((yield* sent(url, 4)).length, 4)
      })
      yield* Effect.all([busy, busy, busy, busy], { concurrency: "unbounded" })
      const other = yield* newHook()
      yield* ask(other.session, "POST", `/${other.webhookId}/test`)
      assert.deepStrictEqual(yield* sentTo(other.url), [])
      yield* TestClock.adjust("2 seconds")
      yield* sent(other.url, 1)
    })
  )
})
