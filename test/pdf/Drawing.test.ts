import { assert, describe, it } from "@effect/vitest"
import { Drawing } from "../../layers/pdf/Drawing.ts"

const black = { colour: 0x000000, opaque: true, clip: { x0: 0, y0: 0, x1: 500, y1: 500 } }
const identity = [1, 0, 0, 1, 0, 0] as const
/** A rectangle's path in pdf.js's numbers: move, three lines, close. */
const rectangle = (x0: number, y0: number, x1: number, y1: number) => [
  ...[0, x0, y0],
  ...[1, x1, y0],
  ...[1, x1, y1],
  ...[1, x0, y1],
  4
]
const painted = (...rectangles: ReadonlyArray<ReadonlyArray<number>>): Drawing => {
  const drawing = new Drawing()
  drawing.paint(Float32Array.from(rectangles.flat()), identity, null, black, 0)
  return drawing
}

describe("Drawing", () => {
  it("takes a rectangle with another cut out of it for a border, not for an area that hides its text", () => {
    const drawing = painted(rectangle(10, 10, 110, 60), rectangle(11, 11, 109, 59))
    assert.deepStrictEqual(drawing.fills, [])
    assert.strictEqual(drawing.segments.length, 4)
  })

  it("keeps what is broad of a border as areas", () => {
    const { fills } = painted(rectangle(0, 0, 100, 100), rectangle(0, 20, 100, 100))
    assert.deepStrictEqual(
      fills.map((fill) => fill.box),
      [{ x0: 0, y0: 0, x1: 100, y1: 20 }]
    )
  })

  it("keeps rectangles that stand beside one another, or twice at one place", () => {
    assert.strictEqual(painted(rectangle(0, 0, 40, 40), rectangle(50, 0, 90, 40)).fills.length, 2)
    assert.strictEqual(painted(rectangle(0, 0, 40, 40), rectangle(0, 0, 40, 40)).fills.length, 2)
  })

  it("takes one rectangle alone for opaque, and keeps what the clip leaves of it", () => {
    const box = { x0: 0, y0: 0, x1: 40, y1: 40 }
    assert.deepStrictEqual(painted(rectangle(-9, -9, 40, 40)).fills, [{ box, colour: 0, at: 0 }])
    assert.strictEqual(painted(rectangle(0, 0, 40, 40), rectangle(50, 0, 90, 40)).fills[0]?.translucent, true)
    assert.deepStrictEqual(painted(rectangle(600, 0, 700, 40)).fills, [])
  })
})
