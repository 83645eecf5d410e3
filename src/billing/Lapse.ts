import { Effect, Layer, Schedule } from "effect"
import { Billing } from "./Billing.ts"

/** How often accounts that have not paid for too long are looked for. */
const interval = "10 minutes"

/** Takes tiers back whose grace is over, for as long as the scope lives. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { lapse } = yield* Billing
    yield* lapse.pipe(
      Effect.catchDefect((defect) => Effect.logError("Overdue subscriptions could not be looked at", defect)),
      Effect.repeat(Schedule.spaced(interval)),
      Effect.forkScoped
    )
  })
)
