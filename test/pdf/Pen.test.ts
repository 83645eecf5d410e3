import { assert, describe, it } from "@effect/vitest"
import type { Font } from "../../layers/pdf/Faces.ts"
import { Glyphs } from "../../layers/pdf/Glyphs.ts"
import { identity } from "../../layers/pdf/Matrix.ts"
import { Pen, plainText } from "../../layers/pdf/Pen.ts"

const own: Font = {
  name: "Own",
  bold: false,
  italic: false,
  mono: false,
  vertical: false,
  isType3: false,
  matrix: [0.001, 0, 0, 0.001, 0, 0],
  scale: 1,
  place: null,
  named: () => "",
  encoded: () => "",
  tex: null,
  inked: null,
  shaped: null,
  composite: false,
  isSpaced: true
}

/** What these glyphs, of so many thousandths of an em, come to. */
const shown = (face: Font, glyphs: ReadonlyArray<readonly [text: string, width: number]>): string => {
  const out = new Glyphs()
  new Pen().show(
    glyphs.map(([unicode, width]) => ({ unicode, width, vmetric: null, isSpace: false })),
    face,
    { ...plainText, face: 0, size: 10 },
    identity,
    { colour: 0, mcid: -1, artifact: false, invisible: false, actual: null },
    { x0: 0, y0: 0, x1: 500, y1: 500 },
    out
  )
  return out.table().text.join("")
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
