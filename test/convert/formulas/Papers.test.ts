import { assert, describe, it } from "@effect/vitest"
import { withFormulas } from "../../../src/convert/formulas/Formulas.ts"
import { latex } from "../../../src/convert/formulas/print/Latex.ts"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { extensionCharacter } from "../../../src/convert/glyphs/fonts/Symbols.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { rawPage, rule, type Sheet, type Text } from "../../support/RawPages.ts"

const i = (text: string, x: number, y: number, size = 10): Text => ({ text, x, y, size, font: "CMMI10" })
const r = (text: string, x: number, y: number, size = 10): Text => ({ text, x, y, size, font: "CMR10" })
const extension = (place: number, x: number, y: number): Text => ({
  ...i(String.fromCodePoint(extensionCharacter + place), x, y),
  font: "CMEX10"
})

const formulas = (sheet: Sheet): ReadonlyArray<string> => {
  const page = clean(rawPage(sheet))
  return withFormulas(page, words(page)).words.flatMap(({ formula }) =>
    formula === undefined ? [] : [`${formula.latex}${formula.isDisplay ? " (display)" : ""}`]
  )
}

describe("a paper's formulas", () => {
  const before = r("The length of", 50, 100)
  const after = r("is known to us, and so is all the rest.", 140, 100)

  it("have the scripts of their scripts, however far these reach under their line", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [before, i("x", 121, 100), i("i", 126, 103.5, 7), i("j", 129.5, 107, 5), { ...after, x: 135 }]
      }),
      ["x_{i_j}"]
    ))

  it("stand on lines of their own where they are as large as the text over them", () =>
    assert.deepStrictEqual(formulas({ texts: [before, after, i("x", 121, 116), r("= 1", 129, 116)] }), [
      "x = 1 (display)"
    ]))

  it("join what a script that is a line of its own parts", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [before, i("x", 121, 100), i("abcdefghijklmno", 126, 104, 7), { ...after, x: 180 }]
      }),
      ["x_{abcdefghijklmno}"]
    ))

  it("have the wide hat that stands right over them, however near the line over it is", () => {
    const lines = [80, 92].map((y) => r("The argument for it is that the sum of all the parts of it is", 50, y))
    const texts = [...lines, r("That is so at", 50, 104), i("β", 121, 104), r("and at no other place.", 130, 104)]
    assert.deepStrictEqual(formulas({ texts: [...texts, extension(98, 121, 102)] }), ["\\widehat{\\beta}"])
  })

  it("have a wide hat over a letter with its scripts", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [
          ...[i("σ", 121, 100), r("2", 126, 96, 7), i("k", 126, 102.5, 7), extension(99, 123, 95.5)],
          ...[r("= 1", 140, 100)]
        ]
      }),
      ["\\widehat{\\sigma_k^2} = 1 (display)"]
    ))

  it("end where a line begins with a word where the lines of the text do", () => {
    const texts = [60, 72, 84].map((y) => r("The text of a paragraph that is rather long", 50, y))
    const own = [i("a", 100, 110), r("= 1", 108, 110), r("and", 50, 130), i("b", 70, 130), r("= 2", 78, 130)]
    assert.deepStrictEqual(formulas({ texts: [...texts, ...own] }), ["a = 1 (display)", "b = 2"])
  })

  it("have the rows of a matrix also where each begins with a name in upright letters", () => {
    const rows = [100, 112, 124, 136].flatMap((y, k) => [
      ...[r("tr", 130, y), r("(", 143, y), i("A", 148, y), r(String(k + 1), 153, y + 2, 7)],
      ...[i("XYZ", 157, y), r(")", 172, y)]
    ])
    const pieces = [0, 1].flatMap((side) => {
      const x = 118 + 62 * side
      return [
        extension(50 + side, x, 92),
        extension(54 + side, x, 110),
        extension(54 + side, x, 116),
        extension(52 + side, x, 122)
      ]
    })
    const texts = [i("B", 90, 118), r("=", 100, 118), ...rows, ...pieces, r("(2)", 300, 118)]
    assert.deepStrictEqual(formulas({ texts: [r("where", 50, 80), ...texts] }), [
      "B = \\begin{bmatrix}\\text{tr }(A_1XYZ) \\\\ \\text{tr }(A_2XYZ) \\\\ \\text{tr }(A_3XYZ) \\\\ \\text{tr }(A_4XYZ)\\end{bmatrix} \\tag{2} (display)"
    ])
  })

  it("run over both columns where they leave no space between them", () => {
    const column = (x: number) =>
      [20, 32, 44, 150, 162, 174].map((y) => r("The text of a column that is full of it", x, y))
    const own = [i("a", 150, 100), r("+", 160, 100), i("bcdefghijklmnopq", 170, 100), r("+ 1", 251.5, 100)]
    assert.deepStrictEqual(formulas({ texts: [...column(50), ...column(262), ...own] }), [
      "a + bcdefghijklmnopq + 1 (display)"
    ])
  })

  it("have braces, built of pieces and rules, over and under what these embrace", () => {
    const texts = [
      ...[i("a", 100, 100), r("+", 110, 100), i("b", 120, 100), r("= 1", 145, 100)],
      ...[extension(124, 98, 105), extension(123, 110, 105), extension(122, 115, 105), extension(125, 125, 105)],
      i("n", 110, 112, 7)
    ]
    const segments = [rule(103, 105, 110, 105), rule(120, 105, 125, 105)]
    assert.deepStrictEqual(formulas({ texts, segments }), ["\\underbrace{a + b}_n = 1 (display)"])
  })

  it("have fractions that end where the next row of their matrix begins", () => {
    const cases = (y: number) => [
      ...[i("y", 100, 100), r("=", 108, 100), i("a", 124, 96, 7), i("bcdef", 116.5, 104.5, 7)],
      ...[i("xyz", 117, y), r("+ 1", 135, y)]
    ]
    const segments = [rule(116, 98, 134, 98)]
    assert.deepStrictEqual(formulas({ texts: cases(113), segments }), [
      "\\begin{gathered}y = \\frac{a}{bcdef} \\\\ xyz + 1\\end{gathered} (display)"
    ])
  })

  it("have a numerator of letters that are the text's own italics: a bar as long as it parts it from what is below", () => {
    const t = (text: string, x: number, y: number): Text => ({ text, x, y, size: 10, font: "Palatino-Italic" })
    const fraction = (bar: number): Sheet => ({
      texts: [
        before,
        after,
        i("P", 150, 130),
        r("=", 160, 130),
        i("ρ", 172, 123),
        t("wLv", 177, 123),
        t("2gD", 174.5, 135)
      ],
      segments: [rule(172, 127.5, 172 + bar, 127.5)]
    })
    assert.deepStrictEqual(formulas(fraction(20)), ["P = \\frac{\\rho wLv}{2gD} (display)"])
    assert.notInclude(formulas(fraction(60)).join(" "), "frac{\\rho wLv}")
  })

  it("have a number with a prime", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [
          ...[i("a", 150, 110), r("= 1", 158, 110), r("(2.6", 190, 110)],
          ...[{ ...i("′", 210, 106, 7), font: "CMSY7" }, r(")", 213.5, 110)]
        ]
      }),
      ["a = 1 \\tag{2.6'} (display)"]
    ))

  it("have a number with those of its part and its appendix", () =>
    assert.deepStrictEqual(formulas({ texts: [i("a", 150, 110), r("= 1", 158, 110), r("(IV.B.17)", 300, 110)] }), [
      "a = 1 \\tag{IV.B.17} (display)"
    ]))

  it("have scripts of scripts that are no smaller than these", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [
          ...[i("a", 150, 110), r("=", 158, 110), i("T", 170, 110), i("f", 176, 112, 7)],
          ...[i("b", 180, 113.5, 5), i("ik", 183, 115.5, 5)]
        ]
      }),
      ["a = T_{f_{b_{ik}}} (display)"]
    ))

  it("stand behind a sentence of a script that sets no spaces, which is text", () =>
    assert.deepStrictEqual(
      formulas({ texts: [{ text: "我們假設", x: 50, y: 110, font: "MSung" }, i("y", 71, 110), r("= 1", 79, 110)] }),
      ["y = 1"]
    ))

  it("are no units with raised figures, which are text", () => {
    const unit = (text: Text) => [
      before,
      i("x", 121, 100),
      r("= 70", 129, 100),
      r("Mpc", 152, 100),
      text,
      { ...after, x: 180 }
    ]
    const minus = { ...i("−", 167, 96, 7), font: "CMSY7" }
    assert.deepStrictEqual(formulas({ texts: [...unit(minus), r("1", 170.5, 96, 7)] }), ["x = 70"])
    assert.deepStrictEqual(formulas({ texts: unit(i("k", 167, 96, 7)) }), ["x = 70", "k"])
  })

  it("have a row of dots in all columns of its matrix", () => {
    const row = (text: string, y: number) => [...text].map((letter, k) => i(letter, 120 + 20 * k, y))
    const dots = Array.from({ length: 10 }, (_, k) => i(".", 120 + 5 * k, 121))
    const texts = [extension(48, 110, 100), extension(64, 110, 118), extension(49, 175, 100), extension(65, 175, 118)]
    assert.deepStrictEqual(formulas({ texts: [...texts, ...row("abc", 108), ...dots, ...row("xyz", 134)] }), [
      "\\begin{pmatrix}a & b & c \\\\ \\ldots & \\ldots & \\ldots \\\\ x & y & z\\end{pmatrix} (display)"
    ])
  })

  it("have a big operator as a script in braces, as KaTeX wants it", () => {
    const script = (character: string, role: "large" | "letter") =>
      latex([
        {
          kind: "scripts",
          base: [{ kind: "symbol", character: "x", alphabet: "normal", role: "letter" }],
          below: [{ kind: "symbol", character, alphabet: "normal", role }],
          above: [],
          isStacked: false
        }
      ])
    assert.strictEqual(script("∏", "large"), "x_{\\prod}")
    assert.strictEqual(script("π", "letter"), "x_\\pi")
  })
})
