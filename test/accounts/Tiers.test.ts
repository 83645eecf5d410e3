import { assert, describe, it } from "@effect/vitest"
import { type Tier, tiers } from "../../src/accounts/Tiers.ts"

const order = ["anonymous", "free", "pro", "business"] as const

/** How much a column's value is worth; what a tier does not have is worth nothing. */
const worth = (value: Tier[keyof Tier]): number =>
  value === null || value === false || value === "standard" ? 0 : value === true || value === "priority" ? 1 : value

describe("The tiers", () => {
  it("never get worse in any column", () => {
    for (const [index, name] of order.slice(1).entries()) {
      const lower = tiers[order[index] ?? "anonymous"]
      for (const column of Object.keys(lower) as ReadonlyArray<keyof Tier>) {
        assert.isAtLeast(worth(tiers[name][column]), worth(lower[column]), `${name}.${column}`)
      }
    }
  })

  it("are the published ones", () => {
    assert.deepStrictEqual(
      order.map((name) => [
        tiers[name].slots,
        tiers[name].maxFileSize,
        tiers[name].maxPages,
        tiers[name].timeBudgetSec
      ]),
      [
        [3, 10_485_760, 200, 300],
        [3, 10_485_760, 500, 900],
        [10, 104_857_600, 3_000, 1_800],
        [50, 524_288_000, 10_000, 3_600]
      ]
    )
    assert.deepStrictEqual(
      order.map((name) => [
        tiers[name].readyTtlSec,
        tiers[name].monthlyPages,
        tiers[name].apiKeys,
        tiers[name].webhooks
      ]),
      [
        [3_600, null, null, 0],
        [3_600, 500, 2, 0],
        [172_800, 10_000, 10, 5],
        [604_800, 100_000, 50, 20]
      ]
    )
    assert.deepStrictEqual(
      order.map((name) => [tiers[name].createsPerMinute, tiers[name].requestsPerMinute]),
      [
        [10, 60],
        [20, 120],
        [120, 600],
        [300, 1_200]
      ]
    )
  })
})
