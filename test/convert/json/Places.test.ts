import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { upright } from "../../../src/convert/glyphs/Upright.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { asShown, fractions } from "../../../src/convert/json/Places.ts"
import { facing } from "../../../src/convert/lines/Mirror.ts"
import type { PageView } from "../../../src/convert/model/Document.ts"
import type { Box } from "../../../src/convert/model/Geometry.ts"
import { rawPage } from "../../support/RawPages.ts"
import { results } from "../../support/Results.ts"

const shownAs = (turned: PageView["turned"]): PageView => ({
  width: 600,
  height: 800,
  rotation: 0,
  label: null,
  turned
})

const nowhere = { x0: 0, y0: 0, x1: 0, y1: 0 }

const boxes = fc
  .tuple(fc.integer({ min: -50, max: 650 }), fc.integer({ min: -50, max: 850 }), fc.nat(300), fc.nat(300))
  .map(([x, y, w, h]): Box => ({ x0: x, y0: y, x1: x + w, y1: y + h }))

describe("places", () => {
  it("come back to where they were on a page that was turned upright", () =>
    fc.assert(
      fc.property(boxes, fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const), (box, angle) => {
        const texts = [{ text: "Sideways text", x: 300, y: 400, angle }]
        const page = upright(rawPage({ texts, images: [box] }))
        assert.strictEqual(page.turned, angle)
        assert.deepStrictEqual(asShown(page.images[0] as Box, shownAs(page.turned)), box)
      }),
      { numRuns: 200, seed: 5 }
    ))

  it("come back to where they were on a page that was seen in a mirror", () =>
    fc.assert(
      fc.property(boxes, fc.constantFrom(0 as const, 90 as const), (box, angle) => {
        const texts = [{ text: "בא", x: 300, y: 400, angle }]
        const upper = upright(rawPage({ texts, images: [box] }))
        const { page } = facing(upper, words(upper))
        assert.isTrue(page.mirrored)
        assert.deepStrictEqual(asShown(page.images[0] as Box, { ...shownAs(angle), mirrored: true }), box)
      }),
      { numRuns: 200, seed: 5 }
    ))

  it("are on the page, whatever stands beyond its edges", () =>
    fc.assert(
      fc.property(boxes, (box) => {
        const { x, y, width, height } = fractions(asShown(box, shownAs(0)), shownAs(0))
        for (const value of [x, y, width, height, x + width, y + height]) assert.isTrue(value >= 0 && value <= 1)
      }),
      { numRuns: 500, seed: 5 }
    ))

  it("of text along a margin are where it is shown", () => {
    const beside = { text: "Along the margin", x: 40, y: 600, size: 10, angle: 90 }
    const texts = Array.from({ length: 12 }, (_, i) => ({
      text: "A line of the text beside it.",
      x: 80,
      y: 100 + 14 * i
    }))
    const { blocks } = results([{ texts: [...texts, beside] }])
    const { x, y, width, height } =
      blocks.find(({ text }) => text === beside.text)?.bbox ?? fractions(nowhere, shownAs(0))
    // it runs upwards from its beginning, its letters to the left of its baseline
    assert.isBelow(Math.abs(600 / 800 - (y + height)), 0.01)
    assert.isTrue(x * 600 > 28 && (x + width) * 600 < 45)
    assert.isAbove(height, 5 * width)
  })
})
