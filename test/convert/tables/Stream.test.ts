import { assert, describe, it } from "@effect/vitest"
import { column, convert, rule, type Sheet, type Text } from "../../support/RawPages.ts"

const tables = (sheet: Sheet): ReadonlyArray<string> =>
  convert([sheet])
    .split("\n\n")
    .map((block) => block.trim())
    .filter((block) => block.startsWith("|"))

const pipe = (cells: ReadonlyArray<ReadonlyArray<string>>): string => {
  const lines = cells.map((row) => `| ${row.join(" | ")} |`)
  return [lines[0], `|${" --- |".repeat(cells[0]?.length ?? 0)}`, ...lines.slice(1)].join("\n")
}

const row = (
  y: number,
  cells: ReadonlyArray<string>,
  xs: ReadonlyArray<number> = [50, 150, 250]
): ReadonlyArray<Text> => cells.flatMap((text, i) => (text === "" ? [] : [{ text, x: xs[i] ?? 0, y }]))

const rows = (y: number, leading: number, cells: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Text> =>
  cells.flatMap((each, i) => row(y + i * leading, each))

const header = ["Area", "Rent", "Deposit"]
const prose = "Tenants pay the rent each January in advance, as they always have."

describe("a last line of one text", () => {
  const body = ["9.00", "18.50", "131.00"].map((rent, i) => [`shed ${i}`, "let", rent])
  // five points for each character
  const toRight = (text: string, y: number): Text => ({ text, x: 290 - 5 * text.length, y })
  const table = (last: Text) =>
    tables({
      texts: [
        ...row(100, header),
        ...body.flatMap((cells, i) => [...row(120 + 20 * i, cells.slice(0, 2)), toRight(cells[2] ?? "", 120 + 20 * i)]),
        last
      ]
    })[0]

  it("is of the table where it ends as the column above does: amounts stood below it", () => {
    assert.include(table(toRight("1,158.50", 180)), "1,158.50")
    assert.notInclude(table({ text: "1,158.50", x: 230, y: 180 }) ?? "", "1,158.50")
  })
})

describe("a rule below a header and no other", () => {
  const under = (y: number) => [rule(50, y, 290, y)]

  it("makes a table, even of one row", () => {
    const cells = [header, ["small", "18.00", "20"]]
    const texts = [...row(100, header), ...row(116, ["small", "18.00", "20"])]
    assert.deepStrictEqual(tables({ texts, segments: under(104) }), [pipe(cells)])
  })

  it("over the last row stands in the table that has rows over it, up to a line that reaches beyond the rule", () => {
    const body = [header, ["small", "18.00", "20"], ["large", "31.00", "40"], ["walled", "52.00", "65"]]
    const table = (y: number) =>
      tables({ texts: [...rows(100, 18, body), { text: prose, x: 50, y }], segments: under(141) })[0] ?? ""
    assert.strictEqual(table(70), pipe(body))
    assert.strictEqual(table(110), pipe(body.slice(1)))
  })

  it("makes none where what follows is further than rows are, or reaches beyond the rule", () => {
    const far = [...row(100, header), ...row(140, ["small", "18.00", "20"])]
    assert.deepStrictEqual(tables({ texts: far, segments: under(104) }), [])
    const wide = [...row(100, header), { text: prose, x: 50, y: 116 }, { text: prose, x: 50, y: 128 }]
    assert.deepStrictEqual(tables({ texts: wide, segments: under(104) }), [])
  })

  it("makes none of a running head above text", () => {
    const texts = [
      ...row(40, ["Rules", "", "Page 12"]),
      { text: "The rent is due on a day of the year, and the", x: 50, y: 56 },
      { text: "deposit is paid back when the shed is empty.", x: 50, y: 68 }
    ]
    assert.deepStrictEqual(tables({ texts, segments: under(44) }), [])
  })

  it("makes none of a running head far above the first lines of two columns, one of them a heading", () => {
    const wide = "The rent is due on the first day of a year,"
    const texts = [
      ...row(40, ["Rules", "", "", "Page 12"], [50, 150, 250, 500]),
      ...row(72, [wide, "6.2", "Deposits"], [50, 310, 345]),
      ...[84, 96, 108].map((y) => ({ text: "whoever rents a shed and what is in it,", x: 50, y })),
      ...[90, 102, 114].map((y) => ({ text: "The deposit is paid back when the", x: 310, y }))
    ]
    assert.deepStrictEqual(tables({ texts, segments: [rule(50, 44, 545, 44)] }), [])
  })

  it("has wrapped headers above it, but not the heading", () => {
    const body = [
      ["small", "18.00", "20"],
      ["large", "31.00", "40"]
    ]
    const texts = [
      { text: "Rent", x: 50, y: 74, size: 14 },
      ...row(92, ["Area", "Rent by", "Deposit"]),
      ...row(104, ["", "the year", "in all"]),
      ...rows(120, 12, body)
    ]
    assert.deepStrictEqual(tables({ texts, segments: under(108) }), [
      pipe([["Area", "Rent by the year", "Deposit in all"], ...body])
    ])
  })

  it("ends its table where the lines are further apart, and where one runs through the columns, as a caption does", () => {
    const body = [
      ["small", "18.00", "20"],
      ["large", "31.00", "40"]
    ]
    const texts = [...row(100, header), ...rows(116, 14, body)]
    const note = { text: "See rule 4.", x: 50, y: 152 }
    assert.deepStrictEqual(tables({ texts: [...texts, note], segments: under(104) }), [pipe([header, ...body])])
    const through = { text: "Paid on the first day of each year.", x: 50, y: 144 }
    assert.deepStrictEqual(tables({ texts: [...texts, through], segments: under(104) }), [pipe([header, ...body])])
  })

  it("may stand below some headers only, the first column beside it", () => {
    const body = [
      ["small", "18.00", "20"],
      ["large", "31.00", "40"]
    ]
    const texts = [...row(100, header), ...rows(116, 14, body)]
    assert.deepStrictEqual(tables({ texts, segments: [rule(145, 104, 290, 104)] }), [pipe([header, ...body])])
  })

  it("leaves the column of text beside it alone", () => {
    const beside = (y: number) => ({ text: "and all that the members agreed on in spring", x: 20, y })
    const at = [300, 400, 500]
    const body = [
      ["small", "18.00", "20"],
      ["large", "31.00", "40"]
    ]
    const texts = [
      ...row(100, header, at),
      ...row(116, body[0] ?? [], at),
      ...row(130, body[1] ?? [], at),
      ...[102, 116, 130, 144, 158].map(beside)
    ]
    assert.deepStrictEqual(tables({ texts, segments: [rule(300, 104, 540, 104)] }), [pipe([header, ...body])])
  })
})

describe("a line over a table without rules", () => {
  const body = [
    ["Area", "Rent", "Deposit"],
    ["small", "18.00", "20"],
    ["large", "31.00", "40"],
    ["walled", "52.00", "65"]
  ]
  const under = (texts: ReadonlyArray<Text>) => tables({ texts: [...texts, ...rows(100, 14, body)] })

  it("is a heading, not its first row, where it is larger and its number stands apart", () =>
    assert.deepStrictEqual(under(row(80, ["5.2", "Prices"], [50, 80]).map((each) => ({ ...each, size: 12 }))), [
      pipe(body)
    ]))
  it("is the title of a section over that of one in it: both were its first rows", () => {
    const bold = (some: ReadonlyArray<Text>) => some.map((each) => ({ ...each, font: "Body-Bold" }))
    const titles = [...bold(row(72, ["5.2", "Prices"], [50, 80])), ...bold(row(86, ["5.2.1", "May"], [50, 90]))]
    assert.deepStrictEqual(under(titles), [pipe(body)])
  })
  it("and another below it are headings though text fills the line and spreads its spaces: they were a table of two rows", () => {
    const bold = { font: "Body-Bold", size: 14 }
    const titles = (look: Partial<Text>): ReadonlyArray<Text> => [
      { text: "5", x: 50, y: 60, ...look },
      { text: "Prices", x: 80, y: 60, ...look },
      { text: "6", x: 50, y: 84, ...look },
      ...["Deposits", "of", "members"].map((text, i) => ({ text, x: 80 + 110 * i, y: 84, ...look }))
    ]
    const texts = (look: Partial<Text>) => [...titles(look), ...column(Array(6).fill(prose), { x: 50, y: 110 })]
    assert.deepStrictEqual(tables({ texts: texts(bold) }), [])
    assert.lengthOf(tables({ texts: texts({}) }), 1)
  })
  it("is a heading, not its first row, where it is in bold and begins with a section's number", () =>
    assert.deepStrictEqual(
      under(row(86, ["5.2.1", "Prices", "in May"]).map((each) => ({ ...each, font: "Body-Bold" }))),
      [pipe(body)]
    ))

  it("is a running head, not its first row, where it has a page number and is further away than rows are", () =>
    assert.deepStrictEqual(under(row(70, ["14", "The Garden Society"], [50, 180])), [pipe(body)]))

  it("is its first row where it is as far away as rows are", () =>
    assert.deepStrictEqual(under(row(86, ["14", "", "Society"])), [pipe([["14", "", "Society"], ...body])]))
})

describe("a rule between rows", () => {
  it("says nothing of how far apart the lines of rows are", () => {
    const texts = [
      ...row(100, ["Name", "What it is for"]),
      ...row(120, ["RATE", "sets how long"]),
      ...row(132, ["", "it sleeps then"]),
      ...row(144, ["READ", "sends records"]),
      ...row(156, ["", "from the start"])
    ]
    const segments = [88, 106, 162].map((y) => rule(50, y, 350, y))
    assert.deepStrictEqual(tables({ texts, segments }), [
      pipe([
        ["Name", "What it is for"],
        ["RATE", "sets how long it sleeps then"],
        ["READ", "sends records from the start"]
      ])
    ])
  })

  it("that is short stands under the headers of some columns", () => {
    const xs = [50, 150, 200, 250, 300]
    const texts = [
      ...row(100, ["Class", "Inward", "", "Outward"], xs),
      ...row(118, ["", "Tonnes", "Calls", "Tonnes", "Calls"], xs),
      ...row(136, ["Timber", "912", "21", "12", "9"], xs),
      ...row(150, ["Fish", "41", "153", "0", "0"], xs)
    ]
    const across = [rule(50, 88, 340, 88), rule(50, 156, 340, 156)]
    const cells = [
      ["Class", "Inward", "", "Outward", ""],
      ["", "Tonnes", "Calls", "Tonnes", "Calls"],
      ["Timber", "912", "21", "12", "9"],
      ["Fish", "41", "153", "0", "0"]
    ]
    assert.deepStrictEqual(tables({ texts, segments: [...across, rule(145, 106, 340, 106)] }), [pipe(cells)])
  })
})

describe("rules under each row", () => {
  const read = (x: number, y: number) => {
    const body = [header, ["small", "18.00", "20"], ["large", "31.00", "40"], ["walled", "52.00", "65"]]
    const lines = [104, 130, 156, 182].map((at) => rule(50, at, 290, at))
    const texts = [...rows(100, 26, body).map((each) => ({ ...each, y: each.y - (each.y > 100 ? 10 : 0) }))]
    return tables({ texts: [...texts, { text: "EUR", x, y }], segments: lines })[0] ?? ""
  }

  it("close the last row as well: its currency stood under the table", () => {
    assert.include(read(250, 179), "| walled | 52.00 | 65 EUR |")
    // below the last of them
    assert.notInclude(read(250, 192), "65 EUR")
  })
})
