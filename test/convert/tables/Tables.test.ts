import { assert, describe, it } from "@effect/vitest"
import { isPatchwork } from "../../../src/convert/tables/Tables.ts"
import { column, convert, rows, rule, type Sheet, type Text } from "../../support/RawPages.ts"

const tables = (sheet: Sheet): ReadonlyArray<string> =>
  convert([sheet])
    .split("\n\n")
    .map((block) => block.trim())
    .filter((block) => block.startsWith("|"))
const pipe = (cells: ReadonlyArray<ReadonlyArray<string>>): string => {
  const lines = cells.map((row) => `| ${row.join(" | ")} |`)
  return [lines[0], `|${" --- |".repeat(cells[0]?.length ?? 0)}`, ...lines.slice(1)].join("\n")
}

describe("a patchwork", () => {
  it("is no table: places of which most are covered by cells that span others", () => {
    const draft = (rows: number, columns: number) =>
      Array.from({ length: rows }, () => Array.from({ length: 3 }, () => ({ words: [], columns, rows: 1 })))
    assert.isTrue(isPatchwork({ draft: draft(7, 3) }))
    assert.isFalse(isPatchwork({ draft: draft(6, 3) }))
    assert.isFalse(isPatchwork({ draft: draft(12, 2) }))
  })
})

describe("a header on a grid's upper edge, outside the frame", () => {
  const xs = [50, 150, 250, 350]
  const grid = [...xs.map((x) => rule(x, 100, x, 160)), ...[100, 130, 160].map((y) => rule(50, y, 350, y))]
  const cells = rows(
    [
      ["Pack", "reads letters", "tells more"],
      ["Use", "for receipts", "for shops"]
    ],
    [60, 160, 260],
    { y: 120, leading: 30 }
  )
  const found = (header: ReadonlyArray<string>, at: ReadonlyArray<number>, y = 94) =>
    tables({ texts: [...rows([header], at, { y }), ...cells], segments: grid })[0]?.split("\n")[0]

  it("is the table's first row, though its first column has no name", () =>
    assert.strictEqual(found(["Letters", "Shops"], [170, 280]), "|  | Letters | Shops |"))

  it("may be wider than a narrow column", () =>
    assert.strictEqual(
      found(["Name of each pack", "Letters", "Shops"], [60, 170, 280]),
      "| Name of each pack | Letters | Shops |"
    ))

  it("stands over the texts of its column, whatever a title over all columns reaches", () => {
    const ys = [100, 120, 140, 160, 180]
    const frame = [...[50, 350].map((x) => rule(x, 100, x, 180)), ...ys.map((y) => rule(50, y, 350, y))]
    const body = [
      ["Pack", "reads", "tells"],
      ["Use", "kept", "shops"],
      ["Hook", "is met", "ends"]
    ]
    const texts = [
      ...rows([["Sort", "Letters", "Shops"]], [60, 160, 260], { y: 94 }),
      ...rows([["Packs of all old kinds"]], [60], { y: 114 }),
      ...rows(body, [60, 160, 260], { y: 134, leading: 20 })
    ]
    assert.strictEqual(tables({ texts, segments: frame })[0]?.split("\n")[0], "| Sort | Letters | Shops |")
  })

  it("is none when it leaves a column without a name, runs over an edge or stands apart", () => {
    const first = "| Pack | reads letters | tells more |"
    assert.strictEqual(found(["Letters"], [170]), first)
    assert.strictEqual(found(["Letters", "Shops"], [220, 280]), first)
    assert.strictEqual(found(["Letters", "Shops"], [170, 280], 84), first)
  })
})

describe("tables without rules", () => {
  it("hold names of a program under what their columns are called in another font", () => {
    const names = [
      ["fit", "converge", "fit2"],
      ["fit.all", "slice", "fit2.all"],
      ["control", "drop", "control2"],
      ["control.all", "part", "print2"]
    ]
    const found = (head: ReadonlyArray<string>, font?: string) =>
      tables({
        texts: [
          ...rows([head], [50, 150, 250], { y: 112, ...(font === undefined ? {} : { font }) }),
          ...rows(names, [50, 150, 250], { y: 130, leading: 12, font: "Courier" })
        ],
        segments: [rule(50, 118, 320, 118)]
      })
    assert.strictEqual(found(["Fitting", "Others", "Former"])[0]?.split("\n")[2], "| `fit` | converge | `fit2` |")
    assert.deepStrictEqual(found(["Fitting", "Others", "Former"], "Courier"), [])
    assert.deepStrictEqual(found(["2", "Input", ""]), [])
  })

  const plain = [
    ["Fruit", "Colour", "Price"],
    ["Apple", "red", "10"],
    ["Pear", "green", "12"],
    ["Plum", "blue", "7"]
  ]

  it("have a row for each line", () =>
    assert.deepStrictEqual(tables({ texts: rows(plain, [50, 200, 350], { y: 100 }) }), [pipe(plain)]))

  it("have a column of names that few rows have, where three have one", () => {
    const months = Array.from({ length: 24 }, (_, i) => [`May ${i + 1}`, `${60 + i}`, `${90 - i}`])
    const named = (first: ReadonlyArray<string>, every: number) =>
      months.map((row, i) => [i % every === 0 ? (first[i / every] ?? "") : "", ...row])
    const found = (names: ReadonlyArray<string>, every: number) =>
      tables({ texts: rows(named(names, every), [50, 120, 220, 320], { y: 100, leading: 16 }) })
    assert.deepStrictEqual(found(["Birch", "Heron", "Owl"], 8), [pipe(named(["Birch", "Heron", "Owl"], 8))])
    assert.notInclude(found(["Birch", "Heron"], 12)[0] ?? "", "| Birch | May 1 |")
    const rain = months.map(([month = ""], i) => [month, i % 8 === 0 ? "rain in the North" : "rain"])
    const ends = [0, 8, 16].map((i) => ({ text: "again", x: 242, y: 100 + 16 * i }))
    const table = tables({ texts: [...rows(rain, [50, 150], { y: 100, leading: 16 }), ...ends] })[0]
    assert.include(table ?? "", "| May 1 | rain in the North again |")
  })

  it("join the lines of a wrapped cell, by the distances of lines", () => {
    const wrapped = [
      ["Attack", "Remedy for it"],
      ["Malware", "keep systems\npatched"],
      ["Phishing", "train all\nthe people"],
      ["Theft", "lock doors"]
    ]
    assert.deepStrictEqual(tables({ texts: rows(wrapped, [50, 200], { y: 100, leading: 22 }) }), [
      pipe(wrapped.map((row) => row.map((cell) => cell.replace("\n", " "))))
    ])
  })

  it("make words whole that are broken inside a cell, as text does", () => {
    const wrapped = [
      ["Account", "What it holds"],
      ["Surplus", "the sur-\nplus left"],
      ["Reserve", "non-\nreturning"],
      ["Cash", "what is in the till"]
    ]
    assert.deepStrictEqual(tables({ texts: rows(wrapped, [50, 200], { y: 100, leading: 22 }) }), [
      pipe([
        ["Account", "What it holds"],
        ["Surplus", "the surplus left"],
        ["Reserve", "non-returning"],
        ["Cash", "what is in the till"]
      ])
    ])
  })

  it("join the lines of a header above figures", () => {
    const texts = [
      { text: "Number of", x: 200, y: 100 },
      { text: "Share of", x: 350, y: 100 },
      { text: "companies", x: 200, y: 112 },
      { text: "companies", x: 350, y: 112 },
      ...rows(
        [
          ["none", "52", "52%"],
          ["one", "28", "28%"],
          ["two", "20", "20%"]
        ],
        [50, 200, 350],
        { y: 124, leading: 12 }
      )
    ]
    assert.strictEqual(tables({ texts })[0]?.split("\n")[0], "|  | Number of companies | Share of companies |")
  })

  it("have a row for each of the labels one below the other, however close", () => {
    const cells = [
      ["", "", "Day:", "4 May"],
      ["Ada Heron", "", "Room:", "E7"],
      ["Mill Lane", "", "Arrival:", "Monday"],
      ["", "", "Departure:", "Friday"],
      ["Bird", "Seen", "Where", "Count"],
      ["Heron", "twice", "mill", "41"],
      ["Wren", "once", "hedge", "17"]
    ]
    const texts = [
      ...rows(cells.slice(0, 4), [50, 150, 250, 350], { y: 100, leading: 12 }),
      ...rows(cells.slice(4), [50, 150, 250, 350], { y: 170, leading: 17 })
    ]
    const text = convert([{ texts }])
    for (const label of ["Day:", "Room:", "Arrival:"]) assert.notMatch(text, new RegExp(`${label}[^|\\n]*\\w+:`))
  })

  it("say a long text over several columns once, and a label over each of them", () => {
    const first = (text: string) =>
      tables({
        texts: [
          { text, x: 55, y: 114 },
          { text: "Sum", x: 555, y: 114 },
          ...rows([["one", "two", "three"]], [55, 305, 555], { y: 134 })
        ],
        segments: [
          ...[100, 120, 140].map((y) => rule(50, y, 595, y)),
          ...[50, 550, 595].map((x) => rule(x, 100, x, 140)),
          rule(300, 120, 300, 140)
        ]
      })[0]?.split("\n")[0]
    const long = "Ada Heron, Mill Lane 4, Whitby, and all that she has to say of it"
    assert.strictEqual(first("Birds"), "| Birds | Birds | Sum |")
    assert.strictEqual(first(long), `| ${long} |  | Sum |`)
  })

  it("keep figures apart however close their lines are", () => {
    const figures = [
      ["2012", "10%"],
      ["2013", "6%"],
      ["2014", "7%"]
    ]
    assert.deepStrictEqual(tables({ texts: rows(figures, [50, 200], { y: 100, leading: 12 }) }), [pipe(figures)])
  })

  it("may have two rows when the first is in bold, and else have three", () => {
    const two = (font: string, distance: number) => ({
      texts: [
        { text: "Left", x: 50, y: 100, font },
        { text: "Right", x: 300, y: 100, font },
        { text: "one", x: 50, y: 100 + distance },
        { text: "two", x: 300, y: 100 + distance }
      ]
    })
    assert.strictEqual(tables(two("Body-Bold", 12)).length, 1)
    assert.strictEqual(tables(two("Body", 12)).length, 0)
  })

  it("keep the lists of a row in it, which stand lower and further in than its text", () => {
    const read = (marker: string) =>
      tables({
        texts: [
          ...rows(
            [
              ["Member", "Duties", "Notes"],
              ["Ada", "", "Joined in May"]
            ],
            [50, 150, 300],
            { y: 100, leading: 17 }
          ),
          ...["Charts", "Sails"].map((text, i) => ({ text: `${marker} ${text}`, x: 170, y: 127 + 14 * i })),
          ...rows(
            [
              ["Ben", "Engines", "Left"],
              ["Cleo", "Stores", "Here"]
            ],
            [50, 150, 300],
            { y: 158, leading: 17 }
          )
        ]
      })[0]?.split("\n")
    assert.deepStrictEqual(read("•")?.slice(2), [
      "| Ada | • Charts<br>• Sails | Joined in May |",
      "| Ben | Engines | Left |",
      "| Cleo | Stores | Here |"
    ])
    assert.notStrictEqual(read("Old")?.[2], "| Ada | Old Charts Old Sails | Joined in May |")
  })

  it("go on with cells that have no room for the next word, below the first column", () => {
    const read = (levels: string, colours: string) =>
      tables({
        texts: rows(
          [
            ["Name", "Default", "Description"],
            ["level", "info", "The least of all levels"],
            ["levels", levels, colours],
            ["", "config.levels", "representing priorities"],
            ["silent", "false", "Nothing is written here"]
          ],
          [50, 150, 250],
          { y: 100, leading: 14 }
        )
      })[0]
        ?.split("\n")
        .slice(3)
    assert.deepStrictEqual(read("npm.levels.of", "Levels and their colours"), [
      "| levels | npm.levels.of config.levels | Levels and their colours representing priorities |",
      "| silent | false | Nothing is written here |"
    ])
    assert.lengthOf(read("npm", "Levels") ?? [], 3)
  })

  it("end where a line runs through their columns", () => {
    const texts = [
      ...rows(plain, [50, 200, 350], { y: 100 }),
      { text: `Text ${"that goes on ".repeat(6)}`, x: 50, y: 185 },
      ...rows(plain, [50, 200, 350], { y: 215 })
    ]
    assert.deepStrictEqual(tables({ texts }), [pipe(plain), pipe(plain)])
  })

  it("begin again where their header does", () => {
    const texts = [
      ...rows(plain, [50, 200, 350], { y: 100 }),
      { text: "Others", x: 50, y: 190 },
      ...rows(plain, [50, 200, 350], { y: 215 })
    ]
    assert.deepStrictEqual(tables({ texts }), [pipe(plain), pipe(plain)])
  })
})

describe("a table that a page cuts", () => {
  const xs = [50, 200, 350]
  const head = [["Fruit", "Colour", "Price"]]
  const above = [
    ["Apple", "red", "10"],
    ["Pear", "green", "12"],
    ["Plum", "a dark blue", "7"]
  ]
  const below = [
    ["Fig", "green", "15"],
    ["Lime", "green", "4"],
    ["Kiwi", "brown", "5"]
  ]
  const sheet = (cells: ReadonlyArray<ReadonlyArray<string>>, y: number) => ({ texts: rows(cells, xs, { y }) })

  it("is one table with one header", () =>
    assert.strictEqual(
      convert([sheet([...head, ...above], 650), sheet([...head, ...below], 60)]),
      `${pipe([...head, ...above, ...below])}\n`
    ))

  it("is one table when its header does not come again", () =>
    assert.strictEqual(
      convert([sheet([...head, ...above], 650), sheet(below, 60)]),
      `${pipe([...head, ...above, ...below])}\n`
    ))

  it("gets back the end of the row that the page cut", () => {
    const page = (cells: ReadonlyArray<ReadonlyArray<string>>, y: number) => ({
      texts: [...rows(head, xs, { y, font: "Body-Bold" }), ...rows(cells, xs, { y: y + 20 })]
    })
    assert.include(
      convert([page(above, 650), page([["", "or violet", ""], ...below], 60)]),
      "| Plum | a dark blue or violet | 7 |\n| Fig |"
    )
  })

  it("gets back a single row, but no line of other columns or below other text", () => {
    const cut = (cells: ReadonlyArray<ReadonlyArray<string>>, before: ReadonlyArray<Text> = []) =>
      convert([sheet([...head, ...above], 650), { texts: [...before, ...rows(cells, xs, { y: 60 })] }])
    assert.strictEqual(
      cut([["Fig of the\ntree", "green", "15"]]),
      `${pipe([...head, ...above, ["Fig of the tree", "green", "15"]])}\n`
    )
    assert.include(cut([["Fig", "green", ""]]), "\n\nFig green")
    assert.include(cut([["Fig", "green", "15"]], [{ text: "Others", x: 50, y: 30 }]), "\n\nFig green 15")
  })

  it("is one table in another column where its header comes again", () => {
    const at = (x: number, cells: ReadonlyArray<ReadonlyArray<string>>, y: number) =>
      rows(
        cells,
        [0, 80, 150].map((dx) => x + dx),
        { y }
      )
    const both = (cells: ReadonlyArray<ReadonlyArray<string>>) =>
      convert([{ texts: at(320, [...head, ...above], 650) }, { texts: at(50, cells, 60) }])
    assert.strictEqual(both([...head, ...below]), `${pipe([...head, ...above, ...below])}\n`)
    assert.strictEqual(both(below), `${pipe([...head, ...above])}\n\n${pipe(below)}\n`)
  })

  it("is two tables when it ends high on its page, or the next begins low", () => {
    const two = `${pipe([...head, ...above])}\n\n${pipe([...head, ...below])}\n`
    assert.strictEqual(convert([sheet([...head, ...above], 300), sheet([...head, ...below], 60)]), two)
    assert.strictEqual(convert([sheet([...head, ...above], 650), sheet([...head, ...below], 400)]), two)
  })
})

describe("what is no table", () => {
  const none = (cells: ReadonlyArray<ReadonlyArray<string>>, xs: ReadonlyArray<number>, leading = 20) =>
    assert.deepStrictEqual(tables({ texts: rows(cells, xs, { y: 100, leading }) }), [])

  it("a list whose markers stand apart", () =>
    none(
      [
        ["•", "Buy bread"],
        ["•", "Pick up fruit"],
        ["•", "Return the books"]
      ],
      [50, 80]
    ))

  it("a list of which one item has wide spaces in it, but one with values behind its items", () => {
    const items = (value: (i: number) => string) =>
      ["Buy bread", "Pick up fruit", "Return the books", "Mend the bike"].map((text, i) => ["•", text, value(i)])
    none(
      items((i) => (i === 1 ? "or not" : "")),
      [50, 80, 240],
      14
    )
    const ruled = {
      texts: rows(
        items((i) => `${40 + i}`),
        [50, 80, 240],
        { y: 100, leading: 24 }
      ),
      segments: [
        ...[40, 70, 230, 300].map((x) => rule(x, 84, x, 180)),
        ...[84, 108, 132, 156, 180].map((y) => rule(40, y, 300, y))
      ]
    }
    assert.lengthOf(tables(ruled), 1)
  })

  it("a table of contents whose dots stand apart, unlike a board with signs among its dots", () => {
    const xs = [50, 170, 190, 210, 230, 250]
    const lines = (ends: ReadonlyArray<string>, signs: string) =>
      ends.map((end, i) => [`${i + 2}.1. find a word`, ...Array.from({ length: 4 }, (_, k) => signs[k] ?? ""), end])
    none(lines(["45", "46", "46", "47", "49", "50"], "...."), xs, 14)
    const board = rows(lines(["a", "b", "c", "d", "e", "f"], ".*.#"), xs, { y: 100, leading: 24 })
    assert.lengthOf(tables({ texts: board }), 1)
  })

  it("a table of contents whose dots stand one below the other, its pages with a stop", () =>
    none(
      ["herons", "wrens", "coots", "gulls", "owls"].map((bird, i) => [
        `Chapter of ${bird}`,
        ". .",
        ".",
        ".",
        `${30 + i}.`
      ]),
      [50, 250, 270, 290, 310]
    ))

  it("a table of contents", () =>
    none(
      [
        ["About the publisher", "vii"],
        ["About this project", "ix"],
        ["A first experiment", "3"],
        ["A second experiment", "13"]
      ],
      [50, 400]
    ))

  it("a heading in bold over two lines that end in the same word", () =>
    assert.notInclude(
      convert([
        {
          texts: [
            { text: "1.4 Counting reeds", x: 50, y: 100, font: "Body-Bold" },
            ...rows(
              [
                ["CountReeds(pond)", "(function)"],
                ["CountDry(pond, year)", "(function)"]
              ],
              [50, 400],
              { y: 116, leading: 13 }
            )
          ]
        }
      ]),
      "|"
    ))

  it("a table of contents with its title over the pages", () =>
    none(
      [
        ["", "Contents"],
        ["About the project", "9"],
        ["A first experiment", "13"],
        ["What came of it", "31"]
      ],
      [50, 400]
    ))

  it("a table of contents with its numbers under a rule, and its title over the pages", () =>
    assert.notInclude(
      convert([
        {
          texts: [
            { text: "Sumário", x: 487, y: 173, size: 14.35 },
            ...rows(
              [
                ["1", "Articles", "3"],
                ["2", "What is known", "31"],
                ["3", "Further reading", "49"]
              ],
              [72, 87, 530],
              { y: 292, leading: 22, font: "Body-Bold" }
            )
          ],
          segments: [149, 190, 738].map((y) => rule(72, y, 540, y))
        }
      ]),
      "|"
    ))

  it("a table of contents in one word each, without its title", () =>
    none(
      [
        ["Publisher", "1"],
        ["Project", "4"],
        ["Trials", "7"],
        ["Tables", "12"],
        ["Index", "13"]
      ],
      [50, 400]
    ))

  it("the last two of numbered chapters with their pages, but two with figures that fall", () => {
    const last = (pages: ReadonlyArray<string>) => [
      ["11 Old versions", pages[0] ?? ""],
      ["12 Licence", pages[1] ?? ""]
    ]
    none(last(["23", "25"]), [72, 500], 24)
    assert.lengthOf(tables({ texts: rows(last(["25", "23"]), [72, 500], { y: 100, leading: 24 }) }), 1)
  })

  it("a table of contents of three columns, one title in which has leaders", () => {
    const entries = [
      ["1", "Publisher", "", "1"],
      ["2", "Other steps", "", "4"],
      ["3", "Trials of all sorts", "", "7"],
      ["", "3.1 First trial", ". . . . . . .", "7"],
      ["4", "Index", "", "13"]
    ]
    const at = [50, 80, 250, 400]
    none(entries, at)
    const named = entries.map((row) => row.map((text) => text.replace(/^\..*/, "in short")))
    assert.strictEqual(tables({ texts: rows(named, at, { y: 100 }) }).length, 1)
  })

  it("addresses side by side", () =>
    none(
      [
        ["Harrow Ltd", "Mill & Sons", "Orchard plc"],
        ["Long Lane 45", "High Street 7", "Quay 93"],
        ["Whitby", "Ripon", "Selby"],
        ["+26 6782", "+93 5663", "+39 9107"]
      ],
      [50, 220, 390],
      13
    ))

  it.each([
    ["of three columns", ["Harrow Ltd", "Mill & Sons", "Orchard plc"], ["Long Lane 45", "High Street 7", "Quay 93"]],
    ["of a name and an amount each", ["Ada Heron", "Bill"], ["1.234,50", "1.234,50"]]
  ])("texts side by side whose lines are as far apart as those of the text above, %s", (_, ...cells) => {
    const above = Array.from(
      { length: 4 },
      (_, i) => `Line ${i} of the letter that is set as wide as all of the others`
    )
    const texts = [
      ...column(above, { x: 50, y: 60, leading: 20 }),
      ...rows(cells, [50, 220, 390], { y: 180, leading: 20 })
    ]
    assert.deepStrictEqual(tables({ texts }), [])
  })

  it("boxes of text that meet beside text and below it", () => {
    const text = (words: number) => Array.from({ length: words }, (_, i) => `words that go on ${i}`)
    const texts = [
      ...column(text(6), { x: 54, y: 114, leading: 14 }),
      ...column(text(6), { x: 254, y: 114, leading: 14 }),
      ...column(text(3), { x: 54, y: 218, leading: 14 })
    ]
    const segments = [
      ...[100, 204, 260].map((y) => rule(50, y, 450, y)),
      ...[50, 450].map((x) => rule(x, 100, x, 260)),
      rule(250, 100, 250, 204)
    ]
    assert.deepStrictEqual(tables({ texts, segments }), [])
  })

  it("fields of a form in two columns, each a label with its value, but not where one column has values alone", () => {
    const fields = [
      ["Name: Ada Heron", "Date: 4 May"],
      ["Boat: Tern", "Berth: 12"],
      ["Mooring: north", "Paid:"]
    ]
    none(fields, [50, 250], 18)
    const values = fields.map(([label = "", value = ""]) => [label, value.replace(/^.*: ?/, "") || "no"])
    assert.include(convert([{ texts: rows(values, [50, 250], { y: 100, leading: 18 }) }]), "| Boat: Tern | 12 |")
  })

  it("boxed fields with labels in small letters below the values of others", () => {
    const texts = [
      ...["2021-01-20", "Heron"].map((text, i) => ({ text, x: 54 + 150 * i, y: 94, font: "Body-Bold" })),
      ...["Name of the boat", "Berth"].map((text, i) => ({ text, x: 54 + 150 * i, y: 108, size: 6 })),
      { text: "North", x: 204, y: 121 }
    ]
    const segments = [...[50, 200, 350].map((x) => rule(x, 100, x, 126)), ...[100, 126].map((y) => rule(50, y, 350, y))]
    assert.deepStrictEqual(tables({ texts, segments }), [])
  })

  it("pages of a table of contents between rules", () => {
    const pages = ["10", "13", "16", "19", "22", "25"]
    const texts = rows(
      pages.map((page) => [page]),
      [400],
      { y: 112, leading: 20 }
    )
    const segments = pages.map((_, i) => rule(300, 118 + 20 * i, 420, 118 + 20 * i))
    assert.deepStrictEqual(tables({ texts, segments: [rule(300, 98, 420, 98), ...segments] }), [])
  })

  it("an address beside labels whose values have a column of their own, unlike labels beside labels", () => {
    const read = (names: ReadonlyArray<string>) => {
      const fields = [
        ["Printed:", "4 May"],
        ["Room:", "E12"],
        ["Arrival:", "2 May"],
        ["Invoice:", "none"]
      ]
      const cells = fields.map((each, i) => [names[i] ?? "", ...each])
      return convert([{ texts: rows(cells, [50, 250, 340], { y: 100, leading: 18 }) }])
    }
    const apart = read(["Ada Heron", "Whitby"])
    assert.notInclude(apart, "|")
    assert.isBelow(apart.indexOf("Whitby"), apart.indexOf("Printed: 4 May"))
    assert.include(read(["Berth 1", "Berth 2", "Berth 3", "Berth 4"]), "| Berth 2 | Room: | E12 |")
  })

  it.each([
    ["end before", ["", ""]],
    ["are labels with their values, as many as there are other lines", ["Valid: in June", "Page: 2"]]
  ])(
    "a sender, a client and dates side by side, which are read one after the other where the dates %s",
    (_, [third = "", last = ""]) => {
      const texts = rows(
        [
          ["Harrow Ltd", "Client", "Date: 4 May"],
          ["Long Lane 45", "Ada Heron", "Offer: P-3"],
          ["Whitby", "Quay 93", third],
          ["Tel: 26 67", "Selby", last]
        ],
        [50, 220, 390],
        { y: 100, leading: 13 }
      )
      const text = convert([{ texts }])
      assert.notInclude(text, "|")
      const order = ["Long Lane 45", "Whitby", "Client", "Quay 93", "Selby", "Date", "Offer"].map((part) =>
        text.indexOf(part)
      )
      assert.deepStrictEqual(
        order,
        [...order].sort((a, b) => a - b)
      )
    }
  )

  it("two tables one below the other, of which each has its header", () => {
    const part = (head: ReadonlyArray<string>, y: number, font?: string) => [
      ...rows([head], [50, 200, 350], { y }).map((text) => (font === undefined ? text : { ...text, font })),
      ...rows(
        [
          ["a one", "b two", "c three"],
          ["d four", "e five", "f six"]
        ],
        [50, 200, 350],
        { y: y + 14, leading: 14 }
      )
    ]
    const found = (font?: string) =>
      tables({
        texts: [...part(["Name", "Place", "Sort"], 100, "Body-Bold"), ...part(["Yes", "No", "Never"], 142, font)]
      })
    assert.strictEqual(found("Body-Bold").length, 2)
    assert.strictEqual(found().length, 1)
  })

  it("a listing each of whose lines is in a tint of its own", () => {
    const code = ["# -d", "$kind = 'fast';", "# -A", "if ($all) {", "    build();", "}"]
    const texts = code.map((text, i) => {
      const x = 50 + 5 * text.search(/\S/)
      return { text: text.trim(), x, y: 100 + 12 * i, font: "Courier" }
    })
    const fills = code.map((_, i) => ({
      box: { x0: 46, y0: 91 + 12 * i, x1: 540, y1: 103 + 12 * i },
      colour: 0xf0f0f0,
      at: 0
    }))
    const text = convert([{ texts: [...column(["All is set as follows."], { x: 50, y: 60 }), ...texts], fills }])
    assert.include(text, ["```", ...code, "```"].join("\n"))
  })

  it("lines whose tints meet with no seam between them, until each is in another tint", () => {
    const names = ["Heron", "Wren", "Coot", "Gull"]
    const texts = column(names, { x: 54, y: 112, leading: 16 })
    const fills = (colours: ReadonlyArray<number>) =>
      names.map((_, i) => ({
        box: { x0: 50, y0: 100 + 16 * i, x1: 350, y1: 116 + 16 * i },
        colour: colours[i % colours.length] ?? 0,
        at: 0
      }))
    assert.deepStrictEqual(tables({ texts, fills: fills([0xeeeeee]) }), [])
    assert.strictEqual(tables({ texts, fills: fills([0xeeeeee, 0xdddddd]) }).length, 1)
  })

  it("a listing with numbers of its lines, whatever font it is in", () => {
    const code = ["#include <item.h>", "int sum(", "int n[]", ") {", "n[0] += 22;", "n[1] += n[0];", "n[2] = 7;", "}"]
    none(
      code.map((text, i) => [`${i + 1}`, text]),
      [50, 80],
      12
    )
  })

  it("boxed fields of a form with labels in small letters over their values", () => {
    const fields = ["Name", "Born", "Street", "Town"].map((label, i) => [
      label,
      ["Ada Heron", "12/04/1995", "", "Whitby"][i] ?? ""
    ])
    const texts = fields.flatMap(([label = "", value = ""], i) => [
      { text: label, x: 54, y: 110 + 30 * i, size: 6 },
      ...(value === "" ? [] : [{ text: value, x: 54, y: 122 + 30 * i }])
    ])
    const segments = [
      ...[0, 1, 2, 3, 4].map((i) => rule(50, 100 + 30 * i, 350, 100 + 30 * i)),
      ...[50, 350].map((x) => rule(x, 100, x, 220))
    ]
    assert.deepStrictEqual(tables({ texts, segments }), [])
  })

  it("boxes of a form with two labels each, of which the right stands a little higher than the left", () => {
    const labels = [
      ["Street", "Number"],
      ["Town", "Postal code"],
      ["Region", "Country"]
    ]
    const found = (lower: number) => {
      const texts = labels.flatMap(([left = "", right = ""], i) => [
        { text: left, x: 54, y: 112 + lower + 24 * i },
        { text: right, x: 180, y: 112 + 24 * i },
        { text: "Office", x: 304, y: 112 + 24 * i }
      ])
      const frame = [...[0, 1, 2, 3].map((i) => 100 + 24 * i).map((y) => rule(50, y, 450, y))]
      return tables({ texts, segments: [...frame, ...[50, 300, 450].map((x) => rule(x, 100, x, 172))] })
    }
    assert.deepStrictEqual(found(0.4), found(0))
  })

  it("articles of a law in a script without spaces, each behind its number", () =>
    none(
      [
        ["一", "歩行者は、進行することができること。"],
        ["二", "普通自転車は、横断歩道において直進をし、"],
        ["", "又は左折することができること。"],
        ["一", "歩行者は、道路の横断を始めてはならず、"],
        ["", "横断を終わるか、又は横断をやめて引き返すこと。"],
        ["二", "横断歩道を進行しようとする普通自転車は、"],
        ["", "道路の横断を始めてはならないこと。"]
      ],
      [50, 80],
      14
    ))

  it("bars of a chart with their values over them and their names below", () => {
    const heights = [60, 24, 52, 10]
    const texts = heights.flatMap((height, i) => [
      { text: `${height}`, x: 110 + 50 * i, y: 196 - height },
      { text: "North", x: 105 + 50 * i, y: 212 }
    ])
    const fills = heights.map((height, i) => ({
      box: { x0: 105 + 50 * i, y0: 200 - height, x1: 130 + 50 * i, y1: 200 },
      colour: 0x1f4e79,
      at: 0
    }))
    assert.deepStrictEqual(tables({ texts, fills, segments: [rule(95, 120, 95, 200), rule(95, 200, 300, 200)] }), [])
  })

  it("boxes in a row on one line", () => {
    const at = [100, 150, 200, 250]
    const texts = at.map((x, i) => ({ text: ["North", "South", "East", "West"][i] ?? "", x: x + 8, y: 114 }))
    const segments = at.flatMap((x) => [
      rule(x, 100, x + 45, 100),
      rule(x, 120, x + 45, 120),
      rule(x, 100, x, 120),
      rule(x + 45, 100, x + 45, 120)
    ])
    assert.deepStrictEqual(tables({ texts, segments: [...segments, rule(90, 120, 310, 120)] }), [])
  })

  it("numbered formulas", () =>
    none(
      [
        ["a = b", "(10)"],
        ["c = d", "(11)"],
        ["e = f", "(12)"]
      ],
      [150, 400]
    ))

  it("two columns of running text", () => {
    const line = (i: number) => `${"abcdefgh".slice(0, 3 + (i % 5))} some words of running text to`
    const texts = [50, 310].flatMap((x) =>
      column(
        Array.from({ length: 12 }, (_, i) => line(i)),
        { x, y: 100 }
      )
    )
    assert.deepStrictEqual(tables({ texts }), [])
  })
})

describe("tables with rules", () => {
  const grid = (xs: ReadonlyArray<number>, ys: ReadonlyArray<number>) => [
    ...ys.map((y) => rule(xs[0] ?? 0, y, xs.at(-1) ?? 0, y)),
    ...xs.map((x) => rule(x, ys[0] ?? 0, x, ys.at(-1) ?? 0))
  ]

  it("have the rows of their figures where no rule parts them", () => {
    const body = [
      ["Bulgaria", "2.3", "3.2"],
      ["Cyprus", "0.21", "0"],
      ["Assistance", "", "0.87"],
      ["Estonia", "1.1", "1.9"]
    ]
    const texts = [
      ...rows([["Country", "Fund", "Total"]], [55, 155, 255], { y: 112 }),
      ...rows(body, [55, 155, 255], { y: 132, leading: 13 })
    ]
    const segments = grid([50, 150, 250, 350], [100, 120, 180])
    assert.deepStrictEqual(tables({ texts, segments }), [pipe([["Country", "Fund", "Total"], ...body])])
  })

  it("have no empty columns and rows between the lines of double borders", () => {
    const cells = [
      ["Country", "Fund", "Total"],
      ["Bulgaria", "2.3", "3.2"],
      ["Cyprus", "0.21", "0"]
    ]
    const texts = rows(cells, [60, 160, 260], { y: 114 })
    const twice = (at: number) => [at, at + 4]
    const segments = grid([50, 150, 250, 350].flatMap(twice), [98, 118, 138, 158].flatMap(twice))
    assert.deepStrictEqual(tables({ texts, segments }), [pipe(cells)])
  })

  it("have lines in their cells that end where they were meant to, and others that are one text", () => {
    const wide = "a text over the whole width"
    const read = (cell: string) =>
      tables({
        texts: rows(
          [
            ["Name", "Where"],
            ["Ada", wide],
            ["Ben", cell]
          ],
          [55, 205],
          { y: 112 }
        ),
        segments: grid([50, 200, 450], [100, 120, 140, 175])
      })[0]?.split("\n")[3]
    assert.strictEqual(read("Mill Lane\nYork"), "| Ben | Mill Lane<br>York |")
    assert.strictEqual(read("a text over the whole\nwidth of it"), "| Ben | a text over the whole width of it |")
  })

  it("keep a list in its cell", () => {
    const texts = [
      ...rows([["One", "Two"]], [55, 205], { y: 112 }),
      ...rows([["A list:\n• first\n• second", "Another:\n• third\n• fourth"]], [55, 205], { y: 132 })
    ]
    const segments = grid([50, 200, 350], [100, 120, 165])
    assert.deepStrictEqual(tables({ texts, segments }), [
      pipe([
        ["One", "Two"],
        ["A list:<br>• first<br>• second", "Another:<br>• third<br>• fourth"]
      ])
    ])
  })

  it("have the columns that stand in line where no rule parts them", () => {
    const cells = [
      ["Answers", "Freq.", "Percent", "Cum."],
      ["0", "138", "6.9", "6.9"],
      ["1", "178", "8.8", "15.7"],
      ["2", "626", "31.1", "46.8"]
    ]
    const texts = rows(cells, [55, 155, 235, 315], { y: 112 })
    const segments = [
      rule(50, 100, 380, 100),
      rule(50, 120, 380, 120),
      rule(50, 180, 380, 180),
      rule(150, 100, 150, 180)
    ]
    assert.deepStrictEqual(tables({ texts, segments }), [pipe(cells)])
  })

  const across = (y: number) => rule(50, y, 350, y)

  it("have headers over all columns that the rule below them covers", () => {
    const xs = [50, 150, 200, 250, 300]
    const table = (short: ReadonlyArray<number>) =>
      tables({
        texts: [
          { text: "Old", x: 168, y: 126 },
          { text: "New", x: 268, y: 126 },
          ...rows(
            [
              ["", "one", "two", "one", "two"],
              ["Birch", "1", "2", "3", "4"],
              ["Maple", "5", "6", "7", "8"]
            ],
            xs,
            { y: 144 }
          )
        ],
        segments: [rule(50, 100, 320, 100), rule(50, 190, 320, 190), rule(50, 149, 320, 149)].concat(
          short.map((x) => rule(x, 130, x + 70, 130))
        )
      })[0]?.split("\n")
    assert.strictEqual(table([150, 250])?.[0], "|  | Old | Old | New | New |")
    assert.strictEqual(table([250])?.[0]?.match(/New/g)?.length, 2)
    assert.strictEqual(table([250])?.[0]?.match(/Old/g)?.length, 1)
  })

  it("reach from a header of two rows to the next rule with their ends, however far down that is", () => {
    const table = (foot: number) =>
      tables({
        texts: [
          { text: "Old", x: 190, y: 112 },
          ...rows([["Use", "one", "two", "three"]], [50, 150, 200, 250], { y: 126 }),
          ...rows(
            Array.from({ length: 45 }, (_, i) => [`Birch no. ${i}`, `${i + 7}`, i % 2 === 0 ? "4" : "", "8"]),
            [50, 150, 200, 250],
            { y: 144, leading: 12 }
          )
        ],
        segments: [...[100, 131].map((y) => rule(50, y, 320, y)), rule(50, 680, foot, 680), rule(150, 116, 320, 116)]
      })[0]
    assert.lengthOf(table(320)?.split("\n") ?? [], 48)
    assert.include(table(320) ?? "", "|  | Old | Old | Old |\n| --- | --- | --- | --- |\n| Use | one | two | three |")
    assert.notInclude(table(280) ?? "", "Old | Old")
  })

  it("keep a title over their rows apart from the first of them, be it in bold or not", () => {
    const group = (title: string, y: number, font: string) => [
      { text: title, x: 50, y, font },
      ...rows(
        [
          ["1996", "12"],
          ["1997", "63"]
        ],
        [50, 150],
        { y: y + 11, leading: 11 }
      )
    ]
    const table = (font: string) =>
      tables({
        texts: [
          ...rows([["Year", "All"]], [50, 150], { y: 112 }),
          ...group("Count", 130, font),
          ...group("Guess", 170, font)
        ],
        segments: [100, 118, 204].map((y) => rule(50, y, 320, y))
      })[0]?.split("\n")
    for (const font of ["Body-Bold", "Body"])
      assert.deepStrictEqual(table(font)?.slice(2, 4), ["| Count |  |", "| 1996 | 12 |"])
  })

  it("have no column of the stretched space in a header's cell", () => {
    const table = (last: string) =>
      tables({
        texts: [
          ...rows([["Use", "Loss", "Part"]], [50, 150, 250], { y: 112 }),
          { text: "of", x: 300, y: 112 },
          { text: last, x: 250, y: 124 },
          ...rows(
            [
              ["Birch", "12", "74"],
              ["Maple", "63", "57"],
              ["Alder", "72", "54"],
              ["Elm", "71", "52"]
            ],
            [50, 150, 250],
            { y: 144 }
          )
        ],
        segments: [rule(50, 100, 320, 100), rule(50, 130, 320, 130), rule(50, 210, 320, 210)]
      })[0]?.split("\n")[0]
    assert.strictEqual(table("Wealth Lost"), "| Use | Loss | Part of Wealth Lost |")
    assert.strictEqual(table("Wealth"), "| Use | Loss | Part Wealth | of |")
  })

  it("have no column of the stretched spaces in two cells of justified text", () => {
    const names = ["count", "sum", "mean", "rest", "max", "min"]
    const texts = names.flatMap((name, i) => {
      const y = 112 + 45 * i
      const full = [{ text: "Tells how many of these are left", x: 150, y }]
      const stretched = rows([["Gives", "the", name, "value"]], [150, 190, 222, 275], { y })
      return [
        { text: name, x: 50, y: y + 6 },
        ...(i < 4 ? full : stretched),
        { text: "in it", x: 150, y: y + 12 },
        ...rows([[`no ${name}`, "Nothing."]], [50, 150], { y: y + 27 })
      ]
    })
    const [table] = tables({
      texts: [...rows([["Name", "What it tells"]], [50, 150], { y: 92 }), ...texts],
      segments: [80, 98, 385].map((y) => rule(50, y, 320, y))
    })
    assert.match(table ?? "", /^\| Name \| What it tells \|\n.*\| max \| Gives the max value in it \|\n/s)
  })

  it("begin below the title of their page, however long the rule of its running head is", () => {
    const entries = [
      ["17.01.2025", "Paper and pens", "732.58", "5,197.47"],
      ["08.08.2025", "Rent", "579.13", "4,618.34"],
      ["07.10.2025", "Wood for the stove", "673.92", "3,944.42"],
      ["09.11.2025", "Repairs", "697.31", "3,247.11"]
    ]
    const text = convert([
      {
        texts: [
          ...column(["Heron Ltd", "Long Lane 45", "Whitby"], { x: 50, y: 60 }),
          { text: "Statement", x: 50, y: 120, size: 20 },
          ...column(["Customer: Ada Wren", "Number: 5616"], { x: 50, y: 140 }),
          ...rows([["Date", "What", "Amount", "Balance"]], [50, 130, 330, 430], { y: 200 }),
          ...rows(entries, [50, 130, 330, 430], { y: 220, leading: 20 })
        ],
        segments: [40, 206, 226, 246, 266, 286].map((y) => rule(50, y, 480, y))
      }
    ])
    assert.include(text, "Statement\n")
    assert.include(text, "| Date | What | Amount | Balance |\n")
  })

  it("have no column of its own for a header that stands beside the texts of its column", () => {
    const found = tables({
      texts: [
        ...rows([["Birds", "Spring", "Weights"]], [50, 130, 330], { y: 112 }),
        { text: "Counted in all of the years", x: 138, y: 126 },
        ...rows(
          [
            ["Heron", "12", "1,740"],
            ["Grebe", "63", "1,100"],
            ["Avocet", "72", "310"],
            ["Dunlin", "71", "48"],
            ["Curlew", "70", "98"]
          ],
          [50, 240, 330],
          { y: 146 }
        )
      ],
      segments: [rule(50, 100, 380, 100), rule(50, 132, 380, 132), rule(50, 232, 380, 232)]
    })
    assert.strictEqual(found[0]?.split("\n").at(-1), "| Curlew | 70 | 98 |")
  })

  it("are two where the header comes again between rules across, with a title in between or none", () => {
    const cells = [
      ["Name", "Port"],
      ["one", "10"],
      ["two", "20"]
    ]
    const texts = (second: number) => [...rows(cells, [55, 205], { y: 112 }), ...rows(cells, [55, 205], { y: second })]
    const segments = (second: number) => [...[100, 118, 160, second, second + 18, second + 60].map(across)]
    assert.deepStrictEqual(
      tables({ texts: [...texts(202), { text: "Others:", x: 50, y: 178 }], segments: segments(190) }),
      [pipe(cells), pipe(cells)]
    )
    assert.deepStrictEqual(tables({ texts: texts(192), segments: segments(180) }), [pipe(cells), pipe(cells)])
  })

  it("are not made of the rules under headings and what stands between them", () => {
    const page = (size: number) =>
      tables({
        texts: [
          { text: "Supply", x: 50, y: 98, size },
          ...rows(
            [
              ["Lamps", "24 volts"],
              ["Relays", "6 of them"],
              ["Sensors", "2 of them"]
            ],
            [55, 205],
            { y: 120 }
          ),
          { text: "Warnings", x: 50, y: 198, size },
          ...rows(
            [
              ["A cover may be opened by hand", "when it is cold"],
              ["Not else", "ever"]
            ],
            [55, 255],
            { y: 220 }
          )
        ],
        segments: [100, 200, 260].map(across)
      })
    assert.deepStrictEqual(
      page(14)[0],
      pipe([
        ["Lamps", "24 volts"],
        ["Relays", "6 of them"],
        ["Sensors", "2 of them"]
      ])
    )
    assert.include(page(10)[0] ?? "", "Warnings")
  })

  it("are not made of the underlines of links", () => {
    const texts = column(
      ["see http://a.example/one    and", "see http://a.example/two    and", "see http://a.example/thr    and"],
      {
        x: 50,
        y: 100,
        leading: 14
      }
    )
    const foots = [102, 116, 130]
    const segments = foots.map((y) => rule(70, y, 170, y))
    const links = foots.map((y) => ({ box: { x0: 70, y0: y - 12, x1: 170, y1: y + 1 }, url: "http://a.example/" }))
    assert.deepStrictEqual(tables({ texts, segments, links }), [])
  })

  it("say once what a cell says that spans rows", () => {
    const texts = [
      ...rows(
        [
          ["Year", "Who", "Share"],
          ["", "Men", "11"],
          ["1991", "Women", "6"],
          ["", "Total", "8"]
        ],
        [55, 155, 255],
        { y: 112 }
      )
    ]
    const segments = [
      ...[100, 120, 180].map((y) => rule(50, y, 350, y)),
      ...[140, 160].map((y) => rule(150, y, 350, y)),
      ...[50, 150, 250, 350].map((x) => rule(x, 100, x, 180))
    ]
    assert.deepStrictEqual(tables({ texts, segments }), [
      pipe([
        ["Year", "Who", "Share"],
        ["1991", "Men", "11"],
        ["", "Women", "6"],
        ["", "Total", "8"]
      ])
    ])
  })
})

describe("two lines between two rules", () => {
  const page = (...lines: ReadonlyArray<ReadonlyArray<string>>) =>
    tables({
      texts: [
        ...rows([["Site", "Nights", "Lamp"]], [55, 155, 255], { y: 112 }),
        ...rows(lines, [55, 155, 255], { y: 132, leading: 12 }),
        ...rows([["Both", "60", "3414"]], [55, 155, 255], { y: 164 })
      ],
      segments: [100, 120, 150, 172]
        .map((y) => rule(50, y, 350, y))
        .concat([50, 150, 250, 350].map((x) => rule(x, 100, x, 172)))
    })[0]?.split("\n").length
  it("are two rows of figures", () => {
    assert.strictEqual(page(["Upper valley", "31", "1204"], ["Lower valley", "29", "2210"]), 5)
  })
})

describe("a header without a tint over rows of which every other has one", () => {
  const xs = [50, 110, 170, 230, 290, 350, 410]
  const tint = (y: number) =>
    xs.slice(1).map((x1, i) => ({ box: { x0: xs[i] ?? 0, y0: y, x1, y1: y + 14 }, colour: 0xcccccc, at: 0 }))
  const figures = Array.from({ length: 11 }, (_, i) => [
    `${i + 1}.2.2015`,
    ...[3, 7, 5, 9, 4].map((n) => `${n * 7 + i}`)
  ])
  const header = (first: number) =>
    tables({
      texts: [
        ...rows([["Date", "Morning", "Noon", "Evening", "Night", "Weight"]], [64, 119, 184, 238, 305, 360], { y: 100 }),
        ...rows(figures, [60, 133, 193, 253, 313, 373], { y: 118, leading: 14 })
      ],
      fills: figures.flatMap((_, i) => (i % 2 === first ? tint(108 + 14 * i) : [])),
      segments: [88, 106, 264].map((at) => rule(50, at, 410, at))
    })[0]?.split("\n")[0]

  it("is the table's first row where a rule stands over it", () => {
    const named = "| Date | Morning | Noon | Evening | Night | Weight |"
    assert.deepStrictEqual([header(0), header(1)], [named, named])
  })
})

describe("a row without a tint between two that have one", () => {
  it("is a row of their columns, however many lines it has, with a word space and a half between its texts", () => {
    const xs = [50, 125, 350]
    const tint = (y0: number, y1: number) =>
      xs.slice(1).map((x1, i) => ({ box: { x0: xs[i] ?? 0, y0, x1, y1 }, colour: 0xeeeeff, at: 0 }))
    const cells = [
      ["Bird", "Where it was seen"],
      [
        "Barn owls and",
        "In the old mill at\nthe bridge, in two\nbarns, later in the\nchurch and last of\nall in the tower of\nthe town hall"
      ],
      ["Wren", "In July"]
    ]
    const texts = rows(cells, [55, 129], { y: 114 })
    assert.deepStrictEqual(tables({ texts, fills: [...tint(100, 120), ...tint(200, 220)] }), [
      pipe(cells.map((row) => row.map((text) => text.replaceAll("\n", " "))))
    ])
  })
})

describe("tinted bars", () => {
  it("that reach the head or the foot of their page are bands across it, and cells elsewhere", () => {
    const cells = (y: number) =>
      [50, 150, 300].map((x0, i) => {
        return {
          box: { x0, y0: y, x1: [150, 300, 350][i] ?? 0, y1: y + 20 },
          colour: 0xcccccc + 0x101010 * (i % 2),
          at: i
        }
      })
    const bands = (y: number) =>
      tables({
        texts: [...rows([["B. Heron", "Birds of the river", "3 / 12"]], [55, 155, 305], { y: y + 14 })],
        fills: cells(y)
      }).length
    assert.deepStrictEqual([0, 780, 720].map(bands), [0, 0, 1])
  })

  it("are the header of the rows below that have rules with the same ends", () => {
    const page = () =>
      tables({
        texts: [
          ...rows([["Item", "What it is", "Price"]], [55, 155, 255], { y: 113 }),
          ...rows(
            [
              ["P-104", "Dinner plate", "1,110.00"],
              ["B-021", "Bowl", "720.00"]
            ],
            [55, 155, 255],
            { y: 133 }
          ),
          ...rows([["S-900", "Freight", "240.00"]], [55, 155, 255], { y: 173 })
        ],
        segments: [140, 160, 180].map((y) => rule(50, y, 350, y)),
        fills: [{ box: { x0: 50, y0: 100, x1: 350, y1: 120 }, colour: 0xeeeeee, at: 0 }]
      })
    assert.strictEqual(page()[0]?.split("\n").length, 5)
  })

  it("are of one table with the grid below where a row stands between them or nothing, and not across a blank gap", () => {
    const page = (gap: number, between: string) => {
      const top = 120 + gap
      const grid = [top, top + 20, top + 40].map((y) => rule(50, y, 350, y))
      const sides = [50, 200, 350].map((x) => rule(x, top, x, top + 40))
      return tables({
        texts: [
          { text: "Applicant", x: 55, y: 113 },
          ...(between === "" ? [] : [{ text: between, x: 55, y: 133 }]),
          ...rows(
            [
              ["Name", "Holm"],
              ["Born", "1988"]
            ],
            [55, 205],
            { y: top + 12 }
          )
        ],
        segments: [...grid, ...sides],
        fills: [{ box: { x0: 50, y0: 100, x1: 350, y1: 120 }, colour: 0xcccccc, at: 0 }]
      })[0]
    }
    assert.include(page(0, "") ?? "", "Applicant")
    assert.include(page(20, "Family") ?? "", "Applicant")
    assert.notInclude(page(20, "") ?? "", "Applicant")
  })
})

describe("tables in Arabic", () => {
  it("have their first column on the right, and those with more of another script on the left", () => {
    const seen = (text: string) => [...text].reverse().join("")
    const page = (names: ReadonlyArray<string>) =>
      tables({
        texts: rows(
          [
            ["10", "5", names[0] ?? ""],
            ["20", "8", names[1] ?? ""],
            ["30", "9", names[2] ?? ""]
          ],
          [55, 155, 255],
          { y: 112 }
        ),
        segments: [100, 120, 140, 160]
          .map((y) => rule(50, y, 350, y))
          .concat([50, 150, 250, 350].map((x) => rule(x, 100, x, 160)))
      })[0]?.split("\n")[0]
    assert.strictEqual(page(["طلاب", "بالغون", "عائلات"].map(seen)), "| طلاب | 5 | 10 |")
    assert.strictEqual(page(["ab", "cd", "ef"]), "| 10 | 5 | ab |")
  })
})

describe("words that come again in every line, as far apart as words are", () => {
  /** Words 0.3 em apart. */
  const phrase = (text: string, x: number, y: number): ReadonlyArray<Text> => {
    let at = x
    return text.split(" ").map((word) => {
      const own = { text: word, x: at, y }
      at += word.length * 5 + 3
      return own
    })
  }

  it("are running text, however well they stand above one another", () => {
    const texts = Array.from({ length: 12 }, (_, i) => {
      const line = Array.from({ length: 6 }, (_, k) => `Word ${i} ${6 * i + k}`).join(" ")
      return phrase(line, 50, 100 + 14 * i)
    })
    assert.deepStrictEqual(tables({ texts: texts.flat() }), [])
  })

  it("are one cell in a table", () => {
    const cells = Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => `Word 0 ${10 + 3 * i + k}`))
    const texts = cells.flatMap((row, i) => row.flatMap((text, k) => phrase(text, 50 + 120 * k, 100 + 14 * i)))
    assert.deepStrictEqual(tables({ texts }), [pipe(cells)])
  })
})

describe("tables of one column", () => {
  const names = ["Harbour", "Mill", "Orchard", "Quay", "Station"]
  const texts = rows(
    names.map((name) => [name]),
    [55],
    { y: 114, leading: 20 }
  )
  const across = [0, 1, 2, 3, 4, 5].map((i) => rule(50, 100 + 20 * i, 350, 100 + 20 * i))

  it("are those with a rule between any two rows", () =>
    assert.deepStrictEqual(tables({ texts, segments: across }), [pipe(names.map((name) => [name]))]))

  it("have the rows of their lines inside a frame with a header", () => {
    const segments = [100, 120, 200].map((y) => rule(50, y, 350, y)).concat([50, 350].map((x) => rule(x, 100, x, 200)))
    assert.deepStrictEqual(tables({ texts, segments }), [pipe(names.map((name) => [name]))])
  })

  it("have a rule above their header, below it and at their foot, or the header in a tint", () => {
    const named = texts.map((text, i) => (i === 0 ? { ...text, colour: 0x333399 } : text))
    const ends = [100, 200].map((y) => rule(50, y, 130, y))
    const fill = { box: { x0: 50, y0: 101, x1: 130, y1: 120 }, colour: 0xdddddd, at: 0 }
    const table = [pipe(names.map((name) => [name]))]
    assert.deepStrictEqual(tables({ texts: named, segments: [...ends, rule(50, 120, 130, 120)] }), table)
    assert.deepStrictEqual(tables({ texts: named, segments: ends, fills: [fill] }), table)
  })

  it("are no titles and texts by turns, each above a rule", () => {
    const boxed = [0, 1, 2].flatMap((i) => [
      { text: "Advice", x: 55, y: 114 + 40 * i, colour: 0x333399 },
      { text: "What a reader should keep in mind", x: 55, y: 134 + 40 * i }
    ])
    const segments = [0, 1, 2, 3, 4, 5, 6].map((i) => rule(50, 100 + 20 * i, 250, 100 + 20 * i))
    assert.deepStrictEqual(tables({ texts: boxed, segments }), [])
  })

  it("are no boxes of running text with a title each", () => {
    const prose = "Lines of running text that fill the width of the box they"
    const boxed = [0, 1].flatMap((i) =>
      ["Note", prose, prose, "stand in."].map((text, k) => ({ text, x: 55, y: 112 + 60 * i + 13 * k }))
    )
    const segments = [100, 160, 220].map((y) => rule(50, y, 350, y)).concat([50, 350].map((x) => rule(x, 100, x, 220)))
    assert.notInclude(tables({ texts: boxed, segments }).join(), "| Note |\n")
  })
})

it("lines side by side in the cells of one row are rows where a frame and a header have no rules between them", () => {
  const cells = [
    ["Town", "Trade"],
    ["Whitby", "whaling and jet"],
    ["Ripon", "spurs"],
    ["Selby", "ships"],
    ["Malton", "horses and beer"]
  ]
  const segments = [100, 120, 190]
    .map((y) => rule(50, y, 350, y))
    .concat([50, 200, 350].map((x) => rule(x, 100, x, 190)))
  assert.deepStrictEqual(tables({ texts: rows(cells, [55, 205], { y: 114, leading: 16 }), segments }), [pipe(cells)])
})

it("a row that is nearly all typewriter is part of its table where its first cell is not", () => {
  const names = [
    ["beta", "beta", "shape1, shape2, ncp"],
    ["binomial", "binom", "size, prob"],
    ["exponential", "exp", "rate"],
    ["gamma", "gamma", "shape, scale"],
    ["geometric", "geom", "prob"]
  ]
  const read = (first: string) =>
    tables({
      texts: rows(names, [50, 150, 250], { y: 100, leading: 14 }).map((text) =>
        text.x === 50 ? { ...text, font: first } : { ...text, font: "Courier" }
      )
    })
  assert.deepStrictEqual(read("Body"), [pipe(names)])
  assert.deepStrictEqual(read("Courier"), [])
})

it("names of authors side by side under the title, each over where they are at home, are no table; under a smaller heading they are", () => {
  const middles = [170, 430]
  const centred = (texts: ReadonlyArray<string>, y: number, font = "Body") =>
    texts.map((text, i) => ({ text, x: (middles[i] ?? 0) - text.length * 2.5, y, font }))
  const texts = [
    ...centred(["Ada Lister", "Edmund Prior"], 130, "Body-Bold"),
    ...centred(["University of York and Malton", "Salt Board"], 145),
    ...column(
      Array.from({ length: 8 }, () => "a line of the text that follows the names, which is as wide as its column is"),
      { x: 50, y: 220 }
    )
  ]
  const title = { text: "How salt is weighed in towns", x: 180, y: 90, size: 17 }
  assert.deepStrictEqual(tables({ texts: [title, ...texts] }), [])
  const larger = { text: "Salt", x: 50, y: 50, size: 24 }
  assert.lengthOf(tables({ texts: [larger, title, ...texts] }), 1)
})

describe("a last row without a tint", () => {
  it("is of the table of tinted rows above it, at the distance of rows", () => {
    const xs = [50, 150, 250, 350]
    const tint = (y: number, height = 20) =>
      xs.slice(1).map((x1, i) => ({ box: { x0: xs[i] ?? 0, y0: y, x1, y1: y + height }, colour: 0xeeeeff, at: 0 }))
    const page = (y: number, more: ReadonlyArray<Text> = [], wrapped = "July") =>
      tables({
        texts: [
          ...more,
          ...rows(
            [
              ["Bird", "Seen in", "Count"],
              ["Heron", "March", "4"],
              ["Wren", wrapped, "31"]
            ],
            [55, 155, 255],
            { y: 114 }
          ),
          ...rows([["Coot", "all year", "57"]], [55, 155, 255], { y })
        ],
        fills: [...tint(100), ...tint(140, wrapped.includes("\n") ? 32 : 20)]
      })[0]?.split("\n").length
    assert.strictEqual(page(174), 5)
    assert.strictEqual(page(190), 4)
    // the caption below is none of its lines: it took the row out of the table
    assert.strictEqual(page(186, [{ text: "Table 3: Birds of the shore", x: 55, y: 199 }], "in July\nand later"), 5)
  })
})
