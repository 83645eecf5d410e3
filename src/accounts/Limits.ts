import type { Limits } from "../../schema/Account.ts"
import type { AccountActor } from "../../schema/Actor.ts"
import type { Tier } from "./Tiers.ts"
import { pageLimit } from "./Usage.ts"

/** Pages a month that a key has for itself; null without a limit of its own. */
export const ownPages = (caller: AccountActor) => (caller.kind === "key" ? caller.monthlyPages : null)

/** What everybody of a tier may do. */
export const tierLimits = (tier: Tier) => ({
  max_file_size: tier.maxFileSize,
  max_pages: tier.maxPages,
  time_budget_sec: tier.timeBudgetSec,
  ready_ttl_sec: tier.readyTtlSec,
  rate_limit_per_min: tier.requestsPerMinute,
  api_keys_limit: tier.apiKeys ?? 0,
  webhooks_limit: tier.webhooks,
  batch_enabled: tier.batch
})

/** What the caller may do right now. */
export const limitsOf = (caller: AccountActor, tier: Tier, usedSlots: number): typeof Limits.Type => ({
  tier: caller.tier,
  slots: { used: usedSlots, limit: tier.slots },
  ...tierLimits(tier),
  monthly_pages: pageLimit(tier.monthlyPages, ownPages(caller)),
  webhooks_enabled: tier.webhooks > 0,
  upload_tickets_enabled: tier.uploadTickets
})
