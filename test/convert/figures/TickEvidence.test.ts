import { assert, describe, it } from "@effect/vitest"
import { hasTicks } from "../../../src/convert/figures/TickEvidence.ts"
import type { Box } from "../../../src/convert/model/Geometry.ts"

const at = [40, 90, 140, 190]
const line: Box = { x0: 30, y0: 200, x1: 200, y1: 200 }
const ticks = (length: number): ReadonlyArray<Box> => at.map((x) => ({ x0: x, x1: x, y0: 200, y1: 200 + length }))
const name = (x: number, y: number) => ({ box: { x0: x - 8, x1: x + 8, y0: y - 4, y1: y + 4 }, size: 8 })
const names = at.map((x) => name(x, 215))
const upright = ({ x0, y0, x1, y1 }: Box): Box => ({ x0: y0, x1: y1, y0: x0, y1: x1 })

describe("the marks of an axis", () => {
  it("are short, alike, on one line, and each has a name, whatever that says", () => {
    assert.isTrue(hasTicks([line, ...ticks(5)], () => names))
    assert.isFalse(hasTicks(ticks(5), () => names))
    assert.isFalse(hasTicks([line, ...ticks(20)], () => names))
  })

  it("are those of an upright axis, too", () =>
    assert.isTrue(
      hasTicks([line, ...ticks(5)].map(upright), () => names.map(({ box, size }) => ({ box: upright(box), size })))
    ))

  it("are none that part the letters of a field with one name", () =>
    assert.isFalse(hasTicks([line, ...ticks(5)], () => [name(90, 215)])))
})
