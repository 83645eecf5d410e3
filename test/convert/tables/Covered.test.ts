import { assert, describe, it } from "@effect/vitest"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { around } from "../../../src/convert/model/Geometry.ts"
import type { Structure } from "../../../src/convert/model/Page.ts"
import { covered } from "../../../src/convert/tables/Covered.ts"
import type { Candidate } from "../../../src/convert/tables/Judge.ts"
import type { ToldTable } from "../../../src/convert/tables/Proposal.ts"
import { toldTables } from "../../../src/convert/tables/Told.ts"
import type { Sheet, Text } from "../../support/RawPages.ts"
import { convert, rawPage, rows, rule, tables } from "../../support/RawPages.ts"

const at = [50, 150, 250, 350]
const bold = { y: 100, font: "Body-Bold" }
const html = (texts: ReadonlyArray<Text>, more: Partial<Sheet> = {}) =>
  convert([{ texts, ...more }], { tables: "auto" })
const names = rows([["Region", "Town", "Sold", "Left"]], at, bold)

describe("names in the first column", () => {
  const body = [
    ["North", "Whitby", "204", "18"],
    ["", "Ripon", "31", "7"],
    ["South", "Lewes", "77", "64"],
    ["", "Hove", "12", "9"]
  ]
  const table = (last: ReadonlyArray<string>, more: Partial<Sheet> = {}) =>
    html([...names, ...rows([...body.slice(0, 3), last], at, { y: 120 })], more)

  it("cover the rows below them that have none", () => {
    const text = table(body[3] ?? [])
    assert.include(text, '<tr><td rowspan="2">North</td><td>Whitby</td>')
    assert.include(text, '<tr><td rowspan="2">South</td><td>Lewes</td>')
  })

  it("cover no total below the last of them", () => {
    const text = table(["", "", "324", "98"])
    assert.include(text, '<tr><td rowspan="2">North</td>')
    assert.include(text, "<tr><td>South</td><td>Lewes</td>")
  })

  it("cover no row that a rule parts from them, nor any where most stand over none", () => {
    const segments = [126, 146, 166].map((y) => rule(45, y, 390, y))
    assert.notInclude(table(body[3] ?? [], { segments }), "rowspan")
    const more = ["York", "Hull", "Leeds"].map((town) => [`The ${town}`, town, "5", "8"])
    assert.notInclude(html([...names, ...rows([...more, ...body.slice(0, 2), ...more], at, { y: 120 })]), "rowspan")
  })

  it("of two columns are the longer one's own", () => {
    const two = [
      ["For", "Against"],
      ["It is safe", "It is slow"],
      ["", "It is dear"],
      ["It is sound", "It is old"]
    ]
    const segments = [88, 106, 170].map((y) => rule(45, y, 240, y))
    assert.notInclude(html(rows(two, at, {}), { segments }), "rowspan")
  })
})

describe("titles of rows", () => {
  const table = (title: Text, more: Partial<Sheet> = {}) =>
    html(
      [
        ...names,
        ...rows([["Ripon", "the first", "31", "7"]], at, { y: 120 }),
        title,
        ...rows(
          [
            ["Lewes", "the second", "77", "64"],
            ["Hove", "the third", "12", "9"]
          ],
          at,
          { y: 160 }
        )
      ],
      { segments: [88, 106, 190].map((y) => rule(45, y, 390, y)), ...more }
    )

  it("stand over all columns where they are in bold and no ruling parts them", () => {
    const title = { text: "The South", x: 50, y: 140, font: "Body-Bold" }
    assert.include(table(title), '<td colspan="4">The South</td>')
    assert.notInclude(table({ ...title, font: "Body" }), "colspan")
    const segments = [45, 140, 240, 340, 390].map((x) => rule(x, 88, x, 190))
    assert.notInclude(
      table(title, { segments: [88, 106, 190].map((y) => rule(45, y, 390, y)).concat(segments) }),
      "colspan"
    )
  })
})

describe("titles of rows in the middle of a table", () => {
  const three = [50, 190, 330]
  const row = (cells: ReadonlyArray<string>, y: number, font = "Body") => rows([cells], three, { y, font })
  const table = (title: Omit<Text, "y">) =>
    html(
      [
        ...row(["Region", "Town", "Sold in May"], 100, "Body-Bold"),
        ...row(["Ripon", "the first", "31 of all"], 120),
        { ...title, y: 140 },
        ...row(["Lewes", "the second", "77 of all"], 160),
        ...row(["Hove", "the third", "12 of all"], 180)
      ],
      { segments: [88, 106, 190].map((y) => rule(45, y, 390, y)) }
    )
  // ten letters of five points each
  const centred = { text: "South East", x: 217.5 - 25, font: "Body-Bold" }

  it("stand over all columns: they stood in the middle one, or over some", () => {
    assert.include(table(centred), '<td colspan="3">South East</td>')
    const long = { text: "The South with the East and all the Isles", x: 50, font: "Body-Bold" }
    assert.include(table(long), '<td colspan="3">The South with the East and all the Isles</td>')
  })

  it("are cells of their column where they are not in bold, or in the middle of nothing", () => {
    assert.notInclude(table({ ...centred, font: "Body" }), 'colspan="3"')
    assert.notInclude(table({ ...centred, x: 330 }), 'colspan="3"')
  })
})

describe("headers over headers", () => {
  const five = [50, 130, 210, 290, 370]
  const table = (
    upper: ReadonlyArray<Pick<Text, "text" | "x">>,
    lower: ReadonlyArray<string>,
    more: Partial<Sheet> = {}
  ) =>
    html(
      [
        ...upper.map((each) => ({ ...each, y: 100, font: "Body-Bold" })),
        ...rows([lower], five, { y: 120, font: "Body-Bold" }),
        ...rows(
          [
            ["Birch", "12", "74", "1", "8"],
            ["Maple", "63", "57", "2", "9"],
            ["Alder", "72", "54", "3", "5"]
          ],
          five,
          { y: 140 }
        )
      ],
      more
    )
  const upper = [
    { text: "Tree", x: 50 },
    { text: "Height", x: 130 },
    { text: "Weight", x: 290 }
  ]

  it("cover those up to the next, and both rows where the lower has none", () => {
    const text = table(upper, ["", "least", "most", "dry", "wet"])
    assert.include(text, '<tr><th rowspan="2">Tree</th><th colspan="2">Height</th><th colspan="2">Weight</th></tr>')
    assert.include(text, "<tr><td>least</td><td>most</td><td>dry</td><td>wet</td></tr>")
  })

  it("are no title of all columns where a grid has one over some of them: it was taken out of the table", () => {
    const [left, right] = [45, 420]
    const uprights = [left, 125, 205, 285, 365, right].map((x) => rule(x, x === 125 ? 106 : 88, x, 192))
    const across = [88, 106, 126, 146, 166, 192].map((y) => rule(left, y, right, y))
    const text = table([{ text: "Tree", x: 110 }], ["Name", "Kind", "most", "dry", "wet"], {
      segments: [...uprights, ...across]
    })
    assert.include(text, '<th colspan="2">Tree</th><th></th><th></th><th></th>')
  })

  it("stand beside the name of the first column in one, though that goes on beside the lower ones", () => {
    const [height, weight] = [
      { text: "Height (m)", x: 147 },
      { text: "Weight (t)", x: 307 }
    ]
    const text = table([{ text: "Tree in", x: 50 }, height, weight], ["the park", "least", "most", "dry", "wet"])
    assert.include(text, '<th rowspan="2">Tree in the park</th><th colspan="2">Height (m)</th>')
    assert.include(text, "<tr><td>least</td><td>most</td><td>dry</td><td>wet</td></tr>")
  })

  it("are rows of their own though lines of the first column's name stand between them", () => {
    const names = [
      { text: "Height (m)", x: 147 },
      { text: "Weight (t)", x: 307 }
    ]
    const texts = [
      ...names.map((each) => ({ ...each, y: 100, font: "Body-Bold" })),
      ...["Tree in", "the park of", "our town"].map((text, i) => ({ text, x: 50, y: 100 + 12 * i, font: "Body-Bold" })),
      ...rows([["", "least", "most", "dry", "wet"]], five, { y: 124, font: "Body-Bold" }),
      ...rows(
        [
          ["Birch", "12", "74", "1", "8"],
          ["and its", "", "", "", ""],
          ["kin", "", "", "", ""]
        ],
        five,
        { y: 150, leading: 12 }
      ),
      ...rows(
        [
          ["Maple", "63", "57", "2", "9"],
          ["and its", "", "", "", ""],
          ["kin", "", "", "", ""]
        ],
        five,
        { y: 200, leading: 12 }
      )
    ]
    const text = html(texts)
    assert.include(text, '<th rowspan="2">Tree in the park of our town</th><th colspan="2">Height (m)</th>')
    assert.include(text, "<tr><td>least</td><td>most</td><td>dry</td><td>wet</td></tr>")
  })

  it("are left as they stand where a column has no name", () => {
    assert.notInclude(table(upper, ["", "least", "", "dry", "wet"]), "colspan")
  })
})

describe("captions", () => {
  const texts = ["Heron", "Wren", "Stonechat", "Dunlin"].map((text, i) => ({ text, x: 50, y: 140 + 16 * i }))
  const page = (caption: string, y = 106): Sheet => ({
    texts: [{ text: caption, x: 50, y }, { text: "Bird", x: 50, y: 124 }, ...texts],
    segments: [112, 129, 192].map((line) => rule(48, line, 200, line))
  })

  it("say that one column below rules is a table", () => {
    assert.deepStrictEqual(tables(page("Table 3: Birds of the moor"))[0]?.length, 6)
    assert.deepStrictEqual(tables(page("The birds of the moor")), [])
    assert.deepStrictEqual(tables(page("Figure 3: Birds of the moor")), [])
    assert.deepStrictEqual(tables(page("Table 3: Birds of the moor", 40)), [])
  })
})

describe("a table whose tree tells of no cells over others", () => {
  const cells = [
    ["Bay", "", "Stock", ""],
    ["", "Lamps", "Pots", "Pans"],
    ["North", "12", "7", "31"],
    ["", "40", "9", "18"],
    ["South", "5", "66", "2"],
    ["", "8", "14", "27"]
  ]
  /** What is empty is no cell of the tree, or one where it is `whole`. */
  const told = (isWhole: boolean) => {
    const texts: Array<Text> = []
    const node = (role: string, children: Structure["children"]): Structure => ({ role, columns: 1, rows: 1, children })
    const trs = cells.map((row, i) => {
      const tds = row.flatMap((text, column) => {
        if (text === "") return isWhole ? [node("TD", [])] : []
        texts.push({
          text,
          x: at[column] ?? 0,
          y: 100 + 20 * i,
          mcid: texts.length,
          font: i < 2 ? "Body-Bold" : "Body"
        })
        return [node("TD", [texts.length - 1])]
      })
      return node("TR", tds)
    })
    const page = clean(rawPage({ texts, structure: node("Document", [node("Table", trs)]) }))
    return toldTables(page, lines(words(page)))[0]
  }
  const spansOf = (table: ToldTable | undefined) => {
    const { draft = [], tellsSpans = false } = table ?? {}
    const box = around(draft.flat().flatMap((each) => each.words.map((word) => word.box)))
    const own = { detector: "tags", box, draft, tellsSpans } as unknown as Candidate
    return covered(own, [])
      .draft.flat()
      .filter((each) => each.columns + each.rows > 2).length
  }

  it("has those that are seen, unless its rows have a cell for each column", () => {
    assert.isAbove(spansOf(told(false)), 2)
    assert.strictEqual(spansOf(told(true)), 0)
  })
})
