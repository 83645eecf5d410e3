import { assert, describe, it } from "@effect/vitest"
import { emission, headers, type Policy, remaining, retryAfter, scaled } from "../../src/auth/Rates.ts"

const policy: Policy = { name: "create", quota: 10, windowSeconds: 60 }

const at = (arrival: number) => ({ policy, arrival, allowed: true })

describe("A rate limit", () => {
  it("gives back one request every window divided by quota", () => assert.strictEqual(emission(policy), 6_000))

  it("counts down as its bucket fills", () => {
    assert.strictEqual(remaining(at(0), 0), 10)
    assert.strictEqual(remaining(at(6_000), 0), 9)
    assert.strictEqual(remaining(at(59_999), 0), 0)
    assert.strictEqual(remaining(at(60_000), 0), 0)
    assert.strictEqual(remaining(at(60_000), 6_000), 1)
    assert.strictEqual(remaining(at(60_000), 5_999), 0)
  })

  it("says when a refused request would be allowed, in whole seconds and at least one", () => {
    assert.strictEqual(retryAfter(at(60_000), 0), 6)
    assert.strictEqual(retryAfter(at(60_000), 5_500), 1)
    assert.strictEqual(retryAfter(at(60_000), 6_000), 1)
  })

  it("stands in the headers of the IETF draft", () =>
    assert.deepStrictEqual(headers(at(30_500), 500), {
      "ratelimit-policy": '"create";q=10;w=60',
      ratelimit: '"create";r=5;t=30'
    }))

  it("is multiplied, and never falls to nothing", () => {
    assert.strictEqual(scaled(policy, 2.55).quota, 25)
    assert.strictEqual(scaled(policy, 0.01).quota, 1)
  })
})
