/** Jobs as their callers find them. */
import { Clock, Effect, Option, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { Actor } from "../../../schema/Actor.ts"
import { JobNotFound } from "../../../schema/Errors.ts"
import type { JobId } from "../../../schema/Ids.ts"
import { asOf, ownerOf } from "../../../src/jobs/Job.ts"
import { type Jobs, type Placed, type Seen, watchSeconds } from "../../../src/jobs/Jobs.ts"
import { isEnded, isGone } from "../../../src/jobs/Status.ts"
import { Draining } from "../../../src/process/Draining.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import { jobChanged, Notifications } from "../../postgres/Notifications.ts"
import { rowsOf } from "../Rows.ts"
import * as JobRow from "./JobRow.ts"

const jobRows = rowsOf(JobRow.Row)

const seenRows = rowsOf(Schema.Struct({ ...JobRow.columns, slots_used: Schema.Int }))

const placedRows = rowsOf(Schema.Struct({ ...JobRow.columns, queue_position: Schema.NullOr(Schema.Int) }))

type Reads = "find" | "see" | "wait" | "recall" | "watch" | "newest" | "list" | "recent"

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const draining = yield* Draining
  const notifications = yield* Notifications

  const columns = JobRow.columnsOf(sql)
  const theirs = JobRow.theirsOf(sql)

  const active = sql.literal("status IN ('queued', 'processing')")

  /** The place of a queued job among those that wait for the same pool. */
  const place = sql.literal(`CASE WHEN status = 'queued' THEN (
    SELECT 1 + count(*)::int FROM jobs q
    WHERE q.status = 'queued' AND q.pool = jobs.pool AND (q.priority > jobs.priority
      OR (q.priority = jobs.priority AND (q.created_at, q.id) < (jobs.created_at, jobs.id)))
  ) END AS queue_position`)

  /** The caller's job that is not gone, with whatever else the statement told. */
  const live = Effect.fnUntraced(function* <R extends typeof JobRow.Row.Type>(
    rows: Effect.Effect<ReadonlyArray<R>, unknown>,
    now: number
  ) {
    const [row] = yield* Effect.orDie(rows)
    if (row === undefined) return yield* new JobNotFound()
    const job = asOf(now, JobRow.toJob(row))
    return isGone(job.status) ? yield* new JobNotFound() : { job, row }
  })

  const find = spanned("Jobs.find")(function* (actor: Actor, jobId: JobId) {
    const now = yield* Clock.currentTimeMillis
    return (yield* live(jobRows(sql`SELECT ${columns} FROM jobs WHERE ${theirs(actor, jobId, now)}`), now)).job
  })

  const seen = spanned("Jobs.see")(function* (actor: Actor, jobId: JobId) {
    const now = yield* Clock.currentTimeMillis
    const { job, row } = yield* live(
      seenRows(sql`
        SELECT ${columns}, (SELECT count(*)::int FROM jobs WHERE owner = ${ownerOf(actor)} AND ${active}) AS slots_used
        FROM jobs WHERE ${theirs(actor, jobId, now)}`),
      now
    )
    return { job, slotsUsed: row.slots_used } satisfies Seen
  })

  const placed = Effect.fn("Jobs.watch")(function* (actor: Actor, jobId: JobId) {
    const now = yield* Clock.currentTimeMillis
    const { job, row } = yield* live(
      placedRows(sql`
        SELECT ${columns}, ${place} FROM jobs WHERE ${theirs(actor, jobId, now)}`),
      now
    )
    return { job, queuePosition: row.queue_position } satisfies Placed
  })

  /** What a look tells once the job has ended, the time is up or this process drains, whichever is first. */
  const waiting = Effect.fnUntraced(function* <A>(
    look: Effect.Effect<A, JobNotFound>,
    hasEnded: (found: A) => boolean,
    jobId: JobId,
    seconds: number
  ) {
    if (seconds === 0) return yield* look
    const ended = notifications.mentions(jobChanged, jobId).pipe(
      Stream.mapEffect(() => look),
      Stream.filter(hasEnded),
      Stream.interruptWhen(draining.begun),
      Stream.runHead
    )
    const found = Option.flatten(yield* Effect.timeoutOption(ended, seconds * 1_000))
    return Option.isSome(found) ? found.value : yield* look
  })

  return {
    find,
    see: (actor, jobId, seconds) => waiting(seen(actor, jobId), ({ job }) => isEnded(job.status), jobId, seconds),
    wait: (actor, jobId, seconds) => waiting(find(actor, jobId), ({ status }) => isEnded(status), jobId, seconds),

    watch: (actor, jobId) =>
      Stream.mapEffect(Stream.merge(notifications.mentions(jobChanged, jobId), Stream.tick(watchSeconds * 1_000)), () =>
        placed(actor, jobId)
      ),

    recall: Effect.fn("Jobs.recall")(function* (jobIds) {
      const rows = yield* jobRows(sql`SELECT ${columns} FROM jobs WHERE ${sql.in("id", jobIds)}`)
      const now = yield* Clock.currentTimeMillis
      const jobs = rows.map((row) => asOf(now, JobRow.toJob(row)))
      return jobIds.flatMap((jobId) => jobs.filter((job) => job.jobId === jobId))
    }, Effect.orDie),

    newest: Effect.fn("Jobs.newest")(function* (actor, limit) {
      const now = new Date(yield* Clock.currentTimeMillis)
      const rows = yield* jobRows(sql`
        SELECT ${columns} FROM jobs
        WHERE owner = ${ownerOf(actor)} AND status NOT IN ('canceled', 'deleted')
          AND (expires_at IS NULL OR expires_at > ${now})
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
      return rows.map(JobRow.toJob)
    }, Effect.orDie),

    list: Effect.fn("Jobs.list")(function* (actor, { status, externalId, tag, after, limit }) {
      const now = new Date(yield* Clock.currentTimeMillis)
      const unexpired = sql`(expires_at IS NULL OR expires_at > ${now})`
      const shown =
        status === null
          ? sql`status NOT IN ('canceled', 'deleted') AND ${unexpired}`
          : status === "canceled" || status === "deleted"
            ? sql`tombstone_until > ${now} AND status = ${status}`
            : sql`status = ${status} AND ${unexpired}`
      const rows = yield* jobRows(sql`
        SELECT ${columns} FROM jobs
        WHERE owner = ${ownerOf(actor)} AND ${shown}
          ${externalId === null ? sql`` : sql`AND external_id = ${externalId}`}
          ${tag === null ? sql`` : sql`AND tags ? ${tag}`}
          ${after === null ? sql`` : sql`AND (created_at, id) < (${new Date(after.createdAt)}, ${after.jobId})`}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
      return rows.map(JobRow.toJob)
    }, Effect.orDie),

    recent: Effect.fn("Jobs.recent")(function* (limit) {
      return (yield* jobRows(sql`SELECT ${columns} FROM jobs ORDER BY id DESC LIMIT ${limit}`)).map(JobRow.toJob)
    }, Effect.orDie)
  } satisfies Pick<Jobs["Service"], Reads>
})
