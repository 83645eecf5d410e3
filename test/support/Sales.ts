/** What the tests of billing do again and again, on a service whose provider is the one of the tests. */
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Billing } from "../../src/billing/Billing.ts"
import { newSession, withSession } from "./Account.ts"
import { newAccount } from "./Actor.ts"
import * as Payments from "./Payments.ts"
import * as Service from "./Service.ts"

/** The service with the provider. */
export const layer = (variables: Record<string, string> = {}) =>
  Layer.unwrap(
    Effect.map(Payments.Payments, (payments) =>
      Service.layer({ RATE_LIMIT_SCALE: "1000", ...Payments.variables(payments), ...variables })
    )
  ).pipe(Layer.provideMerge(Payments.layer))

export const plansPath = "/api/v2/billing/plans"

/** Prices that stand for tiers. */
export const priced = Effect.gen(function* () {
  const { setPrice } = yield* Billing
  yield* setPrice("price_pro", "pro")
  yield* setPrice("price_business", "business")
})

export const checkout = (session: Record<string, string>, price: string) =>
  withSession(session, "/api/v2/billing/checkout", { method: "POST", body: JSON.stringify({ price_id: price }) })

export const portal = (session: Record<string, string>) =>
  withSession(session, "/api/v2/billing/portal", { method: "POST" })

/** An event, posted as the provider does. */
export const post = ({ body, signature }: Payments.Event) =>
  Service.plain("/api/v2/billing/webhook", {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body
  })

export const seconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1_000))

/** The provider tells that something about a subscription has changed. */
export const tell = Effect.fnUntraced(function* (subscription: string) {
  const payments = yield* Payments.Payments
  return yield* post(payments.event(subscription, yield* seconds))
})

/** The account's tier and customer; undefined when it is deleted. */
export const accountOf = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ tier: string; customer_id: string | null }>`
    SELECT tier, customer_id FROM accounts WHERE id = ${accountId}`
  return row
})

export const tierOf = (accountId: string) => Effect.map(accountOf(accountId), (row) => row?.tier)

/** Somebody signed in, who is a customer already. */
export const newCustomer = Effect.gen(function* () {
  const payments = yield* Payments.Payments
  const sql = yield* SqlClient.SqlClient
  const { accountId } = yield* newAccount("free")
  const session = yield* newSession(accountId)
  const customer = `cus_${accountId}`
  yield* sql`UPDATE accounts SET customer_id = ${customer} WHERE id = ${accountId}`
  payments.know(customer)
  return { accountId, session, customer }
})

/** What an operator says with `set-tier`, as far as the tier goes. */
export const setTier = (accountId: string, tier: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE accounts SET tier = ${tier} WHERE id = ${accountId}`)
