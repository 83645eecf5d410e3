import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { bearer, newKey, newPerson, newSession, withSession } from "../support/Account.ts"
import { newAccount } from "../support/Actor.ts"
import * as Service from "../support/Service.ts"

const path = "/api/v2/api-keys"

const create = (session: Record<string, string>, body: unknown) =>
  withSession(session, path, { method: "POST", body: JSON.stringify(body) })

const me = (secret: string) => Service.plain("/api/v2/me", { headers: bearer(secret) })

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("API keys", (it) => {
  it.effect("are shown whole once, and never again", () =>
    Effect.gen(function* () {
      const { accountId } = yield* newAccount("pro")
      const session = yield* newSession(accountId)
      const { status, json } = yield* create(session, { name: "build server" })
      assert.strictEqual(status, 201)
      const { secret, ...record } = json
      assert.match(secret, /^svc_[0-9A-Za-z]{36}$/)
      assert.deepStrictEqual(record, {
        key_id: record.key_id,
        name: "build server",
        prefix: secret.slice(0, 8),
        last4: secret.slice(-4),
        scopes: ["jobs:create", "jobs:read", "jobs:download", "jobs:delete"],
        created_at: record.created_at,
        last_used_at: null,
        expires_at: null,
        monthly_pages: null,
        disabled_at: null,
        disabled_reason: null
      })
      const listed = yield* withSession(session, path)
      assert.deepStrictEqual(listed.json, { items: [record], limit: 10, used: 1 })
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ stored: string }>`SELECT k::text AS stored FROM api_keys k WHERE id = ${record.key_id}`
      assert.notInclude(row?.stored, secret.slice(8, 34))
    })
  )

  it.effect("are refused at once when they are revoked; a second DELETE is 404", () =>
    Effect.gen(function* () {
      const { session, key } = yield* newPerson()
      assert.strictEqual((yield* me(key.secret)).status, 200)
      const revoke = withSession(session, `${path}/${key.key_id}`, { method: "DELETE" })
      const revoked = yield* revoke
      assert.strictEqual(revoked.status, 204)
      assert.strictEqual(revoked.text, "")
      const refused = yield* me(key.secret)
      assert.strictEqual(refused.status, 401)
      assert.strictEqual(refused.json.code, "invalid_api_key")
      assert.match(refused.headers.get("www-authenticate") ?? "", /^Bearer/)
      assert.strictEqual((yield* revoke).json.code, "key_not_found")
      assert.deepStrictEqual((yield* withSession(session, path)).json, { items: [], limit: 2, used: 0 })
    })
  )

  it.effect("take another name, and nothing else of them changes", () =>
    Effect.gen(function* () {
      const { session, key } = yield* newPerson()
      const [before] = (yield* withSession(session, path)).json.items
      const rename = (id: string, body: unknown, headers = session) =>
        withSession(headers, `${path}/${id}`, { method: "PATCH", body: JSON.stringify(body) })
      const renamed = yield* rename(key.key_id, { name: "<b>nightly</b> ✓" })
      assert.strictEqual(renamed.status, 200)
      assert.deepStrictEqual(renamed.json, { ...before, name: "<b>nightly</b> ✓" })
      assert.deepStrictEqual((yield* withSession(session, path)).json.items, [renamed.json])
      assert.strictEqual((yield* me(key.secret)).status, 200)

      for (const body of [
        {},
        { name: "" },
        { name: "x".repeat(65) },
        { name: "a\u0007b" },
        { name: "half a character: \ud83d" },
        { name: "x", scopes: [] }
      ]) {
        const { status, json } = yield* rename(key.key_id, body)
        assert.deepStrictEqual([status, json.code], [400, "invalid_request"], JSON.stringify(body))
      }
      const other = yield* newPerson()
      for (const id of [key.key_id, "x"]) {
        const { status, json } = yield* rename(id, { name: "mine" }, other.session)
        assert.deepStrictEqual([status, json.code], [404, "key_not_found"])
      }
      const elsewhere = yield* rename(key.key_id, { name: "x" }, { ...session, origin: "https://evil.example" })
      assert.deepStrictEqual([elsewhere.status, elsewhere.json.code], [403, "origin_not_allowed"])
      yield* withSession(session, `${path}/${key.key_id}`, { method: "DELETE" })
      assert.strictEqual((yield* rename(key.key_id, { name: "late" })).json.code, "key_not_found")
    })
  )

  it.effect("of others are unknown, and so is an id that is no UUID", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson()
      const other = yield* newPerson()
      for (const id of [key.key_id, "x", key.key_id.toUpperCase()]) {
        const { status, json } = yield* withSession(other.session, `${path}/${id}`, { method: "DELETE" })
        assert.strictEqual(status, 404)
        assert.strictEqual(json.code, "key_not_found")
      }
      assert.strictEqual((yield* me(key.secret)).status, 200)
    })
  )

  it.effect("end when their time is over, and free their place", () =>
    Effect.gen(function* () {
      const { accountId } = yield* newAccount("free")
      const session = yield* newSession(accountId)
      const key = yield* newKey(session, { expires_in_days: 1 })
      yield* newKey(session)
      assert.strictEqual((yield* create(session, { name: "third" })).json.code, "key_limit_reached")
      yield* TestClock.adjust("23 hours")
      assert.strictEqual((yield* me(key.secret)).status, 200)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* me(key.secret)).status, 401)
      assert.strictEqual((yield* withSession(session, path)).json.used, 1)
      assert.strictEqual((yield* create(session, { name: "third" })).status, 201)
    })
  )

  it.effect("never exceed the plan's limit, however many are asked for at once", () =>
    Effect.gen(function* () {
      const { accountId } = yield* newAccount("free")
      const session = yield* newSession(accountId)
      const answers = yield* Effect.all(
        Array.from({ length: 12 }, () => create(session, { name: "one of many" })),
        { concurrency: "unbounded" }
      )
      const statuses = answers.map(({ status }) => status)
      assert.strictEqual(statuses.filter((status) => status === 201).length, 2)
      assert.strictEqual(statuses.filter((status) => status === 403).length, 10)
      const refused = answers.find(({ status }) => status === 403)
      assert.strictEqual(refused?.json.code, "key_limit_reached")
      assert.strictEqual(refused?.json.limit, 2)
    })
  )

  it.effect("tell to the minute when they were last used, without a write for each request", () =>
    Effect.gen(function* () {
      const { session, key } = yield* newPerson()
      const lastUsed = Effect.map(withSession(session, path), ({ json }) => json.items[0].last_used_at as string)
      yield* me(key.secret)
      const first = yield* lastUsed
      assert.isNotNull(first)
      yield* TestClock.adjust("60 seconds")
      yield* me(key.secret)
      assert.strictEqual(yield* lastUsed, first)
      yield* TestClock.adjust("1 second")
      yield* me(key.secret)
      assert.isAbove(Date.parse(yield* lastUsed), Date.parse(first))
    })
  )

  it.effect("are not made of bad values", () =>
    Effect.gen(function* () {
      const { session } = yield* newPerson("business")
      const bad: ReadonlyArray<readonly [unknown, string]> = [
        [{}, "name"],
        [{ name: "" }, "name"],
        [{ name: "x".repeat(65) }, "name"],
        [{ name: "x", scopes: [] }, "scopes"],
        [{ name: "x", scopes: ["jobs:create", "jobs:create"] }, "scopes"],
        [{ name: "x", scopes: ["admin"] }, "scopes"],
        [{ name: "x", expires_in_days: 0 }, "expires_in_days"],
        [{ name: "x", expires_in_days: 1.5 }, "expires_in_days"],
        [{ name: "x", monthly_pages: 0 }, "monthly_pages"]
      ]
      for (const [body, field] of bad) {
        const { status, json, headers } = yield* create(session, body)
        assert.strictEqual(status, 400, JSON.stringify(body))
        assert.strictEqual(json.code, "invalid_request")
        assert.include(JSON.stringify(json.issues), field)
        assert.match(headers.get("content-type") ?? "", /^application\/problem\+json/)
      }
      assert.strictEqual(
        (yield* create(session, { name: "x", scopes: ["jobs:read"], expires_in_days: null })).status,
        201
      )
    })
  )

  it.effect("have a limit of their own where they were given one", () =>
    Effect.gen(function* () {
      const { accountId } = yield* newAccount("free")
      const session = yield* newSession(accountId)
      const limited = yield* newKey(session, { monthly_pages: 100 })
      const generous = yield* newKey(session, { monthly_pages: 10_000 })
      const limits = (secret: string) =>
        Effect.map(Service.plain("/api/v2/limits", { headers: bearer(secret) }), ({ json }) => json.monthly_pages)
      assert.strictEqual(yield* limits(limited.secret), 100)
      assert.strictEqual(yield* limits(generous.secret), 500)
    })
  )
})
