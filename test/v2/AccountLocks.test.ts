import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { pdf } from "../../layers/fakes/Converter.ts"
import { Web } from "../../layers/fakes/Egress.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { bearer, newPerson, withSession } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const remove = { method: "DELETE" }

const oneJob = () => ({ method: "POST", body: pdfForm(pdf({ pages: ["One"] }), "a.pdf") })

const attach = (device: Parameters<typeof Service.call>[0], session: Record<string, string>) =>
  Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: session })

const newJob = (device: Parameters<typeof Service.call>[0]) =>
  Effect.map(Service.call(device, "/jobs", oneJob()), ({ json }) => json.job_id as string)

/** Until so many wait for what another one holds. A transaction sees the connections that it saw at first, until it is told to forget them. */
const waiting = (n: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.andThen(
      sql`SELECT pg_stat_clear_snapshot()`,
      sql`SELECT DISTINCT pid FROM pg_locks WHERE NOT granted
        AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
    ).pipe(Effect.repeat({ until: (rows) => rows.length >= n }))
  )

/** Whoever writes such a row waits until the lock 4711 is free. */
const heldUp = Effect.fnUntraced(function* (event: string, table: string, condition: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE OR REPLACE FUNCTION held_up() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END'`
  yield* sql`CREATE TRIGGER held_up BEFORE ${sql.literal(event)} ON ${sql(table)} FOR EACH ROW
    WHEN (${sql.literal(condition)}) EXECUTE FUNCTION held_up()`
  yield* Effect.addFinalizer(() => Effect.orDie(sql`DROP TRIGGER held_up ON ${sql(table)}`))
})

const newWebhook = Effect.fnUntraced(function* (session: Record<string, string>, url: string, status: number) {
  yield* Web.use((web) => web.put(url, { status }))
  const body = JSON.stringify({ url, events: [] })
  const made = yield* withSession(session, "/api/v2/webhooks", { method: "POST", body })
  assert.strictEqual(made.status, 201, made.text)
  return made.json.webhook_id as string
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("An account", (it) => {
  it.effect("takes no jobs of a device along that is linked while it is deleted: they stayed, and never ended", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, session } = yield* newPerson()
      const device = yield* Service.newDevice
      const { json: job } = yield* Service.call(device, "/jobs", oneJob())
      const { attached, deletion } = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT FROM accounts WHERE id = ${accountId} FOR KEY SHARE`
          const deletion = yield* Effect.forkDetach(withSession(session, "/api/v2/me", remove))
          yield* waiting(1)
          return { attached: yield* attach(device, session), deletion }
        })
      )
      assert.deepStrictEqual([attached.status, attached.json.code], [401, "invalid_session"])
      assert.strictEqual((yield* Fiber.join(deletion)).status, 204)
      assert.lengthOf(yield* sql`SELECT FROM jobs WHERE account_id = ${accountId}`, 0)
      assert.strictEqual((yield* Service.call(device, `/jobs/${job.job_id}`)).status, 200)
    })
  )

  it.effect("that is gone keeps no job from its end: it was converted again and again, before all others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, session, key } = yield* newPerson()
      const body = pdfForm(pdf({ pages: ["One"], pageTime: "10 seconds" }), "a.pdf")
      const made = yield* Service.plain("/api/v2/jobs", { method: "POST", headers: bearer(key.secret), body })
      yield* sql`UPDATE jobs SET account_id = NULL WHERE id = ${made.json.job_id}`
      yield* sql`DELETE FROM usage WHERE account_id = ${accountId}`
      assert.strictEqual((yield* withSession(session, "/api/v2/me", remove)).status, 204)
      yield* sql`UPDATE jobs SET account_id = ${accountId} WHERE id = ${made.json.job_id}`
      const runs = sql`SELECT status, attempt FROM jobs WHERE id = ${made.json.job_id}`
      const [job] = yield* Effect.repeat(Effect.andThen(TestClock.adjust("5 seconds"), runs), {
        until: ([job]) => job?.["status"] === "ready" || Number(job?.["attempt"]) > 1
      })
      assert.deepStrictEqual(job, { status: "ready", attempt: 1 })
    })
  )

  it.effect(
    "is left by a device while one of its jobs is deleted: each waited for the other, and one of them failed",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { session } = yield* newPerson("pro")
        yield* newWebhook(session, "https://hooks.test/well", 200)
        const device = yield* Service.newDevice
        assert.strictEqual((yield* attach(device, session)).status, 200)
        const { json: job } = yield* Service.call(device, "/jobs", oneJob())
        const path = `/jobs/${job.job_id}`
        yield* Effect.repeat(Service.call(device, path), { until: ({ json }) => json.status === "ready" })
        yield* heldUp("UPDATE", "jobs", "NEW.event_sequence > OLD.event_sequence")
        const both = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT pg_advisory_xact_lock(4711)`
            const deleted = yield* Effect.forkDetach(Service.call(device, path, remove))
            yield* waiting(1)
            const unlinked = yield* Effect.forkDetach(
              Service.call(device, "/api/v2/account/unlink", { method: "POST" })
            )
            yield* waiting(2)
            return [deleted, unlinked]
          })
        )
        for (const { status, text } of yield* Fiber.joinAll(both)) assert.strictEqual(status, 200, text)
      }).pipe(Effect.scoped)
  )

  it.effect(
    "is deleted while a receiver of its webhook has had enough: each waited for the other, and one of them failed",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { accountId, session, key } = yield* newPerson("pro")
        yield* newWebhook(session, "https://hooks.test/gone", 410)
        yield* heldUp("INSERT", "audit_log", "NEW.action = 'webhook.disabled'")
        const headers = bearer(key.secret)
        const deletion = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT pg_advisory_xact_lock(4711)`
            const { json: job } = yield* Service.plain("/api/v2/jobs", { ...oneJob(), headers })
            yield* waiting(1)
            assert.strictEqual((yield* Service.plain(`/api/v2/jobs/${job.job_id}`, { ...remove, headers })).status, 200)
            const deletion = yield* Effect.forkDetach(withSession(session, "/api/v2/me", remove))
            // What is told now, what is to be told next, and the deletion.
            yield* waiting(3)
            return deletion
          })
        )
        const { status, text } = yield* Fiber.join(deletion)
        assert.strictEqual(status, 204, text)
        assert.lengthOf(yield* sql`SELECT FROM deliveries WHERE account_id = ${accountId}`, 0)
      }).pipe(Effect.scoped)
  )

  it.effect(
    "enables a webhook whose receiver has just had enough: each waited for the other, and one of them failed",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { session, key } = yield* newPerson("pro")
        const webhookId = yield* newWebhook(session, "https://hooks.test/enough", 410)
        yield* heldUp("UPDATE", "webhooks", "NEW.disabled_reason = 'gone'")
        const enabling = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT pg_advisory_xact_lock(4711)`
            yield* Service.plain("/api/v2/jobs", { ...oneJob(), headers: bearer(key.secret) })
            yield* waiting(1)
            const enable = withSession(session, `/api/v2/webhooks/${webhookId}/enable`, { method: "POST" })
            const enabling = yield* Effect.forkDetach(enable)
            yield* waiting(2)
            return enabling
          })
        )
        const { status, text } = yield* Fiber.join(enabling)
        assert.strictEqual(status, 200, text)
      }).pipe(Effect.scoped)
  )

  it.effect("is left by a device, and joined by it, while several of its jobs begin: each waited for the other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { session } = yield* newPerson("pro")
      const device = yield* Service.newDevice
      const jobIds = [yield* newJob(device), yield* newJob(device)]
      for (const change of [
        attach(device, session),
        Service.call(device, "/api/v2/account/unlink", { method: "POST" })
      ]) {
        const changing = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT FROM jobs WHERE id = ${jobIds[0]} FOR UPDATE`
            const changing = yield* Effect.forkDetach(change)
            yield* waiting(1)
            yield* sql`SELECT FROM jobs WHERE id = ${jobIds[1]} FOR UPDATE`
            return changing
          })
        )
        const { status, text } = yield* Fiber.join(changing)
        assert.strictEqual(status, 200, text)
      }
    })
  )
})
