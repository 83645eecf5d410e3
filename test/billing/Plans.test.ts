import { assert, describe, it } from "@effect/vitest"
import { bestOf, plansOf } from "../../src/billing/Billing.ts"
import type { Price } from "../../src/billing/Provider.ts"

const price = (priceId: string, amount: number, isSold = true): Price => ({
  priceId,
  name: `Plan ${priceId}`,
  interval: "month",
  amount,
  currency: "eur",
  isSold
})

const priced = [
  { id: "b", tier: "business" },
  { id: "p-year", tier: "pro" },
  { id: "p-month", tier: "pro" }
] as const

describe("Plans", () => {
  const told = [price("b", 9_900), price("p-year", 20_000), price("p-month", 1_900, false)]
  const ids = (current: string | null) => plansOf(priced, told, current).map(({ priceId }) => priceId)

  it("are listed from the lowest tier, cheapest first; one that is sold no longer is shown to who pays it", () => {
    assert.deepStrictEqual(ids(null), ["p-year", "b"])
    assert.deepStrictEqual(ids("p-month"), ["p-month", "p-year", "b"])
  })

  it("are known by their tier while the provider does not answer", () =>
    assert.deepStrictEqual(plansOf([priced[0]], null, null), [
      { priceId: "b", tier: "business", name: "business", interval: null, amount: null, currency: null }
    ]))

  it("are current by the highest tier that is paid, and of two of a tier by the newest", () => {
    assert.strictEqual(bestOf([priced[2], priced[0]])?.id, "b")
    assert.strictEqual(bestOf([priced[2], priced[1]])?.id, "p-month")
    assert.isNull(bestOf([]))
  })
})
