import { assert, describe, it } from "@effect/vitest"
import { Drawing } from "../../layers/pdf/Drawing.ts"
import type { Box } from "../../src/convert/model/Geometry.ts"

const everywhere = { x0: 0, y0: 0, x1: 500, y1: 500 }
const black = { colour: 0x000000, opaque: true, alpha: 1, clip: everywhere }
const identity = [1, 0, 0, 1, 0, 0] as const
/** A rectangle's path in pdf.js's numbers: move, three lines, close. */
const rectangle = (x0: number, y0: number, x1: number, y1: number) => [
  ...[0, x0, y0],
  ...[1, x1, y0],
  ...[1, x1, y1],
  ...[1, x0, y1],
  4
]
/** The same with corners of this radius, each bent once. */
const rounded = (x0: number, y0: number, x1: number, y1: number, r: number) => [
  ...[0, x0 + r, y0],
  ...[1, x1 - r, y0],
  ...[2, x1, y0, x1, y0, x1, y0 + r],
  ...[1, x1, y1 - r],
  ...[2, x1, y1, x1, y1, x1 - r, y1],
  ...[1, x0 + r, y1],
  ...[2, x0, y1, x0, y1, x0, y1 - r],
  ...[1, x0, y0 + r],
  ...[2, x0, y0, x0, y0, x0 + r, y0],
  4
]
const painted = (...rectangles: ReadonlyArray<ReadonlyArray<number>>): Drawing => {
  const drawing = new Drawing()
  drawing.paint(Float32Array.from(rectangles.flat()), identity, null, black, everywhere, 0)
  return drawing
}

describe("Drawing", () => {
  it("takes a rectangle with another cut out of it for a border, not for an area that hides its text", () => {
    const drawing = painted(rectangle(10, 10, 110, 60), rectangle(11, 11, 109, 59))
    assert.deepStrictEqual(drawing.fills, [])
    assert.strictEqual(drawing.segments.length, 4)
  })

  it("does not take the pale letters of a watermark for what is drawn", () => {
    const diamond = Float32Array.of(0, 50, 0, 1, 100, 50, 1, 50, 100, 1, 0, 50, 4)
    const drawn = (colour: number, alpha: number) => {
      const drawing = new Drawing()
      drawing.paint(diamond, identity, null, { ...black, colour, alpha }, everywhere, 0)
      return drawing.drawings.length
    }
    assert.deepStrictEqual(
      [drawn(0xf2f2f2, 1), drawn(0xc0c0c0, 0.5), drawn(0x808080, 1), drawn(0xffff00, 1)],
      [0, 0, 1, 1]
    )
  })

  it("draws white shapes, such as bullets, that stand on a coloured ground", () => {
    const disc = Float32Array.of(0, 50, 46, 2, 54, 46, 54, 54, 50, 54, 2, 46, 54, 46, 46, 50, 46)
    const drawnOn = (
      ...grounds: ReadonlyArray<{ readonly colour: number; readonly alpha?: number; readonly side?: number }>
    ) => {
      const drawing = new Drawing()
      for (const { colour, alpha = 1, side = 100 } of grounds)
        drawing.paint(
          Float32Array.from(rectangle(0, 0, side, side)),
          identity,
          null,
          { ...black, colour, alpha },
          everywhere,
          0
        )
      drawing.paint(disc, identity, null, { ...black, colour: 0xffffff }, everywhere, 0)
      return drawing.drawings.length
    }
    const blue = { colour: 0x204080 }
    const card = { colour: 0xffffff }
    assert.deepStrictEqual(
      [[blue], [], [blue, card], [{ ...blue, alpha: 0.1 }], [{ ...blue, side: 40 }]].map((each) => drawnOn(...each)),
      [1, 0, 0, 0, 0]
    )
  })

  it("draws of a line what its clip leaves of it", () => {
    const drawing = new Drawing()
    const clip = { x0: 0, y0: 0, x1: 100, y1: 100 }
    const stroke = { colour: 0x000000, width: 1 }
    for (const y of [50, 300]) drawing.paint(Float32Array.of(0, -200, y, 1, 60, y), identity, stroke, null, clip, 0)
    assert.deepStrictEqual(
      drawing.segments.map(({ x0, x1, y0 }) => [x0, x1, y0]),
      [[-0.5, 60, 50]]
    )
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

  it("takes a rectangle with round corners for an area, and stroked for a frame, however its corners are bent", () => {
    const once = rounded(10, 10, 110, 60, 8)
    assert.deepStrictEqual(
      painted(once).fills.map((fill) => fill.box),
      [{ x0: 10, y0: 10, x1: 110, y1: 60 }]
    )
    const stroked = new Drawing()
    stroked.paint(
      Float32Array.from(rounded(10, 10, 110, 60, 25)),
      identity,
      { colour: 0, width: 1 },
      null,
      everywhere,
      0
    )
    assert.strictEqual(stroked.segments.length, 4)
    assert.deepStrictEqual(stroked.drawings, [])
  })

  it("takes of a drawing what its clip shows, and nothing of one beyond it", () => {
    const wave = Float32Array.from([0, 10, 10, 2, 200, 90, 300, 10, 450, 60])
    const drawn = (clip: Box) => {
      const drawing = new Drawing()
      drawing.paint(wave, identity, { colour: 0, width: 1 }, null, clip, 0)
      return drawing.drawings
    }
    assert.deepStrictEqual(drawn({ x0: 0, y0: 0, x1: 30, y1: 40 }), [{ x0: 10, y0: 10, x1: 30, y1: 40 }])
    assert.deepStrictEqual(drawn({ x0: 460, y0: 0, x1: 500, y1: 40 }), [])
  })

  it("takes a circle, a wave and a box of which little is straight for drawings", () => {
    const circle = rounded(0, 0, 60, 60, 30)
    const wave = [...[0, 0, 0], ...[2, 20, 40, 40, 40, 60, 0], ...[1, 0, 0], 4]
    const lens = rounded(0, 0, 100, 60, 36)
    for (const path of [circle, wave, lens]) {
      const { fills, drawings } = painted(path)
      assert.deepStrictEqual(fills, [])
      assert.strictEqual(drawings.length, 1)
    }
  })

  it("knows how far a curve goes between its ends", () => {
    const arc = new Drawing()
    arc.paint(
      Float32Array.of(0, 100, 100, 2, 100, 0, 200, 0, 200, 100),
      identity,
      { colour: 0, width: 1 },
      null,
      everywhere,
      0
    )
    assert.deepStrictEqual(arc.drawings, [{ x0: 100, y0: 25, x1: 200, y1: 100 }])
  })

  it("takes a stroke without length for a dot as wide as its pen, and a thin one for nothing", () => {
    const dot = (width: number) => {
      const drawing = new Drawing()
      drawing.paint(Float32Array.of(0, 50, 60, 1, 50, 60), identity, { colour: 0, width }, null, everywhere, 0)
      assert.deepStrictEqual(drawing.segments, [])
      return drawing.drawings
    }
    assert.deepStrictEqual(dot(3), [{ x0: 48.5, y0: 58.5, x1: 51.5, y1: 61.5 }])
    assert.deepStrictEqual(dot(0.4), [])
  })
})
