import { Effect, Layer, Schedule } from "effect"
import { Billing } from "./Billing.ts"

/** How often accounts that have not paid for too long, or that were not compared today, are looked for. */
const interval = "10 minutes"

/** Takes tiers back whose grace is over, and makes good what no event told, for as long as the scope lives. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { compare, lapse } = yield* Billing
    const told = Effect.catchDefect((defect) => Effect.logError("Subscriptions could not be looked at", defect))
    yield* lapse.pipe(told, Effect.andThen(told(compare)), Effect.repeat(Schedule.spaced(interval)), Effect.forkScoped)
  })
)
