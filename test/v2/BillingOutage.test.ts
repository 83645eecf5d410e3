import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import { Web } from "../../layers/fakes/Egress.ts"
import { bearer, newPerson, withSession } from "../support/Account.ts"
import { Payments } from "../support/Payments.ts"
import { until } from "../support/Receiver.ts"
import * as Sales from "../support/Sales.ts"
import { checkout, newCustomer, plansPath, priced } from "../support/Sales.ts"
import * as Service from "../support/Service.ts"

const amounts = ({ json }: Service.Answer) => json.plans.map(({ amount }: { amount: number | null }) => amount)

const plans = Service.plain(plansPath)

/** Waits until the provider has been asked so often from now on. */
const asked = (call: RegExp, count = 1) =>
  Effect.gen(function* () {
    const payments = yield* Payments
    const before = payments.asked().length
    const since = () =>
      payments
        .asked()
        .slice(before)
        .filter((one) => call.test(one)).length
    return until(Effect.sync(since), (now) => now >= count)
  })

/** The provider fails in this way until the scope ends; nothing is remembered of what it said before. */
const failing = (behaviour: "never" | "500" | "trickle" | "refuse") =>
  Effect.gen(function* () {
    const payments = yield* Payments
    yield* priced
    yield* TestClock.adjust("6 minutes")
    yield* Effect.acquireRelease(
      Effect.sync(() => payments.behave(behaviour)),
      () => Effect.sync(() => payments.behave("well"))
    )
  })

layer(Sales.layer())("A provider that is down", (it) => {
  for (const behaviour of ["refuse", "500"] as const) {
    it.effect(`by the way of "${behaviour}" leaves plans without amounts at once, and sells nothing`, () =>
      Effect.gen(function* () {
        yield* failing(behaviour)
        const { session } = yield* newCustomer
        const without = yield* plans
        assert.strictEqual(without.status, 200)
        assert.deepStrictEqual(
          without.json.plans.map(({ name, interval, amount, currency }: Record<string, unknown>) => [
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
        const refused = yield* checkout(session, "price_pro")
        assert.deepStrictEqual([refused.status, refused.json.code], [502, "billing_unavailable"])
      }).pipe(Effect.scoped)
    )
  }

  for (const behaviour of ["never", "trickle"] as const) {
    it.effect(`by the way of "${behaviour}" leaves plans without amounts after 2 seconds, and later ones at once`, () =>
      Effect.gen(function* () {
        yield* failing(behaviour)
        const question = yield* asked(/prices/)
        const waiting = yield* Effect.forkChild(Effect.all([plans, plans, plans], { concurrency: "unbounded" }))
        yield* question
        yield* TestClock.adjust("1999 millis")
        assert.isUndefined(waiting.pollUnsafe())
        yield* TestClock.adjust("1 millis")
        for (const one of yield* Fiber.join(waiting)) {
          assert.strictEqual(one.status, 200)
          assert.deepStrictEqual(amounts(one), [null, null])
        }
        // From here on the clock stands still.
        const payments = yield* Payments
        const before = payments.asked().length
        for (let n = 0; n < 10; n++) assert.deepStrictEqual(amounts(yield* plans), [null, null])
        assert.strictEqual(payments.asked().length, before)
        payments.behave("well")
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(amounts(yield* plans), [1_900, 9_900])
      }).pipe(Effect.scoped)
    )

    it.effect(`by the way of "${behaviour}" ends what is waiting for it after 20 seconds, or less for a person`, () =>
      Effect.gen(function* () {
        yield* failing(behaviour)
        const { session } = yield* newCustomer
        const both = yield* asked(/subscriptions|sessions/, 2)
        const buying = yield* Effect.forkChild(checkout(session, "price_pro"))
        const returning = yield* Effect.forkChild(Service.plain("/api/v2/billing/return?checkout=cs_test_1"))
        yield* both
        yield* TestClock.adjust("5 seconds")
        assert.include((yield* Fiber.join(returning)).text, "Check again")
        yield* TestClock.adjust("15 seconds")
        const refused = yield* Fiber.join(buying)
        assert.deepStrictEqual([refused.status, refused.json.code], [502, "billing_unavailable"])
      }).pipe(Effect.scoped)
    )
  }

  it.effect(
    "keeps nothing else waiting: with more purchases under way than there are connections, all is answered",
    () =>
      Effect.gen(function* () {
        yield* failing("never")
        const people = yield* Effect.all(Array(4).fill(newCustomer) as ReadonlyArray<typeof newCustomer>)
        const worker = yield* newPerson("pro")
        const url = "https://outage.test/a.pdf"
        yield* Web.use((web) => web.put(url, { body: Converter.pdf({ pages: ["Hello"] }) }))
        const all = yield* asked(/checkout\/sessions/, 40)
        const hanging = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: 40 }), (_, n) => checkout(people[n % 4]!.session, "price_pro"), {
            concurrency: "unbounded"
          })
        )
        yield* all
        // The clock stands still, so that whatever waited for the provider would never end.
        for (const path of ["/config", "/healthz", "/readyz", "/llms.txt"]) {
          assert.strictEqual((yield* Service.plain(path)).status, 200, path)
        }
        for (const path of ["/me", "/limits", "/usage", "/api-keys", "/webhooks", "/jobs"]) {
          assert.strictEqual((yield* withSession(people[0]!.session, `/api/v2${path}`)).status, 200, path)
        }
        const headers = { ...bearer(worker.key.secret), "content-type": "application/json" }
        const created = yield* Service.plain("/api/v2/jobs", { method: "POST", headers, body: JSON.stringify({ url }) })
        assert.strictEqual(created.status, 201)
        const job = Service.plain(`/api/v2/jobs/${created.json.job_id}`, { headers })
        yield* until(job, ({ json }) => json.status === "ready")
        assert.isUndefined(hanging.pollUnsafe())
        yield* TestClock.adjust("20 seconds")
        for (const { status } of yield* Fiber.join(hanging)) assert.strictEqual(status, 502)
      }).pipe(Effect.scoped)
  )

  it.effect("and is only late gives its amounts to those who come after", () =>
    Effect.gen(function* () {
      yield* priced
      yield* TestClock.adjust("6 minutes")
      const payments = yield* Payments
      const gate = yield* Deferred.make<void>()
      payments.during(/prices/, () => Effect.runPromise(Deferred.await(gate)))
      const question = yield* asked(/prices/)
      const early = yield* Effect.forkChild(plans)
      yield* question
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(amounts(yield* Fiber.join(early)), [null, null])
      yield* Deferred.succeed(gate, undefined)
      const later = yield* until(plans, (answer) => amounts(answer)[0] !== null)
      assert.deepStrictEqual(amounts(later), [1_900, 9_900])
    })
  )
})
