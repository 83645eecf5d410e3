import { assert, describe, it } from "@effect/vitest"
import { withUncalled } from "../../../src/convert/document/headings/Contents.ts"
import type { Block, Item, Table } from "../../../src/convert/model/Block.ts"
import { textOf } from "../../../src/convert/model/Text.ts"
import { type At, item, note, paragraph, place } from "../../support/Blocks.ts"

const entry = (text: string, at: At = {}): Item => ({ ...item(text, at), entry: true })
const first = [entry("1 Bread 2"), entry("1.1 White 2"), entry("1.2 Brown 4")]
/** The texts of each page that are entries. */
const entries = (...pages: ReadonlyArray<ReadonlyArray<Block>>) =>
  withUncalled(pages).map((blocks) =>
    blocks.flatMap((block) => (block.kind === "item" && block.entry === true ? textOf(block) : []))
  )
const carried = (...blocks: ReadonlyArray<Block>) => entries(first, blocks)[1]

describe("contents that go on at the top of the next page", () => {
  it("are entries, in bold or with a number that made them items", () => {
    const chapter = paragraph("2 Cake 7", { style: { bold: true } })
    assert.deepStrictEqual(carried(chapter, { ...item("Plain 9"), marker: "2.1" }, paragraph("The oven is hot")), [
      "2 Cake 7",
      "2.1 Plain 9"
    ])
  })

  it("may stand below a running head, and the page before may have notes below its own", () => {
    const pages = [
      [...first, note("1")],
      [paragraph("CONTENTS 1"), paragraph("2 Cake 7"), paragraph("Index 9")]
    ]
    assert.deepStrictEqual(entries(...pages)[1], ["2 Cake 7", "Index 9"])
  })

  it("may have gaps as a table has: the last chapters were one", () => {
    const rows = (texts: ReadonlyArray<ReadonlyArray<string>>): Table => ({
      kind: "table",
      place: place({}),
      rows: texts.map((row, i) =>
        row.map((text, k) => {
          const [x0, y0] = [50 + 150 * k, 100 + 20 * i]
          return {
            runs: [{ text }],
            columns: 1,
            rows: 1,
            box: text === "" ? null : { x0, y0, x1: x0 + 40, y1: y0 + 10 }
          }
        })
      )
    })
    const chapters = [
      ["2", "Cake", "7"],
      ["", "Index", "9"]
    ]
    assert.deepStrictEqual(carried(rows(chapters)), ["2 Cake 7", "Index 9"])
    assert.deepStrictEqual(carried(rows(chapters.toReversed())), [])
    assert.deepStrictEqual(carried(paragraph("Of cakes"), rows(chapters)), [])
    assert.deepStrictEqual(entries([...first, rows(chapters)])[0]?.slice(3), ["2 Cake 7", "Index 9"])
  })

  it("go no further than their pages rise and stand at one edge", () => {
    assert.deepStrictEqual(carried(paragraph("2 Cake 7"), paragraph("Index 9"), paragraph("Made in 3")), [
      "2 Cake 7",
      "Index 9"
    ])
    assert.deepStrictEqual(carried(paragraph("2 Cake 7"), paragraph("Index 9", { box: { x1: 300 } })), [])
    assert.deepStrictEqual(entries([...first, paragraph("The oven is hot")], [paragraph("2 Cake 7")])[1], [])
  })
})

describe("contents on one page", () => {
  it("go on with what stands below their entries and names the next pages", () => {
    assert.deepStrictEqual(entries([...first, paragraph("2 Cake 7"), paragraph("3 Made in 6")])[0]?.slice(3), [
      "2 Cake 7"
    ])
  })

  it("are known by the numbers of their sections and pages, whatever they are called and wherever these stand", () => {
    const rows = ["1 A bun 2", "1.1 A roll 2", "1.2 A loaf 3", "2 A cake 7", "2.1 A tart 7", "2.2 A pie 9"]
    const found = (texts: ReadonlyArray<string>) =>
      entries(texts.map((text, i) => paragraph(text, { box: { x1: 200 + 10 * i } })))[0]
    assert.deepStrictEqual(found(rows), rows)
    assert.deepStrictEqual(found(rows.slice(1)), [])
    assert.deepStrictEqual(found(rows.toReversed()), [])
  })

  it("are no list of which each item ends in a year", () => {
    const list = (first: number) =>
      entries([0, 1, 2, 3, 4, 5].map((i) => ({ ...item(`Bakery opened in ${first + i}`), marker: `${i + 1}.` })))[0]
    assert.lengthOf(list(1990) ?? [], 0)
    assert.lengthOf(list(90) ?? [], 6)
  })

  it("are none in a line as long as a page may have, which took minutes", () => {
    const long = "of a bun ".repeat(20_000)
    assert.deepStrictEqual(entries([paragraph(long), paragraph(`${long}2`)]), [[]])
  })
})
