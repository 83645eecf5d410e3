import { assert, describe, it } from "@effect/vitest"
import { graceSeconds, type Subscription, type SubscriptionStatus, tierOf } from "../../src/billing/Subscription.ts"

const now = Date.UTC(2026, 0, 1)

const pro = (status: SubscriptionStatus, pastDueSince: number | null = null): Subscription => ({
  status,
  tier: "pro",
  pastDueSince
})

describe("A subscription", () => {
  it("gives its tier while it is paid, tried out, or overdue for less than the grace", () => {
    const table: ReadonlyArray<readonly [Subscription, string]> = [
      [pro("active"), "pro"],
      [pro("trialing"), "pro"],
      [pro("past_due", now), "pro"],
      [pro("past_due", now - graceSeconds * 1_000 + 1), "pro"],
      [pro("past_due", now - graceSeconds * 1_000), "free"],
      [pro("past_due"), "free"],
      [pro("incomplete"), "free"],
      [pro("incomplete_expired"), "free"],
      [pro("canceled"), "free"],
      [pro("unpaid"), "free"],
      [pro("paused"), "free"]
    ]
    for (const [subscription, tier] of table) assert.strictEqual(tierOf([subscription], now), tier, subscription.status)
  })

  it("counts with the others: the highest tier that is paid", () => {
    const business: Subscription = { status: "active", tier: "business", pastDueSince: null }
    assert.strictEqual(tierOf([], now), "free")
    assert.strictEqual(tierOf([pro("active"), business], now), "business")
    assert.strictEqual(tierOf([business, pro("active")], now), "business")
    assert.strictEqual(tierOf([pro("active"), { ...business, status: "canceled" }], now), "pro")
    assert.strictEqual(tierOf([{ ...business, tier: null }], now), "free")
  })
})
