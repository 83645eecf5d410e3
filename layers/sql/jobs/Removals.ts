/** Jobs as their callers cancel and delete them. */
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Actor } from "../../../schema/Actor.ts"
import { JobNotFound } from "../../../schema/Errors.ts"
import { BlobKey, type JobId } from "../../../schema/Ids.ts"
import { Blobs } from "../../../src/jobs/Blobs.ts"
import { type Owner, ownerOf, removal } from "../../../src/jobs/Job.ts"
import type { Jobs } from "../../../src/jobs/Jobs.ts"
import { Queue } from "../../../src/jobs/Queue.ts"
import { tombstoneSeconds } from "../../../src/jobs/Status.ts"
import { gathered } from "../../../src/process/Gathered.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import { Outbox } from "../../../src/webhooks/Outbox.ts"
import { jobChanged } from "../../postgres/Notifications.ts"
import { inOrder, numbered, rowsOf, together, transacting } from "../Rows.ts"
import * as JobRow from "./JobRow.ts"

const jobRows = rowsOf(JobRow.Row)

const deletedRows = rowsOf(
  Schema.Struct({
    ...JobRow.columns,
    n: Schema.Int,
    files: Schema.Array(Schema.NullOr(BlobKey)),
    slots_used: Schema.Int
  })
)

interface Call {
  readonly job: JobId
  readonly whose: Owner
  readonly at: number
}

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const blobs = yield* Blobs
  const outbox = yield* Outbox
  const queue = yield* Queue

  const columns = JobRow.columnsOf(sql)
  const theirs = JobRow.theirsOf(sql)
  const isUntold = JobRow.isUntoldOf(sql)

  /** Found by their index: a join alone would read the whole table. */
  const these = sql.literal("ARRAY(SELECT job FROM ended)")

  /** What is kept of a job that is gone. */
  const emptied = sql.literal(
    "input_key = NULL, output_key = NULL, blocks_key = NULL, images_key = NULL, password = NULL"
  )

  /**
   * Deletes jobs that have ended and of which nobody is told, as most are: those of other kinds have no row. Rows are locked
   * in one order everywhere.
   */
  const deleteEnded = yield* gathered(together, (calls: ReadonlyArray<Call>) =>
    deletedRows(sql`
      WITH ended AS (
        SELECT jobs.job, jobs.files, o.n, to_timestamp(o.at / 1000) AS at
        FROM (
          SELECT * FROM json_to_recordset(${numbered(calls)}::json) AS o(n integer, job uuid, whose text, at float8)
          ORDER BY job, n
        ) AS o CROSS JOIN LATERAL (
          SELECT id AS job, jsonb_build_array(input_key, output_key, blocks_key, images_key) AS files FROM jobs
          WHERE id = o.job AND owner = o.whose AND status IN ('ready', 'error') AND ${isUntold}
            AND (expires_at IS NULL OR expires_at > to_timestamp(o.at / 1000))
          LIMIT 1 FOR UPDATE
        ) AS jobs
      ), unreported AS (
        DELETE FROM page_reports WHERE job_id = ANY (${these})
      )
      UPDATE jobs SET status = 'deleted', status_since = ended.at, gone_reason = 'deleted',
        tombstone_until = ended.at + ${tombstoneSeconds} * interval '1 second', ${emptied}
      FROM ended WHERE jobs.id = ANY (${these}) AND jobs.id = ended.job
      RETURNING ${columns}, ended.n, ended.files, pg_notify(${jobChanged}, jobs.id::text),
        (SELECT count(*)::int FROM jobs q WHERE q.owner = jobs.owner AND q.status IN ('queued', 'processing')) AS slots_used`).pipe(
      Effect.map(inOrder(calls)),
      Effect.orDie
    )
  )

  /** A job in any state. */
  const removeAny = Effect.fnUntraced(function* ({ job: jobId, whose, at }: Call) {
    const [row] = yield* jobRows(sql`SELECT ${columns} FROM jobs WHERE ${theirs(whose, jobId, at)} FOR UPDATE`)
    if (row === undefined) return yield* new JobNotFound()
    const job = JobRow.toJob(row)
    const change = removal(job, at)
    if (change === null) return { job, files: [] }
    const [tombstone] = yield* jobRows(sql`
        WITH unreported AS (DELETE FROM page_reports WHERE job_id = ${jobId})
        UPDATE jobs SET status = ${change.status}, status_since = ${new Date(at)}, gone_reason = ${change.goneReason},
          tombstone_until = ${new Date(at + tombstoneSeconds * 1_000)}, ${emptied}
        WHERE id = ${jobId} RETURNING ${columns}, pg_notify(${jobChanged}, ${jobId})`)
    if (change.isActive) yield* queue.cancel(jobId)
    yield* outbox.emit([jobId])
    return { job: JobRow.toJob(tombstone!), files: change.files }
  }, transacting(sql))

  const remove: Jobs["Service"]["remove"] = spanned("Jobs.remove")(function* (actor: Actor, job: JobId) {
    const call = { job, whose: ownerOf(actor), at: yield* Clock.currentTimeMillis }
    const deleted = yield* deleteEnded(call)
    const gone =
      deleted === undefined
        ? yield* removeAny(call)
        : {
            job: { ...JobRow.toJob(deleted), slotsUsed: deleted.slots_used },
            files: deleted.files.filter((key) => key !== null)
          }
    yield* Effect.ignore(blobs.remove(gone.files))
    return gone.job
    // Uninterruptible: once the row is a tombstone its files must go, even if the client hangs up.
  }, Effect.uninterruptible)

  return remove
})
