import { assert, describe, it } from "@effect/vitest"
import { rows, rule, type Text, tables } from "../../support/RawPages.ts"

const xs = [50, 200, 280, 360, 440]
const figures = ["4", "17", "25", "32", "8", "61"]
const body = ["Heron", "Wren", "Coot", "Gull", "Swift", "Owl"].map((bird, i) => [
  bird,
  ...[0, 1, 2, 3].map((k) => figures[(i + k) % 6] ?? "")
])
const table = rows(body, xs, { y: 160, leading: 14 })
const found = (texts: ReadonlyArray<Text>, segments = [rule(50, 40, 550, 40)]) =>
  tables({ texts: [...texts, ...table], segments })[0] ?? []
/** Tints of the cells of every other row of so many from a baseline of 160 on. */
const striped = (columns: ReadonlyArray<number>, count: number, end = 500) =>
  Array.from({ length: count }, (_, row) => row)
    .filter((row) => row % 2 === 1)
    .flatMap((row) =>
      columns.map((x, i) => ({
        box: { x0: x - 4, y0: 150 + 14 * row, x1: (columns[i + 1] ?? end) - 4, y1: 164 + 14 * row },
        colour: 0xeeeeee,
        at: 0
      }))
    )
const at = (y: number, texts: ReadonlyArray<readonly [string, number]>): ReadonlyArray<Text> =>
  texts.map(([text, x]) => ({ text, x, y }))

describe("a header over a table that no rules part", () => {
  it("has names over several columns where each has a name of its own below", () => {
    const texts = [
      ...at(120, [
        ["Spring", 226],
        ["Autumn", 386]
      ]),
      ...rows([["Bird", "Seen", "Rung", "Seen", "Rung"]], xs, { y: 134 })
    ]
    assert.deepStrictEqual(found(texts).slice(0, 3), [
      "|  | Spring | Spring | Autumn | Autumn |",
      "| --- | --- | --- | --- | --- |",
      "| Bird | Seen | Rung | Seen | Rung |"
    ])
  })

  it("has a short name over the three columns that it reaches over, though it stands in the middle of the second", () => {
    const narrow = [50, 150, 170, 190, 250, 270, 290]
    const texts = [
      ...at(120, [
        ["springs", 157.5],
        ["autumns", 257.5]
      ]),
      ...rows([["Bird", "up", "on", "at", "up", "on", "at"]], narrow, { y: 134 }),
      ...rows(
        ["Heron", "Wren", "Coot", "Gull"].map((bird) => [bird, "++", "--", "+-", "--", "--", "++"]),
        narrow,
        { y: 152, leading: 14 }
      )
    ]
    const [header] = tables({ texts, segments: [108, 140, 198].map((y) => rule(45, y, 305, y)) })[0] ?? []
    assert.strictEqual(header, "|  | springs | springs | springs | autumns | autumns | autumns |")
  })

  it("has a short name over the two columns that it stands in the middle of, beside names of one column", () => {
    const texts = [
      ...at(120, [
        ["Seen", 230],
        ["Lost", 360],
        ["Found", 440]
      ]),
      ...rows([["Bird", "May", "June", "", ""]], xs, { y: 134 })
    ]
    assert.strictEqual(found(texts)[0], "|  | Seen | Seen | Lost | Found |")
  })

  it("is one row where names stand in the middle of others that have more lines", () => {
    const texts = [
      ...rows([["", "Seen in", "Rung in", "", ""]], xs, { y: 122 }),
      ...rows([["Bird", "", "", "Lost", "Found"]], xs, { y: 128 }),
      ...rows([["", "spring", "spring", "", ""]], xs, { y: 134 })
    ]
    assert.strictEqual(found(texts)[0], "| Bird | Seen in spring | Rung in spring | Lost | Found |")
  })

  it("may be in larger letters than the table", () => {
    const names = rows([["Bird", "Seen", "Rung", "Lost", "Found"]], xs, { y: 144 })
    assert.strictEqual(found(names.map((text) => ({ ...text, size: 12 })))[0], "| Bird | Seen | Rung | Lost | Found |")
  })

  it("has its names apart where they leave no more than a space between them", () => {
    const texts = at(140, [
      ["Bird", 50],
      ["Counted upland", 200],
      ["Rung", 360],
      ["Lost", 440]
    ])
    const wide = texts.map((each) => (each.text === "Counted upland" ? { ...each, tracking: 0.061 } : each))
    assert.strictEqual(found(wide)[0], "| Bird | Counted | upland | Rung | Lost |")
  })

  it("takes no caption, no line of text and no row of figures", () => {
    const header = ["Bird", "Seen", "Rung", "Lost", "Found"]
    const names = rows([header], xs, { y: 142 })
    const first = `| ${header.join(" | ")} |`
    const caption = at(128, [["Birds that were seen at the pond in the two years since it was dug.", 50]])
    assert.strictEqual(found([...caption, ...names])[0], first)
    assert.strictEqual(found(caption)[0], "| Heron | 4 | 17 | 25 | 32 |")
    const row = rows([["Geese", "3", "12", "6", "9"]], xs, { y: 124 })
    assert.notInclude(found(row)[0] ?? "", "Geese Heron")
  })

  it("stands over a first row without a tint where every other row has one, the last not", () => {
    const entries = ["Rent", "Wages", "Water", "Gas", "Oil", "Coal", "Peat", "Wood", "Tar", "Lime", "Sand", "Clay"]
    const lines = entries.map((what, i) => [
      `${i + 2} May`,
      what,
      i % 3 === 1 ? "" : "31.20",
      i % 3 === 1 ? "80.00" : "",
      "9"
    ])
    const all = [["", "Brought on", "", "", "7"], ...lines]
    const texts = [
      ...rows([["Day", "What", "Paid", "Taken", "Left"]], xs, { y: 146, font: "Body-Bold" }),
      ...rows(all, xs, { y: 160, leading: 14 })
    ]
    const own = tables({ texts, fills: striped(xs, all.length) })[0] ?? []
    assert.deepStrictEqual(own.slice(0, 3), [
      "| Day | What | Paid | Taken | Left |",
      "| --- | --- | --- | --- | --- |",
      "|  | Brought on |  |  | 7 |"
    ])
    assert.strictEqual(own.at(-1), "| 13 May | Clay | 31.20 |  | 9 |")
  })

  it("stands over such a row also where one of its figures has a wide space in it: the last row was text", () => {
    const all = ["Heron", "Wren", "Coot", "Gull", "Swift"].map((bird, i) => [bird, "2026", "pond", "east", `7${i}`])
    const [first = [], ...others] = all
    const texts = [
      ...rows([["Bird", "Year", "Where", "Side", "Seen"]], xs, { y: 146, font: "Body-Bold" }),
      ...rows([first.slice(0, 4)], xs, { y: 160 }),
      ...at(160, [
        ["6", 440],
        ["120,75", 455]
      ]),
      ...rows(others, xs, { y: 174, leading: 14 })
    ]
    const own = tables({ texts, fills: striped(xs, all.length), segments: [rule(46, 150, 496, 150)] })[0] ?? []
    assert.deepStrictEqual(
      [own[0], own.at(-1)],
      ["| Bird | Year | Where | Side | Seen |", "| Swift | 2026 | pond | east | 74 |"]
    )
  })

  it("is no row of figures with signs, nor of ranges, below one in bold or none", () => {
    const ranges = (bird: string) => [bird, "4 ↑", "17 – 25", "32", "8"]
    const all = ["Heron", "Wren", "Coot", "Gull"].map(ranges)
    const names = rows([["Bird", "Seen", "Rung", "Lost", "Found"]], xs, { y: 146, font: "Body-Bold" })
    const own = (texts: ReadonlyArray<Text>) =>
      tables({ texts: [...texts, ...rows(all, xs, { y: 160, leading: 14 })], fills: striped(xs, all.length) })[0] ?? []
    assert.deepStrictEqual(own(names).slice(0, 3), [
      "| Bird | Seen | Rung | Lost | Found |",
      "| --- | --- | --- | --- | --- |",
      "| Heron | 4 ↑ | 17 – 25 | 32 | 8 |"
    ])
    assert.strictEqual(own([])[0], "| Heron | 4 ↑ | 17 – 25 | 32 | 8 |")
  })

  it("has a name of its own in the middle of the height of two lines of names, and not in a row of its own", () => {
    const texts = [
      ...at(120, [
        ["Spring", 226],
        ["Autumn", 386]
      ]),
      ...at(129, [["Bird", 50]]),
      ...at(138, [
        ["Seen", 200],
        ["Rung", 280],
        ["Seen", 360],
        ["Rung", 440]
      ])
    ]
    assert.deepStrictEqual(found(texts, []).slice(0, 3), [
      "| Bird | Spring | Spring | Autumn | Autumn |",
      "| --- | --- | --- | --- | --- |",
      "|  | Seen | Rung | Seen | Rung |"
    ])
  })

  it("has names that are closer than texts are, each over its own column", () => {
    const narrow = [50, 130, 167, 204]
    const texts = [
      ...rows([["Bird", "Spring", "Summer", "Autumn"]], narrow, { y: 160, font: "Body-Bold" }),
      ...rows(
        body.map((row) => row.slice(0, 4)),
        narrow,
        { y: 174, leading: 14 }
      )
    ]
    assert.strictEqual(tables({ texts, fills: striped(narrow, 6, 240) })[0]?.[0], "| Bird | Spring | Summer | Autumn |")
  })
})

it("rows with dotted leaders and a figure in each of several columns are a table, not one of contents", () => {
  const texts = rows(
    body.map(([bird, ...rest]) => [`${bird} ${". ".repeat(20)}`, ...rest]),
    xs,
    { y: 160, leading: 14 }
  )
  assert.strictEqual(tables({ texts })[0]?.length, 7)
})

it("a row whose text leaves out something twice is no entry of contents, and its table is one", () => {
  const cells = [
    ["Bird", "Food", "Seen"],
    ["Heron", "fish, … and frogs, … and voles", "May"],
    ["Wren", "spiders, beetles and flies", "June"],
    ["Coot", "weeds, and what lives on them", "April"]
  ]
  const segments = [88, 104, 160].map((y) => rule(48, y, 450, y))
  assert.lengthOf(tables({ texts: rows(cells, [50, 150, 400], { y: 100, leading: 18 }), segments }), 1)
})
