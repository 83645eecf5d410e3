import { assert, describe, it } from "@effect/vitest"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { rawPage, wordsOf } from "../../support/RawPages.ts"

const texts = (...of: Parameters<typeof wordsOf>): ReadonlyArray<string> => wordsOf(...of).map((word) => word.text)

describe("words", () => {
  it("are typewriter where narrow letters are as wide as wide ones, whatever the font is called", () => {
    const isMono = (text: string, isEven = true) =>
      wordsOf({ texts: [{ text, x: 10, y: 50, isEven }] }).some(({ mono }) => mono)
    assert.isTrue(isMono("will.main"))
    assert.isFalse(isMono("will.main", false))
    // narrow letters alone, wide ones alone, and ideographs, which are all as wide
    assert.isFalse(isMono("0123ill"))
    assert.isFalse(isMono("0123mmw"))
    assert.isFalse(isMono("will.main漢"))
  })

  it("end at a narrow gap also where a far wider one follows, as between the cells of a row", () => {
    const line = [
      { text: "24", x: 10, y: 50 },
      { text: "Store", x: 21.9, y: 50 },
      { text: "Lubrin", x: 70, y: 50 }
    ]
    assert.deepStrictEqual(texts({ texts: line }), ["24", "Store", "Lubrin"])
  })

  it("are in typewriter in the italics of such a face, though few of their letters tell", () => {
    const isMono = (family: string) => {
      const upright = { text: "will.main", x: 10, y: 50, isEven: true, font: "Barn-Regular" }
      const slanted = { text: "name{le}", x: 10, y: 70, isEven: true, font: `${family}-Italic` }
      return wordsOf({ texts: [upright, slanted] }).at(-1)?.mono
    }
    assert.isTrue(isMono("Barn"))
    assert.isFalse(isMono("Nest"))
  })

  it("have the hyphens that are typed where a typewriter face draws them as minus signs", () => {
    const read = (isEven: boolean) => texts({ texts: [{ text: "will.main \u22121", x: 10, y: 50, isEven }] })
    assert.deepStrictEqual(read(true), ["will.main", "-1"])
    assert.deepStrictEqual(read(false), ["will.main", "\u22121"])
  })

  it("are of one font in all the sizes that it is made for, and of two whose names have other numbers in them", () => {
    const fonts = (...names: ReadonlyArray<string>) =>
      new Set(
        names.flatMap((font) => wordsOf({ texts: [{ text: "Word", x: 10, y: 50, font }] })).map(({ font }) => font)
      )
    assert.strictEqual(fonts("CMR10", "CMR12").size, 1)
    assert.strictEqual(fonts("AdvPS6F00", "AdvPS6F01").size, 2)
  })

  it("are bold and italic by what fonts are called that say it with letters alone", () => {
    const styles = (font: string) =>
      wordsOf({ texts: [{ text: "Word", x: 10, y: 50, font }] }).map(
        ({ bold, italic }) => `${bold ? "b" : ""}${italic ? "i" : ""}`
      )[0]
    assert.deepStrictEqual(
      ["SFRM1000", "SFTI1000", "SFSL1000", "SFBX1200", "SFBI1000", "SFSX1728", "SFSS1000", "CMBXTI10"].map(styles),
      ["", "i", "i", "b", "bi", "b", "", "bi"]
    )
    assert.deepStrictEqual(
      ["LinLibertineT", "LinLibertineTI", "LinLibertineTB", "LinLibertineOZI", "LinBiolinumT"].map(styles),
      ["", "i", "b", "bi", ""]
    )
  })

  const saidToBeMono = (text: string) => {
    const page = rawPage({ texts: [{ text, x: 10, y: 50 }] })
    return words({ ...page, fonts: page.fonts.map((font) => ({ ...font, mono: true })) }).some(({ mono }) => mono)
  }

  it("are not typewriter because a font that has but a ligature says so", () => {
    assert.deepStrictEqual(["ﬁﬂ", "m", "ls"].map(saidToBeMono), [false, false, true])
  })

  it("are not typewriter because a font says so of which figures alone are seen: all old-style figures of a manual were code", () => {
    assert.deepStrictEqual(["2041", "4", "...,"].map(saidToBeMono), [false, false, false])
    // where marks and letters are as wide as figures, all is
    assert.deepStrictEqual(["10.4", "0x40"].map(saidToBeMono), [true, true])
  })

  it("are typewriter by the name of Nimbus Mono, also where it has but figures", () => {
    const [word] = wordsOf({ texts: [{ text: "2041", x: 10, y: 50, font: "NimbusMonL-Regu" }] })
    assert.isTrue(word?.mono)
  })

  it("finds spaces where glyphs stand apart, without space glyphs", () =>
    assert.deepStrictEqual(
      texts({
        texts: [
          { text: "Hello", x: 10, y: 50 },
          { text: "world", x: 37.5, y: 50 }
        ]
      }),
      ["Hello", "world"]
    ))

  it("finds narrow spaces in a line whose bullet stands a tab before it", () => {
    const words = ["The", "Debian", "Frequently", "Asked", "Questions", "and", "answers", "to", "them", "all"]
    let x = 18.5
    const set = words.map((text) => {
      const at = x
      x += text.length * 5 + 2
      return { text, x: at, y: 50 }
    })
    assert.deepStrictEqual(texts({ texts: [{ text: "•", x: 10, y: 50 }, ...set] }), ["•", ...words])
  })

  it("finds narrow spaces in a line that has a space of its own, as one before a colon", () => {
    const words = ["deux", "documentations", "issues", "du", "projet GNU", "et", "les", "normes", "du", "codage"]
    let x = 20
    const set = words.map((text) => {
      const at = x
      x += text.length * 5 + 1.66
      return { text, x: at, y: 50 }
    })
    assert.deepStrictEqual(
      texts({ texts: set }),
      words.flatMap((word) => word.split(" "))
    )
  })

  it("finds the spaces of a line of few words and long ones whose bullet stands a tab before it", () => {
    const words = [
      "Language-specific",
      "mailing",
      "lists",
      "such",
      "as",
      "debian-devel-{french,italian,portuguese}@lists.example"
    ]
    let x = 20
    const set = words.map((text) => {
      const at = x
      x += text.length * 5 + 1.66
      return { text, x: at, y: 50 }
    })
    assert.deepStrictEqual(texts({ texts: [{ text: "•", x: 10, y: 50 }, ...set] }), ["•", ...words])
  })

  it("finds the spaces of a tight line, a sixth of an em wide, also where only the weight changes", () =>
    assert.deepStrictEqual(
      texts({
        texts: [
          { text: "Command", x: 10, y: 50 },
          { text: "quilt", x: 46.66, y: 50, font: "Body-Bold" },
          { text: "is", x: 73.32, y: 50 }
        ]
      }),
      ["Command", "quilt", "is"]
    ))

  it("keeps the dots of an ellipsis and the bracket after them together, a sixth of an em apart", () =>
    assert.deepStrictEqual(
      texts({
        texts: [
          { text: "[one", x: 10, y: 50 },
          { text: "...]", x: 32, y: 50, tracking: 0.166 }
        ]
      }),
      ["[one", "...]"]
    ))

  it("finds the spaces beside quotation marks that are half as wide as the others of a tight line", () => {
    const set = (...parts: ReadonlyArray<readonly [gap: number, text: string]>) => {
      let x = 10
      return texts({
        texts: parts.map(([gap, text]) => {
          const at = x + gap
          x = at + text.length * 5
          return { text, x: at, y: 50 }
        })
      })
    }
    assert.deepStrictEqual(set([0, "Try"], [2.6, "to"], [2.6, "run"], [1.1, "“it”"], [1.1, "now"]), [
      "Try",
      "to",
      "run",
      "“it”",
      "now"
    ])
    // no space is between a bracket and a quotation, wherever its marks look to, nor where a word goes on behind one
    assert.deepStrictEqual(set([0, "Try"], [2.6, "put(”"], [1.1, "it”)"], [2.6, "or"], [2.6, "“it”"], [0.4, "s"]), [
      "Try",
      "put(”it”)",
      "or",
      "“it”s"
    ])
  })

  it("keeps together what is kerned", () =>
    assert.deepStrictEqual(
      texts({
        texts: [
          { text: "AV", x: 10, y: 50 },
          { text: "A", x: 19.2, y: 50 }
        ]
      }),
      ["AVA"]
    ))

  it("reads signs that stand apart as many, and letters as one word", () => {
    const spaced = (text: string) => texts({ texts: [{ text, x: 10, y: 50, tracking: 0.2 }] })
    assert.deepStrictEqual(spaced("☆☆☆☆☆☆"), ["☆", "☆", "☆", "☆", "☆", "☆"])
    assert.deepStrictEqual(spaced("LETTER"), ["LETTER"])
  })

  it("reads figures that stand apart as numbers of their own, and letter-spaced ones as one", () => {
    const spaced = (text: string, tracking: number) => texts({ texts: [{ text, x: 10, y: 50, tracking }] })
    assert.deepStrictEqual(spaced("01234", 1.2), ["0", "1", "2", "3", "4"])
    assert.deepStrictEqual(spaced("01234", 0.2), ["01234"])
    assert.deepStrictEqual(spaced("YEAR2041", 0.4), ["YEAR2041"])
  })

  it("reads letters in the columns of a table as words of their own, however evenly they stand", () => {
    const crosses = (tracking: number) => texts({ texts: [{ text: "ooooo", x: 10, y: 50, tracking }] })
    assert.deepStrictEqual(crosses(2.4), ["o", "o", "o", "o", "o"])
    assert.deepStrictEqual(crosses(0.4), ["ooooo"])
  })

  it("reads a letter-spaced title as words", () =>
    assert.deepStrictEqual(
      texts({
        texts: [
          { text: "TABLE", x: 10, y: 50, tracking: 0.2 },
          { text: "OF", x: 52, y: 50, tracking: 0.2 }
        ]
      }),
      ["TABLE", "OF"]
    ))

  it("takes bold and italic from the font's name", () => {
    const [word] = wordsOf({ texts: [{ text: "x", x: 10, y: 50, font: "Times-BoldItalic" }] })
    assert.deepStrictEqual([word?.bold, word?.italic, word?.mono], [true, true, false])
  })

  it("gives a word the link that lies over it", () => {
    const [first, second] = wordsOf({
      texts: [{ text: "go there", x: 10, y: 50 }],
      links: [{ box: { x0: 9, y0: 40, x1: 21, y1: 52 }, url: "https://example.com" }]
    })
    assert.deepStrictEqual([first?.href, second?.href], ["https://example.com", null])
  })
})
