import { assert, describe, it } from "@effect/vitest"
import { boxed } from "../../../src/convert/lines/Boxes.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { regions } from "../../../src/convert/lines/Regions.ts"
import { isText, type Part, type PlacedTable } from "../../../src/convert/model/Line.ts"
import type { Fill, Segment } from "../../../src/convert/model/Page.ts"
import { column, rawPage, read, type Sheet, type Text, wordsOf } from "../../support/RawPages.ts"

const tint = (x0: number, y0: number, x1: number, y1: number, colour = 0xeeeeff): Fill => ({
  box: { x0, y0, x1, y1 },
  colour,
  at: 0
})
const frame = (x0: number, y0: number, x1: number, y1: number): ReadonlyArray<Segment> =>
  [
    { x0, x1, y0, y1: y0 },
    { x0, x1, y0: y1, y1 },
    { x0, x1: x0, y0, y1 },
    { x0: x1, x1, y0, y1 }
  ].map((each) => ({ ...each, thickness: 0.5 }))

const words = (name: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, i) => `${name}${i} of words`)
const beside = (name: string, x: number, y: number, count = 4): ReadonlyArray<Text> =>
  column(words(name, count), { x, y })
/** Running text all over the page, of which a box is a small part. */
const body = column(
  Array.from({ length: 20 }, (_, i) => `T${i} some words of running text that fill a line of the page`),
  { x: 50, y: 400 }
)

const order = (sheet: Sheet): string =>
  regions(boxed(rawPage(sheet), lines(wordsOf(sheet))))
    .flatMap(({ parts }) => parts.filter(isText).map((part) => read(part).split(" ")[0]))
    .filter((name) => !name?.startsWith("T"))
    .join(" ")

const held = (sheet: Sheet): number =>
  regions(boxed(rawPage(sheet), lines(wordsOf(sheet))))
    .filter((each) => each.boxed)
    .reduce((sum, { parts }) => sum + parts.length, 0)

describe("boxes", () => {
  const texts = [...beside("A", 50, 100), ...beside("B", 130, 100), ...body]

  it("reads a tinted box beside text whole", () => {
    assert.strictEqual(order({ texts, fills: [tint(125, 85, 200, 150)] }), "A0 A1 A2 A3 B0 B1 B2 B3")
  })

  it("reads what four lines frame whole, drawn in pieces or not", () => {
    const whole = frame(125, 85, 200, 150)
    const pieces = whole.flatMap((each): ReadonlyArray<Segment> => {
      const middle = { x: (each.x0 + each.x1) / 2, y: (each.y0 + each.y1) / 2 }
      return [
        { ...each, x1: middle.x, y1: middle.y },
        { ...each, x0: middle.x, y0: middle.y }
      ]
    })
    assert.strictEqual(order({ texts, segments: whole }), "A0 A1 A2 A3 B0 B1 B2 B3")
    assert.strictEqual(order({ texts, segments: pieces }), "A0 A1 A2 A3 B0 B1 B2 B3")
    assert.strictEqual(held({ texts, segments: whole.slice(1) }), 0)
  })

  it("reads cards side by side from left to right, each whole", () => {
    const fills = [tint(45, 85, 120, 150), tint(125, 85, 200, 152)]
    assert.strictEqual(order({ texts, fills }), "A0 A1 A2 A3 B0 B1 B2 B3")
  })

  it("reads a row of cards before what stands below one of them", () => {
    const cards = ["A", "B", "C"].flatMap((name, i) => beside(name, 50 + 140 * i, 100))
    const fills = [0, 1, 2].map((i) => tint(45 + 140 * i, 85, 175 + 140 * i, 150))
    assert.strictEqual(
      order({ texts: [...cards, ...beside("L", 50, 180), ...body], fills }),
      "A0 A1 A2 A3 B0 B1 B2 B3 C0 C1 C2 C3 L0 L1 L2 L3"
    )
  })

  it("takes stripes of one colour one below the other for one box", () => {
    const stripes = [0, 1, 2, 3].map((i) => tint(125, 88 + 14 * i, 200, 102 + 14 * i))
    assert.strictEqual(held({ texts, fills: stripes }), 4)
    assert.strictEqual(held({ texts, fills: stripes.slice(0, 1) }), 0)
  })

  it("takes no area for a box that goes through words, is white, or lies under most of the page", () => {
    assert.strictEqual(held({ texts: body, fills: [tint(45, 380, 150, 600)] }), 0)
    assert.strictEqual(held({ texts, fills: [tint(125, 85, 200, 150, 0xffffff)] }), 0)
    assert.strictEqual(held({ texts, fills: [tint(40, 80, 500, 790)] }), 0)
  })

  it("takes what stands behind a bar for a box, but not where text stands before it", () => {
    const bar = [{ x0: 120, x1: 120, y0: 85, y1: 150, thickness: 2 }]
    assert.strictEqual(held({ texts: [...beside("B", 130, 100), ...body], segments: bar }), 4)
    assert.strictEqual(held({ texts, segments: bar }), 0)
  })

  it("takes no border of a table for a bar before the column beside it", () => {
    const [bar] = [{ x0: 120, x1: 120, y0: 85, y1: 150, thickness: 2 }]
    const sheet = { texts: [...beside("B", 130, 100), ...body], segments: [bar] }
    const page = rawPage(sheet)
    const texts = lines(wordsOf(sheet))
    const table = (x0: number, x1: number): PlacedTable => ({
      kind: "table",
      rows: [[{ runs: [], columns: 1, rows: 1, box: null }]],
      box: { x0, x1, y0: 88, y1: 147 },
      size: 10,
      colour: 0
    })
    const count = (parts: ReadonlyArray<Part>) => boxed(page, parts).filter(({ kind }) => kind === "box").length
    assert.strictEqual(count([...texts, table(20, 118)]), 0)
    assert.strictEqual(count([...texts, table(300, 400)]), 0)
    assert.strictEqual(count([...texts, table(122, 200)]), 1)
  })

  it("takes no band for a box that is as broad as the page and begins or ends with it", () => {
    const title = beside("T", 50, 20)
    const heads = (fill: Fill) => held({ texts: [...title, ...body], fills: [fill] })
    assert.isAbove(heads(tint(0, 5, 600, 90)), 0)
    assert.strictEqual(heads(tint(0, 0, 600, 90)), 0)
    assert.isAbove(heads(tint(0, 0, 300, 90)), 0)
  })

  it("finds a box within a box", () => {
    const inner = [...beside("A", 50, 100), ...beside("B", 130, 128, 2), ...body]
    const fills = [tint(40, 85, 210, 160), tint(125, 118, 200, 150, 0xccffcc)]
    assert.strictEqual(order({ texts: inner, fills }), "A0 A1 A2 A3 B0 B1")
  })

  it("reads cards in rows, where a card reaches over those above it further than its text does", () => {
    const cards: Sheet = {
      texts: [
        ...["A", "B", "C", "D"].flatMap((name, i) => beside(name, 55 + 120 * i, 100, 2)),
        ...beside("E", 55, 200, 2),
        ...beside("F", 360, 200, 2),
        ...body
      ],
      fills: [
        ...[0, 1, 2, 3].map((i) => tint(50 + 120 * i, 85, 160 + 120 * i, 135)),
        tint(50, 185, 340, 235),
        tint(350, 185, 520, 235)
      ]
    }
    assert.strictEqual(order(cards), "A0 A1 B0 B1 C0 C1 D0 D1 E0 E1 F0 F1")
  })
})
