import { assert, describe, it } from "@effect/vitest"
import { withFormulas } from "../../../src/convert/formulas/Formulas.ts"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { extensionCharacter } from "../../../src/convert/glyphs/fonts/Symbols.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { rawPage, type Sheet, type Text } from "../../support/RawPages.ts"

const set =
  (font: string) =>
  (text: string, x: number, y: number, size = 10): Text => ({ text, x, y, size, font })
const sans = set("CMSS10")
const lean = set("CMSSI10")
const sign = set("CMSY10")
const letter = set("CMMI10")
const roman = set("CMR10")

/** The LaTeX of each formula on a page. */
const formulas = (sheet: Sheet): ReadonlyArray<string | null> => {
  const page = clean(rawPage(sheet))
  return withFormulas(page, words(page)).words.flatMap(({ formula }) => (formula === undefined ? [] : [formula.latex]))
}

describe("a variable in a text's own italics, where formulas have no letters of their own", () => {
  const other = sign("∪", 50, 230)
  const only = (texts: ReadonlyArray<Text>) =>
    formulas({ texts: [...texts, other] }).filter((latex) => latex !== "\\cup")
  const begin = sans("The method begins with", 50, 100)

  it("has a script, an operator, an argument or a sign of formulas beside it", () => {
    assert.deepStrictEqual(only([begin, lean("x", 165, 100), sans("0", 170, 102, 7), sans("at once.", 180, 100)]), [
      "x_0"
    ])
    assert.deepStrictEqual(only([begin, lean("k", 165, 100), sans("=", 173, 100), sans("0", 181, 100)]), ["k = 0"])
    assert.deepStrictEqual(
      only([begin, lean("f", 165, 100), sans("(", 171, 100), lean("t", 176, 100), sans(")", 181, 100)]),
      ["f(t)"]
    )
    assert.deepStrictEqual(
      only([begin, lean("k", 165, 100), sans("=", 173, 100), lean("K", 181, 100), lean("f", 188, 100)]),
      ["k = Kf"]
    )
    assert.deepStrictEqual(only([begin, sign("‖", 165, 100), lean("g", 170, 100), sign("‖", 176.5, 100)]), ["\\|g\\|"])
  })

  it("is a word in italics where nothing says that it is one", () => {
    assert.deepStrictEqual(only([begin, lean("a", 165, 100), sans("line of text.", 175, 100)]), [])
    // a figure on the line, a dash, a list's letter
    assert.deepStrictEqual(only([begin, lean("a", 165, 100), sans("2", 175, 100)]), [])
    assert.deepStrictEqual(only([begin, lean("a", 165, 100), sans("-", 171, 100), sans("2", 177, 100)]), [])
    assert.deepStrictEqual(only([begin, sans("(", 165, 100), lean("a", 170, 100), sans(")", 175, 100)]), [])
  })

  it("is text where formulas have a font of their own for letters", () =>
    assert.deepStrictEqual(
      formulas({ texts: [begin, lean("k", 165, 100), sans("=", 173, 100), sans("0", 181, 100), letter("q", 50, 230)] }),
      ["q"]
    ))

  it("is printed as a letter of formulas, though its text has no serifs", () =>
    assert.deepStrictEqual(only([begin, lean("x", 165, 100), sign("≤", 173, 100), lean("y", 183, 100)]), ["x \\leq y"]))
})

describe("formulas on slides", () => {
  const prose = roman("The text of this page is set in one size and says no more.", 50, 60)

  it("are text behind the number of an item, and what they are displayed over stays apart", () => {
    const item = (marker: string) => [
      prose,
      roman(marker, 60, 100),
      ...[roman("Set", 72, 100), letter("x", 90, 100), roman("=", 98, 100), letter("y", 106, 100)],
      ...[letter("a", 150, 118), roman("=", 158, 118), letter("b", 166, 118)]
    ]
    assert.deepStrictEqual(formulas({ texts: item("3.") }), ["a = b", "x = y"])
    assert.deepStrictEqual(formulas({ texts: item("(iv)") }), ["a = b", "x = y"])
    // a number in brackets may be an equation's
    assert.include(formulas({ texts: item("(3)") })[0] ?? "", "(3)")
  })

  it("go on with the words behind a gap in their row", () => {
    const row = (word: string) => [
      prose,
      ...[letter("a", 150, 100), roman("=", 158, 100), roman("0", 166, 100)],
      ...[
        roman(word, 182, 100),
        letter("w", 182 + 5 * word.length + 5, 100),
        sign("≤", 182 + 5 * word.length + 13, 100),
        roman("1.", 182 + 5 * word.length + 23, 100)
      ]
    ]
    assert.deepStrictEqual(formulas({ texts: row("for all") }), ["a = 0\\quad \\text{ for all }w \\leq 1."])
    // a sentence is no part of it
    assert.include(formulas({ texts: row("which is so because of all the terms with") }), "a = 0")
  })

  it("are cells where words begin each row", () => {
    const table = (heads: ReadonlyArray<string>) =>
      heads.flatMap((head, i) => {
        const y = 100 + 14 * i
        return [roman(head, 60, y), letter("p", 120, y), roman("+", 128, y), letter("q", 136, y), letter("n", 170, y)]
      })
    assert.deepStrictEqual(formulas({ texts: [prose, ...table(["First", "Second", "Third"])] }), [
      ...["p + q", "n", "p + q", "n", "p + q", "n"]
    ])
    // two may be a system
    assert.lengthOf(formulas({ texts: [prose, ...table(["First", "Second"])] }), 1)
  })
})

describe("parts of formulas", () => {
  const prose = roman("The text of this page is set in one size and says no more.", 50, 60)
  const row = (over: string, x: number) => [
    prose,
    ...[letter("u", 150, 100), roman("=", 160, 100), letter("v", 170, 100)],
    letter(over, x, 93, 7)
  ]

  it("are words over a relation that are wider than it, in its middle", () => {
    assert.deepStrictEqual(formulas({ texts: row("abc", 157.5) }), ["u\\overset{abc}{=}v"])
    assert.notInclude(formulas({ texts: row("abc", 153.5) })[0] ?? "", "overset{abc}")
  })

  it("are scripts of the row below, not what stands under a relation", () => {
    const under = (y: number) => [prose, ...row("", 0).slice(1, 4), letter("k", 161, y, 7)]
    assert.deepStrictEqual(formulas({ texts: under(107) }), ["u\\underset{k}{=}v"])
    assert.notInclude(formulas({ texts: under(111) })[0] ?? "", "underset")
  })

  it("are cases, whose words begin one under the other though no gap is before them", () => {
    const brace = { ...set("CMEX10")(String.fromCodePoint(extensionCharacter + 110), 165, 94), size: 10 }
    const cases = (second: number) => [
      prose,
      ...[letter("f", 145, 108), roman("=", 153, 108), brace],
      ...[letter("a", 175, 102), roman("if", 182, 102), letter("x", 195, 102)],
      ...[letter("b", 172, 114), roman("else", second, 114)]
    ]
    assert.match(formulas({ texts: cases(182) })[0] ?? "", /a & \\text\{if \}x \\\\ b & \\text\{else\}/)
    assert.notMatch(formulas({ texts: cases(179) })[0] ?? "", /&/)
  })
})

describe("small signs", () => {
  it("raised in a line of text are no part of a formula over it", () => {
    const texts = [
      ...[letter("a", 150, 80), roman("=", 158, 80), letter("b", 166, 80)],
      roman("The final step is to write down the factor", 50, 100),
      ...[letter("e", 265, 100), letter("k", 270, 94, 7), sign("·", 275, 94, 7), letter("R", 279, 94, 7)],
      roman("as the product of two.", 290, 100)
    ]
    assert.deepStrictEqual(formulas({ texts }), ["a = b", "e^{k \\cdot R}"])
  })
})
