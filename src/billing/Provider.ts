import { Context, Data, type Effect } from "effect"
import type { BillingNotConfigured, BillingUnavailable } from "../../schema/Errors.ts"
import type { SubscriptionStatus } from "./Subscription.ts"

/** A price as the provider has it. */
export interface Price {
  readonly priceId: string
  /** What the provider calls the product. */
  readonly name: string
  readonly interval: "month" | "year" | null
  /** In the currency's smallest unit. */
  readonly amount: number | null
  /** ISO 4217, lower case. */
  readonly currency: string
  /** Whether it is still sold; subscriptions to it go on. */
  readonly isSold: boolean
}

/** A subscription as the provider has it now. */
export interface SubscriptionState {
  readonly subscriptionId: string
  readonly customerId: string
  /** Of all that it is made up of. */
  readonly priceIds: ReadonlyArray<string>
  readonly status: SubscriptionStatus
}

/** What the provider says has happened; only what it is about counts, the rest is asked for. */
export interface Event {
  readonly eventId: string
  /** Null for events that are about nothing of ours. */
  readonly subscriptionId: string | null
}

/** The body does not carry the provider's signature, or what it signs is no event. */
export class SignatureWrong extends Data.TaggedError("signature_wrong") {}

/** The provider does not know the customer any more, or never did: a key of another account of the operator's. */
export class CustomerGone extends Data.TaggedError("customer_gone") {}

type Refusal = BillingNotConfigured | BillingUnavailable

type Asked<A> = Effect.Effect<A, Refusal>

/** Port: the hosted billing provider. */
export class Provider extends Context.Service<
  Provider,
  {
    readonly isConfigured: boolean
    /** The prices as they are now; those that there are no longer are left out. */
    readonly prices: (priceIds: ReadonlyArray<string>) => Asked<ReadonlyArray<Price>>
    /** The customer of an account, made at the first time, and once more where the one it had is `gone`. */
    readonly customer: (account: {
      readonly accountId: string
      readonly email: string
      readonly gone: string | null
    }) => Asked<string>
    /** What the customer has that has not ended. */
    readonly subscriptions: (customerId: string) => Asked<ReadonlyArray<SubscriptionState>>
    /** A page where the customer pays; `done` and `canceled` are where it leads back to. Null when it is not sold. */
    readonly checkout: (request: {
      readonly customerId: string
      readonly priceId: string
      readonly done: string
      readonly canceled: string
    }) => Effect.Effect<{ readonly checkoutId: string; readonly url: string } | null, Refusal | CustomerGone>
    /** Ends a checkout that nobody has paid yet. */
    readonly expire: (checkoutId: string) => Asked<void>
    /** Ends the checkouts of the customer that began before this one and that nobody has paid yet. */
    readonly expireBefore: (customerId: string, checkoutId: string) => Asked<void>
    /** Ends every checkout of the customer that nobody has paid yet. */
    readonly expireAll: (customerId: string) => Asked<void>
    /** The subscription that a checkout made, if it did. */
    readonly checkedOut: (checkoutId: string) => Asked<SubscriptionState | null>
    /** The address of a page where the customer changes and ends subscriptions. */
    readonly portal: (customerId: string, back: string) => Effect.Effect<string, Refusal | CustomerGone>
    /** A subscription as it is now; null when there is none. */
    readonly subscription: (subscriptionId: string) => Asked<SubscriptionState | null>
    /** Ends everything that the customer pays for, now, and every checkout that is not paid yet. */
    readonly end: (customerId: string) => Asked<void>
    /** Reads an event, if the provider signed it. */
    readonly read: (body: Uint8Array, signature: string) => Effect.Effect<Event, SignatureWrong | BillingNotConfigured>
  }
>()("svc/billing/Provider") {}
