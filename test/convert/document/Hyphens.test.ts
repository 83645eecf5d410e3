import { assert, describe, it } from "@effect/vitest"
import { joined } from "../../../src/convert/document/Hyphens.ts"
import { statistics } from "../../../src/convert/document/Statistics.ts"
import type { Run } from "../../../src/convert/model/Block.ts"
import { plain } from "../../../src/convert/model/Text.ts"
import { paragraph } from "../../support/Blocks.ts"

/** Two lines as one text, in a document that has these words. */
const seam = (first: string, second: string, words: ReadonlyArray<string> = [], hyphen?: string): string => {
  const lines = [first, second].map((text) => ({ runs: [{ text }] }))
  return plain(joined(lines, { lexicon: new Set(words), italic: false, mono: false, ...(hyphen ? { hyphen } : {}) }))
}
const english = ["the", "of"]

describe("a paragraph as long as a document", () => {
  it("is put together line by line: 1,500 pages of one paragraph took minutes, and then failed", () => {
    const count = 100_000
    const lines = Array.from({ length: count }, (_, i) => ({
      runs: [{ text: i % 2 === 0 ? `line ${i} of a docu-` : "ment without an end" }]
    }))
    const text = plain(joined(lines, { lexicon: new Set(["document"]), italic: false, mono: false }))
    assert.strictEqual(text.length, (count / 2) * "line of a document without an end".length + digits(count))
    assert.match(text, /^line 0 of a document without an end line 2 of a document/)
  })

  it("has the seams of its last words, whichever run they are in and however they are spaced", () => {
    const both = (...texts: ReadonlyArray<string>) =>
      plain(
        joined(
          texts.map((text) => ({ runs: [{ text }] })),
          { lexicon: new Set(), italic: false, mono: false }
        )
      )
    assert.strictEqual(both("a ", "b"), "a b")
    assert.strictEqual(both("a", "", "b"), "a b")
    assert.strictEqual(both("re-", "ad-", "mit"), "readmit")
    assert.strictEqual(both("see https://a.example/x/", "y/", "z"), "see https://a.example/x/y/z")
    assert.strictEqual(both("soft\u00ad", "ly"), "softly")
    assert.strictEqual(both("文字", "列", "です"), "文字列です")
  })
})

/** Characters of the numbers of every other line up to `count`, each with a space around it beyond the words'. */
const digits = (count: number) => {
  let sum = -1
  for (let i = 0; i < count; i += 2) sum += String(i).length + 2
  return sum
}

describe("a word at the end of a line", () => {
  it("is made whole where the document has it whole, or nothing is known of it", () => {
    assert.strictEqual(seam("a re-", "port on it", ["report"]), "a report on it")
    assert.strictEqual(seam("a re-", "port on it"), "a report on it")
  })

  it("has no space behind it in scripts that are written without, and one in Hangul", () => {
    assert.strictEqual(seam("文字", "列です"), "文字列です")
    assert.strictEqual(seam("ภาษา", "ไทย"), "ภาษาไทย")
    assert.strictEqual(seam("한국", "사람"), "한국 사람")
    assert.strictEqual(seam("文字", "text"), "文字 text")
  })

  it("keeps its hyphen where the document writes it so", () => {
    assert.strictEqual(seam("a well-", "known one", ["well-known"]), "a well-known one")
    assert.strictEqual(seam("a re-", "port on it", ["report", "re-port"]), "a re-port on it")
  })

  it("keeps its hyphen before a capital, a numeral and a third part, and behind a numeral", () => {
    assert.strictEqual(seam("the Sino-", "Russian one"), "the Sino-Russian one")
    assert.strictEqual(seam("version-", "12 of it"), "version-12 of it")
    assert.strictEqual(seam("a state-", "of-the-art one"), "a state-of-the-art one")
    assert.strictEqual(seam("a 30-", "day one"), "a 30-day one")
  })

  it("keeps its hyphen behind parts that are written with one, unless they may be syllables", () => {
    assert.strictEqual(seam("the non-", "linear one"), "the non-linear one")
    assert.strictEqual(seam("an ex-", "ample of it"), "an example of it")
    assert.strictEqual(seam("an ex-", "wife of his", ["wife"]), "an ex-wife of his")
  })

  it("keeps its hyphen in English between two words of four letters or more", () => {
    assert.strictEqual(seam("a five-", "dollar note", [...english, "five", "dollar"]), "a five-dollar note")
    assert.strictEqual(seam("a car-", "pet of it", [...english, "car", "pet"]), "a carpet of it")
    assert.strictEqual(seam("eine Haus-", "tür", ["haus", "tür"]), "eine Haustür")
  })

  it("goes by Unicode's hyphen alone where the document breaks words with that", () => {
    assert.strictEqual(seam("a re‐", "port", [], "‐"), "a report")
    assert.strictEqual(seam("a re-", "port", [], "‐"), "a re-port")
  })

  it("keeps its hyphen where a document of a hundred lines ends no more than one in a hyphen", () => {
    const of = (count: number, broken: number) => {
      const lines = Array.from({ length: count }, (_, i) => ({
        runs: [{ text: i < broken ? "a bush-" : "and more" }],
        page: 1,
        box: { x0: 0, y0: 0, x1: 1, y1: 1 }
      }))
      const stats = statistics([[{ ...paragraph(""), lines }]])
      return plain(joined([{ runs: [{ text: "a five-" }] }, { runs: [{ text: "dollar note" }] }], stats))
    }
    assert.strictEqual(of(101, 1), "a five-dollar note")
    assert.strictEqual(of(101, 2), "a fivedollar note")
    assert.strictEqual(of(100, 0), "a fivedollar note")
  })

  it("is whole where its hyphen is a soft one", () => assert.strictEqual(seam("a re\u00ad", "port"), "a report"))
})

describe("two lines", () => {
  it("have a space between them, but in scripts without spaces", () => {
    assert.strictEqual(seam("one", "two"), "one two")
    assert.strictEqual(seam("一つ", "二つ"), "一つ二つ")
    assert.strictEqual(seam("一つ", "two"), "一つ two")
    assert.strictEqual(seam("한국", "어"), "한국 어")
  })

  it("have none within an address that they break", () => {
    assert.strictEqual(seam("see https://example.org/", "path of it"), "see https://example.org/path of it")
    assert.strictEqual(seam("see example.org/", "path of it"), "see example.org/ path of it")
    assert.strictEqual(seam("in /usr/share/", "doc of it"), "in /usr/share/doc of it")
    assert.strictEqual(seam("see https:", "//example.org/a of it"), "see https://example.org/a of it")
    assert.strictEqual(seam("int x; // see http:", "// of it"), "int x; // see http:// of it")
    assert.strictEqual(seam("as it says:", "//a comment"), "as it says: //a comment")
  })

  it("have none where a link's own address goes on, whose hyphen stays", () => {
    const part = (text: string): Run => ({ text, href: "https://example.org/a-b" })
    const run = [part("https://example.org/a-"), part("b")]
    const lines = run.map((each) => ({ runs: [each] }))
    assert.strictEqual(
      plain(joined(lines, { lexicon: new Set(), italic: false, mono: false })),
      "https://example.org/a-b"
    )
  })
})

describe("code broken at a line's end", () => {
  const broken = (...runs: ReadonlyArray<Run>): string =>
    plain(
      joined([{ runs: runs.slice(0, -1) }, { runs: runs.slice(-1) }], {
        lexicon: new Set(),
        italic: false,
        mono: false
      })
    )

  it("loses a hyphen in another font, and keeps its own", () => {
    assert.strictEqual(
      broken({ text: "\\Name", mono: true }, { text: "-" }, { text: "Rest", mono: true }),
      "\\NameRest"
    )
    assert.strictEqual(broken({ text: "\\name", mono: true }, { text: "-" }, { text: "{", mono: true }), "\\name{")
    assert.strictEqual(broken({ text: "run -", mono: true }, { text: "x", mono: true }), "run - x")
  })

  it("is the name of a file where it is broken behind a full stop", () => {
    assert.strictEqual(broken({ text: "the-name.", mono: true }, { text: "tex", mono: true }), "the-name.tex")
    assert.strictEqual(
      broken({ text: "It ends.", mono: true }, { text: "so it goes on", mono: true }),
      "It ends. so it goes on"
    )
    assert.strictEqual(broken({ text: "It ends." }, { text: "so" }), "It ends. so")
  })
})
