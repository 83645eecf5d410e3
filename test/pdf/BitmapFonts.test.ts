import { assert, describe, it } from "@effect/vitest"
import { bitmapFont } from "../../src/convert/glyphs/BitmapFonts.ts"

const font = (...codes: ReadonlyArray<number>) => {
  const names: Array<string | undefined> = []
  for (const code of codes) names[code] = `a${code}`
  return bitmapFont(names)
}
const letters = [..."abc"].map((c) => c.charCodeAt(0))
const read = (codes: ReadonlyArray<number>, code: number, mapped = String.fromCharCode(code)) =>
  font(...codes)?.(code, mapped)

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

  it("has the symbols of the text companion encoding when it has no letters", () => {
    assert.strictEqual(read([136], 136), "•")
    assert.strictEqual(read([191], 191), "€")
    assert.strictEqual(read([176], 176), "°")
    assert.strictEqual(read([...letters, 136], 136), "Ĺ")
  })

  it("is no font whose glyphs have other names", () => {
    assert.isNull(bitmapFont([undefined, "a1", "a3"]))
    assert.isNull(bitmapFont(["alpha"]))
    assert.isNull(bitmapFont([]))
  })
})
