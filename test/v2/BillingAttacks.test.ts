import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { newPerson, newSession, origin, withSession } from "../support/Account.ts"
import { newAccount } from "../support/Actor.ts"
import { variables } from "../support/Browser.ts"
import { Payments } from "../support/Payments.ts"
import * as Sales from "../support/Sales.ts"
import { accountOf, checkout, newCustomer, portal, priced, tell, tierOf } from "../support/Sales.ts"
import * as Service from "../support/Service.ts"

const remove = (session: Record<string, string>) => withSession(session, "/api/v2/me", { method: "DELETE" })

const newcomer = Effect.gen(function* () {
  const { accountId } = yield* newAccount("free")
  return { accountId, session: yield* newSession(accountId) }
})

layer(Sales.layer(variables))("A purchase", (it) => {
  it.effect("has one customer for each account, however many begin at once", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId, session } = yield* newcomer
      const before = payments.customers().length
      const answers = yield* Effect.all(
        Array.from({ length: 6 }, () => checkout(session, "price_pro")),
        { concurrency: "unbounded" }
      )
      for (const { status } of answers) assert.strictEqual(status, 200)
      assert.strictEqual(payments.customers().length, before + 1)
      assert.include(payments.customers(), (yield* accountOf(accountId))?.customer_id)
    })
  )

  it.effect("leads back to the public origin that it began on, and to no other", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      for (const [host, proto, expected] of [
        ["pdf.example", "https", "https://pdf.example"],
        ["evil.example", "https", origin],
        ["pdf.example.evil.example", "https", origin],
        ["pdf.example@evil.example", "https", origin],
        ["pdf.example", "http", origin]
      ] as const) {
        const { session } = yield* newcomer
        const forwarded = { ...session, "x-forwarded-host": host, "x-forwarded-proto": proto }
        const { json } = yield* checkout(forwarded, "price_pro")
        assert.strictEqual(new URL(payments.pay(json.url) ?? "").origin, expected, host)
        const opened = yield* portal(forwarded)
        const page = yield* Effect.promise(() => fetch(opened.json.url).then((response) => response.text()))
        assert.include(page, `href="${expected}/api/v2/billing/return"`, host)
      }
    })
  )

  it.effect("gives its tier to whoever paid, whoever comes back with it", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const buyer = yield* newcomer
      const other = yield* newcomer
      const { json } = yield* checkout(buyer.session, "price_pro")
      const back = new URL(payments.pay(json.url) ?? "")
      yield* withSession(other.session, back.pathname + back.search)
      assert.strictEqual(yield* tierOf(buyer.accountId), "pro")
      assert.strictEqual(yield* tierOf(other.accountId), "free")
    })
  )

  it.effect("is asked for by its id alone: nothing else reaches the provider", () =>
    Effect.gen(function* () {
      const payments = yield* Payments
      const asked = payments.asked().length
      for (const id of ["", "..", "cs_", "cs_a/../../customers", "cs_a%00", "sub_1", `cs_${"a".repeat(300)}`, "<b>"]) {
        const page = yield* Service.plain(`/api/v2/billing/return?checkout=${encodeURIComponent(id)}`)
        assert.strictEqual(page.status, 400, id)
        assert.include(page.text, "There is no such purchase")
      }
      assert.strictEqual(payments.asked().length, asked)
      const unknown = yield* Service.plain("/api/v2/billing/return?checkout=cs_test_unknown")
      assert.strictEqual(unknown.status, 200)
      assert.notInclude(unknown.text, "<strong>")
    })
  )

  it.effect("is of a price of ours, begun by a page of ours, with a session", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { session, key } = yield* newPerson("free")
      const asked = payments.asked().length
      for (const price of ["price_other", "", "\u0000", "x".repeat(10_000), "price_pro "]) {
        const { status, json } = yield* checkout(session, price)
        assert.deepStrictEqual([status, json.code], [400, "invalid_request"], price.slice(0, 20))
      }
      const path = "/api/v2/billing/checkout"
      const init = { method: "POST", body: '{"price_id":"price_pro"}' }
      const elsewhere = yield* withSession({ ...session, origin: "https://evil.example" }, path, init)
      assert.deepStrictEqual([elsewhere.status, elsewhere.json.code], [403, "origin_not_allowed"])
      const byKey = yield* withSession({ authorization: `Bearer ${key.secret}`, origin }, path, init)
      assert.strictEqual(byKey.status, 401)
      assert.strictEqual((yield* withSession({ origin }, path, init)).status, 401)
      assert.strictEqual(payments.asked().length, asked)
    })
  )
})

layer(Sales.layer())("An account that begins to buy twice", (it) => {
  it.effect("cannot pay twice: on the page that was opened first nothing can be paid any more", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId, session } = yield* newcomer
      const first = yield* checkout(session, "price_pro")
      const second = yield* checkout(session, "price_business")
      assert.isNull(payments.pay(first.json.url))
      const back = new URL(payments.pay(second.json.url) ?? "")
      yield* Service.plain(back.pathname + back.search)
      assert.strictEqual(yield* tierOf(accountId), "business")
      const third = yield* checkout(session, "price_pro")
      assert.include(third.json.url, "/portal")
    })
  )
})

layer(Sales.layer())("An account that begins to buy twice at once", (it) => {
  it.effect("cannot pay twice: one of the pages can be paid, at whatever moment the other begins", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const context = yield* Effect.context<Service.Base>()
      for (const moment of [/^GET .*checkout\/sessions$/, /^GET .*subscriptions$/, /^POST .*checkout\/sessions$/]) {
        const { session } = yield* newCustomer
        const before = new Set(payments.open())
        let other = ""
        payments.during(moment, async () => {
          other = (await Effect.runPromiseWith(context)(checkout(session, "price_business"))).json.url
        })
        const { json } = yield* checkout(session, "price_pro")
        assert.match(other, /checkout/)
        const payable = payments.open().filter((url) => !before.has(url))
        assert.lengthOf(payable, 1, String(moment))
        assert.oneOf(payable[0], [json.url, other])
      }
    })
  )
})

layer(Sales.layer())("An account that is deleted", (it) => {
  it.effect("pays no longer; where the provider does not answer nothing is deleted", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { accountId, session, customer } = yield* newCustomer
      const subscription = payments.subscribe(customer, "price_pro")
      yield* tell(subscription)
      yield* Effect.addFinalizer(() => Effect.sync(() => payments.behave("well")))
      payments.behave("500")
      const refused = yield* remove(session)
      assert.deepStrictEqual([refused.status, refused.json.code], [502, "billing_unavailable"])
      assert.strictEqual(yield* tierOf(accountId), "pro")
      payments.behave("well")
      assert.strictEqual((yield* remove(session)).status, 204)
      assert.strictEqual(payments.of(customer)[0]?.status, "canceled")
      assert.strictEqual((yield* tell(subscription)).status, 200)
    }).pipe(Effect.scoped)
  )

  it.effect("cannot be paid for on a page that was opened before", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { session } = yield* newcomer
      const { json } = yield* checkout(session, "price_pro")
      assert.strictEqual((yield* remove(session)).status, 204)
      assert.isNull(payments.pay(json.url))
    })
  )

  it.effect("pays for nothing that was being paid at that moment, and others go on paying", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const { session, customer } = yield* newCustomer
      assert.strictEqual((yield* remove(session)).status, 204)
      const late = payments.subscribe(customer, "price_pro")
      const stranger = payments.subscribe("cus_of_another_shop", "price_pro")
      yield* Effect.addFinalizer(() => Effect.sync(() => payments.behave("well")))
      payments.behave("500")
      assert.strictEqual((yield* tell(late)).status, 502)
      payments.behave("well")
      assert.strictEqual((yield* tell(late)).status, 200)
      assert.strictEqual((yield* tell(stranger)).status, 200)
      assert.strictEqual(payments.of(customer)[0]?.status, "canceled")
      assert.strictEqual(payments.of("cus_of_another_shop")[0]?.status, "active")
    }).pipe(Effect.scoped)
  )

  it.effect("while a checkout begins gets none that could be paid, at whatever moment it goes", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const context = yield* Effect.context<Service.Base>()
      for (const moment of [/^POST .*customers$/, /^GET .*subscriptions$/, /^POST .*checkout\/sessions$/]) {
        const { accountId, session } = yield* newcomer
        // A customer that is there already, for the moments after it was made.
        if (!moment.test("POST /v1/customers")) yield* checkout(session, "price_pro")
        payments.during(moment, () => Effect.runPromiseWith(context)(remove(session)))
        const { status, json } = yield* checkout(session, "price_pro")
        assert.deepStrictEqual([status, json.code], [401, "invalid_session"], String(moment))
        assert.isUndefined(yield* accountOf(accountId))
        assert.deepStrictEqual(payments.open(), [], String(moment))
      }
    })
  )

  it.effect("gets none that begins while the provider is told of the deletion", () =>
    Effect.gen(function* () {
      yield* priced
      const payments = yield* Payments
      const context = yield* Effect.context<Service.Base>()
      const { session } = yield* newcomer
      yield* checkout(session, "price_pro")
      payments.during(/^GET .*checkout\/sessions$/, () =>
        Effect.runPromiseWith(context)(checkout(session, "price_pro"))
      )
      assert.strictEqual((yield* remove(session)).status, 204)
      assert.deepStrictEqual(payments.open(), [])
    })
  )
})
