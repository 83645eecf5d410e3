import { Cause, Deferred, Duration, Effect, Layer, Result, Schedule, Schema, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { JobId } from "../../schema/Ids.ts"
import { Pool } from "../../src/accounts/Tiers.ts"
import { type Lease, Queue, type Room, type Taken } from "../../src/jobs/Queue.ts"
import { spanned } from "../../src/process/Spanned.ts"
import { rowsOf } from "../sql/Rows.ts"
import { besideJobs, Enqueuing, wakeUp } from "./Enqueuing.ts"
import { Notifications } from "./Notifications.ts"

const isPool = Schema.is(Pool)

const takings = rowsOf(Schema.Struct({ job_id: JobId, taken: Schema.Int }))

const nextRows = rowsOf(Schema.Struct({ job_id: JobId, taken: Schema.Int, is_more: Schema.Boolean }))

const depths = rowsOf(Schema.Struct({ pool: Pool, waiting: Schema.Int, oldestSeconds: Schema.Finite }))

/** A job was cancelled; the payload is its id. */
const cancelled = "queue_cancelled"

/** A holder of whom nothing is heard for so long has lost its job. */
const hold = "interval '10 seconds'"

/** Several are missed before a lease is lost. */
const beat = Duration.seconds(2)

const poll = Duration.seconds(2)

/** How often it is looked for jobs that were never queued here. */
const adoption = Duration.minutes(1)

/** The wait before a database that is away is asked again, in ms: doubles up to five seconds. */
const patience = (failures: number) => Math.min(5_000, 200 * 2 ** failures)

/** One taking of a job: what concerns another one of it concerns another lease. */
interface Held {
  readonly jobId: JobId
  readonly pool: Pool
  readonly taken: number
  readonly lost: Deferred.Deferred<void>
}

/**
 * Jobs wait in a table; an ended or cancelled job leaves no row behind. What is taken commits without waiting for the disk:
 * a database that forgets it in a crash hands the job out again, as if its holder had died.
 */
const queue = Layer.effect(
  Queue,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const notifications = yield* Notifications
    const leases = new Set<Held>()
    /** Jobs that have ended and are in the table still, held by nobody else. */
    const ended = new Set<Held>()

    const notify = (channel: string, payload: string) => sql`pg_notify(${channel}, ${payload})`

    /** As rows `held`: the takings that a statement is about. */
    const those = (held: Iterable<Held>) => {
      const rows = [...held].map(({ jobId, taken }) => ({ job_id: jobId, taken }))
      return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS held (job_id uuid, taken integer)`
    }
    const isHeld = sql.literal("queue.job_id = held.job_id AND queue.taken = held.taken")

    const forget = (held: Held) => Effect.sync(() => leases.delete(held))

    const give = (held: Held) => sql`
      UPDATE queue SET free_at = '-infinity' FROM ${those([held])} WHERE ${isHeld} RETURNING ${notify(wakeUp, held.pool)}`

    const handBack = (held: Held) =>
      Effect.suspend(() =>
        leases.has(held) ? Effect.andThen(give(held), sql.afterCommit(Effect.asVoid(forget(held)))) : Effect.void
      )
    const released = spanned("Queue.release")(function* (held: Held) {
      yield* Effect.orDie(handBack(held))
    })

    const leaseOf = (held: Held): Lease => {
      return {
        jobId: held.jobId,
        pool: held.pool,
        lost: Deferred.await(held.lost),
        complete: sql.afterCommit(
          Effect.sync(() => {
            if (leases.delete(held)) ended.add(held)
          })
        ),
        release: released(held),
        leave: Effect.ensuring(
          Effect.catchCause(handBack(held), (cause) =>
            Effect.logWarning(`A lease is left to its end: ${Cause.squash(cause)}`)
          ),
          forget(held)
        )
      }
    }

    /** Jobs that have ended go, many at once; until then nobody is handed them. */
    const clear = Effect.suspend(() => {
      const gone = [...ended]
      if (gone.length === 0) return Effect.void
      return Effect.tap(sql`DELETE FROM queue USING ${those(gone)} WHERE ${isHeld}`, () =>
        Effect.sync(() => {
          for (const held of gone) ended.delete(held)
        })
      )
    })

    /** Holds on to all leases; those that the database knows no more are lost. */
    const renew = Effect.suspend(() => {
      const asked = [...leases]
      if (asked.length === 0) return Effect.void
      return Effect.flatMap(
        takings(sql`
          UPDATE queue SET free_at = now() + ${sql.literal(hold)} FROM ${those(asked)} WHERE ${isHeld}
          RETURNING queue.job_id, queue.taken`),
        (rows) => {
          const kept = new Set(rows.map(({ job_id, taken }) => `${job_id} ${taken}`))
          const lost = asked.filter((held) => leases.has(held) && !kept.has(`${held.jobId} ${held.taken}`))
          return Effect.forEach(lost, (held) => Deferred.succeed(held.lost, undefined), { discard: true })
        }
      )
    })

    const housekeeping = Effect.andThen(renew, clear).pipe(
      Effect.catchCause((cause) => Effect.logWarning(`Leases could not be renewed: ${Cause.squash(cause)}`))
    )
    yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.ignore(clear), beat))
    yield* Effect.forkScoped(Effect.forever(Effect.delay(housekeeping, beat)))

    /**
     * Queues the jobs that an older version of the service queued in its own way. What one of its workers may still be at
     * is left to it for as long as a run takes.
     */
    const adopt = sql`
      WITH adopted AS (
        INSERT INTO queue (job_id, pool, priority)
        SELECT id, pool, priority FROM jobs
        WHERE status IN ('queued', 'processing') AND NOT EXISTS (SELECT FROM queue WHERE job_id = jobs.id)
          AND (status = 'queued' OR status_since < now() - (time_budget_sec + 60) * interval '1 second')
        ORDER BY created_at
        ON CONFLICT DO NOTHING RETURNING pool
      ) SELECT pg_notify(${wakeUp}, pool) FROM adopted GROUP BY pool`.pipe(
      Effect.catchCause((cause) =>
        Effect.logWarning(`Nobody looked for jobs of other versions: ${Cause.squash(cause)}`)
      )
    )
    yield* Effect.forkScoped(Effect.repeat(adopt, Schedule.spaced(adoption)))

    const first = Effect.fnUntraced(function* (from: ReadonlyArray<Room>) {
      for (const { pool, most } of from) {
        const rows = yield* nextRows(sql`
          WITH next AS (
            SELECT job_id FROM queue WHERE pool = ${pool} AND free_at <= now()
            ORDER BY priority DESC, arrival LIMIT ${most} FOR UPDATE SKIP LOCKED
          ), others AS (
            SELECT FROM queue
            WHERE pool = ${pool} AND free_at <= now() AND NOT EXISTS (SELECT FROM next WHERE next.job_id = queue.job_id)
          )
          UPDATE queue SET free_at = now() + ${sql.literal(hold)}, taken = taken + 1
          FROM next WHERE queue.job_id = next.job_id
          RETURNING queue.job_id, queue.taken, EXISTS (SELECT FROM others) AS is_more,
            set_config('synchronous_commit', 'off', true)`)
        const held = rows.map(({ job_id: jobId, taken }): Held => {
          const lost = Deferred.makeUnsafe<void>()
          return { jobId, pool, taken, lost }
        })
        for (const each of held) leases.add(each)
        if (held.length > 0) return { leases: held.map(leaseOf), isMore: rows[0]!.is_more } satisfies Taken
      }
      return { leases: [], isMore: false } satisfies Taken
    })

    /** A database that is away is waited for, however long; nothing comes between a job that is taken and its lease. */
    const take = spanned("Queue.take")(function* (from: ReadonlyArray<Room>) {
      for (let failures = 0; ; failures++) {
        const found = yield* Effect.result(first(from))
        if (Result.isSuccess(found)) return found.success
        yield* Effect.logWarning(`No job can be taken: ${found.failure.message}`)
        yield* Effect.interruptible(Effect.sleep(patience(failures)))
      }
    }, Effect.uninterruptible)

    yield* notifications.on(cancelled).pipe(
      Stream.runForEach((jobId) =>
        Effect.forEach(
          [...leases].filter((held) => held.jobId === jobId),
          ({ lost }) => Deferred.succeed(lost, undefined)
        )
      ),
      Effect.forkScoped
    )

    return Queue.of({
      enqueue: Effect.fn("Queue.enqueue")(
        ({ jobId, pool, priority }): Effect.Effect<void, SqlError.SqlError> =>
          Effect.asVoid(sql`
            INSERT INTO queue (job_id, pool, priority) VALUES (${jobId}, ${pool}, ${priority})
            ON CONFLICT (job_id) DO UPDATE SET pool = EXCLUDED.pool, priority = EXCLUDED.priority, arrival = DEFAULT,
              queued_at = DEFAULT, free_at = DEFAULT, taken = queue.taken + 1
            RETURNING ${notify(wakeUp, pool)}`),
        Effect.orDie
      ),
      cancel: Effect.fn("Queue.cancel")(
        (jobId: JobId): Effect.Effect<void, SqlError.SqlError> =>
          Effect.asVoid(sql`DELETE FROM queue WHERE job_id = ${jobId} RETURNING ${notify(cancelled, jobId)}`),
        Effect.orDie
      ),
      take,
      wakeUps: Stream.merge(
        Stream.map(notifications.on(wakeUp), (pool) => (isPool(pool) ? pool : null)),
        Stream.map(Stream.tick(poll), () => null)
      ),
      depth: depths(sql`
        SELECT all_pools.pool, count(q.job_id)::int AS waiting,
          coalesce(greatest(extract(epoch FROM now() - min(q.queued_at)), 0), 0)::float8 AS "oldestSeconds"
        FROM unnest(ARRAY['standard', 'priority']) AS all_pools (pool)
        LEFT JOIN queue q ON q.pool = all_pools.pool AND q.free_at <= now()
        GROUP BY all_pools.pool ORDER BY all_pools.pool DESC`).pipe(Effect.orDie, Effect.withSpan("Queue.depth"))
    })
  })
)

export const layer = Layer.merge(queue, Layer.succeed(Enqueuing, besideJobs))
