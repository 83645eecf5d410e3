import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { glyphNames } from "../../layers/pdf/OpenType.ts"
import { characterOf, isUnknown } from "../../src/convert/glyphs/fonts/CharacterNames.ts"
import { ascii, font, index, u16, u32 } from "../support/OpenType.ts"

/** A font program as pdf.js writes it: glyph n, drawn for U+E000 + n, has the n-th name. */
const program = (names: ReadonlyArray<string>): Uint8Array => {
  const head = [1, 0, 4, 1, ...index(ascii("Test"))]
  const strings = index(...names.map(ascii))
  // a top DICT of three bytes for the offset, as a short integer, and the operator
  const charset = head.length + index([28, 0, 0, 15]).length + strings.length + index().length
  const cff = [
    ...head,
    ...index([28, ...u16(charset), 15]),
    ...strings,
    ...index(),
    ...[0, ...u16(0, ...names.map((_, i) => 391 + i))]
  ]
  const cmap = [
    ...[...u16(0, 1, 3, 1), ...u32(12)],
    ...u16(4, 32, 0, 4, 4, 1, 0),
    ...[...u16(0xe000 + names.length, 0xffff, 0), ...u16(0xe000, 0xffff), ...u16(0x2000, 1), ...u16(0, 0)]
  ]
  return font([
    ["CFF ", cff],
    ["cmap", cmap],
    ["maxp", [...u32(0x5000), ...u16(names.length + 2)]]
  ])
}

describe("characterOf", () => {
  it("reads the names of the Adobe Glyph List and their suffixes", () => {
    const read = (...names: ReadonlyArray<string>) => names.map(characterOf)
    assert.deepStrictEqual(read("A", "one.SP", "a.smcp", "P.c2sc", "f_i", "f_f.liga"), ["A", "1", "a", "P", "fi", "ff"])
    assert.deepStrictEqual(read("eacute", "Zcaron", "alpha", "Omega", "quoteright"), ["é", "Ž", "α", "Ω", "’"])
    assert.deepStrictEqual(read("uni2212", "u1F600", "2014", "20145", "uniD800", "u110000"), [
      "−",
      "😀",
      "—",
      "",
      "",
      ""
    ])
    assert.deepStrictEqual(read("C138", "CAFE"), ["]", "쫾"])
    assert.deepStrictEqual(read("C0", "C6", ".notdef", "g123", "glyph7", ""), ["−", "±", "", "", "", ""])
  })
})

describe("isUnknown", () => {
  it("is what no glyph shows: controls, private use but for symbol fonts, and the replacement character", () => {
    const unknown = ["\u0001", "\u001f", "\u007f", "\u009f", "\ue000", "\uefff", "\uf101", "\ufffd"]
    assert.deepStrictEqual(unknown.filter(isUnknown), unknown)
    assert.deepStrictEqual([" ", "~", "\u00a0", "\uf0b7", "\uf900", "ffi", "", "😀"].filter(isUnknown), [])
  })
})

describe("glyphNames", () => {
  it("says what the glyph behind a character is called", () => {
    const named = glyphNames(program(["one.SP", "three.SP", "C6"]))
    assert.deepStrictEqual(
      [1, 2, 3, 4, 0].map((n) => named(0xe000 + n)),
      ["1", "3", "±", "", ""]
    )
    assert.strictEqual(named(0x41), "")
  })

  it("survives any damage", () => {
    const whole = program(["one.SP", "three.SP"])
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, value, length) => {
        const damaged = whole.slice(0, length)
        damaged[at] = value
        assert.strictEqual(typeof glyphNames(damaged)(0xe001), "string")
      }),
      { numRuns: 2000, seed: 5 }
    )
  })
})
