import { Array as Chunks, Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { TierName } from "../../../schema/Actor.ts"
import { AccountId, DeliveryId, JobId, WebhookId } from "../../../schema/Ids.ts"
import { JobErrorCode, JobStatus } from "../../../schema/Job.ts"
import { JobEvent } from "../../../schema/Webhook.ts"
import { Tiers } from "../../../src/accounts/Tiers.ts"
import { canonical } from "../../../src/auth/Origins.ts"
import { receiverOf } from "../../../src/webhooks/Deliveries.ts"
import { body, eventsOf, isWanted, type Told } from "../../../src/webhooks/Events.ts"
import { Outbox } from "../../../src/webhooks/Outbox.ts"
import { type Candidates, receiversOf } from "../../../src/webhooks/Receivers.ts"
import { deliveryDue } from "../../postgres/Notifications.ts"
import { Moment, rowsOf } from "../Rows.ts"

/** A statement takes 65,535 parameters; these many rows stay well below. */
const batch = 1_000

const Row = Schema.Struct({
  id: JobId,
  account_id: Schema.NullOr(AccountId),
  tier: Schema.NullOr(TierName),
  status: JobStatus,
  pages: Schema.NullOr(Schema.Int),
  truncated: Schema.Boolean,
  external_id: Schema.NullOr(Schema.String),
  tags: Schema.Array(Schema.String),
  expires_at: Schema.NullOr(Moment),
  error_code: Schema.NullOr(JobErrorCode),
  error_message: Schema.NullOr(Schema.String),
  event_sequence: Schema.Int,
  callback_url: Schema.NullOr(Schema.String),
  callback_secret: Schema.NullOr(Schema.String),
  /** The account's enabled webhooks, oldest first. */
  webhooks: Schema.Array(Schema.Struct({ id: WebhookId, url: Schema.String, events: Schema.Array(JobEvent) }))
})

const jobsWithReceivers = rowsOf(Row)

const told = (row: typeof Row.Type): Told => ({
  jobId: row.id,
  status: row.status,
  pages: row.pages,
  truncated: row.truncated,
  externalId: row.external_id,
  tags: row.tags,
  expiresAt: row.expires_at === null ? null : DateTime.toEpochMillis(row.expires_at),
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" }
})

const candidates = ({ tier, webhooks, callback_url, callback_secret }: typeof Row.Type): Candidates => ({
  tier,
  webhooks,
  callback: callback_url === null ? null : { url: callback_url, secret: callback_secret }
})

export const layer = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* SecureRandom
    const tiers = yield* Tiers
    const baseUrl = yield* canonical

    const emit = Effect.fnUntraced(function* (jobIds: ReadonlyArray<JobId>) {
      const rows = yield* jobsWithReceivers(sql`
        SELECT j.id, j.account_id, a.tier, j.status, j.pages, j.truncated, j.external_id, j.tags, j.expires_at,
          j.error_code, j.error_message, j.event_sequence, j.callback_url, j.callback_secret, w.webhooks
        FROM jobs j
        LEFT JOIN accounts a ON a.id = j.account_id
        CROSS JOIN LATERAL (
          SELECT COALESCE(jsonb_agg(jsonb_build_object('id', id, 'url', url, 'events', events)
            ORDER BY created_at, id), '[]') AS webhooks
          FROM webhooks WHERE account_id = j.account_id AND disabled_at IS NULL
        ) w
        WHERE ${sql.in("j.id", jobIds)} AND (j.callback_url IS NOT NULL OR w.webhooks <> '[]')`)
      const now = yield* Clock.currentTimeMillis
      const at = new Date(now)
      const deliveries: Array<Record<string, unknown>> = []
      for (const row of rows) {
        const to = receiversOf(candidates(row), tiers)
        const events = eventsOf(row)
        for (const [index, event] of events.entries()) {
          for (const { webhookId, url, events: filter, secret } of to) {
            if (!isWanted(filter, event)) continue
            const deliveryId = DeliveryId.make(yield* random.uuidV7())
            const sequence = row.event_sequence + index + 1
            deliveries.push({
              id: deliveryId,
              account_id: row.account_id,
              webhook_id: webhookId,
              receiver: receiverOf({ webhookId, accountId: row.account_id, url }),
              job_id: row.id,
              event,
              url,
              secret,
              payload: body({ event, deliveryId, occurredAt: now, sequence, baseUrl, job: told(row) }),
              result_expires_at:
                event === "job.ready" && row.expires_at !== null ? DateTime.toDateUtc(row.expires_at) : null,
              created_at: at,
              next_attempt_at: at,
              due_at: at
            })
          }
        }
        // After its last event a job has nobody to tell any more.
        const ended = events.includes("job.deleted") ? sql`, callback_url = NULL, callback_secret = NULL` : sql``
        yield* sql`
          UPDATE jobs SET event_sequence = event_sequence + ${events.length}::int${ended} WHERE id = ${row.id}`
      }
      for (const some of Chunks.chunksOf(deliveries, batch)) yield* sql`INSERT INTO deliveries ${sql.insert(some)}`
      if (deliveries.length > 0) yield* sql`SELECT pg_notify(${deliveryDue}, 'due')`
    })

    return Outbox.of({
      emit: Effect.fn("Outbox.emit")(function* (jobIds) {
        for (const some of Chunks.chunksOf(jobIds, batch)) yield* emit(some)
      }, Effect.orDie)
    })
  })
)
