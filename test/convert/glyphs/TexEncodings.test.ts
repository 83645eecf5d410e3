import { assert, describe, it } from "@effect/vitest"
import { placeOf, placeOfOperator, placeOfSize } from "../../../src/convert/glyphs/fonts/ExtensionNames.ts"
import { extensionCharacter, isTexExtension } from "../../../src/convert/glyphs/fonts/Symbols.ts"
import { texEncoding, withPlane } from "../../../src/convert/glyphs/fonts/TexEncodings.ts"

describe("a font of TeX's", () => {
  const italics = texEncoding("LMMathItalic10-Regular")
  const symbols = texEncoding("CMSY10")

  it("has two wide hats and two wide tildes among the symbols of the American Mathematical Society", () => {
    const more = texEncoding("MSBM10")
    const [hat, tilde] = [100, 103].map((place) => String.fromCodePoint(extensionCharacter + place))
    assert.deepStrictEqual(
      [90, 91, 92, 93, 94].map((code) => more?.(code, String.fromCharCode(code))),
      ["Z", hat, hat, tilde, tilde]
    )
  })

  it("has the characters of its codes where the file's map is wrong, as Ghostscript's is", () => {
    assert.strictEqual(italics?.(12, "´"), "β")
    assert.strictEqual(italics?.(27, "Ã"), "σ")
    assert.strictEqual(symbols?.(62, "¦"), "⊤")
    assert.strictEqual(symbols?.(106, "♣"), "|")
  })

  it("has a full stop, a comma and a stroke at the codes of other marks, in publishers' copies as well", () => {
    const copy = texEncoding("Italic-TeXCMMathsItalic")
    assert.deepStrictEqual(
      [":", ";", "=", "x"].map((mark) => copy?.(mark.charCodeAt(0), mark)),
      [".", ",", "/", "x"]
    )
  })

  it("tells the two forms of a letter apart, whatever the file calls them", () => {
    assert.strictEqual(italics?.(30, "φ"), "ϕ")
    assert.strictEqual(italics?.(39, "ϕ"), "φ")
    assert.strictEqual(italics?.(15, "\u000f"), "ϵ")
  })

  it("keeps what the file says where its codes have been changed", () => assert.strictEqual(italics?.(33, "α"), "α"))

  it("for Times has its signs where the file has no map", () => {
    const signs = texEncoding("txsys")
    assert.strictEqual(signs?.(49, "1"), "∞")
    assert.strictEqual(signs?.(185, "¹"), "(")
  })

  it("for Times is laid out as TeX's own are", () => {
    assert.strictEqual(texEncoding("txsy")?.(28, "\u001c"), "≪")
    assert.strictEqual(texEncoding("rtxmi")?.(15, "\u000f"), "ϵ")
    assert.isNull(texEncoding("rtxr"))
  })

  it("with more sizes of delimiters has them beyond the others", () => {
    assert.strictEqual(placeOfSize(129), 32)
    assert.strictEqual(placeOfSize(139), 33)
    assert.strictEqual(placeOfSize(229), 103)
    assert.isNull(placeOfSize(127))
    assert.isNull(placeOfSize(230))
  })

  it("is laid out as TeX's own under the names of its relatives", () => {
    assert.strictEqual(texEncoding("MLMMathItalic10-Regular")?.(174, "®"), "α")
    assert.strictEqual(texEncoding("HFBRSY10")?.(20, ""), "≤")
    assert.strictEqual(texEncoding("Rpxmi")?.(15, "\u000f"), "ϵ")
    assert.strictEqual(texEncoding("txsyc")?.(44, ","), "≠")
    assert.strictEqual(texEncoding("Kp--M-Syc-Regular")?.(44, ","), "≠")
    assert.strictEqual(texEncoding("Kp--M-Syc-Regular")?.(65, "A"), "A")
    assert.strictEqual(texEncoding("txsys")?.(174, "®"), "⃗")
    const design = texEncoding("MathDesign-CH-Regular-Symbol-10")
    assert.deepStrictEqual([design?.(112, "p"), design?.(70, "F"), design?.(33, "→")], ["√", "F", "→"])
    const fourier = texEncoding("Fourier-Math-Symbols")
    assert.deepStrictEqual([fourier?.(112, "p"), fourier?.(197, "+")], ["√", "+"])
    assert.isNull(texEncoding("Kp-Regular"))
  })

  it("of large signs is known by its name, and they by theirs, however they are numbered", () => {
    for (const name of ["CMEX10", "Pxex", "MathDesign-CH-Regular-Extension-10", "Kp--M-Ex-Regular", "txexs"])
      assert.isTrue(isTexExtension(name), name)
    for (const name of ["Kp--M-Sy-Regular", "Kp-Regular", "MathDesign-CH-Regular-Symbol-10", "Fourier-Math-Letters"])
      assert.isFalse(isTexExtension(name), name)
    assert.strictEqual(placeOf("summationdisplay.1"), placeOf("summationdisplay"))
    assert.deepStrictEqual(
      ["parenleftbig1", "parenleftbig2", "parenleftbig3", "parenleftbig4", "parenleftbig6"].map(placeOf),
      ["parenleftbig", "parenleftBig", "parenleftbigg", "parenleftBigg", "parenleftBigg"].map(placeOf)
    )
    assert.isNull(placeOf("parenleft.1"))
    // without names, as of the last glyph of a font
    assert.deepStrictEqual([194, 195, 206, 213, 216, 222, 223].map(placeOfOperator), [
      null,
      ...["unionsqtext", "producttext", "summationdisplay", "uniondisplay", "coproductdisplay"].map(placeOf),
      null
    ])
  })

  it("has mathematical letters whose numbers the map cuts short", () => {
    assert.strictEqual(withPlane("\ud70b"), "𝜋")
    assert.strictEqual(withPlane("x"), "x")
    // the sign of a millionth
    assert.strictEqual(withPlane("\u00b5"), "\u03bc")
  })

  it("says by their names what glyphs are whose codes were changed", () => {
    assert.strictEqual(
      symbols?.(3, "*", () => "angbracketleft"),
      "⟨"
    )
    assert.strictEqual(
      symbols?.(3, "*", () => "asteriskmath"),
      "∗"
    )
    assert.strictEqual(
      symbols?.(3, "*", () => "G03"),
      "∗"
    )
    assert.strictEqual(
      italics?.(11, "\u000b", () => "lscript"),
      "ℓ"
    )
    // names of every font's are told as their characters
    assert.strictEqual(
      symbols?.(2, "¶", () => "¶"),
      "¶"
    )
    assert.strictEqual(
      symbols?.(2, "ß", () => "ß"),
      "×"
    )
  })

  it("is none by any other name", () => assert.isNull(texEncoding("Times-Roman")))
})
