import { Context, type Effect, Result } from "effect"
import { SlotsFull } from "../../schema/Errors.ts"
import type { AccountId, KeyId } from "../../schema/Ids.ts"
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

/** Whose pages of a month are counted. */
export interface Counted {
  readonly accountId: AccountId
  readonly keyId: KeyId | null
}

/** What an owner has taken at one moment. */
export interface Standing {
  /** Slots. */
  readonly used: number
  /** Pages of this UTC month, where they are counted. */
  readonly pages: { readonly ofAccount: number; readonly ofKey: number } | null
}

export class Slots extends Context.Service<
  Slots,
  {
    /** How many are taken right now. */
    readonly used: (owner: Owner) => Effect.Effect<number>

    /** What is taken right now, with the pages of an account and its key. */
    readonly standing: (owner: Owner, counted: Counted | null) => Effect.Effect<Standing>
  }
>()("svc/jobs/Slots") {}
