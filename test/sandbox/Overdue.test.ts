import { assert, describe, it } from "@effect/vitest"
import { idleTime, isOverdue } from "../../layers/converter/Limits.ts"

describe("A page is judged by what it costs", () => {
  it("and may take ten times longer by the clock on a busy machine", () => {
    assert.isFalse(isOverdue(29_000, 290_000, 30_000))
    assert.isTrue(isOverdue(30_001, 290_000, 30_000))
    assert.isTrue(isOverdue(30_001, 30_001, 30_000))
  })

  it("unless its child hardly works and waits for nothing", () => {
    assert.isFalse(isOverdue(0, 30_000, 30_000))
    assert.isTrue(isOverdue(0, 30_001, 30_000))
    assert.isFalse(isOverdue(1_600, 30_001, 30_000))
  })

  it("and is not idle while others have the cores, however long", () => {
    const idle = idleTime({ at: 0, waited: 5_000 })
    for (let at = 100; at < 300_000; at += 100) assert.isAtMost(idle({ at, waited: 5_000 + at - 50 }), 50)
  })

  it("nor while the process that watches it was stopped: of each gap a second counts", () => {
    const idle = idleTime({ at: 0, waited: 0 })
    assert.strictEqual(idle({ at: 100, waited: 0 }), 100)
    assert.strictEqual(idle({ at: 3_600_100, waited: 0 }), 1_100)
    assert.strictEqual(idle({ at: 3_600_200, waited: 0 }), 1_200)
  })
})
