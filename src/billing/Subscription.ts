import { Schema } from "effect"
import { AccountTier } from "../accounts/Accounts.ts"
import { order } from "../accounts/Tiers.ts"

/** The states of a subscription at the provider. */
export const SubscriptionStatus = Schema.Literals([
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused"
])
export type SubscriptionStatus = typeof SubscriptionStatus.Type

/** What is written down of a subscription's state. */
export interface Standing {
  /** As the provider told it; `unpaid` too where it has been overdue for too long. */
  readonly status: SubscriptionStatus
  /** Milliseconds since the epoch at which a payment was first found overdue; null when none is. */
  readonly pastDueSince: number | null
}

export const Subscription = Schema.Struct({
  status: SubscriptionStatus,
  /** The tier that its price stands for; null when the price is none of ours. */
  tier: Schema.NullOr(AccountTier)
})
export type Subscription = typeof Subscription.Type

/** A payment that failed may be made good for this long before the tier ends. */
export const graceSeconds = 7 * 86_400

/** What is written down when the provider tells a status: the grace runs from the first time that it is `past_due`. */
export const standing = (told: SubscriptionStatus, pastDueSince: number | null, now: number): Standing => {
  if (told !== "past_due") return { status: told, pastDueSince: null }
  const since = pastDueSince ?? now
  return { status: now < since + graceSeconds * 1_000 ? "past_due" : "unpaid", pastDueSince: since }
}

/** The states that give a subscription's tier. */
export const paid: ReadonlyArray<SubscriptionStatus> = ["active", "trialing", "past_due"]

/** Whether a subscription goes on, paid or not: it is changed or paid on the portal, and no second one is begun. */
export const isOngoing = (status: SubscriptionStatus): boolean =>
  paid.includes(status) || status === "unpaid" || status === "paused"

const isHigher = (a: AccountTier, b: AccountTier) => order.indexOf(a) > order.indexOf(b)

/** The tier that these subscriptions pay for: the highest. */
export const tierOf = (subscriptions: ReadonlyArray<Subscription>): AccountTier =>
  subscriptions.reduce<AccountTier>(
    (best, { status, tier }) => (tier !== null && paid.includes(status) && isHigher(tier, best) ? tier : best),
    "free"
  )

/**
 * The tier of an account once it pays for `after` in place of `before`. One that an operator gave stands until
 * something higher is paid for, and a change that changes nothing leaves it alone.
 */
export const tierAfter = (tier: AccountTier, before: AccountTier, after: AccountTier): AccountTier =>
  before === after ? tier : tier === before || isHigher(after, tier) ? after : tier
