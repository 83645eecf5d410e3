import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { rawPage, read, wordsOf } from "../../support/RawPages.ts"

/** A line whose glyphs stand from left to right as given. */
const line = (seen: string): string => {
  const [only] = lines(wordsOf({ texts: [{ text: seen, x: 10, y: 50 }] }))
  return only === undefined ? "" : read(only)
}

describe("direction", () => {
  it("reads Hebrew and Arabic from the right", () => {
    assert.strictEqual(line("םלוע םולש"), "שלום עולם")
    assert.strictEqual(line(".םולש"), "שלום.")
  })

  it("keeps Latin names and numbers as they are", () => {
    assert.strictEqual(line("Debian 12 שמתשמ ינא"), "אני משתמש Debian 12")
    assert.strictEqual(line("2006-2010 םינש"), "שנים 2006-2010")
    assert.strictEqual(line("50% הלעמל"), "למעלה 50%")
  })

  it("reads other scripts from the left though one sign is said to be Arabic: lines of Devanagari were turned round", () => {
    assert.strictEqual(line("भूतकाळ \u08fa तारीख"), "भूतकाळ \u08fa तारीख")
    assert.strictEqual(line("漢字 ש 仮名"), "漢字 ש 仮名")
  })

  it("mirrors brackets and quotes at the edge of a Latin name", () => {
    assert.strictEqual(line("(fork) ףעסל"), "לסעף (fork)")
    assert.strictEqual(line("םולש (.1 ףיעס)"), "(סעיף 1.) שלום")
    assert.strictEqual(line("“user טסקט”"), "”טקסט user“")
  })

  it("turns Arabic dates by their parts, as they are read", () =>
    assert.strictEqual(line("2010-2006 ةنس"), "سنة 2006-2010"))

  it("keeps a formula whole that has Persian numerals: it was printed once for each piece of them", () => {
    const words = wordsOf({ texts: ["x+١=n٢", "ةنس"].map((text, i) => ({ text, x: 10 + 40 * i, y: 50 })) })
    const formula = { latex: "x+1=n2", isDisplay: false }
    const [only] = lines(words.map((word, i) => (i === 0 ? { ...word, formula } : word)))
    assert.deepStrictEqual(
      only?.words.map(({ text }) => text),
      ["سنة", "x+١=n٢"]
    )
  })

  it("leaves the numerals of Arabic and Persian as they are seen", () => {
    assert.strictEqual(line("٢٠١٩ لوليأ ٢٩"), "٢٩ أيلول ٢٠١٩")
    assert.strictEqual(line("۲۰۱۹ هحفص"), "صفحه ۲۰۱۹")
  })

  it("turns Hebrew words round inside a line of English", () =>
    assert.strictEqual(line("the word םולש בוט means it"), "the word טוב שלום means it"))

  it("leaves a line without such letters alone", () => assert.strictEqual(line("plain (text) 1."), "plain (text) 1."))

  it("keeps a vowel sign with its letter", () => {
    const glyphs = ["ل", "ُ", "ي"]
    const raw = rawPage({ texts: glyphs.map((text, i) => ({ text, x: [10, 16, 15][i] ?? 0, y: 50 })) })
    const w = raw.glyphs.w
    w[1] = 0
    assert.deepStrictEqual(clean(raw).glyphs.text, ["ل", "يُ"])
  })

  it("loses no letter, whatever the mixture", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(..."אבג عربي abc 123 ().,:%-«»"), { minLength: 1, maxLength: 30 }),
        (parts) => {
          const text = parts.join("").trim().replace(/\s+/g, " ")
          const count = (of: string) => [...of.replace(/[()«»\s]/g, "")].sort().join("")
          assert.strictEqual(count(line(text)), count(text))
        }
      ),
      { numRuns: 500, seed: 3 }
    ))
})
