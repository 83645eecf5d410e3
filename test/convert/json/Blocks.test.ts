import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { Options } from "../../../src/convert/model/Options.ts"
import type { ResultBlock } from "../../../src/convert/model/Result.ts"
import { long } from "../../support/Long.ts"
import { column, rule, type Sheet, type Text } from "../../support/RawPages.ts"
import { faults, results, stretch } from "../../support/Results.ts"

const words = fc.constantFrom(..."word Größe 文字 *star* a_b <b> | 𝛼+β 1. # - naïve () [x] ½ end.".split(" "))
const line = fc.array(words, { minLength: 1, maxLength: 9 }).map((all) => all.join(" "))

/** What may stand on a page below the height `y`, and how high it is. */
type Part = (y: number) => {
  readonly texts: ReadonlyArray<Text>
  readonly sheet?: Partial<Sheet>
  readonly height: number
}

const paragraphPart = fc.array(line, { minLength: 1, maxLength: 4 }).map(
  (lines): Part =>
    (y) => ({ texts: column(lines, { x: 50, y }), height: 12 * lines.length })
)
const headingPart = line.map(
  (text): Part =>
    (y) => ({ texts: [{ text, x: 50, y, size: 18, font: "Body-Bold" }], height: 20 })
)
const listPart = fc.array(line, { minLength: 2, maxLength: 4 }).map(
  (lines): Part =>
    (y) => ({
      texts: lines.flatMap((text, i) => [
        { text: "•", x: 50, y: y + 14 * i },
        { text, x: 64, y: y + 14 * i }
      ]),
      height: 14 * lines.length
    })
)
const codePart = fc.constant<Part>((y) => ({
  texts: column(["let a = 1", "  let b = 2"], { x: 50, y, font: "Courier" }),
  height: 24
}))
const tablePart = fc.array(fc.constantFrom("a", "größer", "12", "文"), { minLength: 4, maxLength: 4 }).map(
  (cells): Part =>
    (y) => ({
      texts: cells.map((text, i) => ({ text, x: 60 + 100 * (i % 2), y: y + 4 + 20 * (i >> 1) })),
      sheet: {
        segments: [50, 150, 250]
          .map((x) => rule(x, y - 10, x, y + 30))
          .concat([-10, 10, 30].map((at) => rule(50, y + at, 250, y + at)))
      },
      height: 50
    })
)
const picturePart = fc.constant<Part>((y) => ({
  texts: [],
  sheet: { images: [{ x0: 50, y0: y, x1: 250, y1: y + 60 }] },
  height: 70
}))

const sheets: fc.Arbitrary<ReadonlyArray<Sheet>> = fc.array(
  fc
    .array(fc.oneof(paragraphPart, headingPart, listPart, codePart, tablePart, picturePart), { maxLength: 5 })
    .map((parts) => {
      let y = 80
      const texts: Array<Text> = []
      const segments: Array<NonNullable<Sheet["segments"]>[number]> = []
      const images: Array<NonNullable<Sheet["images"]>[number]> = []
      for (const part of parts) {
        const made = part(y)
        texts.push(...made.texts)
        segments.push(...(made.sheet?.segments ?? []))
        images.push(...(made.sheet?.images ?? []))
        y += made.height + 24
      }
      return { texts: [{ text: "A head of the page", x: 50, y: 30, size: 8 }, ...texts], segments, images }
    }),
  { minLength: 1, maxLength: 4 }
)

const options: fc.Arbitrary<Partial<Options>> = fc.record({
  tables: fc.constantFrom("gfm", "html", "auto"),
  headers_footers: fc.constantFrom("remove", "keep"),
  page_breaks: fc.constantFrom("none", "rule", "comment"),
  images: fc.constantFrom("none", "alt"),
  front_matter: fc.boolean()
})

const ids = (blocks: ReadonlyArray<ResultBlock>) => blocks.map(({ id }) => id).toSorted()

describe("blocks", () => {
  it("have spans that ascend, never overlap and cover the Markdown, and boxes on their pages, whatever is printed", () =>
    fc.assert(
      fc.property(sheets, options, (pages, settings) => {
        assert.deepStrictEqual(faults(results(pages, settings, { title: "Größe" }), settings), [])
      }),
      { numRuns: long(150, 50), seed: 17 }
    ))

  it("have the same ids whatever is printed", () =>
    fc.assert(
      fc.property(sheets, options, (pages, settings) => {
        assert.deepStrictEqual(ids(results(pages, settings).blocks), ids(results(pages).blocks))
      }),
      { numRuns: long(50, 20), seed: 17 }
    ))

  it("name the bytes of the Markdown that are theirs", () => {
    const { markdown, blocks } = results(
      [
        {
          texts: [
            ...column(["Größe und 文字 of a first one."], { x: 50, y: 100 }),
            { text: "• Ein Stück", x: 50, y: 140 }
          ]
        }
      ],
      { front_matter: true },
      { title: "Über" }
    )
    assert.deepStrictEqual(
      blocks.map(({ type, span }) => [type, stretch(markdown, span)]),
      [
        ["paragraph", "Größe und 文字 of a first one."],
        ["list_item", "- Ein Stück"]
      ]
    )
  })

  it("are left out of the Markdown by settings, not out of the document", () => {
    const pages = [1, 2, 3].map((page) => ({
      texts: [{ text: `Head ${page}`, x: 50, y: 30 }, ...column(["Text of the page.", "More."], { x: 50, y: 100 })]
    }))
    const spans = (settings: Partial<Options>) =>
      results(pages, settings)
        .blocks.filter(({ type }) => type === "header")
        .map(({ span }) => span !== null)
    assert.deepStrictEqual(spans({}), [false, false, false])
    assert.deepStrictEqual(spans({ headers_footers: "keep" }), [true, true, true])
  })

  it("stand on the page as it is shown, though its text runs sideways", () => {
    const text = "Sideways text that runs up the page and is long enough"
    const [up] = results([{ texts: [{ text, x: 300, y: 600, angle: 90 }] }]).blocks
    const [down] = results([{ texts: [{ text, x: 300, y: 200, angle: 270 }] }]).blocks
    // 54 glyphs of 5 points each, upwards from 600 to 330, on a page of 600 by 800
    assert.closeTo(up?.bbox.y ?? 0, 330 / 800, 0.001)
    assert.closeTo((up?.bbox.y ?? 0) + (up?.bbox.height ?? 0), 600 / 800, 0.001)
    assert.closeTo((up?.bbox.x ?? 0) + (up?.bbox.width ?? 0), 300 / 600, 0.02)
    assert.closeTo(down?.bbox.y ?? 0, 200 / 800, 0.001)
    assert.closeTo((down?.bbox.y ?? 0) + (down?.bbox.height ?? 0), 470 / 800, 0.001)
    assert.closeTo(down?.bbox.x ?? 0, 300 / 600, 0.02)
  })

  it("stand on each page that they go on to", () => {
    const half = (name: string, y: number) =>
      column([`${name} a full line of a paragraph that is cut`, "and so on here"], { x: 50, y })
    const [first, second] = results([
      {
        texts: [...column(["A line as wide as the column of this text is."], { x: 50, y: 100 }), ...half("First", 740)]
      },
      { texts: half("and then", 60) }
    ]).blocks
    assert.deepStrictEqual(
      first?.places.map(({ page }) => page),
      [1]
    )
    assert.deepStrictEqual(
      second?.places.map(({ page }) => page),
      [1, 2]
    )
  })

  it("of tables have cells with their places, those without text too", () => {
    const cells = ["Name", "Size", "oak", ""]
    const [table] = results([
      {
        texts: [
          ...cells.map((text, i) => ({ text, x: 60 + 100 * (i % 2), y: 114 + 20 * (i >> 1) })),
          { text: "elm", x: 60, y: 154 },
          { text: "12", x: 160, y: 154 }
        ].filter(({ text }) => text !== ""),
        segments: [50, 150, 250]
          .map((x) => rule(x, 100, x, 160))
          .concat([100, 120, 140, 160].map((y) => rule(50, y, 250, y)))
      }
    ]).blocks
    const rows = table?.type === "table" ? table.rows : []
    assert.deepStrictEqual(
      rows.map((row) => row.map(({ text, header }) => `${text}${header ? " (header)" : ""}`)),
      [
        ["Name (header)", "Size (header)"],
        ["oak", ""],
        ["elm", "12"]
      ]
    )
    const [oak, empty] = rows[1] ?? []
    assert.strictEqual(empty?.bbox.y, oak?.bbox.y)
    assert.strictEqual(empty?.bbox.x, rows[0]?.[1]?.bbox.x)
  })
})
