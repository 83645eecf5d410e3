import { assert, describe, it } from "@effect/vitest"
import { bitmapFont } from "../../src/convert/glyphs/fonts/BitmapFonts.ts"

/** Widths of letters, digits and marks in TeX's own fonts, in pixels of 600 to the inch at 10 points. */
const widths = {
  roman: { a: 42, b: 46, c: 37, e: 37, i: 23, m: 69, t: 32, "\f": 46, "\\": 42, '"': 42, "{": 42, "\0": 52 },
  letters: { x: 47, y: 41, "\u000b": 53, "\u000c": 47, ";": 23, "<": 65 },
  symbols: { "\0": 65, "\u0001": 23, "\u0003": 42, f: 42, g: 42 }
}

const font = (codes: ReadonlyArray<number>, named = (code: number) => `a${code}`, width: Record<string, number> = {}) =>
  bitmapFont(
    codes.map((code) => [code, named(code)]),
    (code) => width[String.fromCharCode(code)] ?? 0
  )
const codesOf = (text: string) => [...text].map((c) => c.charCodeAt(0))
const letters = codesOf("abc")
const read = (codes: ReadonlyArray<number>, code: number, mapped = String.fromCharCode(code)) =>
  font(codes)?.characterOf(code, mapped)

/** How dvips names glyphs: "A0" is 0, "AB" 11, "B0" 36. */
const ofDvips = (code: number) =>
  String.fromCharCode(65 + Math.floor(code / 36)) + (code % 36).toString(36).toUpperCase()

describe("a font that TeX drew as bitmaps", () => {
  it("reads Dingbats, which Ghostscript takes its glyphs' names for, as the letters that they are", () => {
    assert.strictEqual(read(letters, 97, "❛"), "a")
    assert.strictEqual(read([97, 109], 109, "♠"), "m")
  })

  it("believes the file where it says something of its own", () => {
    assert.strictEqual(read(letters, 97, "α"), "α")
    assert.strictEqual(read(letters, 97, "❜"), "❜")
  })

  it("has the letters of the Cork encoding when it goes beyond ASCII", () => {
    assert.strictEqual(read([...letters, 138, 170, 161], 138), "Ł")
    assert.strictEqual(read([...letters, 138, 170, 161], 170), "ł")
    assert.strictEqual(read([...letters, 138, 255], 255), "ß")
    assert.strictEqual(read([...letters, 233], 233), "é")
    assert.strictEqual(read([...letters, 233, 21], 21), "–")
    assert.strictEqual(read([...letters, 21], 21), "\u0015")
    assert.strictEqual(read([...letters, 46, 21], 21), "–")
    assert.strictEqual(read([...letters, 46, 28], 28), "fi")
    assert.strictEqual(read([...letters, 46, 12, 28], 28), "\u001c")
  })

  it("has Cyrillic letters where it has more of them than Latin ones: a Russian text was letters with accents", () => {
    const russian = [223, 231, 251, 234]
    const text = (codes: ReadonlyArray<number>, ...others: ReadonlyArray<number>) =>
      codes.map((code) => read([...codes, ...others], code)).join("")
    assert.strictEqual(text(russian), "Язык")
    assert.strictEqual(text(russian, ...letters), "Язык")
    assert.strictEqual(text([...russian, 188, 157, 190, 146, 178, 191, 189], ...letters), "Языкё№«Ўў»„")
    assert.strictEqual(text(russian, ...codesOf("abcdef")), "ẞçûê")
  })

  it("has the symbols of the text companion encoding when it has no letters", () => {
    assert.strictEqual(read([136], 136), "•")
    assert.strictEqual(read([191], 191), "€")
    assert.strictEqual(read([176], 176), "°")
    assert.strictEqual(read([...letters, 136], 136), "Ĺ")
  })

  it("has a backslash and braces where these reach as far below the line as they do: they were quotation marks and dashes", () => {
    const alone = (text: string, below: number, others = "") => {
      const codes = codesOf(text + others)
      const { roman } = widths
      return bitmapFont(
        codes.map((code) => [code, `a${code}`]),
        (code) => roman[String.fromCharCode(code) as keyof typeof roman] ?? 0,
        below
      )?.characterOf(codes[0] ?? 0, text)
    }
    // alone, and among letters that reach below the line themselves
    assert.deepStrictEqual([alone("{", 20), alone("\\", 6), alone("{", 20, "abceimt")], ["{", "\\", "{"])
    assert.deepStrictEqual([alone("{", -20), alone("\\", 0), alone("{", 16, "abceimt")], ["–", "“", "–"])
  })

  it("is no font whose glyphs have other names", () => {
    assert.isNull(font([1, 2], (code) => (code === 1 ? "a1" : "a3")))
    assert.isNull(font([1], () => "alpha"))
    assert.isNull(font([1], () => "I1"))
    assert.isNull(font([]))
  })

  it("has the quotes, dashes and ligatures of TeX's older encoding where its widths are those of TeX's text", () => {
    const { roman } = widths
    const found = font(codesOf(Object.keys(roman).join("")), ofDvips, roman)
    assert.strictEqual(found?.font?.name, "CMR10")
    // what Ghostscript maps "AE" and "CR" to, of themselves
    assert.strictEqual(found?.characterOf(14, "Æ"), "ffi")
    assert.strictEqual(found?.characterOf(99, "\r"), "c")
    assert.deepStrictEqual(
      codesOf('\f\\"{\0').map((code) => found?.characterOf(code, "?")),
      ["fi", "“", "”", "–", "Γ"]
    )
    const typewriter = font(codesOf("abcm\\"), ofDvips, { a: 44, b: 44, c: 44, m: 44, "\\": 44 })
    assert.isNull(typewriter?.font)
    assert.strictEqual(typewriter?.characterOf(92, "?"), "\\")
  })

  it("is bold where its widths are those of TeX's bold type, though they hardly differ in their proportions", () => {
    const name = (own: Record<string, number>) => font(codesOf(Object.keys(own).join("")), ofDvips, own)?.font?.name
    assert.match(name({ a: 48, b: 53, c: 42, e: 44, i: 26, m: 80, t: 37, s: 38, r: 39, C: 69 }) ?? "", /^CMBX/)
    assert.strictEqual(name({ a: 42, b: 46, c: 37, e: 37, i: 23, m: 69, t: 32, s: 33, r: 33, C: 60 }), "CMR10")
  })

  it("has the ligatures of the Cork encoding where the widths are those of ligatures, and TeX's older letters otherwise", () => {
    const { a, b, c, e, i, m, t } = widths.roman
    const own = (width: number) => ({ a, b, c, e, i, m, t, "\u001b": width })
    const read = (width: number) => font(codesOf("abceimt\u001b"), ofDvips, own(width))?.characterOf(27, "?")
    assert.strictEqual(read(48), "ff")
    assert.strictEqual(read(60), "œ")
  })

  it("is TeX's font for formulas whose widths it has, whatever their unit", () => {
    for (const [kind, name] of [
      ["letters", "CMMI10"],
      ["symbols", "CMSY10"]
    ] as const) {
      const own = widths[kind]
      assert.strictEqual(font(codesOf(Object.keys(own).join("")), ofDvips, own)?.font?.name, name)
    }
    const large = Object.fromEntries(Object.entries(widths.letters).map(([c, width]) => [c, width * 7.3]))
    const found = font(codesOf(Object.keys(large).join("")), ofDvips, large)?.font
    assert.strictEqual(found?.name, "CMMI10")
    assert.approximately(found?.em ?? 0, 83 * 7.3, 5)
  })

  it("says of no glyph what it is where they are numbered in the order in which a document uses them", () => {
    const numbered = font([0, 1, 2, 3, 4, 5, 6, 7, 8])
    assert.strictEqual(numbered?.characterOf(5, "\u0005"), "\ufffd")
    assert.strictEqual(font([0, 1, 2, 3, 4, 5, 6, 7, 9])?.characterOf(5, "\u0005"), "\u0005")
    assert.strictEqual(font([0, 1, 2, 3, 4, 5, 6, 7])?.characterOf(5, "\u0005"), "\u0005")
  })
})
