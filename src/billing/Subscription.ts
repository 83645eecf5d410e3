import type { AccountTier } from "../accounts/Accounts.ts"
import { order } from "../accounts/Tiers.ts"

/** The states of a subscription at the provider. */
export type SubscriptionStatus =
  | "incomplete"
  | "incomplete_expired"
  | "trialing"
  | "active"
  | "past_due"
  | "canceled"
  | "unpaid"
  | "paused"

export interface Subscription {
  readonly status: SubscriptionStatus
  /** The tier that its price stands for; null when the price is none of ours. */
  readonly tier: AccountTier | null
  /** Milliseconds since the epoch; null unless a payment is due. */
  readonly pastDueSince: number | null
}

/** A payment that failed may be made good for this long before the tier ends. */
export const graceSeconds = 7 * 86_400

/** Whether a subscription gives its tier at this moment. */
export const isPaid = ({ status, pastDueSince }: Subscription, now: number): boolean =>
  status === "active" ||
  status === "trialing" ||
  (status === "past_due" && pastDueSince !== null && now < pastDueSince + graceSeconds * 1_000)

/** The tier of an account with these subscriptions: the highest that is paid for. */
export const tierOf = (subscriptions: ReadonlyArray<Subscription>, now: number): AccountTier =>
  subscriptions.reduce<AccountTier>(
    (best, subscription) =>
      subscription.tier !== null && isPaid(subscription, now) && order.indexOf(subscription.tier) > order.indexOf(best)
        ? subscription.tier
        : best,
    "free"
  )
