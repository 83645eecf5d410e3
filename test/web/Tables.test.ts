/** Tables as the page shows them: long ones in parts, each cell tied to its place. */
import { assert, describe, it } from "@effect/vitest"
import { cellAt, cellsOf, cellUnder, rowOf } from "../../src/web/panes/Cells.ts"
import { tableParts } from "../../src/web/panes/TableParts.ts"

const cell = (column: number, row: number, columns = 1, rows = 1) => ({
  ...{ columns, rows, page: 1 },
  bbox: { x: column / 10, y: row / 10, width: columns / 10, height: rows / 10 }
})

/** A header over two columns, a cell beside two rows, and the three cells that are left. */
const spanned = [
  [cell(0, 0), cell(1, 0, 2)],
  [cell(0, 1, 1, 2), cell(1, 1), cell(2, 1)],
  [cell(1, 2), cell(2, 2)]
]

describe("The cells of a rendered table", () => {
  it("are the block's where both count alike, as in HTML", () => {
    const indexOf = cellsOf(spanned)
    assert.deepStrictEqual([indexOf(0, 1, 2), indexOf(1, 0, 3), indexOf(2, 0, 2), indexOf(2, 1, 2)], [1, 2, 5, 6])
  })

  it("are those that cover a place of the grid, as in Markdown", () => {
    const indexOf = cellsOf(spanned)
    assert.deepStrictEqual(
      [0, 1, 2].map((row) => [0, 1, 2].map((place) => indexOf(row, place, 3))),
      [
        [0, 1, 1],
        [2, 3, 4],
        [2, 5, 6]
      ]
    )
    assert.isNull(indexOf(-1, 0, 3))
    assert.isNull(indexOf(0, 3, 4))
  })

  it("are found by their index and by a point of the page", () => {
    assert.strictEqual(cellAt(spanned, 5), spanned[2]?.[0])
    assert.isUndefined(cellAt(spanned, 7))
    assert.deepStrictEqual([rowOf(spanned, 1), rowOf(spanned, 2), rowOf(spanned, 6)], [0, 1, 2])
    assert.deepStrictEqual(
      [cellUnder(spanned, 1, 0.25, 0.05), cellUnder(spanned, 1, 0.05, 0.25), cellUnder(spanned, 2, 0.05, 0.25)],
      [1, 2, null]
    )
    const texts = [[{ ...cell(0, 0), bbox: { x: 0.1, y: 0.1, width: 0.05, height: 0.02 } }], [cell(1, 3)]]
    assert.strictEqual(cellUnder(texts, 1, 0.4, 0.12), 0)
  })
})

describe("A long table", () => {
  const row = (text: string) => `| ${text} | x |`
  const body = Array.from({ length: 130 }, (_, i) => row(`row ${i + 1}`))

  it("of Markdown is cut between rows, each part under the header", () => {
    const parts = tableParts([row("head"), "| --- | --- |", ...body, ""].join("\n"), 131)
    assert.deepStrictEqual(
      parts.map(({ rows }) => [rows[0], rows[1], rows.at(-1)]),
      [
        [0, 1, 60],
        [0, 61, 120],
        [0, 121, 130]
      ]
    )
    assert.deepStrictEqual(parts[2]?.markdown.split("\n").slice(0, 3), [row("head"), "| --- | --- |", row("row 121")])
  })

  it("whose header is of two rows, or of none, keeps its rows", () => {
    const markdown = [row("head"), "| --- | --- |", row("a"), row("b")].join("\n")
    assert.deepStrictEqual(tableParts(markdown, 4)[0]?.rows, [1, 2, 3])
    assert.deepStrictEqual(tableParts(markdown, 2)[0]?.rows, [-1, 0, 1])
  })

  it("of HTML is cut between rows, each part a table", () => {
    const html = ["<table>", ...body.map((_, i) => `<tr><td>${i}</td></tr>`), "</table>"].join("\n")
    const parts = tableParts(html, 130)
    assert.deepStrictEqual(
      parts.map(({ rows }) => [rows[0], rows.at(-1)]),
      [
        [0, 59],
        [60, 119],
        [120, 129]
      ]
    )
    for (const { markdown } of parts) assert.match(markdown, /^<table>\n<tr>.*<\/tr>\n<\/table>$/s)
  })
})
