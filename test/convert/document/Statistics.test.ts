import { assert, describe, it } from "@effect/vitest"
import { lexiconOf, lookOf, prominence, statistics, styleKey } from "../../../src/convert/document/Statistics.ts"
import type { Table } from "../../../src/convert/model/Block.ts"
import { item, paragraph, place, usual } from "../../support/Blocks.ts"

const table = (text: string, size: number): Table => ({
  kind: "table",
  rows: [[{ runs: [{ text }], columns: 1, rows: 1, box: null }]],
  place: place({}),
  size
})
const letters = (count: number) => "a".repeat(count)

describe("what is usual in a document", () => {
  it("is what most characters have, wherever they stand: size, font, weight and colour", () => {
    const found = statistics([
      [paragraph("A few words", { style: { size: 24, font: "Head", bold: true, colour: 255 } })],
      [item("many more of them, which are an item's"), paragraph("and a paragraph's")]
    ])
    assert.deepInclude(found, { size: 10, font: "Body", bold: false, colour: 0, characters: 66 })
    assert.strictEqual(found.styles.get(styleKey({ ...usual, size: 24, font: "Head", bold: true })), 11)
  })

  it("has the colour of most characters in tables too: headings may be all that stands beside them", () => {
    const of = (...tables: ReadonlyArray<Table>) =>
      statistics([[paragraph(letters(10), { style: { colour: 255 } }), ...tables]]).colour
    assert.strictEqual(of(), 255)
    assert.strictEqual(of({ ...table(letters(11), 8), colour: 0 }), 0)
    assert.strictEqual(of({ ...table(letters(9), 8), colour: 0 }), 255)
  })

  it("has sizes in steps of half a point", () => {
    const sized = (...sizes: ReadonlyArray<number>) =>
      statistics([sizes.map((size) => paragraph("ten letters", { style: { size } }))]).size
    assert.strictEqual(sized(9.9, 10.2, 12), 10)
    assert.strictEqual(sized(9.7, 10.3, 12, 12), 12)
  })

  it("is no larger than its items and long texts, where most words are titles", () => {
    const titles = Array.from({ length: 9 }, () => paragraph("what the slide says", { style: { size: 18 } }))
    assert.strictEqual(statistics([titles]).size, 18)
    assert.strictEqual(statistics([[...titles, paragraph(letters(90), { style: { size: 12 } })]]).size, 12)
    assert.strictEqual(statistics([[...titles, item("an item", { style: { size: 20 } })]]).size, 18)
  })

  it("is in bold where more than half of it is", () => {
    const of = (bold: number, light: number) =>
      statistics([[paragraph(letters(bold), { style: { bold: true } }), paragraph(letters(light))]]).bold
    assert.isTrue(of(11, 10))
    assert.isFalse(of(10, 10))
  })

  it("is not in bold where nearly all of it is in tables", () => {
    const of = (outside: number) =>
      statistics([[paragraph(letters(outside), { style: { bold: true } }), table(letters(301), 8)]]).bold
    assert.isFalse(of(100))
    assert.isTrue(of(101))
  })

  it("is the text of tables where they are three quarters of all and the rest is larger by what makes a title", () => {
    const of = (outside: number, size: number) =>
      statistics([[paragraph(letters(outside), { style: { size } }), table(letters(301), 8)]]).size
    assert.strictEqual(of(100, 12), 8)
    assert.strictEqual(of(101, 12), 12)
    assert.strictEqual(of(100, 9), 9)
  })
})

describe("the words of a document", () => {
  const lexicon = (...lines: ReadonlyArray<string>) => [...lexiconOf([[paragraph(lines)]])]

  it("are those that no line breaks", () => {
    assert.deepStrictEqual(lexicon("One well-known re-", "port of it"), ["one", "well-known", "of", "it"])
    assert.deepStrictEqual(lexicon("größere Höfe-", "Gärten"), ["größere"])
  })

  it("are broken by Unicode's hyphen where two lines end in it, and no word is written with it", () => {
    const hyphen = (...lines: ReadonlyArray<string>) => statistics([[paragraph(lines)]]).hyphen
    assert.strictEqual(hyphen("one re‐", "port and an‐", "other"), "‐")
    assert.isUndefined(hyphen("one re‐", "port and another"))
    assert.isUndefined(hyphen("one re‐", "port and an‐", "other well‐known one"))
    assert.isUndefined(hyphen("one re-", "port and an-", "other"))
  })
})

describe("how text is set", () => {
  it("differs in size by half a point, in weight and slant, and in what is asked for besides", () => {
    const look = lookOf(usual)
    for (const style of [{ size: 10.4 }, { bold: true }, { italic: true }])
      assert.notStrictEqual(lookOf({ ...usual, ...style }), look)
    for (const style of [{ size: 10.2 }, { font: "Other" }, { colour: 255 }, { caps: true }])
      assert.strictEqual(lookOf({ ...usual, ...style }), look)
    assert.notStrictEqual(lookOf({ ...usual, colour: 255 }, "colour"), lookOf(usual, "colour"))
    assert.strictEqual(lookOf({ ...usual, font: "Other" }, "colour"), lookOf(usual, "colour"))
  })

  it("stands out by its size before its weight, and by its weight before its capitals", () => {
    const all = [
      {},
      { caps: true },
      { bold: true },
      { bold: true, caps: true },
      { size: 10.5 },
      { size: 11, bold: true }
    ]
    const found = all.map((style) => prominence({ ...usual, ...style }))
    assert.deepStrictEqual(
      found.toSorted((a, b) => a - b),
      found
    )
    assert.lengthOf(new Set(found), all.length)
    assert.isBelow(prominence({ ...usual, italic: true }), prominence(usual))
  })
})
