import { DateTime, Result } from "effect"
import { QuotaExceeded } from "../../schema/Errors.ts"
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

/** The most pages of a month of an account, and of a key within it; null where there is no limit. */
export interface Limits {
  readonly ofAccount: number | null
  readonly ofKey: number | null
}

/** Whether the account, and the key within it, have pages left in this UTC month. */
export const judge = (
  limits: Limits,
  { ofAccount, ofKey }: NonNullable<Standing["pages"]>,
  period: Period
): Result.Result<void, QuotaExceeded> =>
  Result.andThen(admit(ofAccount, limits.ofAccount, period), admit(ofKey, limits.ofKey, period))
