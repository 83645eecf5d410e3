import { DateTime, Result } from "effect"
import type { KeyActor, LinkedDevice } from "../../schema/Actor.ts"
import { QuotaExceeded } from "../../schema/Errors.ts"
import type { TierTable } from "../accounts/Tiers.ts"
import type { Period } from "../accounts/Usage.ts"
import type { Standing } from "./Slots.ts"

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
export const judge = (
  actor: KeyActor | LinkedDevice,
  { ofAccount, ofKey }: NonNullable<Standing["pages"]>,
  tiers: TierTable,
  period: Period
): Result.Result<void, QuotaExceeded> =>
  Result.andThen(
    admit(ofAccount, tiers[actor.tier].monthlyPages, period),
    admit(ofKey, actor.kind === "key" ? actor.monthlyPages : null, period)
  )
