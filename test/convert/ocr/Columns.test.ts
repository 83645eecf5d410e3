import { assert, describe, it } from "@effect/vitest"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { areaAt, inAreas } from "../../../src/convert/model/Areas.ts"
import type { Area } from "../../../src/convert/model/Page.ts"
import { columnsOf, isManyColumned } from "../../../src/convert/ocr/columns/Parts.ts"
import type { Picture } from "../../../src/convert/ocr/Recognised.ts"
import { read, wordsOf } from "../../support/RawPages.ts"

const width = 900
const height = 800
/** Small letters, in pixels, and how far apart letters and lines are. */
const letter = { wide: 7, high: 9 }
const pitch = { letters: 10, lines: 24 }

interface Text {
  readonly x0: number
  readonly x1: number
  readonly y0?: number
  readonly y1?: number
}

/** Black letters in lines; two pixels to a point. */
const printed = (texts: ReadonlyArray<Text>, rules: ReadonlyArray<readonly [number, number, number, number]> = []) => {
  const pixels = new Uint8Array(width * height).fill(255)
  const black = (x0: number, y0: number, x1: number, y1: number) => {
    for (let y = y0; y < y1; y++) pixels.fill(0, y * width + x0, y * width + x1)
  }
  for (const { x0, x1, y0 = 40, y1 = height - 40 } of texts)
    for (let y = y0; y + letter.high < y1; y += pitch.lines)
      for (let x = x0; x + letter.wide < x1; x += pitch.letters) black(x, y, x + letter.wide, y + letter.high)
  for (const rule of rules) black(...rule)
  return { width, height, scale: 2, pixels } satisfies Picture
}

const three = [
  { x0: 20, x1: 290 },
  { x0: 320, x1: 590 },
  { x0: 620, x1: 890 }
]
const partsOf = (picture: Picture) =>
  columnsOf(picture, picture)?.parts.map(({ x, picture: part }) => [x, x + part.width])

describe("Columns in the picture of a page", () => {
  it("are pictures of their own where three stand side by side, also when the rules between them are worn", () => {
    const worn = Array.from({ length: 12 }, (_, i) => [304, 50 + 60 * i, 306, 80 + 60 * i] as const)
    for (const picture of [printed(three), printed(three, worn)]) {
      const parts = partsOf(picture) ?? []
      assert.strictEqual(parts.length, 3)
      for (const [i, [x0 = 0, x1 = 0]] of parts.toSorted(([a = 0], [b = 0]) => a - b).entries()) {
        const { x0: from, x1: to } = three[i]!
        assert.isTrue(x0 < from && x0 > from - 30 && x1 > to - 20 && x1 < to + 30, `${i}: ${x0} to ${x1}`)
      }
    }
  })

  it("are left to the recogniser where there are one or two, or a third only for a few lines", () => {
    assert.strictEqual(columnsOf(printed([{ x0: 20, x1: 890 }]), printed([])), null)
    const two = [
      { x0: 20, x1: 440 },
      { x0: 470, x1: 890 }
    ]
    assert.strictEqual(partsOf(printed(two)), undefined)
    const short = three.map((each) => ({ ...each, y1: 260 }))
    assert.strictEqual(partsOf(printed([...short, { x0: 20, x1: 890, y0: 300 }])), undefined)
  })

  it("are none of a table, whose rows have rules between them", () => {
    const rules = Array.from({ length: 31 }, (_, i) => [10, 34 + pitch.lines * i, 890, 36 + pitch.lines * i] as const)
    assert.strictEqual(partsOf(printed(three, rules)), undefined)
  })

  it("are none of a table without rules, whose rows begin level: it was read column by column", () => {
    /** Lines of each cell, row by row. */
    const rows = [1, 3, 2, 2, 1, 3, 2, 3, 1].map((count, i) => [count, 1 + ((i + count) % 3), 1 + (i % 2)])
    let y0 = 40
    const cells = rows.flatMap((counts) => {
      const own = counts.map((count, column) => ({ ...three[column]!, y0, y1: y0 + count * pitch.lines }))
      y0 += Math.max(...counts) * pitch.lines + 12
      return own
    })
    assert.strictEqual(partsOf(printed(cells)), undefined)
    // paragraphs begin where they like, or level where all lines stand on one grid
    for (const by of [11, 0]) {
      const paragraphs = three.flatMap((column, i) =>
        [0, 1, 2, 3, 4].map((k) => ({ ...column, y0: 30 + 153 * k + by * i, y1: 162 + 153 * k + by * i }))
      )
      assert.isAtLeast(partsOf(printed(paragraphs))?.length ?? 0, 3)
    }
  })

  it("are many where two gutters run side by side over a third of the page", () => {
    const gutters = (y1: number) => [
      { y0: 0, y1: 900 },
      { y0: 100, y1 }
    ]
    assert.isTrue(isManyColumned(gutters(400), 900))
    assert.isFalse(isManyColumned(gutters(399), 900))
    assert.isFalse(isManyColumned(gutters(900).slice(1), 900))
  })
})

describe("Areas of a page", () => {
  const area = (x0: number, x1: number, y0: number, y1: number): Area => ({ y0, y1, step: 10, left: [x0], right: [x1] })
  const areas = [area(0, 100, 50, 400), area(100, 300, 50, 400), area(0, 300, 0, 50)]
  const words = wordsOf({
    texts: [
      { text: "left", x: 78, y: 100 },
      { text: "right", x: 101, y: 100 },
      { text: "over", x: 90, y: 30 }
    ]
  })

  it("keep lines from going on over their gutters", () => {
    assert.deepStrictEqual(lines(words).map(read), ["over", "left right"])
    assert.deepStrictEqual(lines(words, areas).map(read), ["over", "left", "right"])
  })

  it("come in the order in which columns are read: what lies over them first, then each from the left", () => {
    const order = inAreas(areas, lines(words, areas).toReversed()).map((pieces) =>
      pieces.map((each) => ("words" in each ? read(each) : ""))
    )
    assert.deepStrictEqual(order, [["over"], ["left"], ["right"]])
    assert.strictEqual(areaAt(areas, 150, 500), -1)
  })
})
