import { assert, it } from "@effect/vitest"
import type { Cell, Table } from "../../../src/convert/model/Block.ts"
import { continued } from "../../../src/convert/tables/whole/Continued.ts"

const cell = (text: string): Cell => ({ runs: [{ text }], columns: 1, rows: 1, box: null })

/** A page that is filled by its part of a table of two columns. */
const part = (page: number, rows: number): Table => ({
  kind: "table",
  place: { page, box: { x0: 50, y0: 50, x1: 550, y1: 750 }, width: 600, height: 800, left: 50, right: 550 },
  rows: [[cell("Name"), cell("Amount")], ...Array.from({ length: rows }, (_, n) => [cell(`${page}-${n}`), cell("7")])]
})

const rowsOf = (pages: number, rows: number) =>
  continued(Array.from({ length: pages }, (_, i) => part(i + 1, rows))).map((block) =>
    block.kind === "table" ? block.rows.length : 0
  )

it("a table over many pages is one table with its header once", () => {
  assert.deepStrictEqual(rowsOf(30, 50), [30 * 50 + 1])
})

it("a table of more cells than anybody reads at once goes on as another, under its header again", () => {
  assert.deepStrictEqual(rowsOf(4, 30_000), [60_001, 60_001])
})

const placedCell = (text: string, x: number): Cell => ({ ...cell(text), box: { x0: x, y0: 0, x1: x + 40, y1: 10 } })

const parts = (...pages: ReadonlyArray<ReadonlyArray<readonly [string, number]>>) =>
  continued(
    pages.map((texts, i) => ({ ...part(i + 1, 0), rows: [texts.map(([text, x]) => placedCell(text, x))] }))
  ).map((block) => (block.kind === "table" ? block.rows.map((row) => row.map(({ runs }) => runs[0]?.text ?? "")) : []))

const [name, kind, note] = [
  ["mint", 60],
  ["herb", 200],
  ["in pots", 350]
] as const

it("a part of a table in which a column is empty goes on with it where its columns stand, and only there", () => {
  const [shade, tree] = [
    ["beech", 60],
    ["tree", 200]
  ] as const
  assert.deepStrictEqual(parts([name, kind, note], [shade, tree]), [
    [
      ["mint", "herb", "in pots"],
      ["beech", "tree", ""]
    ]
  ])
  assert.deepStrictEqual(parts([name, note], [name, kind, note]), [
    [
      ["mint", "", "in pots"],
      ["mint", "herb", "in pots"]
    ]
  ])
  assert.deepStrictEqual(parts([name, kind, note], [shade, ["tree", 270]]), [
    [["mint", "herb", "in pots"]],
    [["beech", "tree"]]
  ])
  // a page with all columns after one without the middle one
  const all = (own: string) => [[own, 60] as const, ["tree", 200] as const, ["tall", 350] as const]
  assert.deepStrictEqual(parts([name, kind, note], [["elm", 60], note], all("oak"), [["ash", 60], kind]), [
    [
      ["mint", "herb", "in pots"],
      ["elm", "", "in pots"],
      ["oak", "tree", "tall"],
      ["ash", "herb", ""]
    ]
  ])
})
