import { Cause, Deferred, Duration, Effect, Layer, Option, Redacted, Result, Schema, Stream } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { type Db, PgBoss } from "pg-boss"
import { JobId } from "../../schema/Ids.ts"
import { Pool } from "../../src/accounts/Tiers.ts"
import { type Lease, Queue, type Room } from "../../src/jobs/Queue.ts"
import { gathered } from "../../src/process/Gathered.ts"
import { rowsOf } from "../sql/Rows.ts"
import { Connection } from "./Database.ts"
import { Notifications } from "./Notifications.ts"

const pools = Pool.literals

const isPool = Schema.is(Pool)

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

/** Leases that end in one statement. */
const mostTogether = 200

/** The wait before a database that is away is asked again, in ms: doubles up to five seconds. */
const patience = (failures: number) => Math.min(5_000, 200 * 2 ** failures)

/** Pools with what belongs to each. */
const byPool = <A extends { readonly pool: Pool }>(all: ReadonlyArray<A>) => Map.groupBy(all, ({ pool }) => pool)

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

/** A job as pg-boss hands it out: what concerns another attempt at it concerns another lease. */
interface Attempt {
  readonly id: string
  readonly retryCount: number
}

interface Held {
  readonly pool: Pool
  readonly attempt: Attempt
  readonly lost: Deferred.Deferred<void>
  /** It ends with a transaction that has not committed yet. */
  isEnding: boolean
}

/** Jobs wait in pg-boss under their own ids; an ended or cancelled job leaves no row behind. */
export const layer = Layer.effect(
  Queue,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const notifications = yield* Notifications
    const boss = yield* start
    const leases = new Set<Held>()

    /** One call of pg-boss, as part of the surrounding transaction. `told` makes its statement tell of itself. */
    const ask = <A>(call: (db: Db) => Promise<A>, told = (text: string) => text): Effect.Effect<A, SqlError.SqlError> =>
      Effect.flatMap(Effect.context<never>(), (context) =>
        Effect.tryPromise({
          try: () =>
            call({
              executeSql: (text, values) =>
                Effect.runPromiseWith(context)(
                  Effect.map(sql.unsafe(told(text), values), (rows) => ({ rows: [...rows] }))
                )
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

    const forget = (held: Held) => Effect.sync(() => leases.delete(held))

    /** In a transaction a lease ends when that commits; if it rolls back, it can still be released. */
    const end = (held: Held, how: Effect.Effect<unknown, SqlError.SqlError>) =>
      Effect.suspend(() => {
        if (!leases.has(held)) return Effect.void
        held.isEnding = true
        return Effect.andThen(how, sql.afterCommit(Effect.asVoid(forget(held))))
      })

    const remove = Effect.fnUntraced(function* (ended: ReadonlyArray<Held>) {
      for (const [pool, some] of byPool(ended)) {
        const attempts = some.map(({ attempt }) => attempt)
        yield* ask((db) => boss.deleteJob(pool, attempts, { db }))
      }
      return ended.map(() => undefined)
    })
    const removeTogether = yield* gathered(mostTogether, remove)
    const isInTransaction = Effect.map(Effect.serviceOption(sql.transactionService), Option.isSome)

    const leaseOf = (held: Held): Lease => {
      const { pool, attempt } = held
      const complete = Effect.flatMap(isInTransaction, (inside) =>
        end(held, inside ? remove([held]) : removeTogether(held))
      )
      const release = end(
        held,
        sql.withTransaction(
          Effect.andThen(
            ask((db) => boss.fail(pool, attempt, null, { db })),
            notify(wakeUp, pool)
          )
        )
      )
      return {
        jobId: JobId.make(attempt.id),
        pool,
        lost: Deferred.await(held.lost),
        complete: Effect.orDie(complete).pipe(Effect.withSpan("Queue.complete")),
        release: Effect.orDie(release).pipe(Effect.withSpan("Queue.release")),
        leave: Effect.ensuring(
          Effect.catchCause(release, (cause) =>
            Effect.logWarning(`A lease is left to its heartbeat: ${Cause.squash(cause)}`)
          ),
          forget(held)
        )
      }
    }

    /** Tells the database that all leases are held; where it knows of fewer, each is asked for alone. */
    const renew = Effect.gen(function* () {
      for (const [pool, some] of byPool([...leases])) {
        const touch = (held: ReadonlyArray<Held>) =>
          count((db) =>
            boss.touch(
              pool,
              held.map(({ attempt }) => attempt),
              { db }
            )
          )
        if ((yield* touch(some)) === some.length) continue
        for (const held of some) {
          if ((yield* touch([held])) === 0 && !held.isEnding) yield* Deferred.succeed(held.lost, undefined)
        }
      }
    }).pipe(
      Effect.catchCause((cause) => Effect.logWarning(`Leases could not be renewed: ${Cause.squash(cause)}`)),
      Effect.delay(beat)
    )
    yield* Effect.forkScoped(Effect.forever(renew))

    const first = Effect.fnUntraced(function* (from: ReadonlyArray<Room>) {
      for (const { pool, most } of from) {
        const jobs = yield* ask((db) => boss.fetch(pool, { db, batchSize: most }))
        const held = jobs.map(
          ({ id, retryCount }): Held => ({
            pool,
            attempt: { id, retryCount },
            lost: Deferred.makeUnsafe<void>(),
            isEnding: false
          })
        )
        for (const each of held) leases.add(each)
        if (held.length > 0) return held.map(leaseOf)
      }
      return []
    })

    /** A database that is away is waited for, however long; nothing comes between a job that is taken and its lease. */
    const take = Effect.fn("Queue.take")(function* (from: ReadonlyArray<Room>) {
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
          [...leases].filter(({ attempt }) => attempt.id === jobId),
          ({ lost }) => Deferred.succeed(lost, undefined)
        )
      ),
      Effect.forkScoped
    )

    return Queue.of({
      enqueue: Effect.fn("Queue.enqueue")(function* ({ jobId, pool, priority }) {
        const send = ask(
          (db) => boss.send(pool, null, { db, id: jobId, priority }),
          (text) => `WITH sent AS (${text}) SELECT sent.*, pg_notify('${wakeUp}', '${pool}') FROM sent`
        )
        if ((yield* send) === null) {
          yield* discard(jobId)
          yield* send
        }
      }, Effect.orDie),
      cancel: Effect.fn("Queue.cancel")(discard, Effect.orDie),
      take,
      wakeUps: Stream.merge(
        Stream.map(notifications.on(wakeUp), (pool) => (isPool(pool) ? pool : null)),
        Stream.map(Stream.tick(poll), () => null)
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
