import { assert, describe, it } from "@effect/vitest"
import { headsOf } from "../../../src/convert/figures/ArrowEvidence.ts"
import type { Box } from "../../../src/convert/model/Geometry.ts"

const line = (x0: number, y0: number, x1: number, y1: number): Box => ({ x0, y0, x1, y1 })
/** Six points to each side of a place. */
const head = (x: number, y: number): Box => line(x - 3, y - 3, x + 3, y + 3)

describe("the head of an arrow", () => {
  it("lies evenly about a line, at one end of it", () => {
    assert.strictEqual(headsOf([line(0, 50, 60, 50)], [], [head(58, 50)]), 1)
    assert.strictEqual(headsOf([line(40, 0, 40, 60)], [], [head(40, 2)]), 1)
    assert.strictEqual(headsOf([line(0, 50, 60, 50)], [], [head(30, 50)]), 0)
    assert.strictEqual(headsOf([line(0, 50, 60, 50)], [], [head(58, 47)]), 0)
  })

  it("lies at a corner of what a slanting line reaches over", () => {
    const slope = line(0, 0, 60, 40)
    assert.strictEqual(headsOf([], [slope], [head(60, 40), head(0, 0)]), 2)
    assert.strictEqual(headsOf([], [slope], [head(30, 20)]), 0)
  })

  it("is smaller than its line, which is longer than what is drawn in an icon", () => {
    assert.strictEqual(headsOf([line(52, 50, 60, 50)], [], [head(58, 50)]), 0)
    assert.strictEqual(headsOf([], [line(0, 0, 10, 8)], [line(9, 7, 11, 9)]), 0)
    assert.strictEqual(headsOf([line(0, 50, 60, 50)], [], [line(40, 35, 70, 65)]), 0)
  })
})
