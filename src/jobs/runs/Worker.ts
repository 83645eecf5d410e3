import { Config, Context, Effect, FiberSet, Latch, Layer, Stream } from "effect"
import type { Pool } from "../../accounts/Tiers.ts"
import { wholeNumber } from "../../config/Variables.ts"
import { unbroken } from "../../process/Unbroken.ts"
import { type Lease, Queue, type Room } from "../Queue.ts"
import { Run } from "./Run.ts"

/** What a node's converters are busy with. */
export interface Busy {
  readonly standard: number
  readonly total: number
}

/**
 * What free converters may take, best first. Standard jobs leave one converter to the priority pool, unless there is only
 * one: then the priority pool is merely asked first.
 */
export const roomFor = ({ standard, total }: Busy, converters: number): ReadonlyArray<Room> => {
  const free = converters - total
  const forStandard = Math.min(free, Math.max(1, converters - 1) - standard)
  const room: ReadonlyArray<Room> = [
    { pool: "priority", most: free },
    { pool: "standard", most: forStandard }
  ]
  return room.filter(({ most }) => most > 0)
}

/** Maximum number of jobs, for each converter, that wait only for recognition; any more keep their converter from others. */
const waitingPerConverter = 4

/** How many conversions a node runs at once. */
export class Converters extends Context.Service<Converters, number>()("svc/jobs/Converters") {}

/**
 * Takes jobs as converters are free and runs them. When its scope closes it takes no more, and the runs have
 * `DRAIN_SECONDS` to end before they are handed back.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const converters = yield* Converters
    const drainSeconds = yield* wholeNumber("DRAIN_SECONDS", 0).pipe(Config.withDefault(30))
    const queue = yield* Queue
    const run = yield* Run

    const runs = yield* FiberSet.make<void>()
    const worthLooking = yield* Latch.make(true)
    const busy = { standard: 0, total: 0 }
    let waitingForOcr = 0

    const occupy = (by: 1 | -1, { pool }: Lease) => {
      busy.total += by
      if (pool === "standard") busy.standard += by
    }

    /** Runs the job of a lease that occupies a converter already. */
    const running = (lease: Lease) =>
      Effect.suspend(() => {
        let isWaiting = false
        const freeConverter = Effect.suspend(() => {
          if (isWaiting || waitingForOcr >= waitingPerConverter * converters) return Effect.void
          isWaiting = true
          waitingForOcr += 1
          occupy(-1, lease)
          return Effect.asVoid(worthLooking.open)
        })
        const end = Effect.suspend(() => {
          if (isWaiting) waitingForOcr -= 1
          else occupy(-1, lease)
          return worthLooking.open
        })
        return run
          .job(lease, freeConverter)
          .pipe(Effect.interruptible, Effect.ensuring(Effect.ensuring(lease.leave, end)))
      })

    /** Pools in which nothing waited when they were looked at last, unless something was said of them since. */
    const empty = new Set<Pool>()

    /** Takes jobs and starts them. False when there were none to take. */
    const startSome = (room: ReadonlyArray<Room>) =>
      Effect.uninterruptible(
        Effect.gen(function* () {
          for (const { pool } of room) empty.add(pool)
          const { leases, isMore } = yield* queue.take(room)
          const looked = room.findIndex(({ pool }) => pool === leases[0]?.pool)
          // Behind the pool that the jobs came from nobody has looked.
          if (looked >= 0) for (const { pool } of room.slice(isMore ? looked : looked + 1)) empty.delete(pool)
          for (const lease of leases) {
            occupy(1, lease)
            yield* FiberSet.run(runs, Effect.uninterruptible(running(lease)))
          }
          return leases.length > 0
        })
      )

    yield* Effect.addFinalizer(() =>
      Effect.ignore(Effect.timeoutOption(FiberSet.awaitEmpty(runs), drainSeconds * 1_000))
    )

    yield* worthLooking.await.pipe(
      Effect.andThen(worthLooking.close),
      Effect.andThen(
        Effect.gen(function* () {
          for (;;) {
            const room = roomFor(busy, converters).filter(({ pool }) => !empty.has(pool))
            if (room.length === 0 || !(yield* startSome(room))) return
          }
        })
      ),
      unbroken("Taking jobs")
    )
    const woken = (pool: Pool | null) => {
      if (pool === null) empty.clear()
      else empty.delete(pool)
      return worthLooking.open
    }
    yield* unbroken("Listening for jobs")(Stream.runForEach(queue.wakeUps, woken))
  })
)
