/** Jobs as their callers find them. */
import { Clock, DateTime, Effect, Option, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { Actor } from "../../../schema/Actor.ts"
import { JobNotFound } from "../../../schema/Errors.ts"
import { AccountId, type JobId } from "../../../schema/Ids.ts"
import { asOf, ownerOf } from "../../../src/jobs/Job.ts"
import { type Jobs, type Placed, type Seen, watchSeconds } from "../../../src/jobs/Jobs.ts"
import { isEnded, isGone } from "../../../src/jobs/Status.ts"
import { Draining } from "../../../src/process/Draining.ts"
import { gathered } from "../../../src/process/Gathered.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import { jobChanged, jobMoved, Notifications } from "../../postgres/Notifications.ts"
import { inOrder, numbered, rowsOf, together } from "../Rows.ts"
import * as JobRow from "./JobRow.ts"

const jobRows = rowsOf(JobRow.Row)

const numberedRows = rowsOf(Schema.Struct({ ...JobRow.columns, n: Schema.Int }))

const seenRows = rowsOf(Schema.Struct({ ...JobRow.columns, n: Schema.Int, slots_used: Schema.Int }))

const placedRows = rowsOf(Schema.Struct({ ...JobRow.columns, queue_position: Schema.NullOr(Schema.Int) }))

const deviceRows = rowsOf(Schema.Struct({ account_id: Schema.NullOr(AccountId) }))

interface Call {
  readonly job: JobId
  readonly whose: string
  readonly at: number
}

type Reads = "find" | "see" | "wait" | "recall" | "watch" | "newest" | "list" | "recent"

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const draining = yield* Draining
  const notifications = yield* Notifications

  const columns = JobRow.columnsOf(sql)
  const theirs = JobRow.theirsOf(sql)

  const active = sql.literal("q.status IN ('queued', 'processing')")

  /** The place of a queued job among those that wait for the same pool. */
  const place = sql.literal(`CASE WHEN status = 'queued' THEN (
    SELECT 1 + count(*)::int FROM jobs q
    WHERE q.status = 'queued' AND q.pool = jobs.pool AND (q.priority > jobs.priority
      OR (q.priority = jobs.priority AND (q.created_at, q.id) < (jobs.created_at, jobs.id)))
  ) END AS queue_position`)

  /** The caller's job that is not gone, with whatever else the statement told. */
  const live = <R extends typeof JobRow.Row.Type>(row: R | undefined, now: number) => {
    if (row === undefined) return Effect.fail(new JobNotFound())
    const job = asOf(now, JobRow.toJob(row))
    return isGone(job.status) ? Effect.fail(new JobNotFound()) : Effect.succeed({ job, row })
  }

  /** The jobs that callers ask for, and whose they are. Each is looked up by itself: a join would read the whole table. */
  const asked = (calls: ReadonlyArray<Call>) => sql`
    json_to_recordset(${numbered(calls)}::json) AS o(n integer, job uuid, whose text, at float8)
      CROSS JOIN LATERAL (
        SELECT * FROM jobs WHERE jobs.id = o.job AND jobs.owner = o.whose
          AND (jobs.tombstone_until IS NULL OR jobs.tombstone_until > to_timestamp(o.at / 1000)) LIMIT 1
      ) AS jobs`

  const findAll = yield* gathered(together, (calls: ReadonlyArray<Call>) =>
    numberedRows(sql`SELECT ${columns}, n FROM ${asked(calls)}`).pipe(Effect.map(inOrder(calls)), Effect.orDie)
  )

  const seeAll = yield* gathered(together, (calls: ReadonlyArray<Call>) =>
    seenRows(sql`
      SELECT ${columns}, n, (SELECT count(*)::int FROM jobs q WHERE q.owner = o.whose AND ${active}) AS slots_used
      FROM ${asked(calls)}`).pipe(Effect.map(inOrder(calls)), Effect.orDie)
  )

  const find = spanned("Jobs.find")(function* (actor: Actor, jobId: JobId) {
    const at = yield* Clock.currentTimeMillis
    return (yield* live(yield* findAll({ job: jobId, whose: ownerOf(actor), at }), at)).job
  })

  /** The same, for a look long after the caller was let in: a device may belong to somebody else by now, or to nobody. */
  const findAsNow = Effect.fnUntraced(
    function* (actor: Actor, jobId: JobId) {
      if (actor.kind !== "device") return yield* find(actor, jobId)
      const [device] = yield* Effect.orDie(deviceRows(sql`SELECT account_id FROM devices WHERE id = ${actor.deviceId}`))
      return yield* find({ ...actor, accountId: device?.account_id ?? null }, jobId)
    },
    // Once more where the job went with its device between the two looks.
    Effect.retry({ times: 1 })
  )

  /** The caller's job, whatever is left of it. */
  const known = spanned("Jobs.find")(function* (actor: Actor, jobId: JobId) {
    const at = yield* Clock.currentTimeMillis
    const row = yield* findAll({ job: jobId, whose: ownerOf(actor), at })
    return row === undefined ? yield* new JobNotFound() : asOf(at, JobRow.toJob(row))
  })

  const seen = spanned("Jobs.see")(function* (actor: Actor, jobId: JobId) {
    const at = yield* Clock.currentTimeMillis
    const { job, row } = yield* live(yield* seeAll({ job: jobId, whose: ownerOf(actor), at }), at)
    return { job, slotsUsed: row.slots_used } satisfies Seen
  })

  const placed = Effect.fn("Jobs.watch")(function* (actor: Actor, jobId: JobId) {
    const now = yield* Clock.currentTimeMillis
    const [found] = yield* Effect.orDie(
      placedRows(sql`
        SELECT ${columns}, ${place} FROM jobs WHERE ${theirs(ownerOf(actor), jobId, now)}`)
    )
    const { job, row } = yield* live(found, now)
    return { job, queuePosition: row.queue_position, reader: actor } satisfies Placed
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
      // Nothing is said where nobody can listen; what cannot be read right now is read the next time.
      Stream.merge(Stream.drop(Stream.tick(watchSeconds * 1_000), 1)),
      Stream.mapEffect(() =>
        Effect.map(look, (found) => [found]).pipe(Effect.catchDefect(() => Effect.succeed<ReadonlyArray<A>>([])))
      ),
      Stream.flattenIterable,
      Stream.filter(hasEnded),
      Stream.interruptWhen(draining.begun),
      Stream.runHead
    )
    const found = Option.flatten(yield* Effect.timeoutOption(ended, seconds * 1_000))
    return Option.isSome(found) ? found.value : yield* look
  })

  return {
    known,
    find,
    see: (actor, jobId, seconds) => waiting(seen(actor, jobId), ({ job }) => isEnded(job.status), jobId, seconds),
    wait: (actor, jobId, seconds) =>
      waiting((seconds === 0 ? find : findAsNow)(actor, jobId), ({ status }) => isEnded(status), jobId, seconds),

    watch: (reader, jobId) =>
      notifications.mentions(jobChanged, jobId).pipe(
        // one first look is enough
        Stream.merge(Stream.drop(notifications.mentions(jobMoved, jobId), 1)),
        Stream.merge(Stream.tick(watchSeconds * 1_000)),
        Stream.mapEffect(() =>
          Effect.flatMap(
            reader,
            Option.match({
              onNone: () => Effect.succeedNone,
              onSome: (actor) => Effect.asSome(placed(actor, jobId))
            })
            // Once more where the job went with its device between the two looks.
          ).pipe(Effect.retry({ times: 1 }))
        ),
        Stream.takeWhile(Option.isSome),
        Stream.map(({ value }) => value)
      ),

    recall: Effect.fn("Jobs.recall")(function* (jobIds) {
      const rows = yield* jobRows(sql`SELECT ${columns} FROM jobs WHERE ${sql.in("id", jobIds)}`)
      const now = yield* Clock.currentTimeMillis
      const jobs = rows.map((row) => asOf(now, JobRow.toJob(row)))
      return jobIds.flatMap((jobId) => jobs.filter((job) => job.jobId === jobId))
    }, Effect.orDie),

    newest: Effect.fn("Jobs.newest")(function* (actor, limit) {
      const now = yield* DateTime.nowAsDate
      const rows = yield* jobRows(sql`
        SELECT ${columns} FROM jobs
        WHERE owner = ${ownerOf(actor)} AND status NOT IN ('canceled', 'deleted')
          AND (expires_at IS NULL OR expires_at > ${now})
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
      return rows.map(JobRow.toJob)
    }, Effect.orDie),

    list: Effect.fn("Jobs.list")(function* (actor, { status, externalId, tag, after, limit }) {
      const at = yield* Clock.currentTimeMillis
      const now = new Date(at)
      const unexpired = sql`(expires_at IS NULL OR expires_at > ${now})`
      const unswept = status === "deleted" ? sql`OR (status IN ('ready', 'error') AND expires_at <= ${now})` : sql``
      const shown =
        status === null
          ? sql`status NOT IN ('canceled', 'deleted') AND ${unexpired}`
          : isGone(status)
            ? sql`((tombstone_until > ${now} AND status = ${status}) ${unswept})`
            : sql`status = ${status} AND ${unexpired}`
      const rows = yield* jobRows(sql`
        SELECT ${columns} FROM jobs
        WHERE owner = ${ownerOf(actor)} AND ${shown}
          ${externalId === null ? sql`` : sql`AND external_id = ${externalId}`}
          ${tag === null ? sql`` : sql`AND tags ? ${tag}`}
          ${after === null ? sql`` : sql`AND (created_at, id) < (${new Date(after.createdAt)}, ${after.jobId})`}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
      return rows.map((row) => asOf(at, JobRow.toJob(row)))
    }, Effect.orDie),

    recent: Effect.fn("Jobs.recent")(function* (limit) {
      return (yield* jobRows(sql`SELECT ${columns} FROM jobs ORDER BY id DESC LIMIT ${limit}`)).map(JobRow.toJob)
    }, Effect.orDie)
  } satisfies Pick<Jobs["Service"], Reads> & { readonly known: typeof known }
})
