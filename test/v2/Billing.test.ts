import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Web } from "../../layers/fakes/Egress.ts"
import { Billing } from "../../src/billing/Billing.ts"
import { newKey, newPerson, newSession, origin, withSession } from "../support/Account.ts"
import { newAccount } from "../support/Actor.ts"
import { Payments } from "../support/Payments.ts"
import { ask, newUrl } from "../support/Receiver.ts"
import * as Sales from "../support/Sales.ts"
import {
  accountOf,
  checkout,
  newCustomer,
  plansPath,
  portal,
  post,
  priced,
  setTier,
  tell,
  tierOf
} from "../support/Sales.ts"
import * as Service from "../support/Service.ts"

const keys = (session: Record<string, string>) =>
  Effect.map(withSession(session, "/api/v2/api-keys"), ({ json }) => json)

const flags = ({ json }: Service.Answer) =>
  json.plans.map(({ price_id, current }: Record<string, unknown>) => [price_id, current])

layer(Sales.layer({ EXTENSION_ORIGINS: "chrome-extension://abcdefghijklmnop" }))("Billing", (it) => {
  it.effect("sells a plan, gives its tier on return, takes it back when it ends, and disables the newest keys", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId } = yield* newAccount("free")
      const session = yield* newSession(accountId)
      const made: Array<string> = []
      for (let n = 0; n < 2; n++) made.push((yield* newKey(session)).key_id)

      const before = yield* withSession(session, plansPath)
      assert.strictEqual(before.status, 200)
      assert.deepStrictEqual(
        before.json.plans.map(({ tier, name, interval, amount, currency, current }: Record<string, unknown>) => [
          tier,
          name,
          interval,
          amount,
          currency,
          current
        ]),
        [
          ["pro", "Pro", "month", 1_900, "eur", false],
          ["business", "Business", "month", 9_900, "eur", false]
        ]
      )
      assert.deepStrictEqual(before.json.purchase_availability, { extension: true, website: true })

      const begun = yield* checkout(session, "price_pro")
      assert.strictEqual(begun.status, 200)
      const back = new URL(payments.pay(begun.json.url) ?? "")
      assert.strictEqual(back.origin, origin)
      const page = yield* Service.plain(back.pathname + back.search)
      assert.strictEqual(page.status, 200)
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/)
      assert.include(page.text, "Thank you")
      assert.include(page.text, "<strong>Pro</strong>")
      assert.strictEqual(yield* tierOf(accountId), "pro")
      assert.deepStrictEqual(flags(yield* withSession(session, plansPath)), [
        ["price_pro", true],
        ["price_business", false]
      ])
      for (let n = 0; n < 3; n++) {
        yield* TestClock.adjust("1 second")
        made.push((yield* newKey(session)).key_id)
      }

      const url = newUrl()
      yield* (yield* Web).put(url, {})
      yield* ask(session, "POST", "", { url })
      const webhook = Effect.map(ask(session, "GET"), ({ json }) => json.items[0].disabled_reason)

      const [subscription] = payments.of((yield* accountOf(accountId))?.customer_id ?? "")
      payments.change(subscription?.id ?? "", { status: "canceled" })
      assert.deepStrictEqual((yield* tell(subscription?.id ?? "")).json, { received: true })
      assert.strictEqual(yield* tierOf(accountId), "free")
      const left = yield* keys(session)
      assert.deepStrictEqual([left.used, left.limit, left.items.length], [2, 2, 5])
      for (const { key_id, disabled_reason } of left.items) {
        assert.strictEqual(disabled_reason, made.indexOf(key_id) < 2 ? null : "plan_limit")
      }
      assert.strictEqual(yield* webhook, "plan_limit")

      // Whoever pays again has them back.
      payments.change(subscription?.id ?? "", { status: "active" })
      yield* tell(subscription?.id ?? "")
      assert.strictEqual((yield* keys(session)).used, 5)
      assert.isNull(yield* webhook)
    })
  )

  it.effect("gives a week to pay what is overdue, takes the tier back then, and gives it again once it is paid", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId, customer } = yield* newCustomer
      const subscription = payments.subscribe(customer, "price_business", "past_due")
      yield* tell(subscription)
      const { lapse } = yield* Billing
      yield* TestClock.adjust("100 hours")
      yield* tell(subscription)
      yield* TestClock.adjust("67 hours")
      yield* lapse
      assert.strictEqual(yield* tierOf(accountId), "business")
      yield* TestClock.adjust("1 hour")
      yield* lapse
      assert.strictEqual(yield* tierOf(accountId), "free")
      yield* tell(subscription)
      assert.strictEqual(yield* tierOf(accountId), "free")
      payments.change(subscription, { status: "active" })
      yield* tell(subscription)
      assert.strictEqual(yield* tierOf(accountId), "business")
    })
  )

  it.effect("flags the highest plan of an account that has two, and none once their time is over", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId, session, customer } = yield* newCustomer
      const business = payments.subscribe(customer, "price_business")
      const pro = payments.subscribe(customer, "price_pro")
      yield* tell(business)
      yield* tell(pro)
      assert.strictEqual(yield* tierOf(accountId), "business")
      const flagged = Effect.map(withSession(session, plansPath), flags)
      assert.deepStrictEqual(yield* flagged, [
        ["price_pro", false],
        ["price_business", true]
      ])
      payments.change(business, { status: "canceled" })
      yield* tell(business)
      assert.strictEqual(yield* tierOf(accountId), "pro")
      assert.deepStrictEqual(yield* flagged, [
        ["price_pro", true],
        ["price_business", false]
      ])
      payments.change(pro, { status: "past_due" })
      yield* tell(pro)
      yield* TestClock.adjust("168 hours")
      yield* (yield* Billing).lapse
      assert.deepStrictEqual(yield* flagged, [
        ["price_pro", false],
        ["price_business", false]
      ])
    })
  )

  it.effect("leaves the tier that an operator gave alone until more is paid for", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId, customer } = yield* newCustomer
      yield* setTier(accountId, "business")
      const subscription = payments.subscribe(customer, "price_pro", "incomplete")
      for (const status of ["incomplete", "active", "past_due", "active", "canceled"] as const) {
        payments.change(subscription, { status })
        yield* tell(subscription)
        assert.strictEqual(yield* tierOf(accountId), "business", status)
      }
      // The other way round: what an operator took is not given back by a renewal.
      const other = yield* newCustomer
      const renewed = payments.subscribe(other.customer, "price_pro")
      yield* tell(renewed)
      yield* setTier(other.accountId, "free")
      yield* tell(renewed)
      assert.strictEqual(yield* tierOf(other.accountId), "free")
      payments.change(renewed, { price: "price_business" })
      yield* tell(renewed)
      assert.strictEqual(yield* tierOf(other.accountId), "business")
    })
  )

  it.effect("gives those who pay a price already the tier that an operator says it stands for", () =>
    Effect.gen(function* () {
      const payments = yield* Payments
      const { setPrice } = yield* Billing
      const { accountId, customer } = yield* newCustomer
      const subscription = payments.subscribe(customer, "price_pro_year")
      yield* tell(subscription)
      assert.strictEqual(yield* tierOf(accountId), "free")
      for (const tier of ["pro", "business"] as const) {
        yield* setPrice("price_pro_year", tier)
        assert.strictEqual(yield* tierOf(accountId), tier)
      }
      yield* setPrice("price_pro_year", null)
      assert.strictEqual(yield* tierOf(accountId), "free")
    })
  )

  it.effect(
    "sells no price that the provider sells no longer or never did, and shows it only to those who pay it",
    () =>
      Effect.gen(function* () {
        yield* priced
        const payments = yield* Payments
        const { setPrice } = yield* Billing
        yield* setPrice("price_old", "pro")
        yield* setPrice("price_mistyped", "pro")
        const { session, customer } = yield* newCustomer
        const shown = yield* withSession(session, plansPath)
        assert.deepStrictEqual(flags(shown), [
          ["price_pro", false],
          ["price_business", false]
        ])
        for (const price of ["price_old", "price_mistyped"]) {
          const { status, json } = yield* checkout(session, price)
          assert.deepStrictEqual([status, json.code], [400, "invalid_request"], price)
        }
        yield* tell(payments.subscribe(customer, "price_old"))
        assert.deepInclude(flags(yield* withSession(session, plansPath)), ["price_old", true])
        yield* setPrice("price_old", null)
        yield* setPrice("price_mistyped", null)
      })
  )

  it.effect("leads an account that has a plan to the portal, so that nobody pays twice", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId, session, customer } = yield* newCustomer
      const subscription = payments.subscribe(customer, "price_pro")
      // The provider's event has not come yet.
      for (const status of ["active", "trialing", "past_due", "unpaid", "paused"] as const) {
        payments.change(subscription, { status })
        const { json } = yield* checkout(session, "price_business")
        assert.match(json.url, /\/pages\/portal\//, status)
      }
      payments.change(subscription, { status: "active" })
      yield* checkout(session, "price_business")
      assert.strictEqual(yield* tierOf(accountId), "pro")
      assert.match((yield* portal(session)).json.url, /\/pages\/portal\//)
      for (const status of ["incomplete", "canceled"] as const) {
        payments.change(subscription, { status })
        assert.match((yield* checkout(session, "price_business")).json.url, /\/pages\/checkout\//, status)
      }
      // What an operator sells outside of the plans does not stand in the way of one.
      payments.change(subscription, { status: "active", price: "price_of_support" })
      assert.match((yield* checkout(session, "price_business")).json.url, /\/pages\/checkout\//)
    })
  )

  it.effect("makes another customer where the provider has lost the account's", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId } = yield* newAccount("free")
      const session = yield* newSession(accountId)
      yield* checkout(session, "price_pro")
      const first = (yield* accountOf(accountId))?.customer_id ?? ""
      payments.forget(first)
      assert.strictEqual((yield* checkout(session, "price_pro")).status, 200)
      const second = (yield* accountOf(accountId))?.customer_id ?? ""
      assert.notStrictEqual(second, first)
      payments.forget(second)
      assert.strictEqual((yield* portal(session)).status, 200)
      assert.notInclude([first, second, ""], (yield* accountOf(accountId))?.customer_id ?? "")
    })
  )

  it.effect("begins purchases where operators let them begin, and says so in the plans", () =>
    Effect.gen(function* () {
      yield* priced
      const { setAvailability } = yield* Billing
      const { session } = yield* newCustomer
      yield* setAvailability({ website: false })
      assert.deepStrictEqual((yield* Service.plain(plansPath)).json.purchase_availability, {
        extension: true,
        website: false
      })
      const refused = yield* checkout(session, "price_pro")
      assert.deepStrictEqual([refused.status, refused.json.code], [403, "origin_not_allowed"])
      const extension = { ...session, origin: "chrome-extension://abcdefghijklmnop" }
      assert.strictEqual((yield* checkout(extension, "price_pro")).status, 200)
      yield* setAvailability({ website: true, extension: false })
      assert.strictEqual((yield* checkout(session, "price_pro")).status, 200)
      assert.strictEqual((yield* checkout(extension, "price_pro")).status, 403)
      // What is bought can be ended whatever is sold.
      assert.strictEqual((yield* portal(extension)).status, 200)
      yield* setAvailability({ extension: true })
    })
  )

  it.effect("tells an account all that is stored of its purchases", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { session, customer } = yield* newCustomer
      const subscription = payments.subscribe(customer, "price_pro")
      yield* tell(subscription)
      const { json } = yield* withSession(session, "/api/v2/me/export")
      assert.deepStrictEqual(json.subscriptions, [
        {
          subscription_id: subscription,
          customer_id: customer,
          price_id: "price_pro",
          price_ids: ["price_pro"],
          status: "active",
          past_due_since: null
        }
      ])
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("Without billing", (it) => {
  it.effect("plans have no amounts, nothing can be bought, and all else works", () =>
    Effect.gen(function* () {
      yield* priced
      const { session } = yield* newPerson("free")
      const plans = yield* Service.plain(plansPath)
      assert.strictEqual(plans.status, 200)
      assert.isNull(plans.json.plans[0].amount)
      assert.deepStrictEqual(plans.json.purchase_availability, { extension: false, website: false })
      for (const answer of [yield* checkout(session, "price_pro"), yield* portal(session)]) {
        assert.deepStrictEqual([answer.status, answer.json.code], [503, "billing_not_configured"])
      }
      assert.strictEqual((yield* post({ body: "{}", signature: "t=1,v1=0" })).json.code, "billing_not_configured")
      assert.strictEqual((yield* withSession(session, "/api/v2/me", { method: "DELETE" })).status, 204)
    })
  )
})
