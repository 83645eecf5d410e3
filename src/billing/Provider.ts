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
}

/** A subscription as the provider has it now. */
export interface Told {
  readonly subscriptionId: string
  readonly customerId: string
  readonly priceId: string
  readonly status: SubscriptionStatus
}

/** What the provider says has happened; only what it is about counts, the rest is asked for. */
export interface Event {
  readonly eventId: string
  /** Null for events that are about nothing of ours. */
  readonly subscriptionId: string | null
}

/** The body does not carry the provider's signature. */
export class SignatureWrong extends Data.TaggedError("signature_wrong") {}

type Asked<A> = Effect.Effect<A, BillingNotConfigured | BillingUnavailable>

/** Port: the hosted billing provider. */
export class Provider extends Context.Service<
  Provider,
  {
    readonly isConfigured: boolean
    /** The prices as they are now; those that there are no longer are left out. */
    readonly prices: (priceIds: ReadonlyArray<string>) => Asked<ReadonlyArray<Price>>
    /** The customer of an account, made at the first time. */
    readonly customer: (account: { readonly accountId: string; readonly email: string }) => Asked<string>
    /** The address of a page where the customer pays; `done` and `canceled` are where it leads back to. */
    readonly checkout: (request: {
      readonly customerId: string
      readonly priceId: string
      readonly done: string
      readonly canceled: string
    }) => Asked<string>
    /** The subscription that a checkout made, if it did. */
    readonly checkedOut: (checkoutId: string) => Asked<Told | null>
    /** The address of a page where the customer changes and ends subscriptions. */
    readonly portal: (customerId: string, back: string) => Asked<string>
    /** A subscription as it is now; null when there is none. */
    readonly subscription: (subscriptionId: string) => Asked<Told | null>
    /** Ends everything that the customer pays for, now. */
    readonly end: (customerId: string) => Asked<void>
    /** Reads an event, if the provider signed it. */
    readonly read: (body: Uint8Array, signature: string) => Effect.Effect<Event, SignatureWrong | BillingNotConfigured>
  }
>()("svc/billing/Provider") {}
