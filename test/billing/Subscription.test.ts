import { assert, describe, it } from "@effect/vitest"
import { graceSeconds, isOngoing, standing, tierAfter, tierOf } from "../../src/billing/Subscription.ts"

const now = Date.UTC(2026, 0, 1)
const grace = graceSeconds * 1_000

describe("A subscription", () => {
  it("gives its tier in each state of the provider as the table says", () => {
    // What is told, since when it has been overdue, the tier that it gives, and whether it goes on.
    const table = [
      ["active", null, "pro", true],
      ["trialing", null, "pro", true],
      ["past_due", null, "pro", true],
      ["past_due", now - grace + 1, "pro", true],
      ["past_due", now - grace, "free", true],
      ["unpaid", null, "free", true],
      ["paused", null, "free", true],
      ["incomplete", null, "free", false],
      ["incomplete_expired", null, "free", false],
      ["canceled", null, "free", false]
    ] as const
    for (const [told, since, tier, ongoing] of table) {
      const { status } = standing(told, since, now)
      assert.strictEqual(tierOf([{ status, tier: "pro" }]), tier, `${told} since ${since}`)
      assert.strictEqual(isOngoing(status), ongoing, told)
    }
  })

  it("has one grace from its first failed payment on, until it is paid", () => {
    const first = standing("past_due", null, now)
    assert.deepStrictEqual(first, { status: "past_due", pastDueSince: now })
    assert.deepStrictEqual(standing("past_due", first.pastDueSince, now + 1_000), first)
    assert.deepStrictEqual(standing("past_due", now, now + grace), { status: "unpaid", pastDueSince: now })
    assert.deepStrictEqual(standing("active", now, now + 1_000), { status: "active", pastDueSince: null })
  })

  it("counts with the others: the highest tier that is paid", () => {
    const pro = { status: "active", tier: "pro" } as const
    const business = { status: "active", tier: "business" } as const
    assert.strictEqual(tierOf([]), "free")
    assert.strictEqual(tierOf([pro, business]), "business")
    assert.strictEqual(tierOf([business, pro]), "business")
    assert.strictEqual(tierOf([pro, { ...business, status: "canceled" }]), "pro")
    assert.strictEqual(tierOf([{ ...business, tier: null }]), "free")
  })
})

describe("The tier of an account", () => {
  it("follows what is paid for", () => {
    assert.strictEqual(tierAfter("free", "free", "pro"), "pro")
    assert.strictEqual(tierAfter("pro", "pro", "business"), "business")
    assert.strictEqual(tierAfter("business", "business", "pro"), "pro")
    assert.strictEqual(tierAfter("pro", "pro", "free"), "free")
  })

  it("stays what an operator made it until more is paid for", () => {
    assert.strictEqual(tierAfter("business", "free", "free"), "business")
    assert.strictEqual(tierAfter("business", "free", "pro"), "business")
    assert.strictEqual(tierAfter("business", "pro", "free"), "business")
    assert.strictEqual(tierAfter("free", "pro", "pro"), "free")
    assert.strictEqual(tierAfter("free", "pro", "free"), "free")
    assert.strictEqual(tierAfter("free", "pro", "business"), "business")
  })
})
