import { Clock, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import type { TierName } from "../../../schema/Actor.ts"
import {
  DeliveryNotFound,
  InvalidWebhookUrl,
  WebhookLimitReached,
  WebhookNotFound,
  WebhooksUnavailable
} from "../../../schema/Errors.ts"
import { type AccountId, DeliveryId, JobId, WebhookId } from "../../../schema/Ids.ts"
import type { Delivery, DeliveryStatus, JobEvent, Webhook } from "../../../schema/Webhook.ts"
import { Tiers } from "../../../src/accounts/Tiers.ts"
import { Egress } from "../../../src/net/Egress.ts"
import { body, sample } from "../../../src/webhooks/Events.ts"
import { newSecret, rotationMillis } from "../../../src/webhooks/Signature.ts"
import { type Holder, historyMillis, Webhooks } from "../../../src/webhooks/Webhooks.ts"
import { deliveryDue } from "../../postgres/Notifications.ts"

interface Row {
  readonly id: string
  readonly url: string
  readonly events: ReadonlyArray<JobEvent>
  readonly created_at: Date
  readonly disabled_at: Date | null
  readonly disabled_reason: string | null
}

interface DeliveryRow {
  readonly id: string
  readonly webhook_id: string | null
  readonly job_id: string
  readonly event: JobEvent
  readonly url: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly response_code: number | null
  readonly error: string | null
  readonly created_at: Date
  readonly last_attempt_at: Date | null
  readonly next_attempt_at: Date | null
}

interface AttemptRow {
  readonly attempted_at: Date
  readonly duration_ms: number
  readonly response_code: number | null
  readonly error: string | null
  readonly reply: string | null
}

const moment = (date: Date) => DateTime.makeUnsafe(date)

const momentOrNull = (date: Date | null) => (date === null ? null : moment(date))

const toWebhook = (row: Row): Webhook => ({
  webhook_id: WebhookId.make(row.id),
  url: row.url,
  events: row.events,
  created_at: moment(row.created_at),
  disabled_at: momentOrNull(row.disabled_at),
  disabled_reason: row.disabled_reason
})

const toDelivery = (row: DeliveryRow): Delivery => ({
  delivery_id: DeliveryId.make(row.id),
  webhook_id: row.webhook_id === null ? null : WebhookId.make(row.webhook_id),
  job_id: JobId.make(row.job_id),
  event: row.event,
  url: row.url,
  status: row.status,
  attempts: row.attempts,
  response_code: row.response_code,
  error: row.error,
  created_at: moment(row.created_at),
  last_attempt_at: momentOrNull(row.last_attempt_at),
  next_attempt_at: momentOrNull(row.next_attempt_at)
})

export const layer = Layer.effect(
  Webhooks,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const egress = yield* Egress
    const random = yield* SecureRandom
    const tiers = yield* Tiers

    const columns = sql.literal("id, url, events, created_at, disabled_at, disabled_reason")

    const deliveryColumns = sql.literal(`id, webhook_id, job_id, event, url, status, attempts, response_code, error,
      created_at, last_attempt_at, next_attempt_at`)

    const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))

    const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      sql.withTransaction(effect).pipe(Effect.catchTag("SqlError", Effect.die))

    const isAvailable = ({ tier }: Holder) => tiers[tier].webhooks > 0

    /**
     * The limit of the plan as it is now. The account is held: two requests never share the last place, and a plan
     * that becomes smaller meanwhile counts.
     */
    const heldLimit = Effect.fnUntraced(function* ({ accountId }: Holder) {
      const [account] = yield* Effect.orDie(
        sql<{ tier: TierName }>`SELECT tier FROM accounts WHERE id = ${accountId} FOR UPDATE`
      )
      const limit = account === undefined ? 0 : tiers[account.tier].webhooks
      return limit > 0 ? limit : yield* new WebhooksUnavailable()
    })

    const accepted = (url: string) =>
      Effect.mapError(egress.check(url, "webhook"), ({ reason, message }) => new InvalidWebhookUrl({ message, reason }))

    const list = (accountId: AccountId) =>
      sql<Row>`SELECT ${columns} FROM webhooks WHERE account_id = ${accountId} ORDER BY created_at DESC, id DESC`.pipe(
        Effect.map((rows) => rows.map(toWebhook)),
        Effect.orDie
      )

    const theirs = ({ accountId }: Holder, webhookId: WebhookId) => sql`id = ${webhookId} AND account_id = ${accountId}`

    const find = Effect.fnUntraced(function* (holder: Holder, webhookId: WebhookId) {
      const [row] = yield* Effect.orDie(sql<Row>`SELECT ${columns} FROM webhooks WHERE ${theirs(holder, webhookId)}`)
      return row === undefined ? yield* new WebhookNotFound() : toWebhook(row)
    })

    const changed = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
      const [row] = rows
      return row === undefined ? yield* new WebhookNotFound() : toWebhook(row)
    })

    const wake = Effect.orDie(sql`SELECT pg_notify(${deliveryDue}, 'due')`)

    return Webhooks.of({
      list: Effect.fn("Webhooks.list")(list),

      create: Effect.fn("Webhooks.create")(function* (holder, { url, events }) {
        if (!isAvailable(holder)) return yield* new WebhooksUnavailable()
        yield* accepted(url)
        return yield* Effect.gen(function* () {
          const limit = yield* heldLimit(holder)
          const used = (yield* list(holder.accountId)).length
          if (used >= limit) {
            return yield* new WebhookLimitReached({ message: `${used} of ${limit} webhooks are in use`, limit })
          }
          const secret = yield* Effect.provideService(newSecret, SecureRandom, random)
          const [row] = yield* Effect.orDie(sql<Row>`
            INSERT INTO webhooks ${sql.insert({
              id: yield* random.uuidV7(),
              account_id: holder.accountId,
              url,
              events: sql`${JSON.stringify(events)}::jsonb`,
              secret,
              created_at: yield* now
            })} RETURNING ${columns}`)
          return { ...toWebhook(row!), secret }
        }).pipe(inTransaction)
      }),

      change: Effect.fn("Webhooks.change")(function* (holder, webhookId, { url, events }) {
        yield* find(holder, webhookId)
        if (url !== undefined) yield* accepted(url)
        const rows = yield* Effect.orDie(sql<Row>`
          UPDATE webhooks SET
            failing_since = CASE WHEN url = COALESCE(${url ?? null}::text, url) THEN failing_since END,
            url = COALESCE(${url ?? null}::text, url),
            events = COALESCE(${events === undefined ? null : JSON.stringify(events)}::jsonb, events)
          WHERE ${theirs(holder, webhookId)} RETURNING ${columns}`)
        return yield* changed(rows)
      }),

      remove: Effect.fn("Webhooks.remove")(function* (holder, webhookId) {
        // As recording an attempt does, so that the two never wait for each other.
        yield* Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${webhookId}, 0))`)
        const rows = yield* Effect.orDie(sql`DELETE FROM webhooks WHERE ${theirs(holder, webhookId)} RETURNING 1`)
        if (rows.length === 0) return yield* new WebhookNotFound()
        yield* Effect.orDie(sql`
          UPDATE deliveries SET status = 'failed', error = 'webhook_deleted', next_attempt_at = NULL
          WHERE webhook_id = ${webhookId} AND status = 'pending'`)
      }, inTransaction),

      enable: Effect.fn("Webhooks.enable")(function* (holder, webhookId) {
        const webhook = yield* find(holder, webhookId)
        const limit = yield* heldLimit(holder)
        const enabled = (yield* list(holder.accountId)).filter(({ disabled_at }) => disabled_at === null).length
        if (webhook.disabled_at !== null && enabled >= limit) {
          return yield* new WebhookLimitReached({ message: `${enabled} of ${limit} webhooks are enabled`, limit })
        }
        const rows = yield* Effect.orDie(sql<Row>`
          UPDATE webhooks SET disabled_at = NULL, disabled_reason = NULL, failing_since = NULL
          WHERE ${theirs(holder, webhookId)} RETURNING ${columns}`)
        return yield* changed(rows)
      }, inTransaction),

      rotate: Effect.fn("Webhooks.rotate")(function* (holder, webhookId) {
        const secret = yield* Effect.provideService(newSecret, SecureRandom, random)
        const until = new Date((yield* now).getTime() + rotationMillis)
        const rows = yield* Effect.orDie(sql<Row>`
          UPDATE webhooks SET previous_secret = secret, previous_until = ${until}, secret = ${secret}
          WHERE ${theirs(holder, webhookId)} RETURNING ${columns}`)
        return { ...(yield* changed(rows)), secret }
      }),

      test: Effect.fn("Webhooks.test")(function* (holder, webhookId) {
        const { url, events } = yield* find(holder, webhookId)
        if (!isAvailable(holder)) return yield* new WebhooksUnavailable()
        const event = events[0] ?? "job.ready"
        const deliveryId = DeliveryId.make(yield* random.uuidV7())
        const at = yield* now
        const job = sample(event, at.getTime())
        const occurrence = { event, deliveryId, occurredAt: at.getTime(), sequence: 1, isTest: true, job }
        const [row] = yield* Effect.orDie(sql<DeliveryRow>`
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
        yield* wake
        return toDelivery(row!)
      }, inTransaction),

      recover: Effect.fn("Webhooks.recover")(function* (holder, webhookId, since) {
        yield* find(holder, webhookId)
        const at = yield* now
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
        const rows = yield* sql<DeliveryRow>`
          SELECT ${deliveryColumns} FROM deliveries WHERE account_id = ${accountId}
            ${status === null ? sql`` : sql`AND status = ${status}`}
            ${webhookId === null ? sql`` : sql`AND webhook_id = ${webhookId}`}
            ${after === null ? sql`` : sql`AND id < ${after}`}
          ORDER BY id DESC LIMIT ${limit}`
        return rows.map(toDelivery)
      }, Effect.orDie),

      delivery: Effect.fn("Webhooks.delivery")(function* (accountId, deliveryId) {
        const [row] = yield* Effect.orDie(sql<DeliveryRow & { payload: string }>`
          SELECT ${deliveryColumns}, payload FROM deliveries WHERE id = ${deliveryId} AND account_id = ${accountId}`)
        if (row === undefined) return yield* new DeliveryNotFound()
        const log = yield* Effect.orDie(sql<AttemptRow>`
          SELECT attempted_at, duration_ms, response_code, error, reply FROM delivery_attempts
          WHERE delivery_id = ${deliveryId} ORDER BY number`)
        return {
          ...toDelivery(row),
          payload: JSON.parse(row.payload) as unknown,
          attempt_log: log.map((made) => ({
            attempted_at: moment(made.attempted_at),
            response_code: made.response_code,
            error: made.error,
            duration_seconds: made.duration_ms / 1_000,
            response_body: made.reply
          }))
        }
      }),

      redeliver: Effect.fn("Webhooks.redeliver")(function* (accountId, deliveryId) {
        const [row] = yield* Effect.orDie(sql<{ webhook_id: string | null; is_known: boolean }>`
          SELECT webhook_id, EXISTS (SELECT FROM webhooks w WHERE w.id = webhook_id) AS is_known
          FROM deliveries WHERE id = ${deliveryId} AND account_id = ${accountId} FOR UPDATE`)
        if (row === undefined) return yield* new DeliveryNotFound()
        if (row.webhook_id !== null && !row.is_known) return yield* new WebhookNotFound()
        const at = yield* now
        const [again] = yield* Effect.orDie(sql<DeliveryRow>`
          UPDATE deliveries SET status = 'pending', failures = 0, error = NULL, next_attempt_at = ${at}, due_at = ${at}
          WHERE id = ${deliveryId} RETURNING ${deliveryColumns}`)
        yield* wake
        return toDelivery(again!)
      }, inTransaction)
    })
  })
)
