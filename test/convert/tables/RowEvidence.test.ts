import { assert, describe, it } from "@effect/vitest"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { rowsOf as across } from "../../../src/convert/lines/TextRows.ts"
import { type TableLine, tableLinesOf } from "../../../src/convert/tables/ColumnSeparators.ts"
import { measured, rowEvidence } from "../../../src/convert/tables/rows/RowEvidence.ts"
import { rawPage, rows, type Text } from "../../support/RawPages.ts"

const xs = [50, 130, 330]
const cuts = [120, 320]

/** Lines of a table of three columns, `leading` apart in points. */
const line = (cells: ReadonlyArray<string>, y: number, font = "Body") => rows([cells], xs, { y, font })
const all = (cells: ReadonlyArray<ReadonlyArray<string>>, leading = 12) => rows(cells, xs, { leading })

/** What the line behind the first `count` of them, which are of one row, shows; `ruled` are lines with a rule above. */
const evidence = (texts: ReadonlyArray<Text>, count = 1, ruled: ReadonlyArray<number> = []) => {
  const strips = tableLinesOf(across(lines(words(clean(rawPage({ texts }))))), cuts)
  const own = strips.slice(0, count)
  const above = new Map(own.flatMap(({ entries }) => entries.map((each) => [each.from, each] as const)))
  const parted = (_: TableLine, next: TableLine) => ruled.includes(strips.indexOf(next))
  const table = measured(strips, 3, parted, 1.2)
  return rowEvidence({ lines: own, above, isFirst: true }, strips[count] as TableLine, table)
}

const kettle = ["Kettle", "Steel, with a lid that is", "31.00"]
const lid = ["", "painted blue", ""]
const ladle = ["Ladle", "Tin", "12.50"]

describe("what tells one more line of a row from the first of the next", () => {
  it("is how far it is from the line above", () => {
    assert.strictEqual(evidence(all([kettle, lid, ladle])).far, 0)
    assert.strictEqual(evidence(all([kettle, lid, ladle], 24)).far, 1)
    assert.strictEqual(evidence(all([kettle, lid, ladle], 120)).far, 4)
  })

  it("is a line of its column that it skips", () => {
    const cells = [kettle, lid, ["", "", "44.00"]]
    assert.strictEqual(evidence(all(cells), 2).skips, 1)
    assert.strictEqual(evidence(all(cells)).skips, 0)
  })

  it("is its being closer than others, but for a header that is set off", () => {
    const two = [...line(kettle, 100), ...line(lid, 112), ...line(ladle, 134), ...line(lid, 146), ...line(ladle, 168)]
    assert.isAbove(evidence(two).closer, 0.9)
    assert.strictEqual(evidence(two, 2).closer, 0)
    const header = [
      ...line(["Item", "About", "Price"], 100),
      ...line(kettle, 124),
      ...line(lid, 136),
      ...line(ladle, 148)
    ]
    assert.strictEqual(evidence(header).closer, 0)
  })

  it("is its being closer than lines that rules part, and how many these are below a header", () => {
    const texts = [...line(kettle, 100), ...line(lid, 112), ...line(ladle, 134), ...line(kettle, 156)]
    const { within, ruled } = evidence(texts, 1, [2, 3])
    assert.isAbove(within, 0.4)
    assert.strictEqual(ruled, 0.5)
    assert.deepStrictEqual([evidence(texts).within, evidence(texts).ruled], [0, 0])
    assert.strictEqual(evidence(texts, 1, [2]).ruled, 0)
  })

  it("is figures below figures, and words that would have fitted on the line above", () => {
    const next = evidence(all([["Kettle", "Steel", "31.00"], ladle, kettle]))
    assert.isAbove(next.alike, 0.3)
    assert.deepStrictEqual([next.fits, next.full], [1, 0])
    assert.isAbove(next.room, 0)
    const more = evidence(all([kettle, ["", "painted in a dark blue oil", ""], ladle]))
    assert.deepStrictEqual([more.alike, more.fits, more.full, more.room], [0, 0, 1, 0])
  })

  it("is single words, all of them", () => {
    assert.strictEqual(
      evidence(
        all([
          ["", "Steel", ""],
          ["", "Tin", ""]
        ])
      ).single,
      1
    )
    assert.strictEqual(
      evidence(
        all([
          ["", "Steel", ""],
          ["", "Tin cup", ""]
        ])
      ).single,
      0
    )
    assert.strictEqual(
      evidence(
        all([
          ["Ladle", "", ""],
          ["", "Tin", ""]
        ])
      ).single,
      0
    )
  })

  it("is a name that left no room for what is said of it", () => {
    const long = [
      { text: "A kettle with two handles", x: 50, y: 100 },
      { text: "made of steel", x: 130, y: 112 }
    ]
    assert.strictEqual(evidence([...long, ...line(ladle, 124), ...line(ladle, 136)]).over, 1)
    assert.strictEqual(evidence(all([["Kettle", "", ""], ["", "made of steel", ""], ladle])).over, 0)
  })

  it("is a name of its own, and fewer texts", () => {
    assert.strictEqual(evidence(all([kettle, ladle])).named, 1)
    const more = evidence(all([kettle, lid, ladle]))
    assert.strictEqual(more.named, 0)
    assert.isAbove(more.fewer, 0.6)
    assert.strictEqual(evidence(all([kettle, ladle])).fewer, 0)
  })

  it("is bold below bold, which says less below the first line", () => {
    const bold = [...line(kettle, 100, "Body-Bold"), ...line(lid, 112, "Body-Bold"), ...line(ladle, 124)]
    assert.deepStrictEqual([evidence(bold).bold, evidence(bold).header, evidence(bold).first], [1, 1, 1])
    assert.strictEqual(evidence(all([kettle, lid, ladle])).bold, 0)
  })

  it("is items of a list", () => {
    assert.strictEqual(evidence(all([kettle, ["", "• a spout", ""], ladle])).items, 1)
    assert.strictEqual(evidence(all([kettle, ["Pot", "• a spout", ""], ladle])).items, 0)
  })

  it("is a figure below figures in other columns", () => {
    const cells = [["Sorrel and", "", "18.00"], ["Sons", "61.50", ""], ladle]
    assert.strictEqual(evidence(all(cells)).figures, 1)
    assert.strictEqual(evidence(all([kettle, lid, ladle])).figures, 0)
  })

  it("is a broken word, a sentence that goes on, and small letters where cells begin in capitals", () => {
    const broken = evidence(all([["Kettle", "Steel with a han-", ""], ["", "dle", ""], ladle, ladle]))
    assert.strictEqual(broken.broken, 1)
    const on = evidence(all([kettle, lid, ladle, ladle]))
    assert.deepStrictEqual([on.broken, evidence(all([kettle, ladle])).small], [0, 0])
    assert.isAbove(on.small, 0.6)
    assert.isAbove(on.runsOn, 0.6)
    const small = [
      ["kettle", "steel, with a lid that is", ""],
      ["", "painted blue", ""],
      ["ladle", "tin", ""]
    ]
    assert.isBelow(evidence(all(small)).small, 0.2)
    assert.isBelow(evidence(all(small)).runsOn, 0.2)
  })
})
