import { assert, describe, it } from "@effect/vitest"
import { isOverdue } from "../../layers/converter/Limits.ts"

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
})
