import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BlobKey, JobId } from "../../../schema/Ids.ts"
import { sessionIdleSeconds } from "../../../src/auth/Auth.ts"
import { Retention } from "../../../src/jobs/Retention.ts"
import { tombstoneSeconds } from "../../../src/jobs/Status.ts"
import { auditMillis } from "../../../src/logs/Audit.ts"
import { requestLogMillis } from "../../../src/logs/RequestLog.ts"
import { grantSeconds, idleSeconds, unusedClientSeconds } from "../../../src/oauth/Connections.ts"
import { Outbox } from "../../../src/webhooks/Outbox.ts"
import { historyMillis } from "../../../src/webhooks/Webhooks.ts"
import { jobChanged } from "../../postgres/Notifications.ts"
import { files, filesIn } from "../JobFiles.ts"
import { rowsOf } from "../Rows.ts"

const expiredJobs = rowsOf(Schema.Struct({ id: JobId, ...files }))

const keptKeys = rowsOf(Schema.Struct({ key: BlobKey }))

/** How many jobs a sweep ends in one transaction. */
const batch = 500

export const layer = Layer.effect(
  Retention,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const outbox = yield* Outbox

    return Retention.of({
      expire: Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const keys: Array<BlobKey> = []
        for (let found = batch; found === batch; ) {
          const rows = yield* expiredJobs(sql`
            WITH due AS (
              SELECT id, input_key, output_key, blocks_key, images_key FROM jobs
              WHERE status IN ('ready', 'error') AND expires_at <= ${new Date(now)}
              LIMIT ${batch} FOR UPDATE SKIP LOCKED
            ), unreported AS (
              DELETE FROM page_reports USING due WHERE job_id = due.id
            )
            UPDATE jobs SET status = 'deleted', status_since = ${new Date(now)}, gone_reason = 'expired',
              tombstone_until = ${new Date(now + tombstoneSeconds * 1_000)}, input_key = NULL, output_key = NULL, blocks_key = NULL, images_key = NULL
            FROM due WHERE jobs.id = due.id
            RETURNING jobs.id, due.input_key, due.output_key, due.blocks_key, due.images_key, pg_notify(${jobChanged}, jobs.id::text)`).pipe(
            Effect.tap((ended) => outbox.emit(ended.map(({ id }) => id))),
            sql.withTransaction
          )
          keys.push(...rows.flatMap(filesIn))
          found = rows.length
        }
        return keys
      }).pipe(Effect.orDie, Effect.withSpan("Retention.expire")),

      forget: Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* sql`DELETE FROM jobs WHERE tombstone_until <= ${new Date(now)}`
        yield* sql`DELETE FROM nonces WHERE expires_at <= ${new Date(now)}`
        yield* sql`DELETE FROM idempotency_keys WHERE expires_at <= ${new Date(now)}`
        yield* sql`DELETE FROM sign_ins WHERE expires_at <= ${new Date(now)}`
        yield* sql`DELETE FROM link_tickets WHERE expires_at <= ${new Date(now)}`
        yield* sql`DELETE FROM upload_tickets WHERE expires_at <= ${new Date(now)}`
        yield* sql`DELETE FROM sessions
          WHERE expires_at <= ${new Date(now)} OR last_used_at <= ${new Date(now - sessionIdleSeconds * 1_000)}`
        yield* sql`DELETE FROM connections WHERE last_used_at <= ${new Date(now - idleSeconds * 1_000)}`
        // The last access token of a connection tells a client that comes back late from one that guesses.
        yield* sql`DELETE FROM oauth_records r WHERE (r.expires_at <= ${new Date(now)} AND NOT (r.model = 'AccessToken'
          AND EXISTS (SELECT FROM connections c WHERE c.grant_id = r.grant_id)
          AND NOT EXISTS (SELECT FROM oauth_records o
            WHERE o.grant_id = r.grant_id AND o.model = 'AccessToken' AND o.expires_at > r.expires_at)
        )) OR (r.model = 'Grant'
          AND r.expires_at <= ${new Date(now + grantSeconds * 1_000 - idleSeconds * 1_000)}
          AND NOT EXISTS (SELECT FROM connections c WHERE c.grant_id = r.grant_id))`
        yield* sql`DELETE FROM oauth_clients c WHERE used_at <= ${new Date(now - unusedClientSeconds * 1_000)}
          AND NOT EXISTS (SELECT FROM connections o WHERE o.client_id = c.client_id)`
        yield* sql`DELETE FROM deliveries d
          WHERE (created_at <= ${new Date(now - historyMillis)} OR account_id IS NULL) AND (status <> 'pending'
            OR EXISTS (SELECT FROM webhooks w WHERE w.id = d.webhook_id AND w.disabled_at IS NOT NULL))`
        yield* sql`DELETE FROM audit_log WHERE occurred_at <= ${new Date(now - auditMillis)}`
        yield* sql`DELETE FROM request_log WHERE occurred_at <= ${new Date(now - requestLogMillis)}`
        // A request that charges two buckets must not meet this halfway.
        yield* sql`DELETE FROM rate_buckets WHERE key IN (
          SELECT key FROM rate_buckets WHERE arrival <= ${now} FOR UPDATE SKIP LOCKED)`
      }).pipe(Effect.orDie, Effect.withSpan("Retention.forget")),

      orphans: Effect.fn("Retention.orphans")(function* (keys) {
        const known = yield* keptKeys(sql`
          SELECT input_key AS key FROM jobs WHERE ${sql.in("input_key", keys)}
          UNION SELECT output_key FROM jobs WHERE ${sql.in("output_key", keys)}
          UNION SELECT blocks_key FROM jobs WHERE ${sql.in("blocks_key", keys)}
          UNION SELECT images_key FROM jobs WHERE ${sql.in("images_key", keys)}`)
        const kept = new Set(known.map(({ key }) => key))
        return keys.filter((key) => !kept.has(key))
      }, Effect.orDie)
    })
  })
)
