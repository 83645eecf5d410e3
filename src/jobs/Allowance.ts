/** What somebody may still make: slots are free and, in v2, pages of the month are left. */
import { Clock, Effect, Result } from "effect"
import type { TierName } from "../../schema/Actor.ts"
import type { QuotaExceeded, SlotsFull } from "../../schema/Errors.ts"
import { Tiers, type TierTable } from "../accounts/Tiers.ts"
import { monthOf } from "../accounts/Usage.ts"
import { spanned } from "../process/Spanned.ts"
import { ownerOf, type Requester } from "./Job.ts"
import * as Quota from "./Quota.ts"
import { admit, type Counted, Slots, type Standing } from "./Slots.ts"

/** Whose pages count against a month: nobody's in v1. */
export const countedOf = ({ surface, actor }: Requester): Counted | null =>
  surface === "v1" ? null : { accountId: actor.accountId, keyId: actor.kind === "key" ? actor.keyId : null }

/** The most that may be taken; null where there is no limit. */
export interface Limits extends Quota.Limits {
  readonly slots: number
}

export const limitsOf = ({ surface, actor }: Requester, tier: TierName, tiers: TierTable): Limits => ({
  slots: tiers[tier].slots,
  ofAccount: surface === "v1" ? null : tiers[actor.tier].monthlyPages,
  ofKey: surface === "v2" && actor.kind === "key" ? actor.monthlyPages : null
})

/** What an owner has taken, judged. */
export const judge = (
  limits: Limits,
  wanted: number,
  { used, pages }: Standing,
  now: number
): { readonly slots: Result.Result<void, SlotsFull>; readonly quota: Result.Result<void, QuotaExceeded> } => ({
  slots: admit(limits.slots, used, wanted),
  quota: pages === null ? Result.void : Quota.judge(limits, pages, monthOf(now))
})

/** Both at this moment. Takes nothing. */
export const make = Effect.gen(function* () {
  const slots = yield* Slots
  const tiers = yield* Tiers

  const of = spanned("Allowance.of")(function* (requester: Requester, wanted: number) {
    const now = yield* Clock.currentTimeMillis
    const { actor } = requester
    const standing = yield* slots.standing(ownerOf(actor), countedOf(requester))
    return judge(limitsOf(requester, actor.tier, tiers), wanted, standing, now)
  })

  return {
    of,
    /** Whether `wanted` more jobs would fit. */
    check: (requester: Requester, wanted: number): Effect.Effect<void, SlotsFull | QuotaExceeded> =>
      Effect.flatMap(of(requester, wanted), ({ slots, quota }) =>
        Effect.andThen(Effect.fromResult(slots), Effect.fromResult(quota))
      )
  }
})
