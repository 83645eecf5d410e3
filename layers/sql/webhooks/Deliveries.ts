import { DateTime, Effect, Layer, Option, Schedule, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { AccountId, DeliveryId, WebhookId } from "../../../schema/Ids.ts"
import { JobEvent } from "../../../schema/Webhook.ts"
import { Audit } from "../../../src/logs/Audit.ts"
import { isOutage } from "../../../src/process/Outage.ts"
import { Deliveries, type Due, leaseMillis, statusAfter } from "../../../src/webhooks/Deliveries.ts"
import { deliveryDue, Notifications } from "../../postgres/Notifications.ts"
import { Moment, rowsOf } from "../Rows.ts"

const Row = Schema.Struct({
  id: DeliveryId,
  webhook_id: Schema.NullOr(WebhookId),
  receiver: Schema.String,
  account: Schema.String,
  event: JobEvent,
  url: Schema.String,
  secret: Schema.NullOr(Schema.String),
  previous_secret: Schema.NullOr(Schema.String),
  payload: Schema.String,
  is_test: Schema.Boolean,
  result_expires_at: Schema.NullOr(Moment),
  attempts: Schema.Int,
  failures: Schema.Int,
  failing_since: Schema.NullOr(Moment)
})

const takenRows = rowsOf(Row)

const holders = rowsOf(Schema.Struct({ account_id: AccountId, url: Schema.String }))

const dueTimes = rowsOf(Schema.Struct({ due_at: Moment }))

const millis = (moment: DateTime.Utc | null) => (moment === null ? null : DateTime.toEpochMillis(moment))

const toDue = (row: typeof Row.Type): Due => ({
  deliveryId: row.id,
  webhookId: row.webhook_id,
  receiver: row.receiver,
  account: row.account,
  event: row.event,
  url: row.url,
  secrets: [row.secret, row.previous_secret].filter((secret) => secret !== null),
  payload: row.payload,
  isTest: row.is_test,
  resultExpiresAt: millis(row.result_expires_at),
  attempts: row.attempts,
  failures: row.failures,
  failingSince: millis(row.failing_since)
})

/**
 * Of what is due, so many are looked at in one statement: those that have waited longest and whose receiver and account
 * have a share left. A long backlog costs no more than that, and the next statement sees what this one leaves.
 */
const looked = 1_000

/** What was done is worth waiting for the database. */
const patient = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.retry({ while: isOutage, schedule: Schedule.spaced("1 second"), times: 15 }), Effect.orDie)

export const layer = Layer.effect(
  Deliveries,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* Audit
    const notifications = yield* Notifications

    /** Of the rows `d`, those that are sent when they are due: to a disabled webhook samples alone. */
    const isSendable = sql`d.status = 'pending' AND (d.is_test
      OR NOT EXISTS (SELECT FROM webhooks w WHERE w.id = d.webhook_id AND w.disabled_at IS NOT NULL))`

    /** An attempt counts once, for the holder of the delivery when it began. */
    const begun = (due: Due) => sql`id = ${due.deliveryId} AND attempts = ${due.attempts}`

    const mine = (due: Due) => sql`${begun(due)} AND status = 'pending'`

    /** Stops what waits for a receiver that wants no more. */
    const disable = Effect.fnUntraced(function* (due: Due, reason: "gone" | "failing", at: Date) {
      if (due.webhookId !== null) {
        const [disabled] = yield* holders(sql`
          UPDATE webhooks SET disabled_at = ${at}, disabled_reason = ${reason}
          WHERE id = ${due.webhookId} AND disabled_at IS NULL RETURNING account_id, url`)
        if (disabled === undefined) return
        yield* audit.record(disabled.account_id, { action: "webhook.disabled", id: due.webhookId, name: disabled.url })
        yield* sql`
          UPDATE deliveries SET status = 'failed', error = 'webhook_disabled', next_attempt_at = NULL
          WHERE webhook_id = ${due.webhookId} AND status = 'pending'`
      } else if (reason === "gone") {
        yield* sql`
          UPDATE deliveries SET status = 'failed', error = 'callback_gone', next_attempt_at = NULL
          FROM (SELECT job_id FROM deliveries WHERE id = ${due.deliveryId}) AS ended
          WHERE deliveries.job_id = ended.job_id AND receiver = ${due.receiver} AND status = 'pending'`
        yield* sql`
          UPDATE jobs SET callback_url = NULL, callback_secret = NULL
          WHERE id = (SELECT job_id FROM deliveries WHERE id = ${due.deliveryId})`
      }
    })

    return Deliveries.of({
      take: Effect.fn("Deliveries.take")(function* (limit, busy, { perReceiver, perAccount }) {
        const at = yield* DateTime.nowAsDate
        const receivers = JSON.stringify(Object.fromEntries(busy.receivers))
        const accounts = JSON.stringify(Object.fromEntries(busy.accounts))
        const rows = yield* takenRows(sql`
          WITH oldest AS (
            SELECT id, due_at, receiver, account, receiver_busy, account_busy
            FROM deliveries d
            CROSS JOIN LATERAL (SELECT COALESCE(account_id::text, receiver) AS account) AS a
            CROSS JOIN LATERAL (
              SELECT COALESCE((${receivers}::jsonb ->> receiver)::int, 0) AS receiver_busy,
                COALESCE((${accounts}::jsonb ->> account)::int, 0) AS account_busy
            ) AS b
            WHERE ${isSendable} AND due_at <= ${at} AND receiver_busy < ${perReceiver} AND account_busy < ${perAccount}
            ORDER BY due_at LIMIT ${looked}
          ), waiting AS (
            SELECT id, due_at, account, account_busy,
              row_number() OVER (PARTITION BY receiver ORDER BY due_at, id) + receiver_busy AS place FROM oldest
          ), shared AS (
            SELECT id, due_at, account,
              row_number() OVER (PARTITION BY account ORDER BY due_at, id) + account_busy AS place
            FROM waiting WHERE place <= ${perReceiver}
          ), chosen AS (
            SELECT id, account FROM shared WHERE place <= ${perAccount} ORDER BY due_at, id LIMIT ${limit}
          ), held AS (
            SELECT d.id, chosen.account FROM deliveries d JOIN chosen ON chosen.id = d.id
            WHERE d.status = 'pending' AND d.due_at <= ${at} FOR UPDATE OF d SKIP LOCKED
          ), taken AS (
            UPDATE deliveries d SET due_at = ${new Date(at.getTime() + leaseMillis)}
            FROM held WHERE d.id = held.id RETURNING d.*, held.account
          )
          SELECT t.id, t.webhook_id, t.receiver, t.account, t.event, COALESCE(w.url, t.url) AS url,
            COALESCE(w.secret, t.secret) AS secret,
            CASE WHEN w.previous_until > ${at} THEN w.previous_secret END AS previous_secret,
            t.payload, t.is_test, t.result_expires_at, t.attempts, t.failures, w.failing_since
          FROM taken t LEFT JOIN webhooks w ON w.id = t.webhook_id`)
        return rows.map(toDue)
      }, Effect.orDie),

      record: Effect.fn("Deliveries.record")(function* (due, attempt, verdict) {
        const at = new Date(attempt.at)
        const retryAt = verdict._tag === "Retry" ? new Date(verdict.at) : null
        // A delivery that was ended meanwhile, with its webhook, stays so, unless it has arrived.
        const isOpen = sql`(status = 'pending' OR ${verdict._tag === "Delivered"}::boolean)`
        yield* Effect.gen(function* () {
          // Only one transaction at a time may end a receiver's other deliveries, so that two never deadlock.
          if (verdict._tag !== "Delivered" || due.failingSince !== null) {
            yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${due.receiver}, 0))`
          }
          const rows = yield* sql`
            UPDATE deliveries SET url = ${due.url}, attempts = attempts + 1,
              failures = failures + ${verdict._tag === "Delivered" ? 0 : 1}::int,
              response_code = ${attempt.responseCode}, last_attempt_at = ${at}, due_at = ${retryAt ?? at},
              status = CASE WHEN ${isOpen} THEN ${statusAfter(verdict)} ELSE status END,
              error = CASE WHEN ${isOpen} THEN ${attempt.error} ELSE error END,
              next_attempt_at = CASE WHEN ${isOpen} THEN ${retryAt}::timestamptz END
            WHERE ${begun(due)} RETURNING 1`
          if (rows.length === 0) return
          yield* sql`
            INSERT INTO delivery_attempts (delivery_id, number, attempted_at, duration_ms, response_code, error, reply)
            VALUES (${due.deliveryId}, ${due.attempts + 1}, ${at}, ${Math.round(attempt.durationMillis)},
              ${attempt.responseCode}, ${attempt.error}, ${attempt.reply})
            ON CONFLICT (delivery_id, number) DO NOTHING`
          if (due.webhookId !== null && !due.isTest) {
            if (verdict._tag !== "Delivered") {
              yield* sql`UPDATE webhooks SET failing_since = ${at} WHERE id = ${due.webhookId} AND failing_since IS NULL`
            } else if (due.failingSince !== null) {
              yield* sql`UPDATE webhooks SET failing_since = NULL WHERE id = ${due.webhookId}`
            }
          }
          if (verdict._tag === "Failed" && verdict.disable !== null) yield* disable(due, verdict.disable, at)
        }).pipe(sql.withTransaction, patient)
      }),

      drop: Effect.fn("Deliveries.drop")(function* (due, status, error) {
        yield* patient(sql`
          UPDATE deliveries SET status = ${status}, error = ${error}, next_attempt_at = NULL WHERE ${mine(due)}`)
      }),

      release: Effect.fn("Deliveries.release")(function* (due) {
        yield* sql`UPDATE deliveries SET due_at = ${yield* DateTime.nowAsDate} WHERE ${mine(due)}`
        yield* sql`SELECT pg_notify(${deliveryDue}, 'due')`
      }, Effect.orDie),

      nextDue: dueTimes(sql`
        SELECT due_at FROM deliveries d WHERE ${isSendable} ORDER BY due_at LIMIT 1`).pipe(
        Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), ({ due_at }) => DateTime.toEpochMillis(due_at))),
        Effect.orDie,
        Effect.withSpan("Deliveries.nextDue")
      ),

      wakeUps: Stream.map(notifications.on(deliveryDue), () => undefined)
    })
  })
)
