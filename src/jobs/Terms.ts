/** Whose a new job is, and what it may take. */
import { Result } from "effect"
import type { Actor, TierName } from "../../schema/Actor.ts"
import type { InvalidRequest } from "../../schema/Errors.ts"
import type { AccountId } from "../../schema/Ids.ts"
import { shortestRetentionSec } from "../../schema/v2/Creates.ts"
import { type Tier, type TierTable, v1 } from "../accounts/Tiers.ts"
import { malformed } from "../requests/Faults.ts"
import { type Owner, ownerOf, type Requester } from "./Job.ts"

/** How a job came to its owner. */
type OwnerType = "device" | "account_device" | "api_key"

/** A device's jobs are the account's while it is linked to one. */
export const ownerTypeOf = (kind: Requester["actor"]["kind"], accountId: AccountId | null): OwnerType =>
  kind === "key" ? "api_key" : accountId === null ? "device" : "account_device"

/** Jobs of v1 fail when their time is up; those of v2 keep the pages they have. */
export const truncates = (surface: Requester["surface"]): boolean => surface === "v2"

/** How long a result is kept of what was asked for at `path`: at most as long as the plan keeps it. Null is that. */
export const retentionOf = (
  asked: number | undefined,
  longestSec: number,
  path: string
): Result.Result<number | null, InvalidRequest> =>
  asked === undefined || asked <= longestSec
    ? Result.succeed(asked ?? null)
    : Result.fail(
        malformed(path, `must be a whole number from ${shortestRetentionSec} to ${longestSec}, which the plan has`)
      )

export interface Terms {
  readonly owner: Owner
  readonly ownerType: OwnerType
  readonly tier: TierName
  readonly pool: Tier["pool"]
  readonly timeBudgetSec: number
  readonly readyTtlSec: number
  readonly maxPages: number
}

/** The terms of a job by who asks for it and the account and tier that count at this moment. */
export const termsOf = (
  { surface, actor }: Requester,
  { accountId, tier }: { readonly accountId: AccountId | null; readonly tier: TierName },
  tiers: TierTable
): Terms => {
  const { pool, timeBudgetSec, readyTtlSec, maxPages } = tiers[tier]
  return {
    owner: ownerOf({ ...actor, accountId } as Actor),
    ownerType: ownerTypeOf(actor.kind, accountId),
    tier,
    pool,
    timeBudgetSec: surface === "v1" ? v1.timeBudgetSec : timeBudgetSec,
    readyTtlSec,
    maxPages
  }
}
