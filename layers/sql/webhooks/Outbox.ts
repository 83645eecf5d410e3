import { Array as Chunks, Clock, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import type { TierName } from "../../../schema/Actor.ts"
import { DeliveryId, JobId } from "../../../schema/Ids.ts"
import type { JobErrorCode, JobStatus } from "../../../schema/Job.ts"
import type { JobEvent } from "../../../schema/Webhook.ts"
import { Tiers } from "../../../src/accounts/Tiers.ts"
import { receiverOf } from "../../../src/webhooks/Deliveries.ts"
import { body, eventsOf, isWanted, type Told } from "../../../src/webhooks/Events.ts"
import { Outbox } from "../../../src/webhooks/Outbox.ts"
import { deliveryDue } from "../../postgres/Notifications.ts"

/** A statement takes 65,535 parameters; these many rows stay well below. */
const batch = 1_000

interface Row {
  readonly id: string
  readonly account_id: string | null
  readonly tier: TierName | null
  readonly status: JobStatus
  readonly pages: number | null
  readonly truncated: boolean
  readonly external_id: string | null
  readonly tags: ReadonlyArray<string>
  readonly expires_at: Date | null
  readonly error_code: JobErrorCode | null
  readonly error_message: string | null
  readonly event_sequence: number
  readonly callback_url: string | null
  readonly callback_secret: string | null
  /** The account's enabled webhooks, oldest first. */
  readonly webhooks: ReadonlyArray<{
    readonly id: string
    readonly url: string
    readonly events: ReadonlyArray<JobEvent>
  }>
}

const told = (row: Row): Told => ({
  jobId: JobId.make(row.id),
  status: row.status,
  pages: row.pages,
  truncated: row.truncated,
  externalId: row.external_id,
  tags: row.tags,
  expiresAt: row.expires_at === null ? null : row.expires_at.getTime(),
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" }
})

export const layer = Layer.effect(
  Outbox,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* SecureRandom
    const tiers = yield* Tiers

    /** Where events of the job go. Webhooks over the plan's limit are told nothing, the newest first. */
    const receivers = (row: Row) => [
      ...row.webhooks.slice(0, row.tier === null ? 0 : tiers[row.tier].webhooks).map(({ id, url, events }) => ({
        webhookId: id,
        url,
        events,
        secret: null
      })),
      ...(row.callback_url === null
        ? []
        : [{ webhookId: null, url: row.callback_url, events: [], secret: row.callback_secret }])
    ]

    const emit = Effect.fnUntraced(function* (jobIds: ReadonlyArray<JobId>) {
      const rows = yield* sql<Row>`
        SELECT j.id, j.account_id, a.tier, j.status, j.pages, j.truncated, j.external_id, j.tags, j.expires_at,
          j.error_code, j.error_message, j.event_sequence, j.callback_url, j.callback_secret, w.webhooks
        FROM jobs j
        LEFT JOIN accounts a ON a.id = j.account_id
        CROSS JOIN LATERAL (
          SELECT COALESCE(jsonb_agg(jsonb_build_object('id', id, 'url', url, 'events', events)
            ORDER BY created_at, id), '[]') AS webhooks
          FROM webhooks WHERE account_id = j.account_id AND disabled_at IS NULL
        ) w
        WHERE ${sql.in("j.id", jobIds)} AND (j.callback_url IS NOT NULL OR w.webhooks <> '[]')`
      const now = yield* Clock.currentTimeMillis
      const at = new Date(now)
      const deliveries: Array<Record<string, unknown>> = []
      for (const row of rows) {
        const to = receivers(row)
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
              payload: body({ event, deliveryId, occurredAt: now, sequence, job: told(row) }),
              result_expires_at: event === "job.ready" ? row.expires_at : null,
              created_at: at,
              next_attempt_at: at,
              due_at: at
            })
          }
        }
        yield* sql`
          UPDATE jobs SET event_sequence = event_sequence + ${events.length}::int WHERE id = ${row.id}`
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
