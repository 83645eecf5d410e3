import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Billing } from "../../src/billing/Billing.ts"
import { withSession } from "../support/Account.ts"
import { long } from "../support/Long.ts"
import { Payments } from "../support/Payments.ts"
import * as Sales from "../support/Sales.ts"
import {
  accountOf,
  checkout,
  newCustomer,
  plansPath,
  post,
  priced,
  seconds,
  setTier,
  tell,
  tierOf
} from "../support/Sales.ts"
import { plain } from "../support/Service.ts"

/** The same numbers at every run, from 0 up to 1 (mulberry32). */
const numbers = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), seed | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

const statuses = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused"
] as const

const changes = long(500, 160)

const worth: Record<string, number> = { price_pro: 1, price_business: 2 }
const tiers = ["free", "pro", "business"]

layer(Sales.layer())("The provider's events", (it) => {
  it.effect("end in the right tier for every account when hundreds of them come shuffled and twice", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const random = numbers(7)
      const one = <A>(all: ReadonlyArray<A>): A => all[Math.floor(random() * all.length)]!
      const people = yield* Effect.forEach(Array.from({ length: 24 }), () => newCustomer)
      // Every other account has two subscriptions, and some are of customers that nobody here knows.
      const subscriptions = [
        ...people.flatMap(({ customer }, n) => [customer, ...(n % 2 === 0 ? [customer] : [])]),
        "cus_of_another_service",
        "cus_of_nobody"
      ].map((customer) => payments.subscribe(customer, one(["price_pro", "price_business"]), "incomplete"))
      const deleted = people.slice(0, 3)

      const waiting: Array<{ readonly subscription: string; readonly id: string }> = []
      let sent = 0
      const send = Effect.gen(function* () {
        const [event] = waiting.splice(Math.floor(random() * waiting.length), 1)
        if (event === undefined) return
        sent++
        const answer = yield* post(payments.event(event.subscription, yield* seconds, event.id))
        assert.strictEqual(answer.status, 200)
      })
      for (let n = 0; n < changes; n++) {
        const subscription = n % 50 === 49 ? `sub_unknown_${n}` : one(subscriptions)
        const change =
          n % 3 === 0 ? { price: one(["price_pro", "price_business", "price_of_support"]) } : { status: one(statuses) }
        payments.change(subscription, change)
        const event = { subscription, id: `evt_${n}` }
        waiting.push(event, event)
        if (n === changes / 2) {
          for (const { session } of deleted) {
            assert.strictEqual((yield* withSession(session, "/api/v2/me", { method: "DELETE" })).status, 204)
          }
        }
        // Up to 16 are under way at once while the world moves on.
        if (n % 8 === 7)
          yield* Effect.all(
            Array.from({ length: 16 }, () => send),
            { concurrency: "unbounded", discard: true }
          )
      }
      while (waiting.length > 0)
        yield* Effect.all(
          Array.from({ length: 16 }, () => send),
          { concurrency: "unbounded", discard: true }
        )
      assert.strictEqual(sent, 2 * changes)

      const expected = (customer: string, gives: ReadonlyArray<string>) =>
        tiers[
          Math.max(
            0,
            ...payments
              .of(customer)
              .filter(({ status }) => gives.includes(status))
              .map(({ price }) => worth[price] ?? 0)
          )
        ]
      const seen = new Set<string>()
      for (const { accountId, customer } of people.slice(deleted.length)) {
        const tier = yield* tierOf(accountId)
        assert.strictEqual(tier, expected(customer, ["active", "trialing", "past_due"]), customer)
        seen.add(tier ?? "")
      }
      assert.sameMembers([...seen], tiers)
      for (const { accountId } of deleted) assert.isUndefined(yield* accountOf(accountId))

      // What is overdue ends with its grace, and the rest stays as it is.
      yield* TestClock.adjust("8 days")
      yield* (yield* Billing).lapse
      for (const { accountId, customer } of people.slice(deleted.length)) {
        assert.strictEqual(yield* tierOf(accountId), expected(customer, ["active", "trialing"]), customer)
      }
    })
  )

  it.effect("are applied once, and only if the provider has signed them lately", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId, customer } = yield* newCustomer
      const subscription = payments.subscribe(customer, "price_pro")
      const at = yield* seconds
      const event = payments.event(subscription, at)
      for (const forged of [
        { ...event, signature: "" },
        { ...event, signature: event.signature.replace(/.$/, "x") },
        { ...event, signature: event.signature.replace(/^t=\d+/, `t=${at + 1}`) },
        { ...event, signature: event.signature.replace("v1=", "v0=") },
        { ...event, body: event.body.replace("active", "trialing") },
        { ...event, body: `${event.body} ` },
        payments.event(subscription, at - 301),
        payments.signed("customer.subscription.updated", null, at),
        payments.signed("customer.subscription.updated", { id: 5 }, at),
        payments.event(subscription, at, "evt_\0")
      ]) {
        const { status, json } = yield* post(forged)
        assert.deepStrictEqual([status, json.code], [400, "invalid_request"])
      }
      assert.strictEqual(yield* tierOf(accountId), "free")
      yield* post(event)
      assert.strictEqual(yield* tierOf(accountId), "pro")
      const asked = payments.asked().length
      yield* setTier(accountId, "free")
      assert.strictEqual((yield* post(event)).status, 200)
      assert.strictEqual(payments.asked().length, asked)
      assert.strictEqual(yield* tierOf(accountId), "free")
    })
  )

  it.effect("are applied later where the provider does not answer at first", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId, customer } = yield* newCustomer
      const subscription = payments.subscribe(customer, "price_pro")
      const event = payments.event(subscription, yield* seconds)
      payments.behave("refuse")
      yield* Effect.addFinalizer(() => Effect.sync(() => payments.behave("well")))
      const refused = yield* post(event)
      assert.deepStrictEqual([refused.status, refused.json.code], [502, "billing_unavailable"])
      payments.behave("well")
      assert.strictEqual((yield* post(event)).status, 200)
      assert.strictEqual(yield* tierOf(accountId), "pro")
    }).pipe(Effect.scoped)
  )

  it.effect("change nothing where they are about other things, customers or prices", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const sql = yield* SqlClient.SqlClient
      const { accountId, customer } = yield* newCustomer
      yield* tell(payments.subscribe(customer, "price_of_support"))
      assert.strictEqual(yield* tierOf(accountId), "free")
      const before = yield* sql`SELECT id FROM subscriptions`
      assert.strictEqual((yield* tell(payments.subscribe("cus_stranger", "price_pro"))).status, 200)
      assert.strictEqual((yield* tell("sub_that_never_was")).status, 200)
      const asked = payments.asked().length
      assert.strictEqual(
        (yield* post(payments.signed("product.updated", { id: "prod_1" }, yield* seconds))).status,
        200
      )
      assert.strictEqual(payments.asked().length, asked)
      assert.lengthOf(yield* sql`SELECT id FROM subscriptions`, before.length)
    })
  )

  it.effect("give the highest of the plans that a subscription is made up of, wherever it stands among them", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId, customer, session } = yield* newCustomer
      const subscription = payments.subscribe(customer, "price_pro")
      payments.change(subscription, { extras: ["price_of_support"] })
      yield* tell(subscription)
      assert.strictEqual(yield* tierOf(accountId), "pro")
      assert.include((yield* checkout(session, "price_business")).json.url, "/portal")
      payments.change(subscription, { extras: ["price_of_support", "price_business"] })
      yield* tell(subscription)
      assert.strictEqual(yield* tierOf(accountId), "business")
      const { plans } = (yield* plain(plansPath, { headers: session })).json
      const current = plans.filter((plan: { current: boolean }) => plan.current)
      assert.deepStrictEqual(
        current.map((plan: { price_id: string }) => plan.price_id),
        ["price_business"]
      )
      payments.change(subscription, { extras: [] })
      yield* tell(subscription)
      assert.strictEqual(yield* tierOf(accountId), "pro")
      payments.change(subscription, { extras: ["price_old", "price_of_support"], price: "price_of_support" })
      yield* tell(subscription)
      assert.strictEqual(yield* tierOf(accountId), "free")
      yield* (yield* Billing).setPrice("price_old", "pro")
      assert.strictEqual(yield* tierOf(accountId), "pro")
      yield* (yield* Billing).setPrice("price_old", null)
      assert.strictEqual(yield* tierOf(accountId), "free")
    })
  )

  it.effect("that are larger than any JSON may be are refused unread", () =>
    Effect.gen(function* () {
      const { status, json } = yield* post({ body: `{"a":"${"x".repeat(300_000)}"}`, signature: "t=1,v1=0" })
      assert.deepStrictEqual([status, json.code], [413, "payload_too_large"])
    })
  )
})

layer(Sales.layer({ RATE_LIMIT_SCALE: "1" }))("Forged events", (it) => {
  it.effect("are soon refused for their number, while those of the provider go on", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId, customer } = yield* newCustomer
      for (let n = 0; n < 120; n++) assert.strictEqual((yield* post({ body: "{}", signature: "t=1,v1=0" })).status, 400)
      const busy = yield* post({ body: "{}", signature: "t=1,v1=0" })
      assert.deepStrictEqual([busy.status, busy.json.code], [429, "rate_limited"])
      assert.isNotNull(busy.headers.get("retry-after"))
      assert.strictEqual((yield* tell(payments.subscribe(customer, "price_pro"))).status, 200)
      assert.strictEqual(yield* tierOf(accountId), "pro")
      const page = yield* plain("/api/v2/billing/return?checkout=cs_test_1")
      assert.strictEqual(page.status, 429)
      assert.include(page.text, "Too many requests")
      assert.isNotNull(page.headers.get("retry-after"))
    })
  )
})
