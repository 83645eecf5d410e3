import { assert, describe, it } from "@effect/vitest"
import { withListedTitles } from "../../../src/convert/document/headings/ListedTitles.ts"
import type { Block } from "../../../src/convert/model/Block.ts"
import { textOf } from "../../../src/convert/model/Text.ts"
import { item, paragraph } from "../../support/Blocks.ts"
import { column, convert, type Text } from "../../support/RawPages.ts"

const long = "A loaf takes an hour and a half from the first stir to the moment when it leaves the oven"
const titles = ["Flour", "Water and salt", "Oven"]
const sections = (texts: ReadonlyArray<string>, style = { size: 14, bold: true }): ReadonlyArray<Block> =>
  texts.flatMap((text) => [paragraph(text, { style }), paragraph(long)])
const listed = (texts: ReadonlyArray<string>) => texts.map((text) => paragraph(text))
/** What of these blocks is an entry. */
const entries = (...blocks: ReadonlyArray<Block>) =>
  withListedTitles([blocks])
    .flat()
    .flatMap((block) => (block.kind === "item" && block.entry === true ? textOf(block) : []))

/** Headings and items of a page with a title, the contents in bold, and a section of each. */
const printed = (title: string): ReadonlyArray<string> => {
  const texts: ReadonlyArray<Text> = [
    { text: title, x: 50, y: 40, size: 16, font: "Body-Bold" },
    ...titles.map((text, i) => ({ text, x: 50, y: 70 + 20 * i, font: "Body-Bold" })),
    ...titles.flatMap(
      (text, i): ReadonlyArray<Text> => [
        { text, x: 50, y: 160 + 90 * i, size: 13, font: "Body-Bold" },
        ...column([long, long], { x: 50, y: 180 + 90 * i })
      ]
    )
  ]
  return convert([{ texts }]).match(/^[#-].*$/gm) ?? []
}

describe("contents that name no pages", () => {
  it("are entries, whatever they look like: they became headings", () => {
    assert.deepStrictEqual(entries(paragraph("In this book"), ...listed(titles), ...sections(titles)), titles)
    assert.deepStrictEqual(printed("Contents"), [
      "# Contents",
      "- Flour",
      "- Water and salt",
      "- Oven",
      "## Flour",
      "## Water and salt",
      "## Oven"
    ])
  })

  it("may stand under a title that ends in a number, which names no page: it was no heading", () => {
    assert.strictEqual(printed("Bread 2.10")[0], "# Bread 2.10")
  })

  it("have as many entries as they have lines, where two were read as one", () => {
    const blocks = [paragraph("Flour"), paragraph(["Water", "and salt", "Oven"])]
    assert.deepStrictEqual(entries(...blocks, ...sections(titles)), titles)
    const numbered = ["1. Flour", "1.1. Water", "2. Oven"]
    const items = [{ ...item(["Flour", "1.1. Water"]), marker: "1." }, paragraph("2. Oven")]
    assert.deepStrictEqual(entries(...items, ...sections(numbered)), ["Flour", "1.1. Water", "2. Oven"])
  })

  it("leave the title over them, which comes again as well", () => {
    const all = ["Bread", ...titles]
    const title = paragraph("Bread", { style: { bold: true } })
    assert.deepStrictEqual(entries(title, ...listed(titles), ...sections(all)), titles)
  })

  it("are none where a form is printed twice, or nothing stands under what comes again", () => {
    const form = ["Name", "Date of birth", "Signature"]
    assert.deepStrictEqual(entries(...listed(form), paragraph(long), ...listed(form)), [])
    assert.deepStrictEqual(entries(...listed(titles), ...sections(titles, { size: 10, bold: false })), [])
    assert.deepStrictEqual(entries(...listed(titles), ...sections(titles.toReversed())), [])
    assert.deepStrictEqual(entries(...listed(titles), ...sections(titles), ...sections(titles)), [])
  })
})
