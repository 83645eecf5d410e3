import { DateTime, Effect, Result } from "effect"
import type { KeyActor, LinkedDevice } from "../../schema/Actor.ts"
import { QuotaExceeded } from "../../schema/Errors.ts"
import { Tiers } from "../accounts/Tiers.ts"
import { type Period, Usage } from "../accounts/Usage.ts"

/** Refused once the limit is reached; jobs that are on their way may overshoot it. */
export const admit = (used: number, limit: number | null, { reset }: Period): Result.Result<void, QuotaExceeded> =>
  limit === null || used < limit
    ? Result.void
    : Result.fail(
        new QuotaExceeded({
          message: `${used} of ${limit} pages of this month are used`,
          used,
          limit,
          reset_at: DateTime.formatIso(reset)
        })
      )

/** Whether the account, and the key within it, have pages left in this UTC month. */
export const make = Effect.gen(function* () {
  const usage = yield* Usage
  const tiers = yield* Tiers
  return Effect.fn("Quota.check")(function* (actor: KeyActor | LinkedDevice) {
    const limit = tiers[actor.tier].monthlyPages
    const ofAccount = yield* usage.thisMonth(actor.accountId)
    yield* Effect.fromResult(admit(ofAccount.pages, limit, ofAccount.period))
    if (actor.kind !== "key" || actor.monthlyPages === null) return
    const ofKey = yield* usage.thisMonth(actor.accountId, actor.keyId)
    yield* Effect.fromResult(admit(ofKey.pages, actor.monthlyPages, ofKey.period))
  })
})
