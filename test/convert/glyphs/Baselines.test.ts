import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { level } from "../../../src/convert/glyphs/Baselines.ts"
import { convert, rawPage, type Text } from "../../support/RawPages.ts"

/** A heading, a table without rules, and a picture with labels in two rows. */
const texts: ReadonlyArray<Text> = [
  { text: "Results of the second year, as they were measured", x: 50, y: 100 },
  ...["City", "Rain", "Sun"].map((text, i) => ({ text, x: 60 + 150 * i, y: 400, font: "Bold" })),
  ...["Oslo", "763", "1668", "Rome", "799", "2473", "Bonn", "796", "1567", "Lima", "16", "1284"].map((text, i) => ({
    text,
    x: 60 + 150 * (i % 3),
    y: 416 + 14 * Math.floor(i / 3)
  })),
  ...["Pump", "Valve", "Tank", "Drain", "Meter", "Outlet"].map((text, i) => ({
    text,
    x: 100 + 100 * (i % 3),
    y: 600 + 40 * Math.floor(i / 3)
  }))
]
const images = [{ x0: 60, y0: 560, x1: 400, y1: 700 }]

const baselines = (page: ReturnType<typeof rawPage>) => [...new Set(level(page.glyphs).y)]

describe("baselines that rounding has moved apart", () => {
  it("are one, that of most of their glyphs", () => {
    const page = rawPage({
      texts: [
        { text: "left", x: 50, y: 100, size: 10 },
        { text: "and what is right of it", x: 200, y: 100.2, size: 10 }
      ]
    })
    assert.deepStrictEqual(baselines(page), [100.2])
  })

  it("stay two where a sign is raised, and where the text is too small for that to be rounding", () => {
    const apart = (by: number, size: number) =>
      baselines(
        rawPage({
          texts: [
            { text: "left", x: 50, y: 100, size },
            { text: "right", x: 200, y: 100 + by, size }
          ]
        })
      ).length
    assert.strictEqual(apart(0.4, 10), 2)
    assert.strictEqual(apart(0.2, 5), 2)
  })

  it("do not drift: each is within rounding of the first", () => {
    const steps = [0, 1, 2, 3, 4, 5].map((i) => ({ text: "text", x: 50 + 60 * i, y: 100 + 0.2 * i, size: 10 }))
    assert.lengthOf(baselines(rawPage({ texts: steps })), 3)
  })

  it("change nothing of what is read", () => {
    const read = convert([{ texts, images }])
    assert.include(read, "| Rome | 799 | 2473 |")
    assert.include(read, "Pump Valve Tank")
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.14, max: 0.14, noNaN: true }), {
          minLength: texts.length,
          maxLength: texts.length
        }),
        (off) => convert([{ texts: texts.map((each, i) => ({ ...each, y: each.y + (off[i] ?? 0) })), images }]) === read
      ),
      { numRuns: 60 }
    )
  })
})
