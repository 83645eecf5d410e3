import { Clock, Config, Data, Duration, Effect, Layer, Option, Redacted } from "effect"
import type Stripe from "stripe"
import { BillingNotConfigured, BillingUnavailable } from "../../schema/Errors.ts"
import { CustomerGone, Provider, SignatureWrong } from "../../src/billing/Provider.ts"
import {
  eventOf,
  idOf,
  isCustomerMissing,
  isMissing,
  isPriceRefused,
  isRefused,
  reasonOf,
  toPrice,
  toTold
} from "./Answers.ts"

/** Seconds that the provider has for each answer. */
const timeoutSeconds = 10

/** Seconds that a question has with all its repetitions. */
const deadlineSeconds = 20

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
        subscriptions: () => none,
        checkout: () => none,
        expire: () => none,
        expireBefore: () => none,
        expireAll: () => none,
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
          // Over fetch the time is that of the whole answer, so that one which trickles in is given up too.
          httpClient: Stripe.createFetchHttpClient(),
          maxNetworkRetries: 1,
          telemetry: false
        })
      })
    )

    /** One question; none where there is no such thing. */
    const ask = <A>(question: (stripe: Stripe) => Promise<A>): Effect.Effect<Option.Option<A>, BillingUnavailable> =>
      Effect.flatMap(stripe, (stripe) =>
        Effect.tryPromise({ try: () => question(stripe), catch: (cause) => cause }).pipe(
          Effect.map((answer) => Option.some(answer)),
          Effect.catchIf(isMissing, () => Effect.succeedNone),
          Effect.timeout(Duration.seconds(deadlineSeconds)),
          Effect.catch((cause) =>
            Effect.andThen(
              Effect.logWarning(`The billing provider did not do as it was asked: ${reasonOf(cause)}`),
              Effect.fail(new BillingUnavailable())
            )
          )
        )
      )

    const must = <A>(question: (stripe: Stripe) => Promise<A>): Effect.Effect<A, BillingUnavailable> =>
      Effect.flatMap(ask(question), (answer) =>
        Option.isSome(answer) ? Effect.succeed(answer.value) : Effect.fail(new BillingUnavailable())
      )

    /** As `must`, for questions about a customer that may be gone. */
    const of = <A>(question: (stripe: Stripe) => Promise<A>): Effect.Effect<A, BillingUnavailable | CustomerGone> =>
      Effect.flatMap(
        must((stripe) =>
          question(stripe).catch((error: unknown) => {
            if (isCustomerMissing(error)) return null
            throw error
          })
        ),
        (answer) => (answer === null ? Effect.fail(new CustomerGone()) : Effect.succeed(answer))
      )

    /** One that has been paid or has ended meanwhile is left as it is. */
    const expire: Provider["Service"]["expire"] = (id) =>
      Effect.asVoid(
        ask((stripe) =>
          stripe.checkout.sessions.expire(id).catch((error: unknown) => {
            if (!isRefused(error)) throw error
          })
        )
      )

    /** Checkouts that can be paid, newest first. */
    const open = Effect.fnUntraced(function* (customer: string) {
      const list = yield* ask((stripe) => stripe.checkout.sessions.list({ customer, status: "open", limit: 100 }))
      return Option.isSome(list) ? list.value.data.map(({ id }) => id) : []
    })

    const expireAll = Effect.fn("BillingProvider.expireAll")(function* (customer: string) {
      yield* Effect.forEach(yield* open(customer), expire, { discard: true })
    })

    const ongoing = Effect.fnUntraced(function* (customer: string) {
      const list = yield* ask((stripe) => stripe.subscriptions.list({ customer, limit: 100 }))
      return Option.match(list, { onNone: () => [], onSome: ({ data }) => data.map(toTold) })
    })

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

      customer: Effect.fn("BillingProvider.customer")(function* ({ accountId, email, gone }) {
        // The same key gives the same customer, however many ask at once; those who come while it is made ask again.
        const { id } = yield* must((stripe) =>
          stripe.customers.create(
            { email, metadata: { account_id: accountId } },
            {
              idempotencyKey: ["customer", accountId, ...(gone === null ? [] : [gone])].join("-"),
              maxNetworkRetries: 3
            }
          )
        )
        return id
      }),

      subscriptions: Effect.fn("BillingProvider.subscriptions")(ongoing),

      checkout: Effect.fn("BillingProvider.checkout")(function* ({ customerId, priceId, done, canceled }) {
        const session = yield* of((stripe) =>
          stripe.checkout.sessions
            .create({
              mode: "subscription",
              customer: customerId,
              line_items: [{ price: priceId, quantity: 1 }],
              success_url: done,
              cancel_url: canceled
            })
            .catch((error: unknown) => {
              if (isPriceRefused(error)) return "not sold" as const
              throw error
            })
        )
        if (session === "not sold") return null
        const { id, url } = session
        return url === null ? yield* new BillingUnavailable() : { checkoutId: id, url }
      }),

      expire: Effect.fn("BillingProvider.expire")(expire),

      expireBefore: Effect.fn("BillingProvider.expireBefore")(function* (customer, checkoutId) {
        const all = yield* open(customer)
        const at = all.indexOf(checkoutId)
        // One that is not there has been ended by one that began later, which ends the others.
        if (at >= 0) yield* Effect.forEach(all.slice(at + 1), expire, { discard: true })
      }),

      expireAll,

      checkedOut: Effect.fn("BillingProvider.checkedOut")(function* (checkoutId) {
        const session = yield* ask((stripe) => stripe.checkout.sessions.retrieve(checkoutId))
        const id = Option.isSome(session) ? idOf(session.value.subscription) : null
        return id === null ? null : yield* subscription(id)
      }),

      portal: Effect.fn("BillingProvider.portal")(function* (customer, return_url) {
        const { url } = yield* of((stripe) => stripe.billingPortal.sessions.create({ customer, return_url }))
        return url
      }),

      subscription: Effect.fn("BillingProvider.subscription")(subscription),

      end: Effect.fn("BillingProvider.end")(function* (customer) {
        // First those, so that what is paid for in the meantime is in the list of subscriptions.
        yield* expireAll(customer)
        yield* Effect.forEach(
          yield* ongoing(customer),
          ({ subscriptionId }) => ask((stripe) => stripe.subscriptions.cancel(subscriptionId)),
          { discard: true }
        )
      }),

      read: Effect.fn("BillingProvider.read")(function* (body, signature) {
        const client = yield* stripe
        const now = yield* Clock.currentTimeMillis
        return yield* Effect.tryPromise({
          try: async () =>
            eventOf(
              await client.webhooks.constructEventAsync(
                Buffer.from(body),
                signature,
                webhook,
                toleranceSeconds,
                undefined,
                now
              )
            ),
          catch: () => new SignatureWrong()
        })
      })
    })
  })
)
