import { assert, describe, it } from "@effect/vitest"
import * as Convert from "../../../src/convert/Convert.ts"
import { defaults } from "../../../src/convert/model/Options.ts"
import { column, convert, rawPage, type Text } from "../../support/RawPages.ts"

const body = [
  "The first line of a paragraph that is as wide as the column is,",
  "the second line of the same paragraph, which goes on for as long,",
  "a third one that is as wide, so that this is what the page says,",
  "and a last one."
]
const below = (y: number): ReadonlyArray<Text> => column([...body, ...body], { x: 50, y })
/** The middle of what `column` sets. */
const middle = 210
const centred = (text: string, y: number, size: number, font = "Body", beyond = 0): Text => ({
  text,
  x: middle + beyond - (text.length * size) / 4,
  y,
  size,
  font
})
const heads = (...texts: ReadonlyArray<Text>) => convert([{ texts }]).match(/^#+ .*$/gm)

describe("a title block", () => {
  const title = centred("Birds of the Delta", 40, 20)
  const section = { text: "Nests", x: 50, y: 240, size: 14, font: "Body-Bold" }
  const text = [...below(150), section, ...below(262)]

  it("has names and dates in the middle under a title that the mark of a note moves, some of them numbered as an address is", () => {
    const moved = [
      { ...title, x: title.x + 4 },
      { text: "*", x: title.x + 184, y: 35, size: 12 }
    ]
    const names = ["Mira Lund", "4077 Sandvik", "23 May 2011, third print", "mira dot lund at delta"]
    assert.deepStrictEqual(heads(...moved, ...names.map((name, i) => centred(name, 70 + 15 * i, 12)), ...text), [
      "# Birds of the Delta<sup>*</sup>",
      "## Nests"
    ])
  })

  it("has names under a title although a part that is larger stands below on its page", () => {
    const part = { text: "Northern Shore", x: 50, y: 270, size: 24, font: "Body-Bold" }
    const texts = [title, centred("Mira Lund", 75, 15), ...below(150), part, ...below(310)]
    const outline = [{ title: "Northern Shore", level: 1, page: 1 }]
    const info = { pages: 1, title: null, author: null, outline }
    const found = Convert.document(info, [Convert.page(rawPage({ texts }))], defaults).match(/(?<=^#+ ).*$/gm)
    assert.deepStrictEqual(found, ["Birds of the Delta", "Northern Shore"])
  })

  it("has no line over its text that is set, and begins, as sections further on do", () => {
    const line = (said: string, y: number): Text => ({ text: said, x: 50, y, size: 15 })
    const under = [{ text: "Birds of the Delta", x: 50, y: 40, size: 20 }, line("Coots, Herons", 66)]
    const first = column(body, { x: 50, y: 110 })
    assert.notInclude(heads(...under, ...first)?.join(), "Coots")
    const later = [line("Gulls, Terns", 200), ...column(body, { x: 50, y: 225 })]
    assert.include(heads(...under, ...first, ...later)?.join(), "Coots")
  })

  it("has names side by side that are centred together", () => {
    const pair = [centred("Mira Lund", 110, 15, "Names", -70), centred("Ivo Hart", 110, 15, "Names", 70)]
    assert.deepStrictEqual(heads(title, ...pair, ...text), ["# Birds of the Delta", "## Nests"])
  })

  it("has no heading in bold that is close to the text below it", () => {
    const over = (y: number) =>
      heads(title, centred("Mira Lund", 80, 12), centred("Kurzfassung", y, 12, "Body-Bold"), ...text)
    assert.include(over(136)?.join(), "Kurzfassung")
    assert.notInclude(over(98)?.join(), "Kurzfassung")
  })

  it("has a title of several lines in several faces", () => {
    const second = centred("A Guide with Maps", 62, 20, "Body-Bold")
    assert.deepStrictEqual(heads(title, second, ...text)?.[0], "# Birds of the Delta A Guide with Maps")
    for (const other of [{ size: 15 }, { y: 90 }])
      assert.notInclude(heads(title, { ...second, ...other }, ...text)?.[0], "Maps")
  })

  it("leaves sections of one level that have a name in typewriter, which is not bold, in their titles", () => {
    const mixed = [
      { text: "The", x: 50, y: 352, size: 14, font: "Body-Bold" },
      { text: "nest.log", x: 78, y: 352, size: 14, font: "Courier" },
      { text: "and", x: 150, y: 352, size: 14, font: "Body-Bold" }
    ]
    assert.deepStrictEqual(heads(title, ...text, ...mixed, ...below(374)), [
      "# Birds of the Delta",
      "## Nests",
      "## The `nest.log` and"
    ])
  })
})
