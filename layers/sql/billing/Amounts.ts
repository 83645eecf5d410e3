import { Cache, Duration, Effect, Exit, Fiber, Option } from "effect"
import { type Price, Provider } from "../../../src/billing/Provider.ts"

/** What the plans cost is asked for no more often than this, and waited for no longer than that. */
const keptFor = Duration.minutes(5)
const patience = Duration.seconds(2)

/** Nobody waits again for this long after the provider did not answer in time. */
const retryAfter = Duration.seconds(10)

/**
 * The prices of these ids as the provider has them, null where it does not tell in time. All who ask wait for one
 * question; an answer that is late is there for those who come after it.
 */
export const make = Effect.gen(function* () {
  const provider = yield* Provider
  const scope = yield* Effect.scope

  const prices: Cache.Cache<string, Option.Option<ReadonlyArray<Price>>> = yield* Cache.makeWith(
    Effect.fnUntraced(function* (ids: string) {
      const asking = yield* provider.prices(ids === "" ? [] : ids.split("\n")).pipe(
        Effect.tap((found) => Cache.set(prices, ids, Option.some(found))),
        Effect.forkIn(scope)
      )
      return yield* Fiber.join(asking).pipe(
        Effect.timeoutOption(patience),
        Effect.catch(() => Effect.succeedNone)
      )
    }),
    {
      capacity: 1,
      timeToLive: (exit) => (Exit.isSuccess(exit) && Option.isSome(exit.value) ? keptFor : retryAfter)
    }
  )

  return (ids: ReadonlyArray<string>) => Effect.map(Cache.get(prices, ids.join("\n")), Option.getOrNull)
})
