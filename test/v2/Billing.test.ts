import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Web } from "../../layers/fakes/Egress.ts"
import { Billing } from "../../src/billing/Billing.ts"
import { newKey, newPerson, newSession, origin, withSession } from "../support/Account.ts"
import { newAccount } from "../support/Actor.ts"
import * as Payments from "../support/Payments.ts"
import { ask, newUrl } from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"

const onProvider = Layer.unwrap(
  Effect.map(Payments.Payments, (payments) =>
    Service.layer({ RATE_LIMIT_SCALE: "1000", ...Payments.variables(payments) })
  )
).pipe(Layer.provideMerge(Payments.layer))

const plansPath = "/api/v2/billing/plans"

const priced = Effect.gen(function* () {
  const { setPrice } = yield* Billing
  yield* setPrice("price_pro", "pro")
  yield* setPrice("price_business", "business")
})

const checkout = (session: Record<string, string>, price: string) =>
  withSession(session, "/api/v2/billing/checkout", { method: "POST", body: JSON.stringify({ price_id: price }) })

const post = (event: { readonly body: string; readonly signature: string }) =>
  Service.plain("/api/v2/billing/webhook", {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": event.signature },
    body: event.body
  })

const seconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1_000))

/** The provider tells that something about a subscription has changed. */
const tell = (subscription: string) =>
  Effect.gen(function* () {
    const payments = yield* Payments.Payments
    return yield* post(payments.event(subscription, yield* seconds))
  })

const tierOf = (accountId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ tier: string; customer_id: string }>`SELECT tier, customer_id FROM accounts WHERE id = ${accountId}`,
      ([row]) => row
    )
  )

const keys = (session: Record<string, string>) =>
  Effect.map(withSession(session, "/api/v2/api-keys"), ({ json }) => json)

layer(onProvider)("Billing", (it) => {
  it.effect("sells a plan, gives its tier on return, takes it back when it ends, and disables the newest keys", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments.Payments
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
      const back = new URL(payments.pay(begun.json.url))
      assert.strictEqual(back.origin, origin)
      const page = yield* Service.plain(back.pathname + back.search)
      assert.strictEqual(page.status, 200)
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/)
      assert.include(page.text, "Thank you")
      assert.include(page.text, "<strong>pro</strong>")
      const account = yield* tierOf(accountId)
      assert.strictEqual(account?.tier, "pro")
      const paid = yield* withSession(session, plansPath)
      assert.deepStrictEqual(
        paid.json.plans.map(({ current }: { current: boolean }) => current),
        [true, false]
      )
      for (let n = 0; n < 3; n++) {
        yield* TestClock.adjust("1 second")
        made.push((yield* newKey(session)).key_id)
      }

      const url = newUrl()
      yield* (yield* Web).put(url, {})
      yield* ask(session, "POST", "", { url })
      const webhook = Effect.map(ask(session, "GET"), ({ json }) => json.items[0].disabled_reason)

      const portal = yield* withSession(session, "/api/v2/billing/portal", { method: "POST" })
      assert.strictEqual(portal.json.url, `https://pay.example/portal/${account?.customer_id}`)
      const [subscription] = payments.of(account?.customer_id ?? "")
      payments.change(subscription?.id ?? "", { status: "canceled" })
      assert.deepStrictEqual((yield* tell(subscription?.id ?? "")).json, { received: true })
      assert.strictEqual((yield* tierOf(accountId))?.tier, "free")
      const left = yield* keys(session)
      assert.deepStrictEqual([left.used, left.limit, left.items.length], [2, 2, 5])
      for (const { key_id, disabled_reason } of left.items) {
        assert.strictEqual(disabled_reason, made.indexOf(key_id) < 2 ? null : "plan_limit")
      }
      assert.strictEqual(yield* webhook, "plan_limit")

      payments.change(subscription?.id ?? "", { status: "active" })
      yield* tell(subscription?.id ?? "")
      assert.strictEqual((yield* keys(session)).used, 5)
      assert.isNull(yield* webhook)
    })
  )

  it.effect("has one customer for each account, however often and at once it is asked", () =>
    Effect.gen(function* () {
      yield* priced
      const { accountId } = yield* newAccount("free")
      const session = yield* newSession(accountId)
      const answers = yield* Effect.all(
        Array.from({ length: 6 }, () => checkout(session, "price_pro")),
        { concurrency: "unbounded" }
      )
      for (const { status } of answers) assert.strictEqual(status, 200)
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT FROM accounts WHERE id = ${accountId} AND customer_id IS NOT NULL`, 1)
    })
  )

  it.effect(
    "ends in the right tier for every account after a thousand shuffled and repeated events",
    () =>
      Effect.gen(function* () {
        yield* priced
        const sql = yield* SqlClient.SqlClient
        const payments = yield* Payments.Payments
        const states = ["active", "canceled", "past_due", "unpaid", "trialing"] as const
        const accounts = yield* Effect.forEach(Array.from({ length: 20 }), (_, n) =>
          Effect.gen(function* () {
            const { accountId } = yield* newAccount("free")
            const customer = `cus_${n}_${accountId}`
            yield* sql`UPDATE accounts SET customer_id = ${customer} WHERE id = ${accountId}`
            const subscription = payments.subscribe(
              customer,
              n % 2 === 0 ? "price_pro" : "price_business",
              "incomplete"
            )
            return { accountId, subscription, n }
          })
        )
        const at = yield* seconds
        const events = accounts.flatMap(({ subscription }) =>
          Array.from({ length: 25 }, () => payments.event(subscription, at))
        )
        // Each twice, in an order that has nothing to do with when they were made.
        const shuffled = [...events, ...events]
          .map((event, n) => ({ event, key: (n * 7_919) % 1_009 }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event)
        let sent = 0
        yield* Effect.forEach(
          shuffled,
          (event) => {
            const one = accounts[sent++ % accounts.length]!
            // The world moves on while the events are under way.
            payments.change(one.subscription, { status: states[sent % states.length]! })
            return Effect.map(post(event), ({ status }) => assert.strictEqual(status, 200))
          },
          { concurrency: 16, discard: true }
        )
        // What is told of the last change of each.
        for (const { subscription, n } of accounts) {
          payments.change(subscription, { status: states[n % states.length]! })
          yield* tell(subscription)
        }
        for (const { accountId, n } of accounts) {
          const paid = ["active", "past_due", "trialing"].includes(states[n % states.length]!)
          assert.strictEqual((yield* tierOf(accountId))?.tier, paid ? (n % 2 === 0 ? "pro" : "business") : "free")
        }
      }),
    60_000
  )

  it.effect("applies an event once, and takes none that the provider did not sign", () =>
    Effect.gen(function* () {
      yield* priced
      const sql = yield* SqlClient.SqlClient
      const payments = yield* Payments.Payments
      const { accountId } = yield* newAccount("free")
      yield* sql`UPDATE accounts SET customer_id = ${`cus_${accountId}`} WHERE id = ${accountId}`
      const subscription = payments.subscribe(`cus_${accountId}`, "price_pro")
      const at = yield* seconds
      const event = payments.event(subscription, at)
      for (const forged of [
        { ...event, signature: "" },
        { ...event, signature: event.signature.replace(/.$/, "x") },
        { ...event, body: event.body.replace("active", "trialing") },
        payments.event(subscription, at - 301)
      ]) {
        const { status, json } = yield* post(forged)
        assert.deepStrictEqual([status, json.code], [400, "invalid_request"])
      }
      assert.strictEqual((yield* tierOf(accountId))?.tier, "free")
      yield* post(event)
      assert.strictEqual((yield* tierOf(accountId))?.tier, "pro")
      const asked = payments.asked().length
      yield* sql`UPDATE accounts SET tier = 'free' WHERE id = ${accountId}`
      assert.strictEqual((yield* post(event)).status, 200)
      assert.strictEqual(payments.asked().length, asked)
      assert.strictEqual((yield* tierOf(accountId))?.tier, "free")
    })
  )

  it.effect("gives a week to pay what is overdue, and then takes the tier back", () =>
    Effect.gen(function* () {
      yield* priced
      const sql = yield* SqlClient.SqlClient
      const payments = yield* Payments.Payments
      const { accountId } = yield* newAccount("free")
      yield* sql`UPDATE accounts SET customer_id = ${`cus_${accountId}`} WHERE id = ${accountId}`
      const subscription = payments.subscribe(`cus_${accountId}`, "price_business", "past_due")
      yield* tell(subscription)
      const { lapse } = yield* Billing
      yield* TestClock.adjust("167 hours")
      yield* lapse
      assert.strictEqual((yield* tierOf(accountId))?.tier, "business")
      yield* TestClock.adjust("1 hour")
      yield* lapse
      assert.strictEqual((yield* tierOf(accountId))?.tier, "free")
    })
  )

  it.effect("answers without amounts when the provider does not answer, and sells nothing then", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments.Payments
      const person = yield* newPerson("free")
      yield* TestClock.adjust("6 minutes")
      yield* Effect.addFinalizer(() => Effect.sync(() => payments.behave("well")))
      payments.behave("500")
      const plans = yield* Service.plain(plansPath)
      assert.strictEqual(plans.status, 200)
      assert.deepStrictEqual(
        plans.json.plans.map(({ name, interval, amount, currency }: Record<string, unknown>) => [
          name,
          interval,
          amount,
          currency
        ]),
        [
          ["pro", null, null, null],
          ["business", null, null, null]
        ]
      )
      const refused = yield* checkout(person.session, "price_pro")
      assert.deepStrictEqual([refused.status, refused.json.code], [502, "billing_unavailable"])

      payments.behave("never")
      const asked = payments.asked().length
      const waiting = yield* Effect.forkScoped(Service.plain(plansPath))
      yield* Effect.repeat(Effect.yieldNow, { until: () => payments.asked().length > asked })
      yield* TestClock.adjust("2 seconds")
      const late = yield* Fiber.join(waiting)
      assert.strictEqual(late.status, 200)
      assert.isNull(late.json.plans[0].amount)

      payments.behave("well")
      assert.strictEqual((yield* Service.plain(plansPath)).json.plans[0].amount, 1_900)
    }).pipe(Effect.scoped)
  )

  it.effect("refuses prices that are none of ours, and pages of others", () =>
    Effect.gen(function* () {
      yield* priced
      const { session } = yield* newPerson("free")
      const unknown = yield* checkout(session, "price_other")
      assert.deepStrictEqual([unknown.status, unknown.json.code], [400, "invalid_request"])
      const elsewhere = yield* checkout({ ...session, origin: "https://evil.example" }, "price_pro")
      assert.deepStrictEqual([elsewhere.status, elsewhere.json.code], [403, "origin_not_allowed"])
    })
  )

  it.effect("ends the subscription of an account that is deleted; without the provider nothing is deleted", () =>
    Effect.gen(function* () {
      yield* priced
      const sql = yield* SqlClient.SqlClient
      const payments = yield* Payments.Payments
      const { accountId, session } = yield* newPerson("free")
      yield* sql`UPDATE accounts SET customer_id = ${`cus_${accountId}`} WHERE id = ${accountId}`
      const subscription = payments.subscribe(`cus_${accountId}`, "price_pro")
      yield* tell(subscription)
      yield* Effect.addFinalizer(() => Effect.sync(() => payments.behave("well")))
      payments.behave("500")
      const refused = yield* withSession(session, "/api/v2/me", { method: "DELETE" })
      assert.deepStrictEqual([refused.status, refused.json.code], [502, "billing_unavailable"])
      assert.strictEqual((yield* tierOf(accountId))?.tier, "pro")
      payments.behave("well")
      assert.strictEqual((yield* withSession(session, "/api/v2/me", { method: "DELETE" })).status, 204)
      assert.strictEqual(payments.of(`cus_${accountId}`)[0]?.status, "canceled")
      assert.strictEqual((yield* tell(subscription)).status, 200)
    }).pipe(Effect.scoped)
  )

  it.effect("tells where new purchases may begin, as operators say", () =>
    Effect.gen(function* () {
      const { setAvailability } = yield* Billing
      yield* setAvailability({ extension: false })
      assert.deepStrictEqual((yield* Service.plain(plansPath)).json.purchase_availability, {
        extension: false,
        website: true
      })
      yield* setAvailability({ extension: true })
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
      for (const [path, body] of [
        ["/api/v2/billing/checkout", '{"price_id":"price_pro"}'],
        ["/api/v2/billing/portal", "{}"]
      ] as const) {
        const { status, json } = yield* withSession(session, path, { method: "POST", body })
        assert.deepStrictEqual([status, json.code], [503, "billing_not_configured"], path)
      }
      assert.strictEqual((yield* post({ body: "{}", signature: "t=1,v1=0" })).json.code, "billing_not_configured")
      assert.strictEqual((yield* withSession(session, "/api/v2/me", { method: "DELETE" })).status, 204)
    })
  )
})
