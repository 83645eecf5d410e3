import { assert, describe, it } from "@effect/vitest"
import { document, readPage, structure } from "../../src/convert/Convert.ts"
import { defaults, type Options } from "../../src/convert/model/Options.ts"
import { Flag, type Structure } from "../../src/convert/model/Page.ts"
import { textOf } from "../../src/convert/model/Text.ts"
import { column, rawPage, rule, type Sheet } from "../support/RawPages.ts"

const body = (name: string, y = 100) =>
  column(
    Array.from({ length: 6 }, (_, i) => `${name} line ${i} of a paragraph that fills the width of its column`),
    { x: 50, y }
  )

const running = (page: number): Sheet => ({
  texts: [
    { text: `A Running Head ${page}`, x: 50, y: 30 },
    ...body(`P${page}`),
    { text: "Figure 1: A red house", x: 50, y: 520 },
    { text: "and a mark", x: 50, y: 560 },
    { text: "1", x: 101, y: 556, size: 6 },
    { text: "1", x: 50, y: 636, size: 6 },
    { text: "A note at the foot.", x: 54, y: 640, size: 8 },
    { text: String(page), x: 300, y: 780 }
  ],
  images: [{ x0: 50, y0: 250, x1: 350, y1: 500 }]
})

const p = (mcid: number): Structure => ({ role: "P", children: [mcid], columns: 1, rows: 1 })
const h = (mcid: number): Structure => ({ role: "H1", children: [mcid], columns: 1, rows: 1 })

const tagged = (page: number): Sheet => ({
  texts: [
    { text: `Marked as a head ${page}`, x: 50, y: 30, flags: Flag.artifact },
    { text: "A title that looks like text", x: 50, y: 100, mcid: 0 },
    ...body(`T${page}`, 130).map((line) => ({ ...line, mcid: 1 }))
  ],
  structure: { role: "Document", children: [h(0), p(1)], columns: 1, rows: 1 }
})

const ruled: Sheet = {
  texts: [
    ...body("R"),
    ...["a", "b", "c", "d"].map((text, i) => ({ text, x: 60 + 100 * (i % 2), y: 214 + 20 * (i >> 1) })),
    ...column(["let a = 1", "  let b = 2"], { x: 50, y: 300, font: "Courier" })
  ],
  segments: [50, 150, 250].map((x) => rule(x, 200, x, 240)).concat([200, 220, 240].map((y) => rule(50, y, 250, y)))
}

const documents: Readonly<Record<string, ReadonlyArray<Sheet>>> = {
  "with running heads, notes and pictures": [1, 2, 3, 4].map(running),
  "whose structure is tagged": [1, 2].map(tagged),
  "with a table and a listing": [ruled]
}

/** What a setting may be printed as; the text that is read is the same. */
const printed: ReadonlyArray<Partial<Options>> = [
  { headers_footers: "keep" },
  { images: "alt" },
  { tables: "html" },
  { page_breaks: "rule" },
  { page_breaks: "comment" },
  { front_matter: true },
  { headers_footers: "keep", images: "alt", tables: "html", page_breaks: "comment", front_matter: true }
]

const info = { pages: 4, title: null, author: null }

const read = (sheets: ReadonlyArray<Sheet>, options: Options) =>
  sheets.map((sheet, i) => readPage(rawPage({ number: i + 1, ...sheet }), options).page)

describe("a document", () => {
  for (const [name, sheets] of Object.entries(documents)) {
    it(`${name} has the same blocks whatever it is printed as`, () => {
      const { blocks } = structure(info, read(sheets, defaults))
      for (const options of printed) {
        assert.deepStrictEqual(structure(info, read(sheets, { ...defaults, ...options })).blocks, blocks)
      }
    })
  }

  it("keeps its headings when running heads are printed", () => {
    const kept = { ...defaults, headers_footers: "keep" as const }
    const text = document(info, read([1, 2].map(tagged), kept), kept)
    assert.deepStrictEqual(text.match(/^# .*/gm), ["# A title that looks like text", "# A title that looks like text"])
    assert.deepStrictEqual(text.match(/^Marked as a head \d/gm), ["Marked as a head 1", "Marked as a head 2"])
  })

  it("has running heads and feet as blocks of their own, above and below the text of their page", () => {
    const { blocks } = structure(info, read([1, 2, 3].map(running), defaults))
    assert.deepStrictEqual(
      blocks.filter(({ place }) => place.page === 2).map(({ kind }) => kind),
      ["header", "paragraph", "figure", "caption", "paragraph", "note", "footer"]
    )
  })

  it("has a caption where a picture is numbered, and a paragraph where a sentence is about it", () => {
    const kinds = (text: string) =>
      structure(info, read([{ texts: [...body("A"), { text, x: 50, y: 300 }] }], defaults)).blocks.at(-1)?.kind
    assert.strictEqual(kinds("Figure 3: The river in spring"), "caption")
    assert.strictEqual(kinds("Table 2. Rainfall"), "caption")
    assert.strictEqual(kinds("Abbildung 4 Die Brücke im Winter"), "caption")
    assert.strictEqual(kinds("Figure 3 shows the river in spring."), "paragraph")
  })

  it("knows every page and column on which a paragraph stands", () => {
    const left = column(["one two three four five six seven eight", "nine ten eleven twelve thirteen and now"], {
      x: 50,
      y: 700
    })
    const right = column(["goes on here with the words of the same", "sentence until it ends."], { x: 50, y: 60 })
    const { blocks } = structure(info, read([{ texts: [...body("A"), ...left] }, { texts: right }], defaults))
    const whole = blocks.find((block) => textOf(block).startsWith("one two"))
    assert.deepStrictEqual([whole?.place.page, whole?.continuedOn?.map(({ page }) => page)], [1, [2]])
  })
})
