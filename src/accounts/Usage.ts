import { Context, DateTime, type Effect } from "effect"
import type { AccountId, KeyId } from "../../schema/Ids.ts"

/** A UTC month. */
export interface Period {
  readonly start: DateTime.Utc
  /** The first moment of the next one. */
  readonly reset: DateTime.Utc
}

/** The UTC month of a moment in milliseconds since the epoch. */
export const monthOf = (millis: number): Period => {
  const start = DateTime.startOf(DateTime.makeUnsafe(millis), "month")
  return { start, reset: DateTime.add(start, { months: 1 }) }
}

/** The lower of the tier's page limit and the key's own; null means neither has one. */
export const pageLimit = (ofTier: number | null, ofKey: number | null): number | null =>
  ofTier === null ? ofKey : ofKey === null ? ofTier : Math.min(ofTier, ofKey)

/** What was done in a month. */
export interface Used {
  readonly period: Period
  readonly pages: number
  readonly created: number
  readonly ready: number
  readonly error: number
  readonly byDay: ReadonlyArray<{ readonly date: string; readonly pages: number; readonly jobs: number }>
}

export class Usage extends Context.Service<
  Usage,
  {
    /** What the account has used this month; with a key, what that key has. */
    readonly thisMonth: (accountId: AccountId, keyId?: KeyId) => Effect.Effect<Used>
  }
>()("svc/accounts/Usage") {}
