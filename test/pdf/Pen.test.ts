import { assert, describe, it } from "@effect/vitest"
import type { Font } from "../../layers/pdf/Faces.ts"
import { Glyphs } from "../../layers/pdf/Glyphs.ts"
import { identity, type Matrix } from "../../layers/pdf/Matrix.ts"
import { Pen, plainText } from "../../layers/pdf/Pen.ts"

const own: Font = {
  name: "Own",
  bold: false,
  italic: false,
  mono: false,
  vertical: false,
  isBroken: false,
  matrix: [0.001, 0, 0, 0.001, 0, 0],
  scale: 1,
  place: null,
  named: () => "",
  encoded: () => "",
  variant: () => "",
  tex: null,
  inked: null,
  shaped: null,
  composite: false,
  isSpaced: true
}

/** What these glyphs, of so many thousandths of an em, come to. */
const shown = (face: Font, glyphs: ReadonlyArray<readonly [text: string, width: number]>): string =>
  table(face, glyphs, identity).text.join("")

const table = (face: Font, glyphs: ReadonlyArray<readonly [text: string, width: number]>, matrix: Matrix) => {
  const out = new Glyphs()
  new Pen().show(
    glyphs.map(([unicode, width]) => ({ unicode, width, vmetric: null, isSpace: false })),
    face,
    { ...plainText, face: 0, size: 10 },
    matrix,
    { colour: 0, mcid: -1, artifact: false, overlaid: false, invisible: false, actual: null },
    { x0: 0, y0: 0, x1: 500, y1: 500 },
    out
  )
  return out.table()
}

describe("a glyph without a width", () => {
  const line = [
    ["O", 700],
    ["n", 500],
    ["3", 0],
    ["!", 0]
  ] as const

  it("stands for nothing in a font that says how wide its glyphs are", () => assert.strictEqual(shown(own, line), "On"))

  it("is read where the font tells no widths, where its name says what it is, and as an accent", () => {
    assert.strictEqual(shown({ ...own, isSpaced: false }, line), "On3!")
    assert.strictEqual(shown({ ...own, tex: (_, mapped) => mapped }, line), "On3!")
    assert.strictEqual(
      shown(own, [
        ["o", 500],
        ["^", 0]
      ]),
      "o^"
    )
  })
})

describe("a glyph that is stretched to many times its height", () => {
  const face: Font = { ...own, inked: () => ({ x0: 0.1, x1: 0.2, above: 0.7, below: 0.3 }) }
  const shapes = [
    ["\u23a2", 500],
    ["x", 500]
  ] as const

  it("is read where it is the stroke of a delimiter, as far as it reaches, and no letter", () => {
    const { text, size, inks } = table(face, shapes, [1, 0, 0, 30, 0, 0])
    assert.deepStrictEqual(text, ["\u23a2"])
    assert.strictEqual(size[0], 10)
    assert.deepStrictEqual(inks?.get(0), { x0: 0.1, x1: 0.2, above: 21, below: 9 })
    assert.deepStrictEqual(table(own, shapes, [1, 0, 0, 30, 0, 0]).text, [])
  })

  it("is read as any other where it is no more than eight times as high", () => {
    assert.deepStrictEqual(table(face, shapes, [1, 0, 0, 8, 0, 0]).text, ["\u23a2", "x"])
  })
})

describe("a glyph of a font whose codes are of two bytes", () => {
  const read = (...glyphs: ReadonlyArray<readonly [text: string, code: number]>) => {
    const out = new Glyphs()
    new Pen().show(
      glyphs.map(([unicode, originalCharCode]) => ({
        unicode,
        originalCharCode,
        width: 500,
        vmetric: null,
        isSpace: false
      })),
      { ...own, composite: true },
      { ...plainText, face: 0, size: 10 },
      identity,
      { colour: 0, mcid: -1, artifact: false, overlaid: false, invisible: false, actual: null },
      { x0: 0, y0: 0, x1: 500, y1: 500 },
      out
    )
    return out.table().text.join("")
  }
  const mapped = [..."കമലനപ"].map((text, i) => [text, 0x110 + i] as const)
  const codes = (text: string) => [...text].map((each) => [each, each.codePointAt(0) ?? 0] as const)

  it("is unknown where the file maps it to nothing: it was the letter that has its number", () =>
    assert.strictEqual(read(...mapped, ...codes("ŀŉǡ"), ...mapped), "കമലനപ���കമലനപ"))

  it("is the character of its code where the codes are Unicode, and where it has that by chance", () => {
    assert.strictEqual(read(...codes("ŀŉǡΓąę"), ...mapped), "ŀŉǡΓąęകമലനപ")
    assert.strictEqual(read(...mapped, ...codes("ŀŉ")), "കമലനപŀŉ")
  })
})

describe("a glyph that the file maps to a blank", () => {
  const blanks = [
    ["\u00a0", 500],
    ["\u00a0", 500]
  ] as const

  it("is what the encoding names, if that is more", () =>
    assert.strictEqual(shown({ ...own, encoded: () => "g" }, blanks), "gg"))

  it("is a blank where the encoding has no other name for it", () => {
    assert.strictEqual(shown(own, blanks), "\u00a0\u00a0")
    assert.strictEqual(shown({ ...own, encoded: () => " " }, blanks), "\u00a0\u00a0")
  })
})
