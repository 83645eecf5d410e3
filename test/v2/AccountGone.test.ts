import { setTimeout as sleep } from "node:timers/promises"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { pdf } from "../../layers/fakes/Converter.ts"
import { Web } from "../../layers/fakes/Egress.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { bearer, newPerson, withSession } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

layer(Service.layer())("An account that is deleted during an upload", (it) => {
  for (const [what, path] of [
    ["takes the key with it", () => "/api/v2/me"],
    ["and a key that is revoked meanwhile are alike", (keyId: string) => `/api/v2/api-keys/${keyId}`]
  ] as const)
    it.effect(`${what}: the upload ends in 401, and nothing of it stays`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const base = yield* Service.Base
        const person = yield* newPerson("pro")
        const form = new Response(pdfForm(pdf({ pages: ["One"] }), "a.pdf"))
        const type = form.headers.get("content-type") ?? ""
        const bytes = new Uint8Array(yield* Effect.promise(() => form.arrayBuffer()))
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
        const headers = { ...bearer(person.key.secret), "content-type": type }
        const init = { method: "POST", headers, body, duplex: "half" }
        const upload = yield* Effect.forkChild(Effect.promise(() => fetch(`${base}/api/v2/jobs`, init)))
        const letIn = sql`SELECT FROM rate_buckets WHERE key LIKE ${`key:${person.key.key_id}:create%`}`
        yield* Effect.repeat(letIn, { until: (rows) => rows.length > 0 })

        const gone = yield* withSession(person.session, path(person.key.key_id), { method: "DELETE" })
        assert.strictEqual(gone.status, 204)
        finish()
        const answer = yield* Fiber.join(upload)
        assert.strictEqual(answer.status, 401)
        assert.strictEqual((yield* Effect.promise(() => answer.json())).code, "invalid_api_key")
        assert.lengthOf(yield* sql`SELECT FROM jobs`, 0)
      })
    )

  it.effect(
    "while its link is fetched and looked into: 401, and no row and no file stays, with an Idempotency-Key too",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const base = yield* Service.Base
        const person = yield* newPerson("pro")
        const asked = yield* Deferred.make<void>()
        const gone = yield* Deferred.make<void>()
        const link = "https://gone.test/a.pdf"
        const page = Effect.gen(function* () {
          yield* Deferred.succeed(asked, undefined)
          yield* Deferred.await(gone)
          return { body: pdf({ pages: ["One"] }) }
        })
        yield* Web.use((web) => web.put(link, page))
        const create = fetch(`${base}/api/v2/jobs`, {
          method: "POST",
          headers: { ...bearer(person.key.secret), "content-type": "application/json", "idempotency-key": "one" },
          body: JSON.stringify({ url: link, options: { page_range: "1" }, password: "secret", retention_sec: 60 })
        })
        yield* Deferred.await(asked)
        assert.strictEqual((yield* withSession(person.session, "/api/v2/me", { method: "DELETE" })).status, 204)
        yield* Deferred.succeed(gone, undefined)
        const answer = yield* Effect.promise(() => create)
        assert.deepStrictEqual(
          [answer.status, (yield* Effect.promise(() => answer.json())).code],
          [401, "invalid_api_key"]
        )
        const tables = yield* sql<{ name: string; column: string }>`
        SELECT format('%I.%I', table_schema, table_name) AS name, column_name AS column FROM information_schema.columns
        WHERE column_name IN ('account_id', 'owner') AND table_schema = 'public'`
        for (const { name, column } of tables) {
          const left = yield* sql`
          SELECT FROM ${sql.literal(name)} AS t WHERE strpos(t.${sql(column)}::text, ${person.accountId}) > 0`
          assert.lengthOf(left, 0, name)
        }
        assert.lengthOf(yield* Stream.runCollect((yield* Blobs).keys), 0)
      })
  )

  it.effect("is gone, whatever is being changed of it: a create left a job behind, or stopped the deletion", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (let after = 0; after < 90; after++) {
        const person = yield* newPerson("business")
        const changes = [
          Service.plain("/api/v2/jobs", {
            method: "POST",
            headers: { ...bearer(person.key.secret), "idempotency-key": "one" },
            body: pdfForm(pdf({ pages: ["One"] }), "a.pdf")
          }),
          withSession(person.session, "/api/v2/settings", { method: "PUT", body: '{"page_breaks":"comment"}' }),
          withSession(person.session, "/api/v2/api-keys", { method: "POST", body: '{"name":"another"}' })
        ]
        const change = changes[after % changes.length]!
        const gone = Effect.andThen(
          Effect.promise(() => sleep(after / 9)),
          withSession(person.session, "/api/v2/me", { method: "DELETE" })
        )
        const [changed, deleted] = yield* Effect.all([change, gone], { concurrency: 2 })
        assert.isBelow(changed.status, 500)
        assert.strictEqual(deleted.status, 204)
        for (const table of ["jobs", "account_settings", "api_keys", "audit_log"]) {
          assert.lengthOf(yield* sql`SELECT FROM ${sql(table)} WHERE account_id = ${person.accountId}`, 0)
        }
        assert.lengthOf(yield* sql`SELECT FROM idempotency_keys WHERE owner = ${`account:${person.accountId}`}`, 0)
      }
    })
  )

  it.effect(
    "takes a sample for its webhook along that is being made: it stayed for a month, with the webhook's address",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const person = yield* newPerson("pro")
        yield* Web.use((web) => web.put("https://hooks.test/a", {}))
        const made = yield* withSession(person.session, "/api/v2/webhooks", {
          method: "POST",
          body: '{"url":"https://hooks.test/a","events":[]}'
        })
        assert.strictEqual(made.status, 201, made.text)
        const { webhook_id } = made.json
        // A sample is held up while its row is written.
        yield* sql`CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END'`
        yield* sql`CREATE TRIGGER held BEFORE INSERT ON deliveries FOR EACH ROW WHEN (NEW.is_test) EXECUTE FUNCTION held()`
        // Within a transaction PostgreSQL shows the connections there were when it was first asked, until it is told to forget them.
        const waiting = (kinds: ReadonlyArray<string>) =>
          Effect.andThen(
            sql`SELECT pg_stat_clear_snapshot()`,
            sql`SELECT FROM pg_locks WHERE NOT granted AND locktype IN ${sql.in(kinds)}
            AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
          )
        const { sample, deletion } = yield* Effect.gen(function* () {
          yield* sql`SELECT pg_advisory_xact_lock(4711)`
          const sample = yield* Effect.forkDetach(
            withSession(person.session, `/api/v2/webhooks/${webhook_id}/test`, { method: "POST" })
          )
          yield* Effect.repeat(waiting(["advisory"]), { until: (rows) => rows.length > 0 })
          const deletion = yield* Effect.forkDetach(withSession(person.session, "/api/v2/me", { method: "DELETE" }))
          yield* Effect.repeat(waiting(["transactionid", "tuple"]), {
            until: (rows) => rows.length > 0 || deletion.pollUnsafe() !== undefined
          })
          return { sample, deletion }
        }).pipe(sql.withTransaction)
        assert.strictEqual((yield* Fiber.join(sample)).status, 202)
        assert.strictEqual((yield* Fiber.join(deletion)).status, 204)
        assert.lengthOf(yield* sql`SELECT FROM deliveries WHERE account_id = ${person.accountId}`, 0)
      })
  )

  it.effect(
    "has all its receivers told that its jobs are gone: one that wanted no more ended that for the others",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const person = yield* newPerson("pro")
        let asked = 0
        const later = Effect.sync(() => ({ status: asked++ === 0 ? 500 : 200 }))
        yield* Web.use((web) => web.put("https://hooks.test/no-more", { status: 410 }))
        yield* Web.use((web) => web.put("https://hooks.test/later", later))
        for (const name of ["no-more", "later"]) {
          const body = JSON.stringify({ url: `https://hooks.test/${name}`, events: ["job.deleted"] })
          assert.strictEqual(
            (yield* withSession(person.session, "/api/v2/webhooks", { method: "POST", body })).status,
            201
          )
        }
        const form = pdfForm(pdf({ pages: ["One"] }), "a.pdf")
        yield* Service.plain("/api/v2/jobs", { method: "POST", headers: bearer(person.key.secret), body: form })
        assert.strictEqual((yield* withSession(person.session, "/api/v2/me", { method: "DELETE" })).status, 204)
        const told = (url: string, status: string) =>
          Effect.repeat(sql`SELECT FROM deliveries WHERE url = ${url} AND status = ${status}`, {
            until: (rows) => rows.length > 0
          })
        yield* told("https://hooks.test/no-more", "failed")
        const left = sql<{ status: string }>`SELECT status FROM deliveries WHERE url = 'https://hooks.test/later'`
        yield* Effect.repeat(left, { until: () => asked > 0 })
        assert.notStrictEqual((yield* left)[0]?.status, "failed")
        yield* TestClock.adjust("10 seconds")
        yield* told("https://hooks.test/later", "delivered")
      })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("An account that is asked for while it is deleted", (it) => {
  it.effect("is told as long as it is there, and refused then: it was an internal error", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 10; round++) {
        const { session, key } = yield* newPerson("pro")
        const asked = Array.from({ length: 15 }, () => [
          withSession(session, "/api/v2/me"),
          Service.plain("/api/v2/me", { headers: bearer(key.secret) })
        ]).flat()
        const gone = withSession(session, "/api/v2/me", { method: "DELETE" })
        const all = yield* Effect.all([...asked, gone, ...asked], { concurrency: "unbounded" })
        for (const { status } of all) assert.include([200, 204, 401], status)
      }
    })
  )

  it.effect("links no device: attaching one was an internal error", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { session } = yield* newPerson()
      const device = yield* Service.newDevice
      const waiting = sql`SELECT FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`
      const attaching = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT FROM devices WHERE id = ${device.deviceId} FOR UPDATE`
          const attaching = yield* Effect.forkChild(
            Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: session })
          )
          yield* Effect.repeat(waiting, { until: (rows) => rows.length > 0 })
          assert.strictEqual((yield* withSession(session, "/api/v2/me", { method: "DELETE" })).status, 204)
          return attaching
        })
      )
      const { status, json } = yield* Fiber.join(attaching)
      assert.deepStrictEqual([status, json.code], [401, "invalid_session"])
    })
  )
})
