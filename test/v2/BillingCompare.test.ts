import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Billing } from "../../src/billing/Billing.ts"
import { withSession } from "../support/Account.ts"
import { Payments } from "../support/Payments.ts"
import * as Sales from "../support/Sales.ts"
import { checkout, newCustomer, priced, tell, tierOf } from "../support/Sales.ts"

const compare = Effect.flatMap(Billing, ({ compare }) => compare)

/** A day later: the clock wakes the service too, which compares by itself. */
const nextDay = Effect.andThen(TestClock.adjust("25 hours"), compare)

/** The tier as the account is told it. */
const told = (session: Record<string, string>) =>
  Effect.map(withSession(session, "/api/v2/limits"), ({ json }) => json.tier)

layer(Sales.layer())("Events that never come", (it) => {
  it.effect("cost nobody who has paid the plan, and give nobody a plan for ever", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const ended = yield* newCustomer
      const subscription = payments.subscribe(ended.customer, "price_pro")
      yield* tell(subscription)
      const buyer = yield* newCustomer
      yield* nextDay
      payments.change(subscription, { status: "canceled" })
      const { json } = yield* checkout(buyer.session, "price_business")
      assert.isNotNull(payments.pay(json.url))
      assert.deepStrictEqual([yield* told(ended.session), yield* told(buyer.session)], ["pro", "free"])
      yield* nextDay
      assert.deepStrictEqual([yield* told(ended.session), yield* told(buyer.session)], ["free", "business"])
    })
  )

  it.effect("are not missed more than once a day, nor by anybody who is no customer", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      yield* newCustomer
      yield* compare
      const asked = payments.asked().length
      yield* compare
      assert.strictEqual(payments.asked().length, asked)
    })
  )

  it.effect("are made good hours after the provider failed: who was asked about just then waited for another day", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { session, customer } = yield* newCustomer
      yield* nextDay
      yield* TestClock.adjust("25 hours")
      payments.subscribe(customer, "price_pro")
      yield* Effect.addFinalizer(() => Effect.sync(() => payments.behave("well")))
      payments.behave("500")
      // One more in each round, so that everybody was asked about.
      yield* Effect.repeat(compare, { times: payments.customers().length })
      payments.behave("well")
      yield* TestClock.adjust("2 hours")
      yield* compare
      assert.strictEqual(yield* told(session), "pro")
    }).pipe(Effect.scoped)
  )

  it.effect("take nothing from anybody whom the provider does not know, or while it does not answer", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId, customer } = yield* newCustomer
      const subscription = payments.subscribe(customer, "price_pro")
      yield* tell(subscription)
      yield* Effect.addFinalizer(() => Effect.sync(() => payments.behave("well")))
      payments.behave("500")
      yield* nextDay
      assert.strictEqual(yield* tierOf(accountId), "pro")
      payments.behave("well")
      payments.lose(subscription)
      yield* nextDay
      yield* nextDay
      assert.strictEqual(yield* tierOf(accountId), "pro")
    }).pipe(Effect.scoped)
  )
})
