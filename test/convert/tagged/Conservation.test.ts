import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { page } from "../../../src/convert/Convert.ts"
import type { Block } from "../../../src/convert/model/Block.ts"
import type { Structure } from "../../../src/convert/model/Page.ts"
import { plain, printedLines } from "../../../src/convert/model/Text.ts"
import { rawPage, rule } from "../../support/RawPages.ts"

const words = ["oak", "1204", "of the elm", "31", "Reed warbler", "7.5 %", "and so on", "III"]

/** Cells in rows and columns, some of them empty, some of two lines; each line is marked content of its own. */
const texts = fc
  .record({
    columns: fc.integer({ min: 1, max: 4 }),
    cells: fc.array(fc.integer({ min: -2, max: 2 * words.length - 1 }), { minLength: 2, maxLength: 24 })
  })
  .map(({ columns, cells }) =>
    cells
      .flatMap((which, i) => {
        const at = { x: 50 + 120 * (i % columns), y: 100 + 30 * Math.floor(i / columns) }
        const text = words[which % words.length] ?? ""
        return which < 0
          ? []
          : which < words.length
            ? [{ ...at, text }]
            : [0, 12].map((dy) => ({ ...at, y: at.y + dy, text }))
      })
      .map((each, mcid) => ({ ...each, mcid }))
  )
  .filter((all) => all.length > 0)

const node = (role: string, children: Structure["children"], columns = 1, rows = 1): Structure => ({
  role,
  children,
  columns,
  rows
})

const span = fc.integer({ min: 1, max: 3 })

/** A tree over marked content in any order, in cells that cover any number of others, with some content left out or told twice. */
const treeOver = (mcids: number) => {
  const content = fc.array(fc.integer({ min: 0, max: mcids - 1 }), { maxLength: 3 })
  const cell = fc.tuple(content, span, span).map(([own, columns, rows]) => node("TD", [node("P", own)], columns, rows))
  const row = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => node("TR", cells))
  const table = fc.array(row, { minLength: 1, maxLength: 6 }).map((rows) => node("Table", rows))
  const other = fc.tuple(fc.constantFrom("P", "H1", "LI", "Div"), content).map(([role, own]) => node(role, own))
  const exact = fc.integer({ min: 1, max: 4 }).map((columns) =>
    node(
      "Table",
      Array.from({ length: Math.ceil(mcids / columns) }, (_, r) =>
        node(
          "TR",
          Array.from({ length: Math.min(columns, mcids - r * columns) }, (_, c) => node("TD", [r * columns + c]))
        )
      )
    )
  )
  return fc.array(fc.oneof(table, other, exact), { minLength: 1, maxLength: 3 }).map((all) => node("Document", all))
}

const pages = texts.chain((all) =>
  fc.record({
    texts: fc.constant(all),
    structure: treeOver(all.length),
    segments: fc.constantFrom(
      [],
      [88, 108, 138, 168].map((y) => rule(45, y, 500, y)),
      [
        ...[85, 115, 145, 175, 205].map((y) => rule(45, y, 525, y)),
        ...[45, 165, 285, 405, 525].map((x) => rule(x, 85, x, 205))
      ]
    )
  })
)

const textsOf = (block: Block): string =>
  block.kind === "table"
    ? block.rows.flatMap((row) => row.map((cell) => plain(cell.runs))).join()
    : block.kind === "code"
      ? block.lines.join()
      : printedLines(block)
          .map((line) => plain(line.runs))
          .join()

const letters = (all: ReadonlyArray<string>): string => [...all.join().replace(/[^\p{L}\p{N}]/gu, "")].sort().join("")

describe("a tagged page", () => {
  it("has each of its words once, whatever its tree says of them", () =>
    fc.assert(
      fc.property(pages, (sheet) => {
        const { blocks, asides } = page(rawPage(sheet))
        assert.strictEqual(letters([...blocks, ...asides].map(textsOf)), letters(sheet.texts.map(({ text }) => text)))
      }),
      { numRuns: 60 }
    ))
})
