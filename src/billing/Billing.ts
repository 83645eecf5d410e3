import { Context, type Effect } from "effect"
import type { AccountActor } from "../../schema/Actor.ts"
import type * as Errors from "../../schema/Errors.ts"
import type { AccountId } from "../../schema/Ids.ts"
import type { AccountTier } from "../accounts/Accounts.ts"
import { order } from "../accounts/Tiers.ts"
import type { Price, SignatureWrong } from "./Provider.ts"

/** A price that stands for a tier, with what the provider tells of it. */
export interface Plan {
  readonly priceId: string
  readonly tier: AccountTier
  /** The tier, where the provider did not answer in time. */
  readonly name: string
  readonly interval: "month" | "year" | null
  readonly amount: number | null
  readonly currency: string | null
}

/** A price that stands for a tier. */
export interface PricedTier {
  readonly id: string
  readonly tier: AccountTier
}

const rank = ({ tier }: { readonly tier: AccountTier }) => order.indexOf(tier)

/**
 * The plans of these prices, cheapest tier first, by what the provider `told` of them; null when it did not. What is
 * sold no longer is left out, but for the `current` one.
 */
export const plansOf = (
  priced: ReadonlyArray<PricedTier>,
  told: ReadonlyArray<Price> | null,
  current: string | null
): ReadonlyArray<Plan> => {
  const known = new Map((told ?? []).map((price) => [price.priceId, price]))
  return priced
    .filter(({ id }) => id === current || told === null || known.get(id)?.isSold === true)
    .map(({ id, tier }): Plan => {
      const price = known.get(id)
      return {
        priceId: id,
        tier,
        name: price?.name ?? tier,
        interval: price?.interval ?? null,
        amount: price?.amount ?? null,
        currency: price?.currency ?? null
      }
    })
    .sort((a, b) => rank(a) - rank(b) || (a.amount ?? 0) - (b.amount ?? 0))
}

/** Of the prices that an account pays, newest first, the one that gives the highest tier. */
export const bestOf = (paid: ReadonlyArray<PricedTier>): PricedTier | null =>
  paid.toSorted((a, b) => rank(b) - rank(a))[0] ?? null

/** Where new purchases may begin. */
export interface Availability {
  readonly extension: boolean
  readonly website: boolean
}

type Refusal = Errors.BillingNotConfigured | Errors.BillingUnavailable

/** Plans, and accounts that have what they pay for. */
export class Billing extends Context.Service<
  Billing,
  {
    /** What can be bought, cheapest tier first. What is sold no longer is left out, but for `current`. */
    readonly plans: (current: string | null) => Effect.Effect<ReadonlyArray<Plan>>

    /** The price that an account pays now, if any. */
    readonly current: (accountId: AccountId) => Effect.Effect<string | null>

    /** Nowhere, where that cannot be found out. */
    readonly availability: Effect.Effect<Availability>

    /**
     * The page where the account pays for a plan, or changes the one that it has: nobody pays twice, and none of the
     * pages that it was given before can be paid any more. Null when the price is none of ours or sold no longer; refused where no purchases may begin.
     */
    readonly checkout: (
      caller: AccountActor,
      priceId: string,
      page: { readonly origin: string; readonly from: keyof Availability }
    ) => Effect.Effect<string | null, Refusal | Errors.InvalidSession | Errors.OriginNotAllowed>

    /** The page where the account changes what it pays for. */
    readonly portal: (caller: AccountActor, origin: string) => Effect.Effect<string, Refusal | Errors.InvalidSession>

    /** Gives the account what a checkout that has just ended paid for, before the provider's event comes. */
    readonly returned: (checkoutId: string) => Effect.Effect<AccountTier | null, Refusal>

    /** Applies an event of the provider: once, in whatever order it comes. */
    readonly receive: (body: Uint8Array, signature: string) => Effect.Effect<void, SignatureWrong | Refusal>

    /** Ends what a customer of the provider pays for, and may be about to pay. */
    readonly end: (customerId: string | null) => Effect.Effect<void, Refusal>

    /** Takes the tier from whom a payment is due for too long. */
    readonly lapse: Effect.Effect<void>

    /** Asks the provider, once a day for each customer, what it has of them: events can be lost. */
    readonly compare: Effect.Effect<void>

    /** For operators: a price stands for a tier from now on, also for those who pay it already; null for none. */
    readonly setPrice: (priceId: string, tier: Exclude<AccountTier, "free"> | null) => Effect.Effect<void>

    /** For operators: where new purchases may begin. */
    readonly setAvailability: (availability: Partial<Availability>) => Effect.Effect<void>
  }
>()("svc/billing/Billing") {}
