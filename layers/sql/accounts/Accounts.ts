import { DateTime, Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { AccountId, DeviceId, JobId } from "../../../schema/Ids.ts"
import { JobStatus } from "../../../schema/Job.ts"
import { Accounts, AccountTier, emailOf } from "../../../src/accounts/Accounts.ts"
import { PlanLimits } from "../../../src/accounts/PlanLimits.ts"
import { DefaultTier } from "../../../src/accounts/Tiers.ts"
import { Billing } from "../../../src/billing/Billing.ts"
import { Blobs } from "../../../src/jobs/Blobs.ts"
import { Queue } from "../../../src/jobs/Queue.ts"
import { isActive } from "../../../src/jobs/Status.ts"
import { Audit } from "../../../src/logs/Audit.ts"
import { Outbox } from "../../../src/webhooks/Outbox.ts"
import { jobChanged } from "../../postgres/Notifications.ts"
import { files, filesIn } from "../JobFiles.ts"
import { Moment, rowsOf } from "../Rows.ts"
import { linkLock, unlinked } from "./Links.ts"

const accounts = rowsOf(
  Schema.Struct({
    id: AccountId,
    email: Schema.String,
    name: Schema.NullOr(Schema.String),
    tier: AccountTier,
    created_at: Moment
  })
)

const linkedDevices = rowsOf(
  Schema.Struct({
    id: DeviceId,
    name: Schema.NullOr(Schema.String),
    linked_at: Schema.NullOr(Moment),
    linked_from: Schema.NullOr(Schema.String),
    last_seen_at: Schema.NullOr(Moment)
  })
)

const tiers = rowsOf(Schema.Struct({ tier: AccountTier }))

const accountIds = rowsOf(Schema.Struct({ id: AccountId }))

const customers = rowsOf(Schema.Struct({ customer_id: Schema.NullOr(Schema.String) }))

const endedJobs = rowsOf(Schema.Struct({ id: JobId, was: JobStatus }))

const removedJobs = rowsOf(Schema.Struct(files))

export const layer = Layer.effect(
  Accounts,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* Audit
    const billing = yield* Billing
    const blobs = yield* Blobs
    const outbox = yield* Outbox
    const queue = yield* Queue
    const random = yield* SecureRandom
    const defaultTier = yield* DefaultTier
    const room = yield* PlanLimits

    const account = (accountId: AccountId) =>
      sql`SELECT id, email, name, tier, created_at FROM accounts WHERE id = ${accountId}`

    const devices = (accountId: AccountId) =>
      sql`SELECT id, name, linked_at, linked_from, last_seen_at FROM devices WHERE account_id = ${accountId} ORDER BY linked_at, id`

    return Accounts.of({
      find: Effect.fn("Accounts.find")(function* (accountId) {
        const [[row], linked] = yield* Effect.all([accounts(account(accountId)), linkedDevices(devices(accountId))])
        if (row === undefined) return null
        const { id, email, name, tier, created_at } = row
        return {
          accountId: id,
          email,
          name,
          tier,
          createdAt: created_at,
          devices: linked.map(({ id, name, linked_at, linked_from, last_seen_at }) => ({
            deviceId: id,
            name,
            linkedAt: linked_at,
            linkedFrom: linked_from,
            lastSeenAt: last_seen_at
          }))
        }
      }, Effect.orDie),

      idOf: Effect.fn("Accounts.idOf")(function* (email) {
        const [row] = yield* accountIds(sql`SELECT id FROM accounts WHERE email = ${emailOf(email)}`)
        return row?.id ?? null
      }, Effect.orDie),

      ensure: Effect.fn("Accounts.ensure")(function* (email) {
        const now = yield* DateTime.nowAsDate
        const [account] = yield* accountIds(sql`
          INSERT INTO accounts (id, email, tier, created_at)
          VALUES (${yield* random.uuidV7()}, ${emailOf(email)}, ${defaultTier}, ${now})
          ON CONFLICT (email) DO UPDATE SET email = EXCLUDED.email RETURNING id`)
        return account!.id
      }, Effect.orDie),

      setTier: Effect.fn("Accounts.setTier")(function* (email, tier) {
        const now = yield* DateTime.nowAsDate
        yield* Effect.gen(function* () {
          const [before] = yield* tiers(
            sql`SELECT tier FROM accounts WHERE email = ${emailOf(email)} FOR NO KEY UPDATE`
          )
          const [account] = yield* accountIds(sql`
            INSERT INTO accounts (id, email, tier, created_at)
            VALUES (${yield* random.uuidV7()}, ${emailOf(email)}, ${tier}, ${now})
            ON CONFLICT (email) DO UPDATE SET tier = EXCLUDED.tier RETURNING id`)
          if (before !== undefined && before.tier !== tier) {
            yield* audit.record(account!.id, { action: "plan.changed", id: null, name: tier, previous: before.tier })
          }
          yield* room.adjust(account!.id)
        }).pipe(sql.withTransaction)
      }, Effect.orDie),

      remove: Effect.fn("Accounts.remove")(
        function* (accountId) {
          const [customer] = yield* customers(sql`SELECT customer_id FROM accounts WHERE id = ${accountId}`)
          yield* billing.end(customer?.customer_id ?? null)
          const { keys, customerId } = yield* Effect.gen(function* () {
            // No device comes to it any more: one that did would be waited for while it waits for what is held here.
            yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${linkLock(accountId)}, 0))`
            // Nor is a receiver told that waits for rows of which it holds others.
            yield* sql`
              SELECT pg_advisory_xact_lock(hashtextextended(receiver, 0)) FROM (
                SELECT id::text AS receiver FROM webhooks WHERE account_id = ${accountId}
                UNION SELECT receiver FROM deliveries WHERE account_id = ${accountId} AND status = 'pending' ORDER BY 1
              ) AS r`
            // Devices that are making jobs are waited for: what they make is the account's, and goes with it.
            yield* sql`SELECT FROM devices WHERE account_id = ${accountId} FOR NO KEY UPDATE`
            // As creates do that take slots: those on their way come first, and later ones find that there is no account.
            yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`account:${accountId}`}, 0))`
            yield* sql`UPDATE devices SET ${sql.literal(unlinked)} WHERE account_id = ${accountId}`
            yield* sql`UPDATE jobs SET payer_id = NULL WHERE payer_id = ${accountId}`
            const now = yield* DateTime.nowAsDate
            const live = yield* endedJobs(sql`
              UPDATE jobs SET status = CASE WHEN isActive THEN 'canceled' ELSE 'deleted' END, status_since = ${now}
              FROM (
                SELECT id AS live, status AS was, status IN ('queued', 'processing') AS isActive FROM jobs
                WHERE account_id = ${accountId} AND status NOT IN ('canceled', 'deleted') ORDER BY id FOR UPDATE
              ) AS before WHERE id = live RETURNING id, was`)
            for (const { id, was } of live) if (isActive(was)) yield* queue.cancel(id)
            yield* outbox.emit(live.map(({ id }) => id))
            // The keys under which its devices made them: a repeat would be told of a job that is not there.
            yield* sql`
              DELETE FROM idempotency_keys AS k USING jobs AS j
              WHERE j.account_id = ${accountId} AND j.device_id IS NOT NULL
                AND k.owner = 'device:' || j.device_id AND k.job_ids @> jsonb_build_array(j.id)`
            const jobs = yield* removedJobs(sql`
              DELETE FROM jobs WHERE account_id = ${accountId}
              RETURNING input_key, output_key, blocks_key, images_key, pg_notify(${jobChanged}, id::text)`)
            // That the jobs are gone is still told; the rest of what was told is forgotten with the account.
            yield* sql`
              UPDATE deliveries SET account_id = NULL, webhook_id = NULL, secret = COALESCE(w.secret, deliveries.secret)
              FROM deliveries AS d LEFT JOIN webhooks w ON w.id = d.webhook_id
              WHERE deliveries.id = d.id AND d.account_id = ${accountId} AND d.status = 'pending'
                AND d.event = 'job.deleted' AND NOT d.is_test`
            yield* sql`DELETE FROM idempotency_keys WHERE owner = ${`account:${accountId}`}`
            const [last] = yield* customers(sql`DELETE FROM accounts WHERE id = ${accountId} RETURNING customer_id`)
            // Whoever is changing something of the account has been waited for by now, and has left its entry.
            yield* sql`DELETE FROM deliveries WHERE account_id = ${accountId}`
            yield* sql`DELETE FROM audit_log WHERE account_id = ${accountId}`
            yield* sql`DELETE FROM request_log WHERE account_id = ${accountId}`
            return {
              keys: jobs.flatMap(filesIn),
              customerId: last?.customer_id ?? null
            }
          }).pipe(sql.withTransaction)
          // What the account began to buy in the meantime would be paid for by nobody's account.
          yield* Effect.catch(billing.end(customerId), () =>
            Effect.logError(`Look at customer ${customerId} of the billing provider, whose account is deleted`)
          )
          yield* Effect.ignore(blobs.remove(keys))
        },
        Effect.catchTag("SqlError", Effect.die),
        Effect.uninterruptible
      )
    })
  })
)
