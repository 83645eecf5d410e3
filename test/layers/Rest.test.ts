import { assert, describe, it, vi } from "@effect/vitest"
import { atRest } from "../../layers/converter/Confined.ts"

describe("What a child does at rest", () => {
  it("is done once after work that none follows for 30 s, and not between works", () => {
    vi.useFakeTimers()
    try {
      let rests = 0
      const worked = atRest(() => rests++)
      vi.advanceTimersByTime(60_000)
      assert.strictEqual(rests, 0)
      worked()
      vi.advanceTimersByTime(29_999)
      worked()
      vi.advanceTimersByTime(29_999)
      assert.strictEqual(rests, 0)
      vi.advanceTimersByTime(1)
      assert.strictEqual(rests, 1)
      vi.advanceTimersByTime(600_000)
      assert.strictEqual(rests, 1)
      worked()
      vi.advanceTimersByTime(30_000)
      assert.strictEqual(rests, 2)
    } finally {
      vi.useRealTimers()
    }
  })
})
