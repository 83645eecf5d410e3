import { assert, describe, it } from "@effect/vitest"
import { withFormulas } from "../../../src/convert/formulas/Formulas.ts"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { rawPage, type Text } from "../../support/RawPages.ts"

const set =
  (font: string) =>
  (text: string, x: number, y: number, size = 10): Text => ({ text, x, y, size, font })
const roman = set("CMR10")
const letter = set("CMMI10")
const sign = set("CMSY10")
const mono = set("CMTT10")

const formulas = (texts: ReadonlyArray<Text>): ReadonlyArray<string | null> => {
  const page = clean(rawPage({ texts }))
  return withFormulas(page, words(page)).words.flatMap(({ formula }) => (formula === undefined ? [] : [formula.latex]))
}

const prose = roman("The text of this page is set in one size and says no more.", 50, 100)

describe("no formula", () => {
  it("is a letter alone that is far larger than all text, such as an emblem", () => {
    assert.deepStrictEqual(formulas([prose, letter("ζ", 400, 40, 40)]), [])
    assert.deepStrictEqual(formulas([prose, letter("ζ", 200, 140)]), ["\\zeta"])
  })

  it("is a bullet of a font that has signs of formulas as well", () =>
    assert.deepStrictEqual(formulas([prose, set("OpenSymbol")("●", 60, 130), set("OpenSymbol")("➢", 60, 160)]), []))

  it("are upright letters with arrows between them, as in trees", () => {
    assert.deepStrictEqual(formulas([prose, roman("A", 200, 140), sign("→", 208, 140), roman("B", 220, 140)]), [])
    assert.deepStrictEqual(formulas([prose, letter("A", 200, 140), sign("→", 208, 140), letter("B", 220, 140)]), [
      "A \\to B"
    ])
  })

  it("is an emblem whose letters stand over one another, in a text's own italics", () => {
    const lean = set("CMTI10")
    const emblem = (by: number) =>
      formulas([prose, sign("≤", 50, 160), lean("L", 200, 140), lean("A", 205 + by, 137, 7), lean("TEX", 209, 140)])
    assert.notInclude(emblem(-3).join(" "), "L")
    assert.include(emblem(0).join(" "), "L^A")
  })

  it("is code behind the arrow that says that a line of it goes on", () =>
    assert.deepStrictEqual(formulas([prose, sign("→", 80, 140, 6), mono("k", 90, 140), mono("])", 97, 140)]), []))

  it("are signs and numerals without a letter, such as the mark of a reference or ticks in a column", () => {
    assert.deepStrictEqual(formulas([prose, sign("⊂", 400, 140), roman("1, 6", 410, 140)]), [])
    assert.deepStrictEqual(formulas([prose, ...[140, 152, 164].map((y) => sign("×", 200, y))]), [])
    assert.deepStrictEqual(formulas([prose, sign("⊂", 400, 140), letter("x", 410, 140)]), ["\\subset x"])
  })

  it("is an entry of a table of contents with a name of letters in it, whose leaders count for nothing", () =>
    assert.deepStrictEqual(
      formulas([
        ...[roman("The", 200, 140), letter("M", 220, 140), roman("System", 230, 140)],
        roman("............................................", 265, 140)
      ]).filter((latex) => latex !== "M"),
      []
    ))
})
