import { assert, describe, it } from "@effect/vitest"
import { languages } from "../../bench/unseen/content/Languages.ts"
import { words } from "../../bench/unseen/content/Words.ts"
import { writer } from "../../bench/unseen/content/Writer.ts"
import type { Block, Document, Table } from "../../bench/unseen/Document.ts"
import { grammarsOf } from "../../bench/unseen/grammar/Grammars.ts"
import { random } from "../../bench/unseen/Random.ts"
import { truth } from "../../bench/unseen/Truth.ts"

const grammars = ["apart", "no-tables"]
  .flatMap(grammarsOf)
  .concat(grammarsOf(undefined), grammarsOf("tables").slice(0, 60))

/** One document of every kind, in turn in every language. */
const documents = (seed: string): ReadonlyArray<Document> =>
  grammars.map((grammar, index) => {
    const source = random(`${seed}/${index}`)
    const language = languages[index % languages.length] as (typeof languages)[number]
    return grammar.write(writer(source, words(source.fork("words"), language), index % 5 === 0))
  })

const tablesOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<Table> =>
  blocks.flatMap((block) => {
    if (block.type === "table") return [block]
    if (block.type === "beside") return block.parts.flatMap(tablesOf)
    return block.type === "box" || block.type === "columns" ? tablesOf(block.blocks) : []
  })

/** How many columns each row covers, with the cells that reach down into it. */
const widths = ({ rows, columns }: Table): ReadonlyArray<number> => {
  let reaching: Array<{ readonly columns: number; rows: number }> = []
  return rows.map((row) => {
    const own = row.map((cell) => ({ columns: cell.columns ?? 1, rows: cell.rows ?? 1 }))
    const all = [...reaching, ...own]
    reaching = all.map((cell) => ({ ...cell, rows: cell.rows - 1 })).filter((cell) => cell.rows > 0)
    return all.reduce((sum, cell) => sum + cell.columns, 0) - columns.length
  })
}

describe("Documents that nobody has met", () => {
  it("are the same for the same seed, and others for another", () => {
    const told = (seed: string) => documents(seed).map((document) => truth(document, true))
    assert.deepStrictEqual(told("a"), told("a"))
    assert.notDeepEqual(told("a"), told("b"))
  })

  it("have tables whose rows all cover every column, and whose spans end within the table", () => {
    const tables = ["a", "b", "c"].flatMap((seed) => documents(seed).flatMap(({ blocks }) => tablesOf(blocks)))
    assert.isAbove(tables.length, 100)
    for (const table of tables)
      assert.isTrue(
        widths(table).every((surplus) => surplus === 0),
        truth({ language: "en", title: "", blocks: [table] }, false)
      )
    for (const { rows } of tables) {
      rows.forEach((row, index) => {
        for (const cell of row) assert.isAtMost(index + (cell.rows ?? 1), rows.length)
      })
    }
  })

  it("tell every heading, note and cell in their truth", () => {
    for (const document of documents("d")) {
      const told = truth(document, false)
      for (const block of document.blocks) {
        if (block.type === "heading" || block.type === "title") assert.include(told, block.text)
      }
      for (const table of tablesOf(document.blocks)) {
        for (const { text } of table.rows.flat()) {
          assert.isTrue(
            told.includes(text) ||
              told.includes(text.replaceAll("|", "\\|")) ||
              told.includes(text.replaceAll("<", "&lt;")),
            text
          )
        }
      }
    }
  })
})
