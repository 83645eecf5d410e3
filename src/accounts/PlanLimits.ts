/** An account keeps no more keys and webhooks enabled than its plan has room for, however the plan came to be smaller. */
import { Context, Effect, Layer } from "effect"
import type { AccountId } from "../../schema/Ids.ts"

/** Something that the plan has room for so many of. */
export interface Occupant {
  readonly id: string
  readonly isEnabled: boolean
}

/**
 * Which of an account's keys or webhooks are to change, oldest first: those that are enabled and too many are disabled,
 * the newest first; where there is room, those that were disabled for want of it come back, the oldest first.
 */
export const fitted = (oldestFirst: ReadonlyArray<Occupant>, limit: number) => {
  const ids = (isEnabled: boolean) => oldestFirst.filter((one) => one.isEnabled === isEnabled).map(({ id }) => id)
  const [enabled, waiting] = [ids(true), ids(false)]
  return { over: enabled.slice(limit), back: waiting.slice(0, Math.max(0, limit - enabled.length)) }
}

export class PlanLimits extends Context.Service<
  PlanLimits,
  {
    /** Brings the account's keys and webhooks to what its tier has room for, in the surrounding transaction. */
    readonly adjust: (accountId: AccountId) => Effect.Effect<void>

    /** As `adjust`, for every account that has too many enabled, or room for one that was disabled. */
    readonly adjustAll: Effect.Effect<void>
  }
>()("svc/accounts/PlanLimits") {}

/** Looks at all accounts once, in the background: the table of tiers may be another one than before the start. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { adjustAll } = yield* PlanLimits
    yield* adjustAll.pipe(
      Effect.catchDefect((defect) =>
        Effect.logError("Keys and webhooks were not brought to what the tiers say", defect)
      ),
      Effect.forkScoped
    )
  })
)
