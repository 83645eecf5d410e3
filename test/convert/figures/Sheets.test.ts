import { assert, describe, it } from "@effect/vitest"
import { page, structure } from "../../../src/convert/Convert.ts"
import type { Figure } from "../../../src/convert/model/Block.ts"
import type { Box } from "../../../src/convert/model/Geometry.ts"
import { besideFigures, convert, rawPage, rule, type Sheet } from "../../support/RawPages.ts"

const figuresOf = (sheet: Sheet): ReadonlyArray<Figure> =>
  structure({ pages: 1, title: null, author: null }, [page(rawPage(sheet))]).blocks.filter(
    (block) => block.kind === "figure"
  )

/** Pieces of a curve from the upper left to the lower right. */
const curve = ({ x0, y0, x1, y1 }: Box, pieces = 12): ReadonlyArray<Box> =>
  Array.from({ length: pieces }, (_, i) => ({
    x0: x0 + ((x1 - x0) / pieces) * i,
    x1: x0 + ((x1 - x0) / pieces) * (i + 1),
    y0: y0 + ((y1 - y0) / pieces) * i,
    y1: y0 + ((y1 - y0) / pieces) * (i + 1)
  }))

describe("a page", () => {
  const drawn = [
    ...curve({ x0: 10, y0: 40, x1: 110, y1: 140 }),
    ...curve({ x0: 190, y0: 40, x1: 290, y1: 140 }),
    ...curve({ x0: 10, y0: 190, x1: 110, y1: 290 })
  ]
  const words = (count: number): Sheet["texts"] =>
    Array.from({ length: count }, (_, i) => ({ text: "north", x: 10 + (i % 4) * 70, y: 160 + 12 * Math.floor(i / 4) }))
  const sheet = (more: Partial<Sheet>): Sheet => ({
    width: 300,
    height: 300,
    texts: words(8),
    drawings: drawn,
    ...more
  })

  it("that shows drawings far apart and says nothing else is one figure with all of its words", () => {
    const [whole, ...others] = figuresOf(sheet({}))
    assert.deepStrictEqual(others, [])
    assert.lengthOf(convert([sheet({})]).match(/north/g) ?? [], 8)
    const { x0, y0, x1, y1 } = whole?.place.box ?? { x0: 0, y0: 0, x1: 0, y1: 0 }
    assert.isTrue(x0 < 11 && y0 < 41 && x1 > 289 && y1 > 289, JSON.stringify({ x0, y0, x1, y1 }))
  })

  it("that says nothing but what its figure is labelled with says it: its Markdown was empty", () => {
    const title = { text: "All winds", x: 60, y: 160 }
    assert.strictEqual(convert([sheet({ texts: [title] })]), "All winds\n")
    const titled = [...words(4), { text: "Three winds", x: 10, y: 20, size: 18 }]
    assert.strictEqual(besideFigures([sheet({ height: 400, texts: titled })]), "Three winds\n")
  })

  it("that says more or shows pictures alone has figures of its own", () => {
    const pictures = [0, 150].map((x) => ({ x0: x + 10, y0: 40, x1: x + 120, y1: 140 }))
    for (const other of [
      sheet({ texts: words(12) }),
      sheet({ drawings: [], images: pictures, segments: [rule(10, 290, 290, 290)] })
    ])
      for (const { place } of figuresOf(other)) assert.isBelow(place.box.x1 - place.box.x0, 200)
  })

  it("has its title over the drawings and its number far under them as text, but all lines of what stands at them as a label", () => {
    const texts = [
      ...words(4),
      { text: "Three winds", x: 10, y: 20, size: 18 },
      { text: "drawn by a hand", x: 100, y: 315 },
      { text: "and one more", x: 100, y: 330 },
      { text: "12", x: 140, y: 395 }
    ]
    const [whole, ...others] = figuresOf(sheet({ height: 400, texts }))
    assert.deepStrictEqual(others, [])
    assert.notMatch(whole?.labels ?? "", /Three|12/)
    assert.match(whole?.labels ?? "", /drawn by a hand\nand one more/)
    assert.strictEqual(whole?.labels?.match(/north/g)?.length, 4)
  })

  it("keeps its title where a drawing has but a few numbers: it was most of the words and lost as one of its labels", () => {
    const title = { text: "What comes of three and four", x: 10, y: 30, size: 14 }
    const numbers = [0, 1, 2, 3].map((n) => ({ text: `${n}`, x: 40 + 60 * n, y: 235, size: 5, font: "Plot" }))
    const plot = curve({ x0: 30, y0: 50, x1: 270, y1: 245 }, 40)
    const [whole, ...others] = figuresOf({ width: 300, height: 300, texts: [title, ...numbers], drawings: plot })
    assert.deepStrictEqual(others, [])
    assert.strictEqual(whole?.labels?.replace(/\n/g, " "), "0 1 2 3")
  })

  it("is one figure also where each of its drawings has many words, and little is said beside them", () => {
    const named = [60, 240].flatMap((x) =>
      ["north", "east", "south"].map((text, i) => ({ text, x, y: 50 + 11 * i, size: 6 }))
    )
    const [whole, ...others] = figuresOf(sheet({ texts: [...words(8), ...named] }))
    assert.deepStrictEqual(others, [])
    assert.isAbove((whole?.place.box.x1 ?? 0) - (whole?.place.box.x0 ?? 0), 270)
  })

  const filled = (size: number, count: number, margin = 0): Sheet => ({
    width: size + 2 * margin,
    height: size + 2 * margin,
    texts: words(count),
    drawings: curve({ x0: margin, y0: margin, x1: size + margin, y1: size + margin }, size / 3)
  })

  it("that is drawn up to its edges is one figure and keeps its words, unless there is a margin or running text", () => {
    const [whole, ...others] = figuresOf(filled(300, 16))
    assert.deepStrictEqual(others, [])
    assert.strictEqual(whole?.labels, "")
    assert.isAbove((whole?.place.box.x1 ?? 0) - (whole?.place.box.x0 ?? 0), 290)
    const prose = ["This is running text of the page as it", "is set on all the pages of the book"]
    const texts = [...words(16), ...prose.map((text, i) => ({ text, x: 10, y: 250 + 12 * i }))]
    for (const { labels } of figuresOf({ ...filled(300, 16), texts })) assert.match(labels ?? "", /north/)
    assert.lengthOf(convert([filled(300, 16, 40)]).match(/north/g) ?? [], 16)
  })

  it("says more in a drawing if it is larger", () => {
    assert.lengthOf(figuresOf(filled(1200, 120)), 1)
    assert.deepStrictEqual(figuresOf(filled(700, 120)), [])
  })

  it("that is filled by one drawing without a word is a figure", () => {
    const [whole] = figuresOf(sheet({ texts: [], drawings: curve({ x0: 0, y0: 0, x1: 300, y1: 300 }, 100) }))
    assert.strictEqual(whole?.labels, "")
  })
})

describe("rectangles over a caption", () => {
  const swatches = Array.from({ length: 24 }, (_, i) => ({
    box: {
      x0: 100 + 60 * (i % 6),
      y0: 200 + 40 * Math.floor(i / 6),
      x1: 150 + 60 * (i % 6),
      y1: 235 + 40 * Math.floor(i / 6)
    },
    colour: 0x3366aa,
    at: 0
  }))
  const caption = { text: "Figure 2: Colours that differ in one way", x: 100, y: 380 }
  const said = (count: number) =>
    swatches.slice(0, count).map(({ box }) => ({ text: "Entry of it", x: box.x0 + 2, y: box.y0 + 20 }))

  it("are a figure if next to nothing is said in them", () => {
    assert.lengthOf(figuresOf({ texts: [caption], fills: swatches }), 1)
    assert.lengthOf(figuresOf({ texts: [caption, ...said(2)], fills: swatches }), 1)
  })

  it("are none without a caption, or with a text in each", () => {
    assert.deepStrictEqual(figuresOf({ texts: [], fills: swatches }), [])
    assert.deepStrictEqual(figuresOf({ texts: [caption, ...said(24)], fills: swatches }), [])
  })
})

describe("a plot", () => {
  const points = (sign: string) =>
    Array.from({ length: 300 }, (_, i) => ({
      text: sign,
      x: 110 + 17 * (i % 10),
      y: 210 + 4 * Math.floor(i / 10),
      size: 4
    }))
  const framed = (sign: string): Sheet => ({
    texts: points(sign),
    segments: [rule(100, 200, 300, 200), rule(100, 340, 300, 340), rule(100, 200, 100, 340), rule(300, 200, 300, 340)],
    drawings: curve({ x0: 100, y0: 200, x1: 300, y1: 340 })
  })

  it("may have signs of a font for its points, which say nothing; letters do, and what has no known letters may", () => {
    assert.lengthOf(figuresOf(framed("•")), 1)
    for (const sign of ["oak", "\uFFFD\uFFFD\uFFFD"]) assert.deepStrictEqual(figuresOf(framed(sign)), [])
  })
})
