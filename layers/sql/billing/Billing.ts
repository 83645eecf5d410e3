import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BillingNotConfigured, BillingUnavailable, InvalidSession, OriginNotAllowed } from "../../../schema/Errors.ts"
import { AccountId } from "../../../schema/Ids.ts"
import { returnPath } from "../../../schema/v2/Billing.ts"
import { AccountTier } from "../../../src/accounts/Accounts.ts"
import { Billing, bestOf, plansOf } from "../../../src/billing/Billing.ts"
import { type CustomerGone, Provider, type SubscriptionState } from "../../../src/billing/Provider.ts"
import { isOngoing, paid } from "../../../src/billing/Subscription.ts"
import { rowsOf } from "../Rows.ts"
import * as Amounts from "./Amounts.ts"
import * as Subscriptions from "./Subscriptions.ts"

/** Events are known by their ids for this long; the provider repeats them for three days. */
const eventDays = 30

/** For this long what a customer of a deleted account begins to pay is ended: slow payments take two weeks. */
const formerDays = 30

/** How long a customer is not compared again, and one whose comparison was broken off; how many are compared in one round. */
const comparedSeconds = 86_400
const brokenOffSeconds = 3_600
const round = 500

const pricedTiers = rowsOf(Schema.Struct({ id: Schema.String, tier: AccountTier }))

const customers = rowsOf(Schema.Struct({ email: Schema.String, customer_id: Schema.NullOr(Schema.String) }))

const comparedCustomers = rowsOf(Schema.Struct({ id: AccountId, customer_id: Schema.String }))

const ids = rowsOf(Schema.Struct({ id: Schema.String }))

const keptCustomers = rowsOf(Schema.Struct({ customer_id: Schema.String }))

const purchases = rowsOf(Schema.Struct({ extension: Schema.Boolean, website: Schema.Boolean }))

type Refusal = BillingUnavailable | BillingNotConfigured

/** Nothing is taken from anybody because of it: the key may be a wrong one for an hour. */
const unknown = (subscriptionId: string) =>
  Effect.logWarning(
    `The billing provider does not know ${subscriptionId}: STRIPE_SECRET_KEY may be of another account or mode than its events`
  )

export const layer = Layer.effect(
  Billing,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const provider = yield* Provider
    const amounts = yield* Amounts.make
    const subscriptions = yield* Subscriptions.make

    const mapping = Effect.orDie(pricedTiers(sql`SELECT id, tier FROM prices ORDER BY id`))

    const ask = Effect.orDie(subscriptions.ask)

    const write = (answered: Subscriptions.Answered) =>
      subscriptions.write(answered).pipe(sql.withTransaction, Effect.orDie)

    /** The account's customer, made where there is none or it is `gone`. Nothing of the database is held meanwhile. */
    const customerOf = Effect.fnUntraced(function* (accountId: AccountId, gone: string | null) {
      const [row] = yield* Effect.orDie(customers(sql`SELECT email, customer_id FROM accounts WHERE id = ${accountId}`))
      if (row === undefined) return yield* new InvalidSession()
      if (row.customer_id !== null && row.customer_id !== gone) return row.customer_id
      const made = yield* provider.customer({ accountId, email: row.email, gone })
      const [kept] = yield* Effect.orDie(
        keptCustomers(sql`
        UPDATE accounts SET customer_id = CASE WHEN customer_id IS NULL OR customer_id = ${gone} THEN ${made}
          ELSE customer_id END
        WHERE id = ${accountId} RETURNING customer_id`)
      )
      return kept === undefined ? yield* new InvalidSession() : kept.customer_id
    })

    /** Something for the account's customer; where the provider has lost that one, for another. */
    const forCustomer = Effect.fnUntraced(function* <A>(
      accountId: AccountId,
      use: (customerId: string) => Effect.Effect<A, Refusal | InvalidSession | CustomerGone>
    ) {
      const customerId = yield* customerOf(accountId, null)
      const again = Effect.flatMap(customerOf(accountId, customerId), use)
      return yield* use(customerId).pipe(
        Effect.catchTag("customer_gone", () => again),
        Effect.catchTag("customer_gone", () => Effect.fail(new BillingUnavailable()))
      )
    })

    /** Whether there is a plan that goes on, as the provider has it now; what it tells is written down. */
    const hasPlan = Effect.fnUntraced(function* (customerId: string, prices: ReadonlySet<string>) {
      const asked = yield* ask
      const all = yield* provider.subscriptions(customerId)
      yield* Effect.forEach(all, (told) => write({ told, asked }), { discard: true })
      return all.some(({ status, priceIds }) => isOngoing(status) && priceIds.some((id) => prices.has(id)))
    })

    /** Compares the next customer with what the provider has of them; false when there is none, or no answer. */
    const compareNext = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const due = now - comparedSeconds * 1_000
      const [account] = yield* Effect.orDie(
        comparedCustomers(sql`
          UPDATE accounts SET billing_compared_at = ${new Date(due + brokenOffSeconds * 1_000)} WHERE id = (
            SELECT id FROM accounts WHERE customer_id IS NOT NULL
              AND (billing_compared_at IS NULL OR billing_compared_at <= ${new Date(due)})
            ORDER BY billing_compared_at NULLS FIRST LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING id, customer_id`)
      )
      if (account === undefined) return false
      const asked = yield* ask
      const all = yield* provider.subscriptions(account.customer_id)
      yield* Effect.forEach(all, (told) => write({ told, asked }), { discard: true })
      const given = yield* Effect.orDie(
        ids(sql`SELECT id FROM subscriptions WHERE account_id = ${account.id} AND ${sql.in("status", paid)}`)
      )
      const others = given.filter(({ id }) => all.every(({ subscriptionId }) => subscriptionId !== id))
      for (const { id } of others) {
        const asked = yield* ask
        const told = yield* provider.subscription(id)
        yield* told === null ? unknown(id) : write({ told, asked })
      }
      yield* Effect.orDie(sql`UPDATE accounts SET billing_compared_at = ${new Date(now)} WHERE id = ${account.id}`)
      return true
    }).pipe(Effect.catch(() => Effect.succeed(false)))

    /** Ends what began to be paid while its account was deleted. */
    const endOfFormer = Effect.fnUntraced(function* ({ customerId, status }: SubscriptionState) {
      if (!isOngoing(status)) return
      const former = yield* Effect.orDie(sql`
        SELECT FROM former_customers f WHERE id = ${customerId}
          AND NOT EXISTS (SELECT FROM accounts WHERE customer_id = f.id)`)
      if (former.length === 0) return
      yield* provider.end(customerId)
      yield* Effect.logWarning(`Customer ${customerId} paid while the account was deleted: ended, not refunded`)
    })

    const availability = Effect.gen(function* () {
      const [row] = yield* purchases(sql`SELECT extension, website FROM purchases`)
      const open = provider.isConfigured && row !== undefined
      return { extension: open && row.extension, website: open && row.website }
    }).pipe(
      Effect.catch(() => Effect.succeed({ extension: false, website: false })),
      Effect.withSpan("Billing.availability")
    )

    return Billing.of({
      plans: Effect.fn("Billing.plans")(function* (current) {
        const rows = yield* mapping
        const told = yield* amounts(rows.map(({ id }) => id))
        return plansOf(rows, told, current)
      }),

      current: Effect.fn("Billing.current")(function* (accountId) {
        const rows = yield* pricedTiers(sql`
          SELECT p.id, p.tier FROM subscriptions s JOIN prices p ON p.id = s.price_id OR p.id = ANY(s.price_ids)
          WHERE s.account_id = ${accountId} AND ${sql.in("s.status", paid)} ORDER BY s.asked DESC`)
        return bestOf(rows)?.id ?? null
      }, Effect.orDie),

      availability,

      checkout: Effect.fn("Billing.checkout")(function* ({ accountId }, priceId, { origin, from }) {
        if (!provider.isConfigured) return yield* new BillingNotConfigured()
        if (!(yield* availability)[from]) {
          return yield* new OriginNotAllowed({ message: "No purchases can begin here right now" })
        }
        const prices = new Set((yield* mapping).map(({ id }) => id))
        if (!prices.has(priceId)) return null
        const back = `${origin}${returnPath}`
        return yield* forCustomer(
          accountId,
          Effect.fnUntraced(function* (customerId) {
            // One page at a time can be paid; what was paid on another until now is in the list of subscriptions.
            yield* provider.expireAll(customerId)
            if (yield* hasPlan(customerId, prices)) return yield* provider.portal(customerId, back)
            const begun = yield* provider.checkout({
              customerId,
              priceId,
              // The provider puts the checkout's id in the place of the braces.
              done: `${back}?checkout={CHECKOUT_SESSION_ID}`,
              canceled: `${back}?canceled=true`
            })
            if (begun === null) return null
            // Of checkouts that begin at the same moment one can be paid.
            yield* provider.expireBefore(customerId, begun.checkoutId)
            const account = yield* Effect.orDie(sql`SELECT FROM accounts WHERE id = ${accountId}`)
            if (account.length > 0) return begun.url
            // The account was deleted meanwhile: nobody may pay for it any more.
            yield* provider.expire(begun.checkoutId)
            return yield* new InvalidSession()
          })
        )
      }),

      portal: Effect.fn("Billing.portal")(function* ({ accountId }, origin) {
        return yield* forCustomer(accountId, (customerId) => provider.portal(customerId, `${origin}${returnPath}`))
      }),

      returned: Effect.fn("Billing.returned")(function* (checkoutId) {
        const asked = yield* ask
        const told = yield* provider.checkedOut(checkoutId)
        return told === null ? null : yield* write({ told, asked })
      }),

      receive: Effect.fn("Billing.receive")(function* (body, signature) {
        const { eventId, subscriptionId } = yield* provider.read(body, signature)
        const known = yield* Effect.orDie(sql`SELECT FROM billing_events WHERE id = ${eventId}`)
        if (known.length > 0) return
        const asked = yield* ask
        const told = subscriptionId === null ? null : yield* provider.subscription(subscriptionId)
        if (told !== null) yield* endOfFormer(told)
        const now = yield* DateTime.nowAsDate
        yield* Effect.gen(function* () {
          const first = yield* sql`
            INSERT INTO billing_events (id, applied_at) VALUES (${eventId}, ${now})
            ON CONFLICT DO NOTHING RETURNING 1`
          if (first.length === 0) return
          if (told === null) return yield* subscriptionId === null ? Effect.void : unknown(subscriptionId)
          const tier = yield* subscriptions.write({ told, asked })
          if (tier === null) yield* Effect.logInfo(`Subscription ${told.subscriptionId} belongs to no account`)
        }).pipe(sql.withTransaction, Effect.orDie)
      }),

      end: Effect.fn("Billing.end")(function* (customerId) {
        if (customerId === null || !provider.isConfigured) return
        const now = yield* DateTime.nowAsDate
        yield* Effect.orDie(sql`INSERT INTO former_customers (id, ended_at) VALUES (${customerId}, ${now})
          ON CONFLICT (id) DO UPDATE SET ended_at = EXCLUDED.ended_at`)
        yield* provider.end(customerId)
      }),

      compare: Effect.gen(function* () {
        if (!provider.isConfigured) return
        for (let n = 0; n < round; n++) if (!(yield* compareNext)) return
      }).pipe(Effect.withSpan("Billing.compare")),

      lapse: Effect.gen(function* () {
        yield* subscriptions.lapseNext.pipe(sql.withTransaction, Effect.repeat({ while: (lapsed) => lapsed }))
        const now = yield* Clock.currentTimeMillis
        const before = (days: number) => new Date(now - days * 86_400_000)
        yield* sql`DELETE FROM billing_events WHERE applied_at < ${before(eventDays)}`
        yield* sql`DELETE FROM former_customers WHERE ended_at < ${before(formerDays)}`
      }).pipe(Effect.orDie, Effect.withSpan("Billing.lapse")),

      setPrice: Effect.fn("Billing.setPrice")((priceId, tier) =>
        subscriptions.setPrice(priceId, tier).pipe(sql.withTransaction, Effect.orDie)
      ),

      setAvailability: Effect.fn("Billing.setAvailability")(function* ({ extension, website }) {
        yield* sql`UPDATE purchases SET extension = COALESCE(${extension ?? null}, extension),
          website = COALESCE(${website ?? null}, website)`
      }, Effect.orDie)
    })
  })
)
