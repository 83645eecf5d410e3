import { Config, Context, Effect, FiberSet, Latch, Layer, Option, Scope, Stream } from "effect"
import type { Pool } from "../../accounts/Tiers.ts"
import { wholeNumber } from "../../config/Variables.ts"
import { unbroken } from "../../process/Unbroken.ts"
import { type Lease, Queue } from "../Queue.ts"
import { Run } from "./Run.ts"

/** What a node's converters are busy with. */
export interface Busy {
  readonly standard: number
  readonly total: number
}

/**
 * Which pools a free converter may serve, best first. Standard jobs leave one converter to the priority pool, unless
 * there is only one: then the priority pool is merely asked first.
 */
export const poolsFor = ({ standard, total }: Busy, converters: number): ReadonlyArray<Pool> =>
  total >= converters ? [] : standard < Math.max(1, converters - 1) ? ["priority", "standard"] : ["priority"]

/** For each converter so many jobs may wait for nothing but recognition; more of them keep their converter from others. */
const asidePerConverter = 4

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
    let aside = 0

    /** Takes one job and starts it; the run holds the lease's scope. False when there was none to take. */
    const startOne = (pools: ReadonlyArray<Pool>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const scope = yield* Scope.make()
          const taken = yield* restore(queue.take(pools)).pipe(
            Scope.provide(scope),
            Effect.onExit((exit) =>
              exit._tag === "Success" && Option.isSome(exit.value) ? Effect.void : Scope.close(scope, exit)
            )
          )
          if (Option.isNone(taken)) return false
          yield* FiberSet.run(runs, restore(occupying(taken.value, scope)))
          return true
        })
      )

    const occupy = (by: 1 | -1, { pool }: Lease) => {
      busy.total += by
      if (pool === "standard") busy.standard += by
    }

    const occupying = (lease: Lease, scope: Scope.Closeable) =>
      Effect.suspend(() => {
        let isAside = false
        const stepAside = Effect.suspend(() => {
          if (isAside || aside >= asidePerConverter * converters) return Effect.void
          isAside = true
          aside += 1
          occupy(-1, lease)
          return Effect.asVoid(worthLooking.open)
        })
        return Effect.acquireUseRelease(
          Effect.sync(() => occupy(1, lease)),
          () => run.job(lease, stepAside),
          (_, exit) =>
            Scope.close(scope, exit).pipe(
              Effect.ensuring(
                Effect.suspend(() => {
                  if (isAside) aside -= 1
                  else occupy(-1, lease)
                  return worthLooking.open
                })
              )
            )
        )
      })

    yield* Effect.addFinalizer(() =>
      Effect.ignore(Effect.timeoutOption(FiberSet.awaitEmpty(runs), drainSeconds * 1_000))
    )

    yield* worthLooking.await.pipe(
      Effect.andThen(worthLooking.close),
      Effect.andThen(
        Effect.gen(function* () {
          for (let pools = poolsFor(busy, converters); pools.length > 0; pools = poolsFor(busy, converters)) {
            if (!(yield* startOne(pools))) return
          }
        })
      ),
      unbroken("Taking jobs")
    )
    yield* unbroken("Listening for jobs")(Stream.runForEach(queue.wakeUps, () => worthLooking.open))
  })
)
