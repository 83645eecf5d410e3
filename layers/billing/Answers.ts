/** What of Stripe's objects and errors matters here, in the words of billing. */
import { Schema } from "effect"
import type Stripe from "stripe"
import { isText } from "../../schema/v2/Text.ts"
import type { Event, Price, SubscriptionState } from "../../src/billing/Provider.ts"
import type { SubscriptionStatus } from "../../src/billing/Subscription.ts"

export const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null)

export const toTold = (subscription: Stripe.Subscription): SubscriptionState => ({
  subscriptionId: subscription.id,
  customerId: idOf(subscription.customer) ?? "",
  priceIds: subscription.items.data.map(({ price }) => price.id),
  status: subscription.status as SubscriptionStatus
})

export const toPrice = (price: Stripe.Price): Price => {
  const { product, recurring } = price
  const interval = String(recurring?.interval)
  return {
    priceId: price.id,
    name: typeof product === "object" && "name" in product ? product.name : price.id,
    interval: interval === "month" || interval === "year" ? interval : null,
    amount: price.unit_amount,
    currency: price.currency,
    isSold: price.active
  }
}

/** The subscription that an event is about. */
const subscriptionOf = (event: Stripe.Event): string | null => {
  switch (event.type) {
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return event.data.object.id
    case "checkout.session.completed":
      return idOf(event.data.object.subscription)
    case "invoice.paid":
    case "invoice.payment_failed":
      return idOf(event.data.object.parent?.subscription_details?.subscription)
    default:
      return null
  }
}

const Id = Schema.String.check(...isText)
const isEvent = Schema.is(Schema.Struct({ eventId: Id, subscriptionId: Schema.NullOr(Id) }))

/** What of an event matters here. Throws on what is none, though it is signed. */
export const eventOf = (event: Stripe.Event): Event => {
  const found = { eventId: event.id, subscriptionId: subscriptionOf(event) }
  if (!isEvent(found)) throw new TypeError("no event")
  return found
}

/** The provider answered that the request cannot be done. */
export const isRefused = (error: unknown) => error instanceof Error && "statusCode" in error && error.statusCode === 400

export const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "resource_missing"

/** What an operator can act on; the rest of such an error is the whole answer. */
export const reasonOf = (error: unknown): string => {
  const { statusCode, code, message } = error as Partial<Stripe.errors.StripeError>
  return [statusCode, code, message].filter((part) => part !== undefined && part !== "").join(" ")
}

/** A price that there is no longer, or that is archived. */
export const isPriceRefused = (error: unknown) =>
  isRefused(error) && error instanceof Error && "param" in error && /^line_items/.test(String(error.param))

export const isCustomerMissing = (error: unknown) =>
  isMissing(error) && error instanceof Error && "param" in error && error.param === "customer"
