import { Clock, Config, Data, Effect, Layer, Option, Redacted } from "effect"
import type Stripe from "stripe"
import { BillingNotConfigured, BillingUnavailable } from "../schema/Errors.ts"
import { type Event, type Price, Provider, SignatureWrong, type Told } from "../src/billing/Provider.ts"
import type { SubscriptionStatus } from "../src/billing/Subscription.ts"

/** Seconds that the provider has for each answer. */
const timeoutSeconds = 10

/** How far the time of a signature may be from the clock. */
const toleranceSeconds = 300

/** A configuration that cannot work. */
export class BillingUnusable extends Data.TaggedError("BillingUnusable")<{ readonly message: string }> {}

/** Both secrets, or neither; the address is Stripe's own unless another is named. */
const settings = Effect.gen(function* () {
  const key = yield* Config.option(Config.Redacted("STRIPE_SECRET_KEY"))
  const webhook = yield* Config.option(Config.Redacted("STRIPE_WEBHOOK_SECRET"))
  const base = yield* Config.URL("STRIPE_API_BASE").pipe(Config.withDefault(new URL("https://api.stripe.com")))
  if (Option.isSome(key) !== Option.isSome(webhook)) {
    const missing = Option.isSome(key) ? "STRIPE_WEBHOOK_SECRET" : "STRIPE_SECRET_KEY"
    return yield* new BillingUnusable({ message: `Billing needs ${missing} too` })
  }
  return Option.isSome(key) && Option.isSome(webhook)
    ? Option.some({ key: Redacted.value(key.value), webhook: Redacted.value(webhook.value), base })
    : Option.none()
})

const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null)

const toTold = (subscription: Stripe.Subscription): Told => ({
  subscriptionId: subscription.id,
  customerId: idOf(subscription.customer) ?? "",
  priceId: subscription.items.data[0]?.price.id ?? "",
  status: subscription.status as SubscriptionStatus
})

const toPrice = (price: Stripe.Price): Price => {
  const { product, recurring } = price
  const interval = String(recurring?.interval)
  return {
    priceId: price.id,
    name: typeof product === "object" && "name" in product ? product.name : price.id,
    interval: interval === "month" || interval === "year" ? interval : null,
    amount: price.unit_amount,
    currency: price.currency
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

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "resource_missing"

export const layer = Layer.effect(
  Provider,
  Effect.gen(function* () {
    const configured = yield* settings
    if (Option.isNone(configured)) {
      const none = Effect.fail(new BillingNotConfigured())
      return Provider.of({
        isConfigured: false,
        prices: () => none,
        customer: () => none,
        checkout: () => none,
        checkedOut: () => none,
        portal: () => none,
        subscription: () => none,
        end: () => none,
        read: () => none
      })
    }
    const { key, webhook, base } = configured.value

    // The library takes long to load, so it is loaded when it is first needed.
    const stripe = yield* Effect.cached(
      Effect.promise(async () => {
        const { default: Stripe } = await import("stripe")
        return new Stripe(key, {
          host: base.hostname,
          protocol: base.protocol === "http:" ? "http" : "https",
          ...(base.port === "" ? {} : { port: base.port }),
          timeout: timeoutSeconds * 1_000,
          maxNetworkRetries: 1,
          telemetry: false
        })
      })
    )

    /** One question; what there is not is null. */
    const ask = <A>(question: (stripe: Stripe) => Promise<A>): Effect.Effect<Option.Option<A>, BillingUnavailable> =>
      Effect.flatMap(stripe, (stripe) =>
        Effect.tryPromise({ try: () => question(stripe), catch: (cause) => cause }).pipe(
          Effect.map((answer) => Option.some(answer)),
          Effect.catch((cause) =>
            isMissing(cause)
              ? Effect.succeed(Option.none<A>())
              : Effect.andThen(
                  Effect.logWarning("The billing provider did not do as it was asked", cause),
                  Effect.fail(new BillingUnavailable())
                )
          )
        )
      )

    const must = <A>(question: (stripe: Stripe) => Promise<A>): Effect.Effect<A, BillingUnavailable> =>
      Effect.flatMap(ask(question), (answer) =>
        Option.isSome(answer) ? Effect.succeed(answer.value) : Effect.fail(new BillingUnavailable())
      )

    const url = (session: { readonly url: string | null }) =>
      session.url === null ? Effect.fail(new BillingUnavailable()) : Effect.succeed(session.url)

    const subscription: Provider["Service"]["subscription"] = (id) =>
      Effect.map(
        ask((stripe) => stripe.subscriptions.retrieve(id)),
        Option.match({ onNone: () => null, onSome: toTold })
      )

    return Provider.of({
      isConfigured: true,
      prices: Effect.fn("BillingProvider.prices")(function* (ids) {
        const found = yield* Effect.forEach(
          ids,
          (id) => ask((stripe) => stripe.prices.retrieve(id, { expand: ["product"] })),
          { concurrency: 8 }
        )
        return found.flatMap((price) => (Option.isSome(price) ? [toPrice(price.value)] : []))
      }),

      customer: Effect.fn("BillingProvider.customer")(function* ({ accountId, email }) {
        // The same key gives the same customer, however many ask at once.
        const { id } = yield* must((stripe) =>
          stripe.customers.create(
            { email, metadata: { account_id: accountId } },
            { idempotencyKey: `customer-${accountId}` }
          )
        )
        return id
      }),

      checkout: Effect.fn("BillingProvider.checkout")(function* ({ customerId, priceId, done, canceled }) {
        const session = yield* must((stripe) =>
          stripe.checkout.sessions.create({
            mode: "subscription",
            customer: customerId,
            line_items: [{ price: priceId, quantity: 1 }],
            success_url: done,
            cancel_url: canceled
          })
        )
        return yield* url(session)
      }),

      checkedOut: Effect.fn("BillingProvider.checkedOut")(function* (checkoutId) {
        const session = yield* ask((stripe) => stripe.checkout.sessions.retrieve(checkoutId))
        const id = Option.isSome(session) ? idOf(session.value.subscription) : null
        return id === null ? null : yield* subscription(id)
      }),

      portal: Effect.fn("BillingProvider.portal")(function* (customer, return_url) {
        return yield* url(yield* must((stripe) => stripe.billingPortal.sessions.create({ customer, return_url })))
      }),

      subscription: Effect.fn("BillingProvider.subscription")(subscription),

      end: Effect.fn("BillingProvider.end")(function* (customer) {
        const list = yield* must((stripe) => stripe.subscriptions.list({ customer, limit: 100 }))
        yield* Effect.forEach(list.data, ({ id }) => ask((stripe) => stripe.subscriptions.cancel(id)), {
          discard: true
        })
      }),

      read: Effect.fn("BillingProvider.read")(function* (body, signature) {
        const client = yield* stripe
        const now = yield* Clock.currentTimeMillis
        const event = yield* Effect.tryPromise({
          try: () =>
            client.webhooks.constructEventAsync(
              Buffer.from(body),
              signature,
              webhook,
              toleranceSeconds,
              undefined,
              now
            ),
          catch: () => new SignatureWrong()
        })
        return { eventId: event.id, subscriptionId: subscriptionOf(event) } satisfies Event
      })
    })
  })
)
