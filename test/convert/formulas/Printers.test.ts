import { assert, describe, it } from "@effect/vitest"
import { withFormulas } from "../../../src/convert/formulas/Formulas.ts"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { rawPage, rule, type Sheet, type Text } from "../../support/RawPages.ts"

const set =
  (font: string) =>
  (text: string, x: number, y: number, size = 10): Text => ({ text, x, y, size, font })
const times = set("NimbusRomNo9L-Regu")
const italics = set("NimbusRomNo9L-ReguItal")
const roman = set("CMR10")
const letter = set("CMMI10")
const sign = set("CMSY10")

/** The LaTeX of each formula on a page. */
const formulas = (sheet: Sheet): ReadonlyArray<string | null> => {
  const page = clean(rawPage(sheet))
  return withFormulas(page, words(page)).words.flatMap(({ formula }) => (formula === undefined ? [] : [formula.latex]))
}

describe("a formula as programs set it", () => {
  it("is one in the text's own italics where its signs lean as well, as in LibreOffice", () => {
    const lean = set("LiberationSerif-Italic")
    const texts = [
      set("LiberationSerif")("It follows that", 50, 100),
      ...[lean("w", 130, 100), lean("≥", 137, 100), lean("u", 145, 100)],
      set("LiberationSerif")("and so on.", 155, 100),
      // its brackets and plain operators are those of a font for them
      set("OpenSymbol")("(", 50, 130)
    ]
    assert.include(formulas({ texts }), "w \\geq u")
  })

  it("keeps its letters on their row beside brackets that are stretched", () => {
    const open = { x0: 0, x1: 0.3, above: 0.8, below: 0.2 }
    const bracket = (text: string, x: number): Text => ({ ...set("OpenSymbol")(text, x, 101.5, 13), ink: open })
    const lean = set("LiberationSerif-Italic")
    const texts = [
      bracket("(", 150),
      ...[lean("f", 157, 100), lean("P", 163, 100), bracket(")", 170)],
      ...[set("LiberationSerif")("5", 177, 95, 6), set("LiberationSerif")("12", 177, 103, 6)]
    ]
    assert.match(formulas({ texts })[0] ?? "", /^(?:\\left)?\( ?fP ?(?:\\right)?\)_\{12\}\^5$/)
  })

  it("is told by TeX's own equals sign in a text of another font", () => {
    const texts = [
      times("It follows that", 50, 100),
      ...[italics("L", 130, 100), roman("=", 138, 100), times("48", 146, 100)],
      times("and so on.", 162, 100),
      sign("∪", 50, 130)
    ]
    assert.include(formulas({ texts }), "L = 48")
    // where the text itself is TeX's, an equals sign is no more than that
    const plain = texts.map((text) => (text.font === "NimbusRomNo9L-Regu" ? { ...text, font: "CMR10" } : text))
    assert.notInclude(formulas({ texts: [...plain, letter("x", 50, 160)] }), "L = 48")
  })

  it("has letters of every alphabet in fonts that are named after their text", () => {
    const alphabets: ReadonlyArray<readonly [font: string, letter: string]> = [
      ["Kp--M-Sy-Regular", "\\mathcal{F}"],
      ["Kp--M-Syb-Regular", "\\mathbb{F}"],
      ["MathDesign-UT-Regular-Symbol-10", "\\mathcal{F}"],
      ["MathDesign-UT-Regular-MathDesignSymbolA-10", "\\mathbb{F}"],
      ["Fourier-Math-Cal", "\\mathcal{F}"],
      ["STIXMathCalligraphy-Regular", "\\mathcal{F}"],
      ["txsyb", "\\mathbb{F}"],
      ["txsys", "\\mathcal{F}"]
    ]
    for (const [font, letter] of alphabets) {
      const texts = [times("It lies in", 50, 100), set(font)("F", 105, 100), times("and so on.", 118, 100)]
      assert.deepStrictEqual(formulas({ texts }), [letter], font)
    }
    // what is called so is no font for formulas
    const mathilde = set("Mathilde-Regular")
    assert.deepStrictEqual(formulas({ texts: [mathilde("It lies in", 50, 100), mathilde("F", 105, 100)] }), [])
  })

  it("has a minus where a font for text has a dash for it, and Latin letters where it has a Greek one for both", () => {
    const texts = [
      times("It follows that", 50, 100),
      ...[
        letter("a", 130, 100),
        times("–", 136, 100),
        letter("b", 142, 100),
        sign("∈", 148, 100),
        letter("𝛮", 156, 100)
      ],
      times("and so on.", 170, 100)
    ]
    assert.deepStrictEqual(formulas({ texts }), ["a - b \\in N"])
  })

  it("has an arrow over the letter that it is drawn over", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [letter("y", 150, 110), roman("=", 158, 110), letter("x", 170, 110)],
        drawings: [{ x0: 170.5, y0: 102, x1: 175, y1: 104 }]
      }),
      ["y = \\vec x"]
    ))

  it("has a fraction at the head of a root under the root, whose bar is the higher one", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [
          ...[letter("y", 150, 110), roman("=", 158, 110)],
          { ...sign("√", 166, 100), ink: { x0: 0, x1: 0.5, above: 0.2, below: 2 } },
          ...[letter("a", 172, 106), letter("b", 172, 117), letter("c", 180, 110)]
        ],
        segments: [rule(171, 98, 186, 98), rule(171.2, 107.5, 178, 107.5)]
      }),
      ["y = \\sqrt{\\frac{a}{b}c}"]
    ))
})
