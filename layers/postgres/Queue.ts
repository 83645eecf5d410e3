import { Cause, Deferred, Duration, Effect, Layer, Option, Redacted, Schedule, Schema, Stream } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { type Db, PgBoss } from "pg-boss"
import { JobId } from "../../schema/Ids.ts"
import { Pool } from "../../src/accounts/Tiers.ts"
import { type Lease, Queue } from "../../src/jobs/Queue.ts"
import { rowsOf } from "../sql/Rows.ts"
import { Connection } from "./Database.ts"
import { Notifications } from "./Notifications.ts"

const pools = Pool.literals

const depths = rowsOf(Schema.Struct({ pool: Pool, waiting: Schema.Int, oldestSeconds: Schema.Finite }))

/** Something may be taken; the payload is the pool. */
const wakeUp = "queue"

/** A job was cancelled; the payload is its id. */
const cancelled = "queue_cancelled"

/**
 * A holder that does not answer for 10 seconds, the least pg-boss takes, has lost its job. Nothing else ends a job:
 * how often it may be tried and how long it may run is decided by the job itself, far below these bounds.
 */
const properties = {
  heartbeatSeconds: 10,
  expireInSeconds: 4 * 3600,
  retryLimit: 1_000_000,
  retryDelay: 0,
  retentionSeconds: 365 * 86_400,
  deleteAfterSeconds: 60
}

/** Several are missed before the heartbeat is. */
const beat = Duration.seconds(2)

const poll = Duration.seconds(2)

/**
 * pg-boss keeps its house on two connections of its own: once a second it looks for jobs whose holder is silent. The
 * statements that matter run on ours, inside our transactions.
 */
const options = {
  schema: "pgboss",
  max: 2,
  application_name: "pdf-to-markdown queue",
  schedule: false,
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
  flowIntervalSeconds: 3600,
  monitorVacuum: false
}

const decodeCount = Schema.decodeUnknownSync(Schema.Struct({ affected: Schema.Number }))

const connecting = (connection: Connection["Service"]) =>
  "url" in connection
    ? { connectionString: Redacted.value(connection.url) }
    : { host: connection.host, port: connection.port, user: connection.username, database: connection.database }

/** The id of no job. */
const nobody = "00000000-0000-0000-0000-000000000000"

/**
 * Started under a lock, because two nodes that find no schema would both create it. pg-boss reads the properties of a
 * queue on first use, on a connection of its own: `touch` makes that now, and not in the middle of an outage.
 */
const start = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = Effect.runForkWith(yield* Effect.context())
  let isStopping = false
  const boss = yield* Effect.acquireRelease(
    Effect.map(Connection, (connection) => new PgBoss({ ...options, ...connecting(connection) })),
    (boss) =>
      Effect.promise(() => {
        isStopping = true
        return boss.stop({ graceful: false })
      })
  )
  // a connection that ends while it stops is no failure
  boss.on("error", (error) => isStopping || run(Effect.logWarning(`The queue's housekeeping failed: ${error.message}`)))
  boss.on("warning", (warning) => run(Effect.logWarning(warning.message)))
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SELECT pg_advisory_xact_lock(hashtext('pgboss'))`
      yield* Effect.promise(() => boss.start())
      for (const pool of pools) {
        yield* Effect.promise(() => boss.createQueue(pool, properties))
        yield* Effect.promise(() => boss.updateQueue(pool, properties))
        yield* Effect.promise(() => boss.touch(pool, nobody))
      }
    })
  )
  return boss
})

/** Jobs wait in pg-boss under their own ids; an ended or cancelled job leaves no row behind. */
export const layer = Layer.effect(
  Queue,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const notifications = yield* Notifications
    const boss = yield* start
    const leases = new Set<{ readonly jobId: string; readonly lost: Deferred.Deferred<void> }>()

    /** One call of pg-boss, as part of the surrounding transaction. */
    const ask = <A>(call: (db: Db) => Promise<A>): Effect.Effect<A, SqlError.SqlError> =>
      Effect.flatMap(Effect.context<never>(), (context) =>
        Effect.tryPromise({
          try: () =>
            call({
              executeSql: (text, values) =>
                Effect.runPromiseWith(context)(Effect.map(sql.unsafe(text, values), (rows) => ({ rows: [...rows] })))
            }),
          catch: (error) => error
        })
      ).pipe(
        Effect.catch((error) => (SqlError.isSqlError(error) ? Effect.fail(error) : Effect.die(error))),
        Effect.uninterruptible
      )

    /** How many jobs a call of pg-boss concerned. */
    const count = (call: (db: Db) => Promise<unknown>) =>
      Effect.map(ask(call), (answer) => decodeCount(answer).affected)

    const notify = (channel: string, payload: string) => sql`SELECT pg_notify(${channel}, ${payload})`

    const discard = Effect.fnUntraced(function* (jobId: JobId) {
      for (const pool of pools) {
        if ((yield* count((db) => boss.deleteJob(pool, jobId, { db }))) > 0)
          return yield* Effect.asVoid(notify(cancelled, jobId))
      }
    })

    const first = Effect.fnUntraced(function* (from: ReadonlyArray<Pool>) {
      for (const pool of from) {
        const [job] = yield* ask((db) => boss.fetch(pool, { db }))
        if (job !== undefined) return Option.some({ pool, attempt: { id: job.id, retryCount: job.retryCount } })
      }
      return Option.none()
    })

    interface Taken {
      readonly pool: Pool
      readonly attempt: { readonly id: string; readonly retryCount: number }
    }

    const hold = ({ pool, attempt }: Taken) => {
      const lost = Deferred.makeUnsafe<void>()
      const entry = { jobId: attempt.id, lost }
      let held = true
      let ending = false
      leases.add(entry)
      const forget = Effect.sync(() => {
        held = false
        leases.delete(entry)
      })
      /** In a transaction the lease ends when that commits; if it rolls back, it can still be released. */
      const end = (how: Effect.Effect<unknown, SqlError.SqlError>) =>
        Effect.suspend(() => {
          if (!held) return Effect.void
          ending = true
          return Effect.andThen(how, sql.afterCommit(forget))
        })
      const complete = end(ask((db) => boss.deleteJob(pool, attempt, { db })))
      const release = end(
        sql.withTransaction(
          Effect.andThen(
            ask((db) => boss.fail(pool, attempt, null, { db })),
            notify(wakeUp, pool)
          )
        )
      )
      const renew = count((db) => boss.touch(pool, attempt, { db })).pipe(
        Effect.flatMap((affected) => (affected === 0 && !ending ? Deferred.succeed(lost, undefined) : Effect.void)),
        Effect.catchCause((cause) => Effect.logWarning(`A lease could not be renewed: ${Cause.squash(cause)}`)),
        Effect.delay(beat),
        Effect.repeat({ while: () => held && !Deferred.isDoneUnsafe(lost) })
      )
      const lease: Lease = {
        jobId: JobId.make(attempt.id),
        pool,
        lost: Deferred.await(lost),
        complete: Effect.orDie(complete).pipe(Effect.withSpan("Queue.complete")),
        release: Effect.orDie(release).pipe(Effect.withSpan("Queue.release"))
      }
      const abandonLease = Effect.ensuring(
        Effect.catchCause(release, (cause) =>
          Effect.logWarning(`A lease is left to its heartbeat: ${Cause.squash(cause)}`)
        ),
        forget
      )
      return { lease, renew, forsake: abandonLease }
    }

    /**
     * Between the statement that takes a job and the lease that gives it back nothing can interrupt. A database that
     * is away is waited for, however long.
     */
    const take = Effect.fn("Queue.take")(
      function* (from: ReadonlyArray<Pool>) {
        const taken = yield* Effect.acquireRelease(Effect.map(first(from), Option.map(hold)), (found) =>
          Option.isSome(found) ? found.value.forsake : Effect.void
        )
        if (Option.isSome(taken)) yield* Effect.forkScoped(taken.value.renew)
        return Option.map(taken, ({ lease }) => lease)
      },
      Effect.tapError((error) => Effect.logWarning(`No job can be taken: ${error.message}`)),
      Effect.retry(Schedule.min([Schedule.exponential("200 millis"), Schedule.spaced("5 seconds")])),
      Effect.orDie
    )

    yield* notifications.on(cancelled).pipe(
      Stream.runForEach((jobId) =>
        Effect.forEach(
          [...leases].filter((lease) => lease.jobId === jobId),
          ({ lost }) => Deferred.succeed(lost, undefined)
        )
      ),
      Effect.forkScoped
    )

    return Queue.of({
      enqueue: Effect.fn("Queue.enqueue")(function* ({ jobId, pool, priority }) {
        const send = ask((db) => boss.send(pool, null, { db, id: jobId, priority }))
        if ((yield* send) === null) {
          yield* discard(jobId)
          yield* send
        }
        yield* notify(wakeUp, pool)
      }, Effect.orDie),
      cancel: Effect.fn("Queue.cancel")(discard, Effect.orDie),
      take,
      wakeUps: Stream.merge(
        Stream.map(notifications.on(wakeUp), () => undefined),
        Stream.tick(poll)
      ),
      depth: depths(sql`
        SELECT q.name AS pool, count(j.id)::int AS waiting,
          coalesce(extract(epoch FROM pgboss.job_now() - min(j.created_on)), 0)::float8 AS "oldestSeconds"
        FROM pgboss.queue q
        LEFT JOIN pgboss.job j ON j.name = q.name AND j.state < 'active'
        WHERE ${sql.in("q.name", pools)}
        GROUP BY q.name ORDER BY q.name DESC`).pipe(Effect.orDie, Effect.withSpan("Queue.depth"))
    })
  })
)
