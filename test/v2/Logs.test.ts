import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Fake from "../../layers/fakes/Converter.ts"
import { Web } from "../../layers/fakes/Egress.ts"
import * as RetentionSql from "../../layers/sql/jobs/Retention.ts"
import * as RequestLogSql from "../../layers/sql/logs/RequestLog.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { Retention } from "../../src/jobs/Retention.ts"
import { RequestLog } from "../../src/logs/RequestLog.ts"
import { bearer, newKey, newPerson, newSession, withSession } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

type Person = Effect.Success<ReturnType<typeof newPerson>>

interface Line {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly code: string | null
}

/** Requests are written in batches: until they are. */
const written = Effect.fnUntraced(function* ({ session }: Person, count: number, query = "") {
  const asked = Effect.map(withSession(session, `/api/v2/requests${query}`), ({ json }) => json)
  // Each batch is gathered for a time that begins when the one before it is written.
  return yield* Effect.repeat(Effect.andThen(TestClock.adjust("1 second"), asked), {
    until: ({ items }) => items.length >= count
  })
})

const lines = (items: ReadonlyArray<Line>) =>
  items.map(({ method, route, status, code }) => `${method} ${route} ${status}${code === null ? "" : ` ${code}`}`)

const hello = Fake.pdf({ pages: ["Hello"] })

const create = (secret: string, headers: Record<string, string> = {}) =>
  Service.plain("/api/v2/jobs", {
    method: "POST",
    headers: { ...bearer(secret), ...headers },
    body: pdfForm(hello, "a.pdf")
  })

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("The request log", (it) => {
  it.effect("has what programs asked, newest first: route, status and code, and nothing of what was sent", () =>
    Effect.gen(function* () {
      const person = yield* newPerson("pro")
      const secret = person.key.secret
      const made = yield* create(secret, { "idempotency-key": "once", "x-request-id": "my-own-id" })
      yield* create(secret, { "idempotency-key": "once" })
      yield* Service.plain(`/api/v2/jobs/${made.json.job_id}?wait=50`, { headers: bearer(secret) })
      yield* Service.plain("/api/v2/jobs/unknown", { headers: bearer(secret) })
      const narrow = yield* newKey(person.session, { scopes: ["jobs:create"] })
      yield* Service.plain("/api/v2/jobs", { headers: bearer(narrow.secret) })
      const { items, next_cursor } = yield* written(person, 5)
      assert.isNull(next_cursor)
      assert.deepStrictEqual(lines(items), [
        "GET /api/v2/jobs 403 missing_scope",
        "GET /api/v2/jobs/:jobId 404 job_not_found",
        "GET /api/v2/jobs/:jobId 200",
        "POST /api/v2/jobs 200",
        "POST /api/v2/jobs 201"
      ])
      assert.deepStrictEqual(
        items.map(({ key_id }: { key_id: string }) => key_id),
        [narrow.key_id, ...Array.from({ length: 4 }, () => person.key.key_id)]
      )
      const [, , seen, replay, first] = items
      assert.deepStrictEqual([first.request_id, first.replayed, replay.replayed], ["my-own-id", false, true])
      assert.strictEqual(seen.job_id, made.json.job_id)
      assert.deepInclude(first, { device_id: null, job_id: null })
    })
  )

  it.effect("has the requests of linked devices, and none of people, strangers or devices that are nobody's", () =>
    Effect.gen(function* () {
      const person = yield* newPerson()
      const device = yield* Service.newDevice
      yield* Service.call(device, "/jobs")
      yield* Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: person.session })
      yield* withSession(person.session, "/api/v2/me")
      yield* Service.plain("/api/v2/me", { headers: bearer("svc_no") })
      yield* Service.call(device, "/jobs")
      const { items } = yield* written(person, 1)
      assert.deepStrictEqual(lines(items), ["GET /jobs 200"])
      assert.deepInclude(items[0], { key_id: null, device_id: device.deviceId })
    })
  )

  it.effect("is searched by key, request, status and code, and read page by page", () =>
    Effect.gen(function* () {
      const person = yield* newPerson("pro")
      const second = yield* newKey(person.session)
      for (let n = 0; n < 5; n++) yield* Service.plain("/api/v2/me", { headers: bearer(person.key.secret) })
      yield* Service.plain("/api/v2/jobs/x", { headers: { ...bearer(second.secret), "x-request-id": "find.me" } })
      yield* Service.plain("/api/v2/jobs?limit=0", { headers: bearer(second.secret) })
      yield* written(person, 7)
      const found = (query: string) =>
        Effect.map(withSession(person.session, `/api/v2/requests?${query}`), ({ json }) => lines(json.items))
      const missing = "GET /api/v2/jobs/:jobId 404 job_not_found"
      const invalid = "GET /api/v2/jobs 400 invalid_request"
      assert.deepStrictEqual(yield* found(`key_id=${second.key_id}`), [invalid, missing])
      assert.deepStrictEqual(yield* found("request_id=find.me"), [missing])
      assert.deepStrictEqual(yield* found("status=404"), [missing])
      assert.deepStrictEqual(yield* found("status=4xx"), [invalid, missing])
      assert.deepStrictEqual(yield* found("code=invalid_request"), [invalid])
      assert.deepStrictEqual(yield* found("status=5xx"), [])

      const seen: Array<string> = []
      for (let query: string | null = "limit=3"; query !== null; ) {
        const { json }: Service.Answer = yield* withSession(person.session, `/api/v2/requests?${query}`)
        seen.push(...lines(json.items))
        query = json.next_cursor === null ? null : `limit=3&cursor=${encodeURIComponent(json.next_cursor)}`
      }
      assert.deepStrictEqual(seen, [invalid, missing, ...Array.from({ length: 5 }, () => "GET /api/v2/me 200")])
    })
  )

  it.effect("is the account's alone, for sessions and keys with jobs:read; bad queries are told so", () =>
    Effect.gen(function* () {
      const person = yield* newPerson()
      const other = yield* newPerson()
      yield* Service.plain("/api/v2/me", { headers: bearer(person.key.secret) })
      yield* written(person, 1)
      assert.deepStrictEqual((yield* withSession(other.session, "/api/v2/requests")).json.items, [])
      // somebody else's key, an unknown one, none
      for (const keyId of [person.key.key_id, "01890000-0000-7000-8000-000000000000", "x", ""]) {
        const { status, json } = yield* withSession(other.session, `/api/v2/requests?key_id=${keyId}`)
        assert.deepStrictEqual([status, json], [200, { items: [], next_cursor: null }], keyId)
      }
      const byKey = yield* Service.plain("/api/v2/requests", { headers: bearer(person.key.secret) })
      assert.strictEqual(byKey.status, 200)
      const narrow = yield* newKey(person.session, { scopes: ["jobs:create"] })
      const refused = yield* Service.plain("/api/v2/requests", { headers: bearer(narrow.secret) })
      assert.deepStrictEqual(
        [refused.status, refused.json.code, refused.json.scope],
        [403, "missing_scope", "jobs:read"]
      )
      const bad: ReadonlyArray<readonly [string, string]> = [
        ["limit=0", "400 invalid_request"],
        ["limit=101", "400 invalid_request"],
        ["status=abc", "400 invalid_request"],
        ["keyid=x", "400 invalid_request"],
        // a NUL character was an internal error
        ["code=%00", "400 invalid_request"],
        ["request_id=a%00", "400 invalid_request"],
        ["cursor=x", "400 invalid_cursor"],
        ["cursor=x&key_id=x", "400 invalid_cursor"]
      ]
      for (const [query, code] of bad) {
        const { status, json } = yield* withSession(person.session, `/api/v2/requests?${query}`)
        assert.strictEqual(`${status} ${json.code}`, code, query)
      }
    })
  )

  it.effect("has what was asked in the last half second before a stop, the first of it too", () =>
    Effect.gen(function* () {
      const { accountId } = yield* newPerson()
      const by = { accountId, keyId: null, deviceId: null }
      yield* Effect.gen(function* () {
        const { note } = Context.get(yield* Layer.build(Layer.fresh(RequestLogSql.layer)), RequestLog)
        for (const requestId of ["first", "second"]) {
          note(by, {
            at: 0,
            requestId,
            method: "GET",
            route: "/",
            status: 200,
            code: null,
            jobId: null,
            isReplay: false,
            milliseconds: 1
          })
          // Gathering has begun.
          yield* TestClock.adjust(1)
        }
      }).pipe(Effect.scoped)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ id: string }>`
        SELECT request_id AS id FROM request_log WHERE account_id = ${accountId} ORDER BY request_id`
      assert.deepStrictEqual(
        rows.map(({ id }) => id),
        ["first", "second"]
      )
    })
  )

  it.effect("fails no request when it cannot be written, and is forgotten after 7 days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const person = yield* newPerson()
      yield* sql`ALTER TABLE request_log RENAME TO request_log_away`
      assert.strictEqual((yield* Service.plain("/api/v2/me", { headers: bearer(person.key.secret) })).status, 200)
      yield* TestClock.adjust("1 second")
      yield* sql`ALTER TABLE request_log_away RENAME TO request_log`
      yield* Service.plain("/api/v2/limits", { headers: bearer(person.key.secret) })
      const { items } = yield* written(person, 1)
      assert.include(lines(items), "GET /api/v2/limits 200")

      yield* TestClock.adjust("7 days")
      const session = yield* newSession(person.accountId)
      assert.deepStrictEqual((yield* withSession(session, "/api/v2/requests")).json.items, [])
      yield* Effect.flatMap(Retention, ({ forget }) => forget).pipe(Effect.provide(RetentionSql.layer))
      const left = yield* sql`SELECT FROM request_log WHERE account_id = ${person.accountId}`
      assert.lengthOf(left, 0)
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("The audit log", (it) => {
  const entries = ({ session }: Pick<Person, "session">, query = "") =>
    Effect.map(withSession(session, `/api/v2/me/audit${query}`), ({ json }) => json)

  const deeds = ({ items }: { items: ReadonlyArray<Record<string, string>> }) =>
    items.map(({ action, subject_name, previous }) => [action, subject_name, previous].filter((part) => part !== null))

  it.effect("says what was done with keys, devices and sessions, by whom and from where", () =>
    Effect.gen(function* () {
      const person = yield* newPerson()
      const device = yield* Service.newDevice
      yield* Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: person.session })
      const made = yield* Service.call(device, "/api/v2/api-keys", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "<b>of the device</b>" })
      })
      const rename = (name: string) =>
        withSession(person.session, `/api/v2/api-keys/${person.key.key_id}`, {
          method: "PATCH",
          body: JSON.stringify({ name })
        })
      yield* rename("nightly")
      yield* rename("nightly")
      yield* withSession(person.session, `/api/v2/me/devices/${device.deviceId}`, { method: "DELETE" })
      yield* withSession(person.session, `/api/v2/api-keys/${person.key.key_id}`, { method: "DELETE" })
      const other = yield* newSession(person.accountId)
      const [there] = (yield* withSession(other, "/api/v2/me/sessions")).json.items.filter(
        ({ current }: { current: boolean }) => !current
      )
      yield* withSession(other, `/api/v2/me/sessions/${there.session_id}`, { method: "DELETE" })
      const found = yield* entries({ session: other })
      assert.deepStrictEqual(deeds(found), [
        ["session.ended"],
        ["key.revoked", "nightly"],
        ["key.revoked", "<b>of the device</b>"],
        ["device.unlinked"],
        ["key.renamed", "nightly", "a key of the tests"],
        ["key.created", "<b>of the device</b>"],
        ["device.linked"],
        ["key.created", "a key of the tests"]
      ])
      assert.strictEqual(found.items[0].subject_id, there.session_id)
      assert.deepStrictEqual(found.items[5].by, { kind: "device", id: device.deviceId })
      assert.strictEqual(found.items[5].subject_id, made.json.key_id)
      assert.deepStrictEqual(found.items[1].by, { kind: "session", id: there.session_id })
      for (const { address } of found.items) assert.match(address, /127\.0\.0\.1$|^::1$/)
      assert.notInclude(JSON.stringify(found), person.key.secret.slice(8, 30))
    })
  )

  it.effect("says what was done with webhooks, and nothing of what was refused", () =>
    Effect.gen(function* () {
      const person = yield* newPerson("pro")
      const ask = (method: string, path: string, body?: unknown) =>
        withSession(person.session, `/api/v2/webhooks${path}`, {
          method,
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      const { put } = yield* Web
      for (const path of ["one", "two"]) yield* put(`https://hooks.example/${path}`, {})
      yield* ask("POST", "", { url: "ftp://nowhere.example" })
      const { json } = yield* ask("POST", "", { url: "https://hooks.example/one" })
      yield* ask("PATCH", `/${json.webhook_id}`, { url: "https://hooks.example/two" })
      yield* ask("PATCH", `/${json.webhook_id}`, { events: ["job.ready"] })
      yield* ask("POST", `/${json.webhook_id}/rotate-secret`)
      yield* ask("POST", `/${json.webhook_id}/enable`)
      yield* ask("DELETE", `/${json.webhook_id}`)
      yield* ask("DELETE", `/${json.webhook_id}`)
      const two = "https://hooks.example/two"
      assert.deepStrictEqual(deeds(yield* entries(person)).slice(0, -1), [
        ["webhook.deleted", two],
        ["webhook.secret_rotated", two],
        ["webhook.changed", two],
        ["webhook.changed", two, "https://hooks.example/one"],
        ["webhook.created", "https://hooks.example/one"]
      ])
    })
  )

  it.effect("is read page by page, the account's alone, and forgotten after 90 days", () =>
    Effect.gen(function* () {
      const person = yield* newPerson("pro")
      const other = yield* newPerson()
      for (let n = 0; n < 4; n++) yield* newKey(person.session)
      const first = yield* entries(person, "?limit=3")
      assert.lengthOf(first.items, 3)
      const rest = yield* entries(person, `?limit=3&cursor=${encodeURIComponent(first.next_cursor)}`)
      assert.deepStrictEqual([rest.items.length, rest.next_cursor], [2, null])
      assert.lengthOf((yield* entries(other)).items, 1)
      for (const [query, code] of [
        ["?cursor=x", "invalid_cursor"],
        ["?limit=x", "invalid_request"],
        ["?action=x", "invalid_request"]
      ]) {
        const { status, json } = yield* withSession(person.session, `/api/v2/me/audit${query}`)
        assert.deepStrictEqual([status, json.code], [400, code])
      }
      yield* TestClock.adjust("90 days")
      const session = yield* newSession(person.accountId)
      assert.deepStrictEqual((yield* entries({ session })).items, [])
      yield* Effect.flatMap(Retention, ({ forget }) => forget).pipe(Effect.provide(RetentionSql.layer))
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT FROM audit_log WHERE account_id = ${person.accountId}`, 0)
    })
  )
})
