import { Clock, Deferred, Effect, Layer, Option, PubSub, Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { JobId } from "../../schema/Ids.ts"
import type { Pool } from "../../src/accounts/Tiers.ts"
import { type Lease, Queue, type Room } from "../../src/jobs/Queue.ts"

interface Waiting {
  readonly jobId: JobId
  readonly pool: Pool
  readonly priority: number
  readonly since: number
  readonly position: number
}

interface Taken {
  readonly job: Waiting
  readonly lost: Deferred.Deferred<void>
}

const pools: ReadonlyArray<Pool> = ["standard", "priority"]

/**
 * A queue in memory, for one process. Where there is a database, what is enqueued and cancelled inside a transaction
 * takes effect when it commits. It needs no time: it wakes on what happens, not by the clock.
 */
export const layer = Layer.effect(
  Queue,
  Effect.gen(function* () {
    const sql = yield* Effect.serviceOption(SqlClient.SqlClient)
    const woken = yield* PubSub.unbounded<Pool>()
    const taken = new Set<Taken>()
    let waiting: ReadonlyArray<Waiting> = []
    let arrivals = 0

    const onCommit = (effect: Effect.Effect<void>) =>
      Option.match(sql, { onNone: () => effect, onSome: ({ afterCommit }) => afterCommit(effect) })

    const add = (job: Waiting) =>
      Effect.suspend(() => {
        waiting = [...waiting, job].sort((a, b) => b.priority - a.priority || a.position - b.position)
        return Effect.asVoid(PubSub.publish(woken, job.pool))
      })

    const remove = (jobId: JobId) =>
      Effect.suspend(() => {
        waiting = waiting.filter((job) => job.jobId !== jobId)
        const holders = [...taken].filter((holder) => holder.job.jobId === jobId)
        for (const holder of holders) taken.delete(holder)
        return Effect.forEach(holders, ({ lost }) => Deferred.succeed(lost, undefined), { discard: true })
      })

    const first = (from: ReadonlyArray<Room>) =>
      Effect.sync(() => {
        const room = from.find(({ pool }) => waiting.some((job) => job.pool === pool))
        const jobs = waiting.filter((job) => job.pool === room?.pool).slice(0, room?.most)
        waiting = waiting.filter((job) => !jobs.includes(job))
        const holders = jobs.map((job): Taken => ({ job, lost: Deferred.makeUnsafe<void>() }))
        for (const holder of holders) taken.add(holder)
        return { leases: holders.map(leaseOf), isMore: waiting.some((job) => job.pool === room?.pool) }
      })

    const end = (holder: Taken) => Effect.sync(() => taken.delete(holder))

    const release = (holder: Taken) => Effect.flatMap(end(holder), (held) => (held ? add(holder.job) : Effect.void))

    const leaseOf = (holder: Taken): Lease => ({
      jobId: holder.job.jobId,
      pool: holder.job.pool,
      lost: Deferred.await(holder.lost),
      complete: Effect.asVoid(end(holder)),
      release: release(holder),
      leave: release(holder)
    })

    return Queue.of({
      enqueue: ({ jobId, pool, priority }) =>
        onCommit(
          Effect.andThen(
            remove(jobId),
            Effect.flatMap(Clock.currentTimeMillis, (since) =>
              add({ jobId, pool, priority, since, position: arrivals++ })
            )
          )
        ),
      cancel: (jobId) => onCommit(remove(jobId)),
      take: first,
      wakeUps: Stream.concat(Stream.succeed(null), Stream.fromPubSub(woken)),
      depth: Effect.map(Clock.currentTimeMillis, (now) =>
        pools.map((pool) => {
          const here = waiting.filter((job) => job.pool === pool)
          const oldest = Math.min(now, ...here.map((job) => job.since))
          return { pool, waiting: here.length, oldestSeconds: (now - oldest) / 1000 }
        })
      )
    })
  })
)
