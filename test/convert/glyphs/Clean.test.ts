import { assert, describe, it } from "@effect/vitest"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { repaired } from "../../../src/convert/glyphs/Unicode.ts"
import { Flag } from "../../../src/convert/model/Page.ts"
import { convert, rawPage, type Sheet, wordsOf } from "../../support/RawPages.ts"

const seen = (sheet: Sheet): string => clean(rawPage(sheet)).glyphs.text.join("")
const white = 0xffffff

describe("clean", () => {
  it("drops what stands outside the page", () =>
    assert.strictEqual(
      seen({
        texts: [
          { text: "in", x: 10, y: 50 },
          { text: "out", x: 700, y: 50 },
          { text: "up", x: 10, y: -20 }
        ]
      }),
      "in"
    ))

  it("drops text nobody can see: invisible, microscopic, white on paper", () =>
    assert.strictEqual(
      seen({
        texts: [
          { text: "a", x: 10, y: 50, flags: Flag.invisible },
          { text: "b", x: 10, y: 70, size: 0.5 },
          { text: "c", x: 10, y: 90, colour: white },
          { text: "d", x: 10, y: 110 }
        ]
      }),
      "d"
    ))

  it("drops text in the colour of the area under it, and keeps white text on a dark one", () => {
    const fills = [
      { box: { x0: 0, y0: 30, x1: 300, y1: 60 }, colour: 0x003366, at: 0 },
      { box: { x0: 0, y0: 70, x1: 300, y1: 99 }, colour: 0x003366, at: 0 }
    ]
    const texts = [
      { text: "shown", x: 10, y: 50, colour: white },
      { text: "hidden", x: 10, y: 90, colour: 0x003366 }
    ]
    assert.strictEqual(seen({ fills, texts }), "shown")
  })

  it("keeps white text on a white area that a picture covers", () => {
    const fills = [{ box: { x0: 0, y0: 0, x1: 600, y1: 800 }, colour: white, at: 0 }]
    const images = [{ x0: 0, y0: 30, x1: 300, y1: 60 }]
    const texts = [
      { text: "shown", x: 10, y: 50, colour: white },
      { text: "not", x: 10, y: 90, colour: white }
    ]
    assert.strictEqual(seen({ fills, images, texts }), "shown")
  })

  it("keeps the invisible text of a scanned page", () => {
    const images = [{ x0: 0, y0: 0, x1: 600, y1: 800 }]
    assert.strictEqual(seen({ images, texts: [{ text: "ocr", x: 10, y: 50, flags: Flag.invisible }] }), "ocr")
  })

  it("keeps a glyph painted twice once, and knows it is bold", () => {
    const { glyphs } = clean(
      rawPage({
        texts: [
          { text: "A", x: 10, y: 50 },
          { text: "A", x: 10.3, y: 50 }
        ]
      })
    )
    assert.deepStrictEqual(glyphs.text, ["A"])
    assert.strictEqual(glyphs.flags[0], Flag.doubled)
  })

  it("knows that a glyph painted twice at the very same place is no bolder: all of a form was bold", () => {
    const { glyphs } = clean(rawPage({ texts: [10, 10].map((x) => ({ text: "A", x, y: 50 })) }))
    assert.deepStrictEqual(glyphs.text, ["A"])
    assert.strictEqual(glyphs.flags[0], 0)
  })

  it("keeps a title with a shadow in one piece: its spaces are painted twice as well", () =>
    assert.strictEqual(
      seen({
        texts: [
          { text: "5. U", x: 10.5, y: 50.5, size: 14 },
          { text: "5. U", x: 10, y: 50, size: 14 },
          { text: "PGRADING", x: 38.5, y: 50.5 },
          { text: "PGRADING", x: 38, y: 50 }
        ]
      }),
      "5. UPGRADING"
    ))

  it("drops a space whose width is taken back: groff's kerning made two words of one", () => {
    const read = (x: number, next = "en") =>
      wordsOf({
        texts: [
          { text: "ev ", x: 10, y: 50 },
          { text: next, x, y: 50 }
        ]
      }).map(({ text }) => text)
    assert.deepStrictEqual(read(19.8), ["even"])
    assert.deepStrictEqual(read(20.2), ["ev", "en"])
    assert.deepStrictEqual(read(19.8, "("), ["ev", "("])
  })

  it("keeps the same letter in two sizes at two places", () =>
    assert.strictEqual(
      seen({
        texts: [
          { text: "t", x: 100, y: 200 },
          { text: "t", x: 140, y: 280, size: 14 }
        ]
      }),
      "tt"
    ))

  it("makes an accent painted over a letter part of it", () =>
    assert.strictEqual(
      seen({
        texts: [
          { text: "caf", x: 10, y: 50 },
          { text: "\u00b4", x: 25, y: 50 },
          { text: "e", x: 25, y: 50 },
          { text: "a^b", x: 40, y: 50 }
        ]
      }),
      "caf\u00e9a^b"
    ))

  it("leaves marks without a width with the letter before them: those of Thai and Hindi went to the next", () => {
    const seenAs = (text: string) => {
      const marks = [...text].map((each): number => (/\p{M}/u.test(each) ? 0 : 5))
      const x = marks.map((_, i) => 10 + marks.slice(0, i).reduce((sum, w) => sum + w, 0))
      const page = rawPage({ texts: [...text].map((each, i) => ({ text: each, x: x[i] ?? 0, y: 50 })) })
      return clean({ ...page, glyphs: { ...page.glyphs, w: Float64Array.from(marks) } }).glyphs.text.join("")
    }
    for (const text of ["เวกเตอร์ที่มี", "परीक्षा पुस्तक", "y\u20d7i"]) assert.strictEqual(seenAs(text), text)
  })

  it("puts TeX's stroke, which has no width, through the sign painted at its place", () => {
    const struck = (stroke: string, sign: string, x: number, w: number) => {
      const page = rawPage({
        texts: [
          { text: "a", x: 10, y: 50 },
          { text: stroke, x: 20, y: 50 },
          { text: sign, x, y: 50 }
        ]
      })
      return clean({ ...page, glyphs: { ...page.glyphs, w: Float64Array.of(5, w, 5) } }).glyphs.text.join("")
    }
    assert.deepStrictEqual(
      [struck("6", "=", 20, 0), struck("6", "∈", 20, 0), struck("7", "→", 20, 0)],
      ["a≠", "a∉", "a↦"]
    )
    assert.strictEqual(struck("6", "=", 20, 5), "a6=")
    assert.strictEqual(struck("6", "=", 25, 0), "a6=")
    assert.strictEqual(struck("6", "+", 20, 0), "a6+")
    assert.strictEqual(struck("7", "=", 20, 0), "a7=")
  })

  it("puts TeX's stroke through the sign after it, though a letter stands as near before it: `k ≠ j` was `not k = j`", () => {
    const page = rawPage({
      texts: [
        { text: "k", x: 10, y: 50 },
        { text: "\u0338", x: 15, y: 50 },
        { text: "=", x: 15, y: 50 }
      ]
    })
    const { text } = clean({ ...page, glyphs: { ...page.glyphs, w: Float64Array.of(5, 0, 5) } }).glyphs
    assert.strictEqual(text.join(""), "k≠")
  })

  it("reads what TeX draws a ring around as one sign: a copyright was `c` and a ring", () => {
    const ringed = (letter: string, x: number) => {
      const page = rawPage({
        texts: [
          { text: letter, x: 20, y: 50 },
          { text: "○", x, y: 50 }
        ]
      })
      return clean({ ...page, glyphs: { ...page.glyphs, w: Float64Array.of(5, 10) } }).glyphs.text.join("")
    }
    assert.deepStrictEqual(
      ["c", "R", "1", "a", "B"].map((each) => ringed(each, 17.5)),
      ["©", "®", "①", "ⓐ", "Ⓑ"]
    )
    assert.deepStrictEqual([ringed("=", 17.5), ringed("c", 26), ringed("c", 9)], ["=○", "c○", "c○"])
  })

  it("types what TeX has accents for, where they are over nothing: a path began with a small tilde", () => {
    assert.strictEqual(seen({ texts: [{ text: "x\u02c62 \u02dc/bin", x: 10, y: 50 }] }), "x^2 ~/bin")
    assert.strictEqual(seen({ texts: [{ text: "\u02c6 \u02c7 \u02dc", x: 10, y: 50 }] }), "\u02c6 \u02c7 \u02dc")
  })

  it("types a minus of text as a hyphen: options of manual pages began with signs of formulas", () => {
    const typed = (text: string, font?: string) => seen({ texts: [{ text, x: 10, y: 50, ...(font ? { font } : {}) }] })
    assert.strictEqual(typed("−−input p−value −h"), "--input p-value -h")
    assert.strictEqual(typed("−1 a − b"), "−1 a − b")
    assert.strictEqual(typed("−x", "CambriaMath"), "−x")
  })

  it("sets an accent on the dotless letter before it, though it reaches over the letter after it", () => {
    const page = rawPage({
      texts: [
        { text: "\u0131", x: 10, y: 50, size: 10 },
        { text: "\u0301", x: 13.9, y: 50, size: 10 },
        { text: "d", x: 12.8, y: 50, size: 10 }
      ]
    })
    const { text } = clean({ ...page, glyphs: { ...page.glyphs, w: Float64Array.of(2.8, 0, 5.6) } }).glyphs
    assert.strictEqual(text.join(""), "íd")
  })

  it("leaves a quotation mark that is kerned over a letter, where no language has such a letter", () => {
    const kerned = (letter: string) =>
      seen({
        texts: [
          { text: "`", x: 25, y: 50 },
          { text: letter, x: 25, y: 50 }
        ]
      })
    assert.strictEqual(kerned("s"), "`s")
    assert.strictEqual(kerned("e"), "\u00e8")
  })

  it("writes ligatures, bullets and spaces as people type them", () =>
    assert.strictEqual(seen({ texts: [{ text: "\ufb01x\u00a0\uf0b7e\u0301\u0000", x: 10, y: 50 }] }), "fix •e\u0301"))

  it("writes an ideograph, not the radical that shares its glyph", () =>
    assert.strictEqual(seen({ texts: [{ text: "\u2f83\u2f9d", x: 10, y: 50 }] }), "自身"))

  it("reads the fonts that have an encoding of their own", () => {
    assert.strictEqual(seen({ texts: [{ text: "\uf061\uf0b3\uf0b7", x: 10, y: 50, font: "SymbolMT" }] }), "α≥•")
    assert.strictEqual(seen({ texts: [{ text: "\uf0fc\uf0a7n", x: 10, y: 50, font: "Wingdings" }] }), "✓••")
    assert.strictEqual(seen({ texts: [{ text: "ü§Ø", x: 10, y: 50, font: "Wingdings-Regular" }] }), "✓••")
    assert.strictEqual(seen({ texts: [{ text: "ü§Ø", x: 10, y: 50 }] }), "ü§Ø")
    assert.strictEqual(seen({ texts: [{ text: "\uf061", x: 10, y: 50, font: "SomeSubset" }] }), "a")
    assert.strictEqual(seen({ texts: [{ text: "a¼bþc½", x: 10, y: 50, font: "AdvP4C4E74" }] }), "a=b+c[")
    assert.strictEqual(seen({ texts: [{ text: "1¼ þing", x: 10, y: 50 }] }), "1¼ þing")
  })

  it("writes old-style figures of the private use area as figures, and says of others that they are unknown", () =>
    assert.strictEqual(seen({ texts: [{ text: "\uf731\uf739\uf761\ue123", x: 10, y: 50 }] }), "19a\ufffd"))

  it("knows figures, small capitals and ligatures of the private use area by the fonts that have them", () => {
    assert.strictEqual(repaired("\uf644\uf64c\uf671", "SomeSerif"), "19ć")
    assert.strictEqual(repaired("\uf642", "SomeSerif"), "\ufffd")
    assert.strictEqual(repaired("\ue049\ue03c\ue119\ue06a", "LinLibertineO"), "Thtt1z")
    assert.strictEqual(repaired("\ue049", "SomeSerif"), "\ufffd")
  })

  it("reads TIPA's fonts in the phonetic alphabet, and every sign of the euro's own fonts as that", () => {
    assert.strictEqual(repaired('"A0@z', "TeX-tipa10"), "ˈɑʉəz")
    assert.strictEqual(repaired("A0", "Tipping"), "A0")
    assert.strictEqual(repaired("e", "TeX-feymr10"), "€")
  })

  it("reads a glyph that stands for a tab, a return and spaces as a space, where words ended in fl", () => {
    assert.strictEqual(repaired("\t\r \u00a0", "Cambria"), " ")
    assert.strictEqual(repaired("-\u00ad\u2010", "Cambria"), "-")
    assert.strictEqual(repaired("a\rb", "Cambria"), "ab")
    assert.strictEqual(repaired("\r", "SFRM1000"), "fl")
  })

  it("reads a ligature whose codes have their bytes the wrong way round, and ideographs as they are", () => {
    assert.strictEqual(repaired("\u6600\u6900", "Arial"), "fi")
    assert.strictEqual(repaired("\u6600\ucf00", "Arial"), "ffi")
    assert.strictEqual(repaired("\u7400\u7400", "Arial"), "tt")
    assert.strictEqual(repaired("\u6600", "Arial"), "\u6600")
    assert.strictEqual(repaired("\u6600\u6901", "Arial"), "\u6600\u6901")
  })

  it("takes soft hyphens that are painted within a line for hyphens: the options of a program lost one of two", () => {
    assert.strictEqual(seen({ texts: [{ text: "\u00ad\u00adall", x: 10, y: 50 }] }), "--all")
    assert.strictEqual(seen({ texts: [{ text: "some\u00ad", x: 10, y: 50 }] }), "some\u00ad")
  })

  it("writes the letters of an Arabic ligature in the order of the other glyphs", () =>
    assert.strictEqual(seen({ texts: [{ text: "\ufefb", x: 10, y: 50 }] }), "ال"))

  it("reads a font that shows bare glyph numbers by the usual order of glyphs, if that makes words of it", () => {
    const numbers = (text: string) => [...text].map((c) => String.fromCharCode(c.charCodeAt(0) - 29)).join("")
    const sentence = "The quick brown fox"
    assert.strictEqual(seen({ texts: [{ text: numbers(sentence), x: 10, y: 50, font: "Subset" }] }), sentence)
    assert.strictEqual(seen({ texts: [{ text: "GHIJ KLMN OPQR STUV", x: 10, y: 50 }] }), "GHIJ KLMN OPQR STUV")
    const symbols = "\u0003\u0010\u0011\u0003\u0010\u0011".repeat(3)
    assert.strictEqual(seen({ texts: [{ text: symbols, x: 10, y: 50 }] }).includes("-"), false)
  })

  it("turns a page upright whose text runs up the side", () => {
    const page = clean(rawPage({ texts: [{ text: "sideways", x: 100, y: 700, angle: 90 }] }))
    assert.deepStrictEqual([page.width, page.height], [800, 600])
    assert.deepStrictEqual([page.glyphs.x[0], page.glyphs.y[0], page.glyphs.angle[0]], [100, 100, 0])
  })

  it("reads columns written downwards from the right as lines", () => {
    const column = (text: string, x: number) =>
      [...text].map((each, i) => ({ text: each, x, y: 100 + 10 * i, flags: Flag.vertical }))
    assert.strictEqual(
      convert([{ texts: [...column("縦書きの文章は右から左へ", 300), ...column("読まれる。", 280)] }]),
      "縦書きの文章は右から左へ読まれる。\n"
    )
  })

  it("reads columns whose ideographs are placed one below the other, in a font that knows of lines alone", () => {
    const column = (text: string, x: number) =>
      [...text].map((each, i) => ({
        text: each,
        x,
        y: 100 + 10 * i,
        ...(each === "︒" ? { flags: Flag.vertical } : {})
      }))
    assert.strictEqual(
      convert([{ texts: [...column("縦書きの文章は右から左へ", 300), ...column("読まれる︒", 280)] }]),
      "縦書きの文章は右から左へ読まれる。\n"
    )
  })

  it("knows no glyph that is said to be a sentence, and no character that is none", () => {
    const glyph = (said: string, w: number) => {
      const raw = rawPage({ texts: [{ text: "x", x: 50, y: 50 }] })
      return clean({ ...raw, glyphs: { ...raw.glyphs, text: [said], w: Float64Array.of(w) } }).glyphs.text.join("")
    }
    assert.strictEqual(glyph("a whole sentence", 6), "\ufffd")
    assert.strictEqual(glyph("ffil", 6), "ffil")
    assert.strictEqual(glyph("ffi", 2), "ffi")
    assert.strictEqual(glyph("\u0530", 6), "\ufffd")
    assert.strictEqual(glyph("\u0531", 6), "\u0531")
  })

  it("knows no glyph that turns others round: code and names looked like what they are not", () =>
    assert.strictEqual(
      ["\u202a", "\u202e", "\u202c", "\u2066", "\u2069", "a\u202eb"].map((text) => repaired(text, "F")).join(""),
      "ab"
    ))

  it("reads the ligatures that Calibri calls by their numbers, and names that have these letters", () => {
    const of = (text: string, font: string) => seen({ texts: [{ text, x: 50, y: 50, font }] })
    assert.strictEqual(of("acƟon, leƩer, seƫng, soŌ, Ōe", "ABCDEF+Calibri-Light"), "action, letter, setting, soft, Ōe")
    assert.strictEqual(of("acƟon", "Body"), "acƟon")
  })

  it("draws what fonts of strokes draw: a tree was a formula, and the round corners of a frame were letters", () => {
    const page = (font: string) => clean(rawPage({ texts: [{ text: "ff", x: 50, y: 50, font }] }))
    const kept = (font: string) => [page(font).glyphs.text.join(""), page(font).drawings.length]
    assert.deepStrictEqual(["ABCDEF+LINE10", "XYDASH-Medium", "LINEW10"].map(kept), [
      ["", 2],
      ["", 2],
      ["", 2]
    ])
    assert.deepStrictEqual(["LCIRCLE10", "XYCIRC10"].map(kept), [
      ["", 0],
      ["", 0]
    ])
    // other fonts whose names begin so
    assert.deepStrictEqual(["Linear-Bold", "Lineto", "CMR10"].map(kept), [
      ["ff", 0],
      ["ff", 0],
      ["ff", 0]
    ])
  })
})
