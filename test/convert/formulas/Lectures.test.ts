import { assert, describe, it } from "@effect/vitest"
import { withFormulas } from "../../../src/convert/formulas/Formulas.ts"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { extensionCharacter } from "../../../src/convert/glyphs/fonts/Symbols.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { convert, rawPage, rule, type Sheet, type Text } from "../../support/RawPages.ts"

const i = (text: string, x: number, y: number, size = 10): Text => ({ text, x, y, size, font: "CMMI10" })
const r = (text: string, x: number, y: number, size = 10): Text => ({ text, x, y, size, font: "CMR10" })
const extension = (place: number, x: number, y: number, ink?: Text["ink"]): Text => ({
  ...i(String.fromCodePoint(extensionCharacter + place), x, y),
  font: "CMEX10",
  ...(ink === undefined ? {} : { ink })
})

const formulas = (sheet: Sheet): ReadonlyArray<string> => {
  const page = clean(rawPage(sheet))
  return withFormulas(page, words(page)).words.flatMap(({ formula }) =>
    formula === undefined ? [] : [`${formula.latex}${formula.isDisplay ? " (display)" : ""}`]
  )
}

describe("a lecture's formulas", () => {
  const exponent = (y: number, size: number): ReadonlyArray<Text> => [
    ...[i("e", 100, y), i("k", 105, y - 4, 7), r("(", 109, y - 4, size), i("R", 109 + size / 2, y - 4, 7)],
    r(")", 112.5 + size / 2, y - 4, size)
  ]

  it("have exponents with brackets as large as the text", () => {
    const whole = (size: number) => [...exponent(110, size), r("= 1", 125, 110)]
    assert.deepStrictEqual(formulas({ texts: whole(10) }), ["e^{k(R)} = 1 (display)"])
    assert.deepStrictEqual(formulas({ texts: whole(7) }), ["e^{k(R)} = 1 (display)"])
  })

  it("have them within text, too, whose line they part", () => {
    const text = [r("We now write the phase as", 20, 100), i("e", 150, 100)]
    const raised = [i("k", 155, 95, 7), r("(", 159, 95.5), i("R", 164, 95, 7), r(")", 168, 95.5)]
    assert.deepStrictEqual(formulas({ texts: [...text, ...raised, r("in order to move the sign of it.", 178, 100)] }), [
      "e^{k(R)}"
    ])
  })

  const sum = (y: number, under: ReadonlyArray<Text>, over: ReadonlyArray<Text>): Sheet => ({
    texts: [
      ...[i("y", 80, 110), r("=", 90, 110), i("x", 120, 103)],
      ...[extension(88, 104, y, { x0: 0, x1: 1, above: -0.2, below: 1.6 }), ...under, ...over, i("z", 118, 124)]
    ],
    segments: [rule(103, 107.5, 126, 107.5)]
  })

  it("have a sum with its limits under the bar of a fraction", () => {
    const [over, under] = [i("K", 105, 114, 7), (y: number) => i("j", 105, y, 7)] as const
    assert.deepStrictEqual(formulas(sum(114, [under(137)], [over])), ["y = \\frac{x}{\\sum_j^Kz} (display)"])
    assert.deepStrictEqual(formulas(sum(110, [under(133)], [])), ["y = \\frac{x}{\\sum_jz} (display)"])
  })

  it("have braces that are filled with signs as flat as strokes", () => {
    const flat = { x0: 0, x1: 1, above: 0.1, below: 0 }
    const brace = [
      ...[extension(124, 100, 118, flat), extension(32, 105, 118, flat), extension(32, 110, 118, flat)],
      ...[extension(123, 115, 118, flat), extension(122, 120, 118, flat), extension(32, 125, 118, flat)],
      extension(125, 130, 118, flat)
    ]
    const texts = [i("abcdefg", 100, 110), ...brace, i("n", 116, 125, 7)]
    assert.deepStrictEqual(formulas({ texts }), ["\\underbrace{abcdefg}_n (display)"])
  })

  it("have numbers that stand close behind them, where others stand alone", () => {
    const line = (y: number, number: string, gap: number) => [
      i("a", 190 - gap, y),
      r("=", 198 - gap, y),
      i("b", 206 - gap, y),
      r(number, 220, y)
    ]
    const close = line(160, "(1.3)", -6)
    assert.include(formulas({ texts: [...line(110, "(1.2)", 60), ...close] }), "a = b \\tag{1.3} (display)")
    assert.notInclude(formulas({ texts: close }).join(), "tag")
  })

  it("have numerals over a bar of their length, and what these are divided by", () => {
    const divided = (x1: number) => ({
      texts: [r("1", 102.5, 100), i("y", 100, 115), r("!", 105, 115)],
      segments: [rule(99.5, 105, x1, 105)]
    })
    assert.deepStrictEqual(formulas(divided(110.5)), ["\\frac{1}{y!} (display)"])
    assert.notInclude(formulas(divided(180)).join(), "frac")
  })

  it("stand in the cells of a ruled table, and as blocks in frames of their own", () => {
    const at = (x: number, y: number, name: string) => [i(name, x, y), r("= 1", x + 9, y)]
    const texts = [...at(60, 114, "a"), ...at(160, 114, "b"), ...at(60, 134, "c"), ...at(160, 134, "d")]
    const across = [100, 120, 140].map((y) => rule(50, y, 250, y))
    const down = [50, 150, 250].map((x) => rule(x, 100, x, 140))
    assert.include(convert([{ texts, segments: [...across, ...down] }]), "| $a = 1$ | $b = 1$ |")
    const framed = { texts: at(60, 114, "a"), segments: [rule(50, 100, 90, 100), rule(50, 120, 90, 120)] }
    const sides = [rule(50, 100, 50, 120), rule(90, 100, 90, 120)]
    assert.deepStrictEqual(formulas({ ...framed, segments: [...framed.segments, ...sides] }), ["a = 1 (display)"])
  })

  it("stand in the cells of a table between three rules, or between two below its caption", () => {
    const row = (y: number) => [i("a", 60, y), r("= 1", 69, y), i("b", 160, y), r("= 1", 169, y)]
    const texts = [r("Table 1: Numbers", 60, 94), ...[115, 127, 139, 151].flatMap(row)]
    const rules = (...at: ReadonlyArray<number>) => at.map((y) => rule(50, y, 250, y))
    const isTable = (page: Parameters<typeof formulas>[0]) =>
      assert.deepStrictEqual(
        formulas(page).toSorted(),
        [..."aaaabbbb"].map((name) => `${name} = 1`)
      )
    isTable({ texts: texts.slice(1), segments: rules(104, 118, 156) })
    isTable({ texts, segments: rules(104, 156) })
    assert.include(formulas({ texts: texts.slice(1), segments: rules(104, 156) }).join(), "(display)")
  })

  it("stand in the cells of a table under its caption, with no text between", () => {
    const row = (y: number) => [i("a", 60, y), r("= 1", 69, y), i("b", 105, y), r("= 1", 114, y)]
    const rows = [115, 127].flatMap(row)
    const caption = r("Table 1: Numbers", 60, 98)
    assert.notInclude(formulas({ texts: [caption, ...rows] }).join(), "(display)")
    const between = r("The text of the page goes on below it with a few words.", 40, 98)
    assert.include(formulas({ texts: [{ ...caption, y: 87 }, between, ...rows] }).join(), "(display)")
    assert.include(formulas({ texts: [caption, ...rows.slice(0, 2)] }).join(), "(display)")
  })

  const text = (said: string, x: number, y: number) => r(said, x, y)
  const leading = [text("The first line of the text is as long as its column is wide, and", 50, 60)]

  it("have fractions as high as on lines of their own within text, whose line they part", () => {
    const line = (bar: number) => ({
      texts: [
        ...[...leading, text("The surface of it is", 50, 100), i("w", 155, 100), r("=", 163, 100), i("ab", 172, 92)],
        ...[i("cd", 172, 109), text("; the others are as small as these are", 186, 100)]
      ],
      segments: [rule(171, bar, 183, bar)]
    })
    assert.deepStrictEqual(formulas(line(97.5)), ["w = \\frac{ab}{cd}"])
    assert.notInclude(formulas(line(86)).join(), "frac")
  })

  it("have numerals beside letters in a fraction of small letters, and its names of functions behind a bar", () => {
    const texts = [
      ...[...leading, text("Here we have that", 50, 100), i("x", 140, 100), r("=", 148, 100), i("n", 158, 96, 7)],
      ...[r("- 1", 163, 96, 7), i("n", 163.5, 104.5, 7), i("y", 176, 100), text("and nothing else at all.", 188, 100)]
    ]
    assert.deepStrictEqual(formulas({ texts, segments: [rule(157, 97.5, 174, 97.5)] }), ["x = \\frac{n - 1}{n}y"])
  })

  it("have the brackets of the line that these stand in", () => {
    const line = (y: number, x: number) => [
      text("The text of this line is as long as", 20, y),
      ...[i("f", 200, y), extension(0, x, y - 8, { x0: 0, x1: 0.4, above: 0, below: 1.2 }), i("ab", x + 5, y)],
      extension(1, x + 15, y - 8, { x0: 0, x1: 0.4, above: 0, below: 1.2 }),
      text("and so it goes on to the end of it.", x + 24, y)
    ]
    assert.deepStrictEqual(formulas({ texts: [...line(100, 205), ...line(113, 222)] }), [
      "f\\left( ab \\right)",
      "f",
      "\\left( ab \\right)"
    ])
  })

  it("have sets and functions with semicolons and colons in their brackets, and none in the sentence", () => {
    const row = (mark: string, close: string) => [
      text("We know the", 50, 100),
      ...[
        i("f", 112, 100),
        r("(", 117, 100),
        i("x", 122, 100),
        r(mark, 127, 100),
        i("y", 134, 100),
        r(close, 139, 100)
      ],
      text("that was said before.", 150, 100)
    ]
    assert.deepStrictEqual(formulas({ texts: row(";", ")") }), ["f(x;y)"])
    assert.deepStrictEqual(formulas({ texts: [...row(";", "!").filter((each) => each.text !== "(")] }), ["fx", "y!"])
  })

  it("have upright letters with an index as names", () => {
    const named = (y: number) => [
      text("Then", 50, 100),
      text("Var", 80, 100),
      i("q", 95, y, 7),
      text("is as small as can be.", 110, 100)
    ]
    assert.deepStrictEqual(formulas({ texts: named(102) }), ["\\mathrm{Var}_q"])
    assert.deepStrictEqual(formulas({ texts: named(95) }), ["q"])
  })

  it("define with a colon and an equals sign", () =>
    assert.deepStrictEqual(formulas({ texts: [i("a", 100, 110), r(":=", 110, 110), i("b", 125, 110)] }), [
      "a := b (display)"
    ]))

  it("are part of lines of text with few words where others begin as these do", () => {
    const line = (word: string, x: number, y: number) => [
      text(word, x, y),
      ...[i("abcd", x + 30, y), r("=", x + 55, y), i("efgh", x + 65, y)]
    ]
    const texts = [...line("Let", 50, 100), ...line("so", 50, 140)]
    assert.deepStrictEqual(formulas({ texts: [...texts, ...line("and", 50, 180)] }), Array(3).fill("abcd = efgh"))
    assert.include(formulas({ texts: [...texts, ...line("and", 90, 180)] }).join(), "display")
  })
})
