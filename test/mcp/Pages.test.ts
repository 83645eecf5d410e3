import { assert, describe, it } from "@effect/vitest"
import type { ResultBlock, ResultCell } from "../../src/convert/model/Result.ts"
import { pagesBetween, rowsOn, textOn } from "../../src/mcp/passages/Pages.ts"
import { finding, shown } from "../../src/mcp/passages/Passages.ts"

const bbox = { x: 0, y: 0, width: 1, height: 1 }
const placesOn = (pages: ReadonlyArray<number>) => pages.map((page) => ({ page, bbox }))
const common = { id: "b", page: 1, bbox, reading_order: 0, span: { start: 0, end: 1 }, level: null, confidence: null }

/** A paragraph over 300 pages, each with a sentence of its own. */
const numbers = Array.from({ length: 300 }, (_, i) => i + 1)
const sentences = numbers.map((page) => `Page ${page} says ${"very little ".repeat(60)}of number ${page}.`)
const starts = sentences.map((_, i) => sentences.slice(0, i).reduce((sum, { length }) => sum + length + 1, 0))
const paragraph: ResultBlock = {
  ...common,
  type: "paragraph",
  text: sentences.join(" "),
  places: placesOn(numbers),
  page_starts: numbers.map((page, i) => ({ page, start: starts[i] ?? 0 }))
}

const cell = (text: string, page: number, header = false): ResultCell => ({
  text,
  page,
  header,
  columns: 1,
  rows: 1,
  bbox
})
const rows = [
  [cell("Name", 1, true), cell("Sum", 1, true)],
  [cell("A", 1), cell("1", 1)],
  [cell("B", 2), cell("2", 2)],
  [cell("C", 3), cell("3", 3)]
]
const table = {
  ...common,
  type: "table",
  text: rows.map((row) => row.map(({ text }) => text).join("\t")).join("\n"),
  places: placesOn([1, 2, 3]),
  rows
} satisfies ResultBlock

it("A long block or heading is cut through no character: half of one made the answer unreadable as JSON", () => {
  const long = { ...common, places: placesOn([1]), text: `x${"𝑥".repeat(9_000)}` }
  const block = shown({ ...long, type: "paragraph" }) as { readonly text: string; readonly is_cut: boolean }
  assert.isTrue(block.text.isWellFormed())
  assert.deepStrictEqual([block.text.length, block.is_cut], [5_999, true])
  const { look, end } = finding({ job_id: "j", query: "page" }, 0)
  look({ ...long, type: "heading", level: 1 })
  look(paragraph)
  const { passages } = end() as { readonly passages: ReadonlyArray<{ readonly headings: ReadonlyArray<string> }> }
  const [heading = ""] = passages[0]?.headings ?? []
  assert.isTrue(heading.isWellFormed())
  assert.strictEqual(heading.length, 119)
})

describe("A part of a block over several pages", () => {
  it("is on the pages of its characters", () => {
    const at = (text: string) => paragraph.text.indexOf(text)
    assert.deepStrictEqual(pagesBetween(paragraph, at("of number 217."), at("of number 217.") + 5), [217])
    assert.deepStrictEqual(pagesBetween(paragraph, at("of number 217."), at("Page 219")), [217, 218])
    assert.deepStrictEqual(pagesBetween(table, table.text.indexOf("B"), table.text.indexOf("C") + 1), [2, 3])
  })

  it("is on all of the block's where nobody knows more", () => {
    const { page_starts: _, ...unknown } = paragraph
    assert.strictEqual(pagesBetween(unknown, 0, 5).length, 300)
  })

  it("is what a question for one page is answered with", () => {
    assert.strictEqual(textOn(paragraph, 217), sentences[216])
    assert.deepStrictEqual(
      rowsOn(table, 2).map(([first]) => first?.text),
      ["Name", "B"]
    )
    assert.include(shown(paragraph, 300), { text: sentences[299], is_cut: false })
    assert.deepInclude(shown(table, 3), {
      rows: [
        ["Name", "Sum"],
        ["C", "3"]
      ]
    })
  })

  it("found by a phrase names its own pages alone", () => {
    const { look, end } = finding({ job_id: "j", query: "of number 217" }, 0)
    look(paragraph)
    const { passages } = end() as { readonly passages: ReadonlyArray<{ readonly pages: ReadonlyArray<number> }> }
    assert.deepStrictEqual(passages[0]?.pages, [217, 218])
  })
})
