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
