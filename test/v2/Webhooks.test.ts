import { createHmac } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Clock, Deferred, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Web } from "../../layers/fakes/Egress.ts"
import { newPerson, withSession } from "../support/Account.ts"
import { closedAddresses, refusedUrls } from "../support/Inside.ts"
import { ask, deliveriesOf, newHook, newUrl, sent, sentTo, until } from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"

const nobody = "01890000-0000-7000-8000-000000000000"

const service = Service.layer({
  RATE_LIMIT_SCALE: "100000",
  PUBLIC_ORIGINS: "http://localhost:8080,https://service.example"
})

layer(service)("Webhooks", (it) => {
  it.effect("are registered with a secret that is shown once", () =>
    Effect.gen(function* () {
      const { session } = yield* newPerson("pro")
      const url = newUrl()
      yield* (yield* Web).put(url, {})
      const { status, json } = yield* ask(session, "POST", "", { url, events: ["job.ready", "job.ready"] })
      assert.strictEqual(status, 201)
      const { secret, ...record } = json
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.deepStrictEqual(record, {
        webhook_id: record.webhook_id,
        url,
        events: ["job.ready"],
        created_at: record.created_at,
        disabled_at: null,
        disabled_reason: null
      })
      const listed = yield* ask(session, "GET")
      assert.deepStrictEqual(listed.json, { items: [record], limit: 5, used: 1, enabled: true })
    })
  )

  it.effect("are of paid plans, and no more than the plan has", () =>
    Effect.gen(function* () {
      const free = yield* newPerson("free")
      assert.deepStrictEqual((yield* ask(free.session, "GET")).json, { items: [], limit: 0, used: 0, enabled: false })
      const refused = yield* ask(free.session, "POST", "", { url: newUrl() })
      assert.deepStrictEqual([refused.status, refused.json.code], [403, "webhooks_unavailable"])

      const { session } = yield* newPerson("pro")
      const url = newUrl()
      yield* (yield* Web).put(url, {})
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => ask(session, "POST", "", { url })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 201).length, 5)
      const { json } = answers.find(({ status }) => status === 403)!
      assert.deepStrictEqual([json.code, json.limit], ["webhook_limit_reached", 5])
    })
  )

  it.effect("take https to the public internet only, and not to this service itself", () =>
    Effect.gen(function* () {
      const { session, webhookId } = yield* newHook()
      const { name, put } = yield* Web
      yield* put("https://mixed.example/", {})
      yield* name("mixed.example", ["93.184.215.14", "10.0.0.1"])
      yield* name("service.example", ["93.184.215.14"])
      // Another port of the same host is another server.
      assert.strictEqual((yield* ask(session, "POST", "", { url: "https://service.example:8443/" })).status, 201)
      for (const [at, address] of closedAddresses.entries()) yield* name(`inner-${at}.example`, [address])
      const bad: ReadonlyArray<readonly [unknown, string]> = [
        ...refusedUrls,
        ...closedAddresses.map((_, at) => [`https://inner-${at}.example/`, "blocked_address"] as const),
        ["https://mixed.example/", "blocked_address"],
        ["https://metadata.google.internal./", "unresolvable"],
        ["https://hooks.example/\0", "bad_url"],
        ["https://service.example/api/v2/webhooks", "own_origin"],
        ["https://SERVICE.example.:443/jobs", "own_origin"],
        [7, "bad_url"],
        [null, "bad_url"],
        [undefined, "bad_url"]
      ]
      for (const [url, reason] of bad) {
        const { status, json } = yield* ask(session, "POST", "", { url })
        assert.deepStrictEqual([status, json.code, json.reason], [400, "invalid_webhook_url", reason], String(url))
        // What is absent stays as it is.
        if (url === undefined || url === null) continue
        const changed = yield* ask(session, "PATCH", `/${webhookId}`, { url })
        assert.deepStrictEqual([changed.status, changed.json.reason], [400, reason], String(url))
      }
      for (const events of ["job.ready", ["job.started"], [1], {}]) {
        const { status, json } = yield* ask(session, "POST", "", { url: newUrl(), events })
        assert.deepStrictEqual([status, json.code], [400, "invalid_webhook_events"])
      }
      for (const body of ["{", "[]", "null", '"x"', "7", "\u0000", '{"url":"\\ud800"}']) {
        const { status } = yield* withSession(session, "/api/v2/webhooks", { method: "POST", body })
        assert.strictEqual(status, 400, body)
      }
      const huge = yield* ask(session, "POST", "", { url: newUrl(), events: ["job.ready"], name: "x".repeat(300_000) })
      assert.deepStrictEqual([huge.status, huge.json.code], [413, "payload_too_large"])
    })
  )

  it.effect("of others are unknown, and so is an id that is no UUID", () =>
    Effect.gen(function* () {
      const { session, url, webhookId } = yield* newHook()
      const tested = yield* ask(session, "POST", `/${webhookId}/test`)
      yield* sent(url, 1)
      const other = yield* newPerson("business")
      for (const id of [webhookId, nobody, "x", webhookId.toUpperCase()]) {
        const tries = [
          ask(other.session, "PATCH", `/${id}`, { events: [] }),
          ask(other.session, "DELETE", `/${id}`),
          ask(other.session, "POST", `/${id}/test`),
          ask(other.session, "POST", `/${id}/enable`),
          ask(other.session, "POST", `/${id}/rotate-secret`),
          ask(other.session, "POST", `/${id}/recover`, { since: "2020-01-01T00:00:00.000Z" })
        ]
        for (const { status, json } of yield* Effect.all(tries)) {
          assert.deepStrictEqual([status, json?.code], [404, "webhook_not_found"])
        }
      }
      for (const id of [tested.json.delivery_id, nobody, "x"]) {
        for (const { status, json } of yield* Effect.all([
          ask(other.session, "GET", `/deliveries/${id}`),
          ask(other.session, "POST", `/deliveries/${id}/redeliver`)
        ])) {
          assert.deepStrictEqual([status, json.code], [404, "delivery_not_found"])
        }
      }
      for (const id of [webhookId, nobody, "x", ""]) {
        assert.deepStrictEqual(yield* deliveriesOf(other.session, `?webhook_id=${id}`), [], id)
      }
      const wrong = yield* ask(session, "GET", "/deliveries?webhook_id=x&cursor=x")
      assert.deepStrictEqual([wrong.status, wrong.json.code], [400, "invalid_cursor"])
      assert.strictEqual((yield* ask(session, "GET")).json.items.length, 1)
    })
  )

  it.effect("are tested with a sample that says so, once", () =>
    Effect.gen(function* () {
      const { session, url, webhookId, secret } = yield* newHook({ status: 500, body: "no\0 thanks" }, ["job.error"])
      const tested = yield* ask(session, "POST", `/${webhookId}/test`)
      assert.strictEqual(tested.status, 202)
      const [request] = yield* sent(url, 1)
      assert.isTrue(request?.body.test)
      assert.strictEqual(request?.body.event, "job.error")
      const { headers, text } = request!
      const expected = createHmac("sha256", secret).update(`${headers["x-svc-timestamp"]}.${text}`).digest("hex")
      assert.strictEqual(headers["x-svc-signature"], `sha256=${expected}`)
      const detail = ask(session, "GET", `/deliveries/${tested.json.delivery_id}`)
      const { json } = yield* until(detail, ({ json }) => json.status !== "pending")
      assert.deepStrictEqual(
        { ...json, created_at: "", last_attempt_at: "", payload: json.payload.delivery_id, attempt_log: [] },
        {
          delivery_id: tested.json.delivery_id,
          webhook_id: webhookId,
          job_id: nobody,
          event: "job.error",
          url,
          status: "failed",
          attempts: 1,
          response_code: 500,
          error: "http_status",
          created_at: "",
          last_attempt_at: "",
          next_attempt_at: null,
          payload: tested.json.delivery_id,
          attempt_log: []
        }
      )
      const [made] = json.attempt_log
      assert.deepStrictEqual(
        [made.response_code, made.error, made.response_body],
        [500, "http_status", "no\ufffd thanks"]
      )
      assert.strictEqual((yield* sentTo(url)).length, 1)
    })
  )

  it.effect("have their url and events changed; what comes next goes there", () =>
    Effect.gen(function* () {
      const { session, url, webhookId } = yield* newHook()
      const moved = newUrl()
      yield* (yield* Web).put(moved, {})
      const { status, json } = yield* ask(session, "PATCH", `/${webhookId}`, { url: moved, events: ["job.deleted"] })
      assert.deepStrictEqual([status, json.url, json.events], [200, moved, ["job.deleted"]])
      yield* ask(session, "POST", `/${webhookId}/test`)
      yield* sent(moved, 1)
      assert.deepStrictEqual(yield* sentTo(url), [])
    })
  )

  it.effect("sign with both secrets for 24 hours after a rotation", () =>
    Effect.gen(function* () {
      const { session, url, webhookId, secret } = yield* newHook()
      const rotated = yield* ask(session, "POST", `/${webhookId}/rotate-secret`)
      assert.strictEqual(rotated.status, 200)
      assert.notStrictEqual(rotated.json.secret, secret)
      yield* ask(session, "POST", `/${webhookId}/test`)
      const [first] = yield* sent(url, 1)
      assert.strictEqual(first?.headers["webhook-signature"]?.split(" ").length, 2)
      yield* TestClock.adjust("24 hours")
      yield* ask(session, "POST", `/${webhookId}/test`)
      const [, second] = yield* sent(url, 2)
      assert.strictEqual(second?.headers["webhook-signature"]?.split(" ").length, 1)
    })
  )

  it.effect("are disabled by a 410 and told of nothing until they are enabled; what failed can be recovered", () =>
    Effect.gen(function* () {
      const { session, url, webhookId } = yield* newHook({ status: 410 })
      yield* ask(session, "POST", `/${webhookId}/test`)
      const list = Effect.map(ask(session, "GET"), ({ json }) => json.items[0])
      const disabled = yield* until(list, ({ disabled_at }) => disabled_at !== null)
      assert.strictEqual(disabled.disabled_reason, "gone")
      yield* (yield* Web).put(url, {})
      const enabled = yield* ask(session, "POST", `/${webhookId}/enable`)
      assert.deepStrictEqual(
        [enabled.status, enabled.json.disabled_at, enabled.json.disabled_reason],
        [200, null, null]
      )
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE deliveries SET is_test = false WHERE webhook_id = ${webhookId}`
      const now = new Date(yield* Clock.currentTimeMillis).toISOString()
      const since = yield* ask(session, "POST", `/${webhookId}/recover`, { since: now })
      assert.deepStrictEqual([since.status, since.json], [202, { recovered: 1 }])
      const [first, second] = yield* sent(url, 2)
      assert.strictEqual(first?.headers["webhook-id"], second?.headers["webhook-id"])
      for (const since of ["+275760-09-13T00:00:00.000Z", "-271821-04-20T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) {
        const { status, json } = yield* ask(session, "POST", `/${webhookId}/recover`, { since })
        assert.deepStrictEqual([status, json], [202, { recovered: 0 }], since)
      }
      for (const since of ["yesterday", null, 7, ["2020-01-01T00:00:00.000Z"]]) {
        const bad = yield* ask(session, "POST", `/${webhookId}/recover`, { since })
        assert.strictEqual(bad.json.code, "invalid_request")
      }
    })
  )

  it.effect("are never enabled beyond the plan's limit, however many are changed at once", () =>
    Effect.gen(function* () {
      const { session, accountId } = yield* newPerson("pro")
      const url = newUrl()
      yield* (yield* Web).put(url, {})
      for (let n = 0; n < 5; n++) yield* ask(session, "POST", "", { url })
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE webhooks SET disabled_at = created_at, disabled_reason = 'gone' WHERE account_id = ${accountId}`
      // Three more than the plan has, as an account has them whose plan was larger.
      yield* sql`INSERT INTO webhooks (id, account_id, url, events, secret, created_at, disabled_at, disabled_reason)
        SELECT gen_random_uuid(), account_id, url, events, secret, created_at, disabled_at, 'plan_limit'
        FROM webhooks WHERE account_id = ${accountId} LIMIT 3`
      const all = (yield* ask(session, "GET")).json.items as ReadonlyArray<{ webhook_id: string }>
      const answers = yield* Effect.all(
        [...all, ...all].flatMap(({ webhook_id }) => [
          ask(session, "POST", `/${webhook_id}/enable`),
          ask(session, "PATCH", `/${webhook_id}`, { events: ["job.error"] })
        ]),
        { concurrency: "unbounded" }
      )
      const codes = new Set(answers.map(({ status, json }) => (status === 200 ? "ok" : json.code)))
      assert.deepStrictEqual(codes, new Set(["ok", "webhook_limit_reached"]))
      const { items, used, limit } = (yield* ask(session, "GET")).json
      const enabled = items.filter(({ disabled_at }: { disabled_at: string | null }) => disabled_at === null)
      assert.deepStrictEqual([enabled.length, used, limit], [5, 8, 5])
      assert.deepStrictEqual(
        new Set(items.map(({ events }: { events: unknown }) => String(events))),
        new Set(["job.error"])
      )
    })
  )

  it.effect("are deleted: what waits is not sent, the history stays, nothing is sent again", () =>
    Effect.gen(function* () {
      const { session, url, webhookId } = yield* newHook()
      const { json: tested } = yield* ask(session, "POST", `/${webhookId}/test`)
      yield* until(deliveriesOf(session), ([one]) => one?.status === "delivered")
      const removed = yield* ask(session, "DELETE", `/${webhookId}`)
      assert.deepStrictEqual([removed.status, removed.text], [204, ""])
      assert.strictEqual((yield* ask(session, "DELETE", `/${webhookId}`)).status, 404)
      assert.strictEqual((yield* deliveriesOf(session))[0]?.delivery_id, tested.delivery_id)
      const again = yield* ask(session, "POST", `/deliveries/${tested.delivery_id}/redeliver`)
      assert.deepStrictEqual([again.status, again.json.code], [404, "webhook_not_found"])
      assert.strictEqual((yield* sentTo(url)).length, 1)
    })
  )

  it.effect("that are deleted while a receiver takes its time: its history has the attempt, which it had not", () =>
    Effect.gen(function* () {
      for (const [answer, kept] of [
        [{ status: 200 }, ["delivered", 1, 200, null]],
        [{ status: 500 }, ["failed", 1, 500, "webhook_deleted"]]
      ] as const) {
        const asked = yield* Deferred.make<void>()
        const { session, url, webhookId } = yield* newHook(Effect.as(Deferred.await(asked), answer))
        const { json } = yield* ask(session, "POST", `/${webhookId}/test`)
        yield* sent(url, 1)
        assert.strictEqual((yield* ask(session, "DELETE", `/${webhookId}`)).status, 204)
        yield* Deferred.succeed(asked, undefined)
        yield* until(deliveriesOf(session), ([one]) => one?.attempts === 1)
        const [one] = yield* deliveriesOf(session)
        const told: ReadonlyArray<unknown> = [one?.status, one?.attempts, one?.response_code, one?.error]
        assert.deepStrictEqual(told, kept)
        assert.isNull(one?.next_attempt_at)
        const { json: whole } = yield* ask(session, "GET", `/deliveries/${json.delivery_id}`)
        assert.strictEqual(whole.attempt_log.length, 1)
      }
    })
  )

  it.effect("keep a history that is listed by pages, status and webhook, and is sent again under the same id", () =>
    Effect.gen(function* () {
      const { session, url, webhookId } = yield* newHook()
      for (let n = 0; n < 101; n++) yield* ask(session, "POST", `/${webhookId}/test`)
      yield* until(deliveriesOf(session, "?status=pending"), (left) => left.length === 0)
      const first = yield* ask(session, "GET", `/deliveries?status=delivered&webhook_id=${webhookId}`)
      assert.strictEqual(first.json.items.length, 100)
      const rest = yield* ask(session, "GET", `/deliveries?cursor=${first.json.next_cursor}`)
      assert.deepStrictEqual([rest.json.items.length, rest.json.next_cursor], [1, null])
      const ids = [...first.json.items, ...rest.json.items].map(({ delivery_id }) => delivery_id)
      assert.deepStrictEqual(ids, [...ids].sort().reverse())
      assert.strictEqual((yield* ask(session, "GET", "/deliveries?cursor=x")).json.code, "invalid_cursor")
      assert.strictEqual((yield* ask(session, "GET", "/deliveries?status=lost")).json.code, "invalid_request")
      const again = yield* ask(session, "POST", `/deliveries/${ids[100]}/redeliver`)
      assert.deepStrictEqual([again.status, again.json.status], [202, "pending"])
      const all = yield* sent(url, 102)
      assert.strictEqual(all.at(-1)?.headers["webhook-id"], ids[100])
    })
  )
})
