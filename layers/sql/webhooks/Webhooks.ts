import { DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { DeliveryNotFound, InvalidWebhookUrl, WebhookDisabled, WebhookNotFound } from "../../../schema/Errors.ts"
import { type AccountId, DeliveryId, type WebhookId } from "../../../schema/Ids.ts"
import { Tiers } from "../../../src/accounts/Tiers.ts"
import { canonical } from "../../../src/auth/Origins.ts"
import { Audit } from "../../../src/logs/Audit.ts"
import { Egress } from "../../../src/net/Egress.ts"
import { body, sample } from "../../../src/webhooks/Events.ts"
import { newSecret, rotationMillis } from "../../../src/webhooks/Signature.ts"
import { admit, type Holder, historyMillis, limitOf, Webhooks } from "../../../src/webhooks/Webhooks.ts"
import { deliveryDue } from "../../postgres/Notifications.ts"
import { transacting } from "../Rows.ts"
import {
  attemptRows,
  deliveryRows,
  plans,
  redelivered,
  sentRows,
  toDelivery,
  toWebhook,
  type WebhookRow,
  webhookRows
} from "./WebhookRows.ts"

export const layer = Layer.effect(
  Webhooks,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* Audit
    const egress = yield* Egress
    const random = yield* SecureRandom
    const tiers = yield* Tiers
    const baseUrl = yield* canonical

    const columns = sql.literal("id, url, events, created_at, disabled_at, disabled_reason")

    const deliveryColumns = sql.literal(`id, webhook_id, job_id, event, url, status, attempts, response_code, error,
      created_at, last_attempt_at, next_attempt_at`)

    const inTransaction = transacting(sql)

    const available = ({ tier }: Holder) => Effect.fromResult(limitOf(tier, tiers))

    /**
     * The limit of the plan as it is now. The account is held: two requests never share the last place, and a plan
     * that becomes smaller meanwhile counts.
     */
    const heldLimit = Effect.fnUntraced(function* ({ accountId }: Holder) {
      const [account] = yield* Effect.orDie(
        plans(sql`SELECT tier FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`)
      )
      return yield* Effect.fromResult(limitOf(account?.tier ?? null, tiers))
    })

    const accepted = (url: string) =>
      Effect.mapError(egress.check(url, "webhook"), ({ reason, message }) => new InvalidWebhookUrl({ message, reason }))

    const list = (accountId: AccountId) =>
      webhookRows(
        sql`SELECT ${columns} FROM webhooks WHERE account_id = ${accountId} ORDER BY created_at DESC, id DESC`
      ).pipe(
        Effect.map((rows) => rows.map(toWebhook)),
        Effect.orDie
      )

    const theirs = ({ accountId }: Holder, webhookId: WebhookId) => sql`id = ${webhookId} AND account_id = ${accountId}`

    const find = Effect.fnUntraced(function* (holder: Holder, webhookId: WebhookId) {
      const [row] = yield* Effect.orDie(
        webhookRows(sql`SELECT ${columns} FROM webhooks WHERE ${theirs(holder, webhookId)}`)
      )
      return row === undefined ? yield* new WebhookNotFound() : toWebhook(row)
    })

    const changed = Effect.fnUntraced(function* (rows: ReadonlyArray<typeof WebhookRow.Type>) {
      const [row] = rows
      return row === undefined ? yield* new WebhookNotFound() : toWebhook(row)
    })

    const wake = Effect.orDie(sql`SELECT pg_notify(${deliveryDue}, 'due')`)

    return Webhooks.of({
      list: Effect.fn("Webhooks.list")(list),

      create: Effect.fn("Webhooks.create")(function* (holder, { url, events }) {
        yield* available(holder)
        yield* accepted(url)
        return yield* Effect.gen(function* () {
          const limit = yield* heldLimit(holder)
          const used = (yield* list(holder.accountId)).length
          yield* Effect.fromResult(admit(limit, used, "in use"))
          const secret = yield* newSecret(random)
          const [row] = yield* Effect.orDie(
            webhookRows(sql`
            INSERT INTO webhooks ${sql.insert({
              id: yield* random.uuidV7(),
              account_id: holder.accountId,
              url,
              events: sql`${JSON.stringify(events)}::jsonb`,
              secret,
              created_at: yield* DateTime.nowAsDate
            })} RETURNING ${columns}`)
          )
          yield* audit.record(holder.accountId, { action: "webhook.created", id: row!.id, name: url })
          return { ...toWebhook(row!), secret }
        }).pipe(inTransaction)
      }),

      change: Effect.fn("Webhooks.change")(function* (holder, webhookId, { url, events }) {
        yield* find(holder, webhookId)
        if (url !== undefined) yield* accepted(url)
        return yield* Effect.gen(function* () {
          const before = yield* find(holder, webhookId)
          const rows = yield* Effect.orDie(
            webhookRows(sql`
            UPDATE webhooks SET
              failing_since = CASE WHEN url = COALESCE(${url ?? null}::text, url) THEN failing_since END,
              url = COALESCE(${url ?? null}::text, url),
              events = COALESCE(${events === undefined ? null : JSON.stringify(events)}::jsonb, events)
            WHERE ${theirs(holder, webhookId)} RETURNING ${columns}`)
          )
          const after = yield* changed(rows)
          const previous = before.url === after.url ? null : before.url
          yield* audit.record(holder.accountId, { action: "webhook.changed", id: webhookId, name: after.url, previous })
          return after
        }).pipe(inTransaction)
      }),

      remove: Effect.fn("Webhooks.remove")(function* (holder, webhookId) {
        // As recording an attempt does, so that the two never wait for each other.
        yield* Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${webhookId}, 0))`)
        const rows = yield* Effect.orDie(
          webhookRows(sql`DELETE FROM webhooks WHERE ${theirs(holder, webhookId)} RETURNING ${columns}`)
        )
        const { url } = yield* changed(rows)
        yield* audit.record(holder.accountId, { action: "webhook.deleted", id: webhookId, name: url })
        yield* Effect.orDie(sql`
          UPDATE deliveries SET status = 'failed', error = 'webhook_deleted', next_attempt_at = NULL
          WHERE webhook_id = ${webhookId} AND status = 'pending'`)
      }, inTransaction),

      enable: Effect.fn("Webhooks.enable")(function* (holder, webhookId) {
        const webhook = yield* find(holder, webhookId)
        const limit = yield* heldLimit(holder)
        const enabled = (yield* list(holder.accountId)).filter(({ disabled_at }) => disabled_at === null).length
        if (webhook.disabled_at !== null) yield* Effect.fromResult(admit(limit, enabled, "enabled"))
        const rows = yield* Effect.orDie(
          webhookRows(sql`
          UPDATE webhooks SET disabled_at = NULL, disabled_reason = NULL, failing_since = NULL
          WHERE ${theirs(holder, webhookId)} RETURNING ${columns}`)
        )
        const enabledAgain = yield* changed(rows)
        if (webhook.disabled_at !== null) {
          yield* audit.record(holder.accountId, { action: "webhook.enabled", id: webhookId, name: webhook.url })
          yield* wake
        }
        return enabledAgain
      }, inTransaction),

      rotate: Effect.fn("Webhooks.rotate")(function* (holder, webhookId) {
        const secret = yield* newSecret(random)
        const until = new Date((yield* DateTime.nowAsDate).getTime() + rotationMillis)
        const rows = yield* Effect.orDie(
          webhookRows(sql`
          UPDATE webhooks SET previous_secret = secret, previous_until = ${until}, secret = ${secret}
          WHERE ${theirs(holder, webhookId)} RETURNING ${columns}`)
        )
        const rotated = yield* changed(rows)
        yield* audit.record(holder.accountId, { action: "webhook.secret_rotated", id: webhookId, name: rotated.url })
        return { ...rotated, secret }
      }, inTransaction),

      test: Effect.fn("Webhooks.test")(function* (holder, webhookId) {
        const { url, events } = yield* find(holder, webhookId)
        yield* available(holder)
        // Who deletes the account waits for it, and so for the sample, which would outlive both.
        yield* Effect.orDie(sql`SELECT FROM webhooks WHERE ${theirs(holder, webhookId)} FOR KEY SHARE`)
        const event = events[0] ?? "job.ready"
        const deliveryId = DeliveryId.make(yield* random.uuidV7())
        const at = yield* DateTime.nowAsDate
        const job = sample(event, at.getTime())
        const occurrence = { event, deliveryId, occurredAt: at.getTime(), sequence: 1, baseUrl, isTest: true, job }
        const [row] = yield* Effect.orDie(
          deliveryRows(sql`
          INSERT INTO deliveries ${sql.insert({
            id: deliveryId,
            account_id: holder.accountId,
            webhook_id: webhookId,
            receiver: webhookId,
            job_id: job.jobId,
            event,
            url,
            payload: body(occurrence),
            is_test: true,
            created_at: at,
            next_attempt_at: at,
            due_at: at
          })} RETURNING ${deliveryColumns}`)
        )
        yield* wake
        return toDelivery(row!)
      }, inTransaction),

      recover: Effect.fn("Webhooks.recover")(function* (holder, webhookId, since) {
        const { disabled_at } = yield* find(holder, webhookId)
        if (disabled_at !== null) return yield* new WebhookDisabled()
        const at = yield* DateTime.nowAsDate
        const from = DateTime.toEpochMillis(since)
        // A moment that a date can hold is not always one that the database can.
        if (from > at.getTime()) return 0
        const rows = yield* Effect.orDie(sql`
          UPDATE deliveries SET status = 'pending', failures = 0, error = NULL, next_attempt_at = ${at}, due_at = ${at}
          WHERE webhook_id = ${webhookId} AND account_id = ${holder.accountId} AND status = 'failed' AND NOT is_test
            AND created_at >= ${new Date(Math.max(from, at.getTime() - historyMillis))}
          RETURNING 1`)
        yield* wake
        return rows.length
      }, inTransaction),

      deliveries: Effect.fn("Webhooks.deliveries")(function* (accountId, { status, webhookId, after, limit }) {
        const rows = yield* deliveryRows(sql`
          SELECT ${deliveryColumns} FROM deliveries WHERE account_id = ${accountId}
            ${status === null ? sql`` : sql`AND status = ${status}`}
            ${webhookId === null ? sql`` : sql`AND webhook_id = ${webhookId}`}
            ${after === null ? sql`` : sql`AND id < ${after}`}
          ORDER BY id DESC LIMIT ${limit}`)
        return rows.map(toDelivery)
      }, Effect.orDie),

      delivery: Effect.fn("Webhooks.delivery")(function* (accountId, deliveryId) {
        const [row] = yield* Effect.orDie(
          sentRows(sql`
            SELECT ${deliveryColumns}, payload FROM deliveries
            WHERE id = ${deliveryId} AND account_id = ${accountId}`)
        )
        if (row === undefined) return yield* new DeliveryNotFound()
        const log = yield* Effect.orDie(
          attemptRows(sql`
            SELECT attempted_at, duration_ms, response_code, error, reply FROM delivery_attempts
            WHERE delivery_id = ${deliveryId} ORDER BY number`)
        )
        return {
          ...toDelivery(row),
          payload: row.payload,
          attempt_log: log.map((made) => ({
            attempted_at: made.attempted_at,
            response_code: made.response_code,
            error: made.error,
            duration_seconds: made.duration_ms / 1_000,
            response_body: made.reply
          }))
        }
      }),

      redeliver: Effect.fn("Webhooks.redeliver")(function* (accountId, deliveryId) {
        const [row] = yield* Effect.orDie(
          redelivered(sql`
            SELECT d.webhook_id, w.id IS NOT NULL AS is_known, w.disabled_at IS NOT NULL AND NOT d.is_test AS is_disabled
            FROM deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id
            WHERE d.id = ${deliveryId} AND d.account_id = ${accountId} FOR UPDATE OF d`)
        )
        if (row === undefined) return yield* new DeliveryNotFound()
        if (row.webhook_id !== null && !row.is_known) return yield* new WebhookNotFound()
        if (row.is_disabled) return yield* new WebhookDisabled()
        const at = yield* DateTime.nowAsDate
        const [again] = yield* Effect.orDie(
          deliveryRows(sql`
          UPDATE deliveries SET status = 'pending', failures = 0, error = NULL, next_attempt_at = ${at}, due_at = ${at}
          WHERE id = ${deliveryId} RETURNING ${deliveryColumns}`)
        )
        yield* wake
        return toDelivery(again!)
      }, inTransaction)
    })
  })
)
