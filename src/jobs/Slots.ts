import { Context, type Effect, Result } from "effect"
import type { TierName } from "../../schema/Actor.ts"
import { SlotsFull } from "../../schema/Errors.ts"
import type { Owner } from "./Job.ts"

/** `wanted` more jobs fit beside those `used` within `limit`, or none of them do. */
export const admit = (limit: number, used: number, wanted: number): Result.Result<void, SlotsFull> =>
  used + wanted <= limit
    ? Result.void
    : Result.fail(
        new SlotsFull({
          message: `${wanted} wanted, and ${Math.max(0, limit - used)} of ${limit} slots free`,
          used,
          limit,
          wanted
        })
      )

export class Slots extends Context.Service<
  Slots,
  {
    /** How many are taken right now. */
    readonly used: (owner: Owner) => Effect.Effect<number>

    /** Whether `wanted` more jobs would fit right now. Takes nothing. */
    readonly check: (owner: Owner, tier: TierName, wanted: number) => Effect.Effect<void, SlotsFull>

    /**
     * Takes `wanted` slots or fails, holding the owner's lock until the surrounding transaction ends, so that two
     * requests never share the last slot.
     */
    readonly take: (owner: Owner, tier: TierName, wanted: number) => Effect.Effect<void, SlotsFull>
  }
>()("svc/jobs/Slots") {}
