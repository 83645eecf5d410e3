import { assert, describe, it } from "@effect/vitest"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import type { Segment } from "../../../src/convert/model/Page.ts"
import { tableCandidates } from "../../../src/convert/tables/Tables.ts"
import { convert, grid, rawPage, rows, rule, type Text, tables } from "../../support/RawPages.ts"

describe("a title over a grid, in a tint that touches it", () => {
  const cells = [
    ["Barn owl", "hunts by night over open fields"],
    ["Heron", "stands still in shallow water"],
    ["Wren", "sings louder than any of them"]
  ]
  const page = (y0: number, x1 = 120) => ({
    texts: [...rows([["A", "Birds of the river"]], [60, 210], { y: y0 + 20 }), ...rows(cells, [55, 205], { y: 114 })],
    fills: [{ box: { x0: 50, y0, x1, y1: y0 + 40 }, colour: 0xcccccc, at: 0 }],
    segments: grid([50, 200, 400], [100, 120, 140, 160])
  })
  it("is no row of the grid", () => assert.deepStrictEqual(tables(page(60))[0]?.[0], `| ${cells[0]?.join(" | ")} |`))

  it("is one where it ends with a column", () =>
    assert.deepStrictEqual(tables(page(60, 200))[0]?.[0], "| A | Birds of the river |"))
})

describe("rows that no rule parts in a grid", () => {
  const found = (total: ReadonlyArray<string>) =>
    tables({
      texts: [
        ...rows([["Seller", "A. Heron"]], [55, 155], { y: 114 }),
        ...rows(
          [
            ["Item", "Pieces", "Price", "Tax"],
            ["Lamp", "1", "204.00", "61.00"]
          ],
          [55, 155, 255, 355],
          {
            y: 134,
            leading: 16
          }
        ),
        ...rows([total], [55, 155, 255, 355], { y: 220 }),
        ...rows([["Buyer", "B. Wren"]], [55, 155], { y: 244 })
      ],
      segments: [
        ...[50, 150, 450].map((x) => rule(x, 100, x, 250)),
        ...[250, 350].map((x) => rule(x, 120, x, 230)),
        ...[100, 120, 230, 250].map((y) => rule(50, y, 450, y))
      ]
    })[0]?.map((line) => line.replaceAll("  ", " "))

  it("are those of figures one below the other in several columns", () =>
    assert.deepStrictEqual(found(["Total", "", "204.00", "61.00"])?.slice(3, 5), [
      "| Lamp | 1 | 204.00 | 61.00 |",
      "| Total | | 204.00 | 61.00 |"
    ]))

  it("are those of a frame with a rule under its header alone, though most lines of three columns go on", () => {
    const body = [
      ["Grey heron", "Stands in shallow", "Along the whole"],
      ["", "water and waits", "of the lower"],
      ["", "for fish", "river"],
      ["Barn owl", "Hunts by night", "In two barns of"],
      ["", "over open fields", "the upper mill"],
      ["Reed warbler", "Hangs its nest", "Wherever reeds"],
      ["", "between reeds that", "have not been"],
      ["", "stand in water", "cut for a year"],
      ["Tawny owl", "Sits in hollow oaks", "In the old park"],
      ["", "and calls to others", "behind the church"]
    ]
    const sheet = {
      texts: [
        ...rows([["Bird", "What it does", "Where"]], [55, 135, 235], { y: 114 }),
        ...rows(body, [55, 135, 235], { y: 134, leading: 12 })
      ],
      segments: [
        ...[50, 130, 230, 326].map((x) => rule(x, 100, x, 250)),
        ...[100, 120, 250].map((y) => rule(50, y, 326, y))
      ]
    }
    assert.deepStrictEqual(
      tables(sheet)[0]?.map((line) => line.split(" | ")[0]),
      ["| Bird", "| ---", "| Grey heron", "| Barn owl", "| Reed warbler", "| Tawny owl"]
    )
  })

  /** Under a title over all columns, a header and a double rule, with no rule between its rows. */
  const parted = ([header = [], ...cells]: ReadonlyArray<ReadonlyArray<string>>) => {
    const edges = [158, 179, 268, 324, 453]
    const texts = [164, 185, 274, 330]
    const end = 315 + 12 * cells.length
    return tables({
      texts: [
        { text: "Read from a file", x: 260, y: 295, font: "Body-Bold" },
        ...rows([header], texts, { y: 307 }),
        ...rows(cells, texts, { y: 322, leading: 12 })
      ],
      segments: [
        ...[158, 453].map((x) => rule(x, 286, x, 298)),
        ...edges.flatMap((x) => [rule(x, 299, x, 311), rule(x, 313, x, end)]),
        ...[286, 298, 311, 313, end].map((y) => rule(158, y, 453, y))
      ]
    })[0]
  }

  it("are two where each column has a text of its own in both: one row said 1 2, and both names", () =>
    assert.deepStrictEqual(
      parted([
        ["#", "Name", "Telephone", "Town"],
        ["1", "A. Heron", "555-4455", "SH-124 Lake"],
        ["2", "B. Wren", "555-4584", "SH-123 Lake"]
      ]),
      [
        "| # | Name | Telephone | Town |",
        "| --- | --- | --- | --- |",
        "| 1 | A. Heron | 555-4455 | SH-124 Lake |",
        "| 2 | B. Wren | 555-4584 | SH-123 Lake |"
      ]
    ))

  it("are one where the columns' texts go on, and where most have one line", () => {
    const header = ["#", "Name", "Made of", "Where"]
    assert.strictEqual(
      parted([
        header,
        ["1", "Lamp for the", "brass and", "the old house at the"],
        ["", "desk of Ann", "glass of", "lake"]
      ])?.at(-1),
      "| 1 | Lamp for the desk of Ann | brass and glass of | the old house at the lake |"
    )
    assert.strictEqual(
      parted([header, ["1", "Lamp", "brass", "house"], ["", "", "", "Garden"]])?.at(-1),
      "| 1 | Lamp | brass | house Garden |"
    )
  })
})

describe("a grid closed all around", () => {
  it("is a table whatever signs of code its cells have: it was a list of its first column", () => {
    const cells = Array.from({ length: 9 }, (_, i) => [`1.${i + 1}`, `<b>name</b> ${i + 1}`])
    const ys = Array.from({ length: 10 }, (_, i) => 100 + 14 * i)
    const found = tables({
      texts: rows(cells, [54, 204], { y: 110, leading: 14 }),
      segments: [...[50, 200, 400].map((x) => rule(x, 100, x, 226)), ...ys.map((y) => rule(50, y, 400, y))]
    })
    assert.strictEqual(found[0]?.length, 10)
  })
})

describe("lines of cells that only rules between columns part", () => {
  const found = (cells: ReadonlyArray<ReadonlyArray<string>>) =>
    tables({
      texts: [
        ...rows([["Option", "Type", "Default", "Here", "There"]], [55, 155, 215, 275, 315], { y: 114 }),
        ...rows(cells, [55, 155, 215, 275, 315], { y: 134, leading: 12 })
      ],
      segments: [
        ...[50, 150, 210, 270, 310, 350].map((x) => rule(x, 100, x, 200)),
        ...[100, 120, 200].map((y) => rule(50, y, 350, y))
      ]
    })[0]?.slice(2)

  it("are rows where they come again or leave room for the next word", () =>
    assert.deepStrictEqual(
      found([
        ["Name", "text", "(none)", "*", "*"],
        ["Threads", "integer", "(none)", "", "*"],
        ["", "or list", "", "", ""],
        ["Remote folder", "text", "empty", "", "*"],
        ["Library", "text", "empty", "", ""]
      ]),
      [
        "| Name | text | (none) | \\* | \\* |",
        "| Threads | integer or list | (none) |  | \\* |",
        "| Remote folder | text | empty |  | \\* |",
        "| Library | text | empty |  |  |"
      ]
    ))

  it("are one row where the first column has no more than one, as boxes of a form with their labels have", () =>
    assert.strictEqual(
      found([
        ["", "PAID IN", "PAID OUT", "", "LEFT"],
        ["C11", "OF TAX", "OF TAX", "", "OF IT"],
        ["", "(box 2)", "(box 3)", "", "(box 4)"]
      ])?.length,
      1
    ))

  it("are one row where they are texts that go on", () =>
    assert.strictEqual(
      found([
        ["The folder in which", "A text of", "Where it", "yes", "no"],
        ["all that is found", "one word", "is begun", "", ""],
        ["is to be kept", "or more", "from", "", ""]
      ])?.length,
      1
    ))
})

describe("a title over cells of which rules draw some only", () => {
  it("covers the rows that are there, and moves no cell of the next one", () => {
    const table = tables({
      texts: [
        ...rows([["What stands where"]], [60], { y: 120 }),
        ...rows([["North", "South", "West"]], [60, 160, 260], { y: 180 }),
        ...rows([["12", "31", "7"]], [60, 160, 260], { y: 200 })
      ],
      segments: [
        ...grid([50, 150, 250, 350], [165, 185, 205]),
        ...[100].map((y) => rule(50, y, 350, y)),
        ...[50, 350].map((x) => rule(x, 100, x, 165)),
        rule(340, 130, 350, 130),
        rule(340, 130, 340, 132)
      ]
    })[0]
    assert.deepStrictEqual(table?.slice(2), ["| North | South | West |", "| 12 | 31 | 7 |"])
  })
})

describe("a header of two lines whose names no rule parts", () => {
  it("has each name in its column, though the cell covers two rows of the grid", () => {
    const [first] =
      tables({
        texts: [
          ...rows([["Where", "What"]], [60, 160], { y: 115 }),
          ...rows([["it is", "it eats"]], [60, 160], { y: 131 }),
          ...rows([["In May", "In June"]], [260, 360], { y: 131 }),
          ...rows([["Pond", "Reeds", "12", "31"]], [60, 160, 260, 360], { y: 155 }),
          ...rows([["Moor", "Moss", "7", "18"]], [60, 160, 260, 360], { y: 175 })
        ],
        segments: [
          ...[100, 140, 160, 180].map((y) => rule(50, y, 450, y)),
          rule(250, 120, 450, 120),
          ...[50, 250, 450].map((x) => rule(x, 100, x, 180)),
          rule(150, 140, 150, 180),
          rule(350, 120, 350, 180)
        ]
      })[0] ?? []
    assert.match(first ?? "", /^\| Where it is \| What it eats \|/)
  })
})

describe("no tables", () => {
  const tint = (x0: number, x1: number) => ({ box: { x0, y0: 100, x1, y1: 114 }, colour: 0xe8e8e8, at: 0 })
  const shaded = (gap: number) =>
    tables({
      texts: rows([["const", "heron", "=", "river"]], [50, 75 + gap, 100 + 2 * gap, 105 + 3 * gap], { y: 110 }),
      fills: [
        tint(50 - gap / 2, 75 + gap / 2),
        tint(75 + gap / 2, 100 + 1.5 * gap),
        tint(100 + 1.5 * gap, 105 + 2.5 * gap),
        tint(105 + 2.5 * gap, 130 + 3.5 * gap)
      ]
    }).length

  it("are words of a line, each in a tint of its own", () => assert.deepStrictEqual([2, 14].map(shaded), [0, 1]))

  it("are lines of a box below its title, whatever their tints close", () => {
    const lines = ["a net with a long handle", "two bags for the fish", "a rod", "some of the bread of yesterday"]
    const page = (texts: ReadonlyArray<string>) =>
      tables({
        texts: [
          ...rows([["What to bring"]], [55], { y: 112, font: "Body-Bold" }),
          ...rows(
            texts.map((text) => [text]),
            [55],
            { y: 132, leading: 16 }
          )
        ],
        fills: [
          { box: { x0: 50, y0: 100, x1: 450, y1: 118 }, colour: 0xccccdd, at: 0 },
          { box: { x0: 50, y0: 118, x1: 450, y1: 190 }, colour: 0xeeeeff, at: 0 }
        ]
      }).length
    assert.deepStrictEqual([page(lines), page(["net", "bag", "pot", "rod"])], [0, 1])
  })

  it("are numbers in tints, one below the other", () => {
    const page = (texts: ReadonlyArray<string>) =>
      tables({
        texts: texts.flatMap((text, i) => rows([[text]], [55], { y: 110 + 20 * i })),
        segments: grid([50, 90], [100, 120, 140, 160, 180])
      }).length
    assert.deepStrictEqual([page(["1", "2", "3", "4"]), page(["net", "bag", "pot", "rod"])], [0, 1])
  })

  it("are boxes with titles, one below the other in one frame", () => {
    const page = (font: string) =>
      tables({
        texts: [
          ...rows([["Mind the heron"]], [55], { y: 114, font: "Body-Bold" }),
          ...rows([["It stands still in the shallow water and waits for fish."]], [55], { y: 134 }),
          ...rows([["Feed the wren"]], [55], { y: 154, font }),
          ...rows([["It sings louder than any other bird of its size."]], [55], { y: 174 })
        ],
        segments: grid([50, 450], [100, 120, 140, 160, 180])
      }).length
    assert.deepStrictEqual([page("Body-Bold"), page("Body")], [0, 1])
  })
})

describe("rules with the same ends", () => {
  const birds = [
    ["Bird", "Seen", "Count"],
    ["Heron", "March", "4"],
    ["Wren", "July", "31"]
  ]
  const fish = [
    ["Fish", "Caught in", "Weight", "Length"],
    ["Pike", "May", "2", "45"],
    ["Carp", "June", "3", "50"]
  ]
  const page = (between: ReadonlyArray<string>, font = "Body") =>
    tables({
      texts: [
        ...rows(birds, [55, 200, 350], { y: 114, leading: 14 }),
        ...rows([between.slice(0, 2), between.slice(2)], [55, 110], { y: 184, leading: 12 }),
        ...rows(fish.slice(0, 1), [55, 150, 250, 350], { y: 244, font }),
        ...rows(fish.slice(1), [55, 150, 250, 350], { y: 260, leading: 14 })
      ],
      segments: [100, 120, 150, 230, 250, 282].map((y) => rule(50, y, 400, y))
    }).map((table) => table[0])

  it("are of two tables where a caption stands between them, its name apart from its text", () =>
    assert.deepStrictEqual(
      page([
        "Table 2.",
        "What was caught in the ponds and the river in early summer",
        "by those who had a card for the day, with weights in kilograms"
      ]),
      ["| Bird | Seen | Count |", "| Fish | Caught in | Weight | Length |"]
    ))
})

describe("a text in the strip between two columns", () => {
  const page = (label: ReadonlyArray<string>) =>
    tables({
      texts: [
        ...rows(
          [
            ["Day", "What", "Charge", "Credit"],
            ["1 May", "Deposit", "", "4.64"],
            ["1 May", "Surcharge", "4.64", ""],
            ["2 May", "Room", "463.50", ""],
            ["2 May", "Deposit", "", "463.50"],
            ["2 May", "Breakfast", "76.00", ""],
            ["3 May", "Card", "", "76.76"],
            ["3 May", "Lunch", "15.00", ""]
          ],
          [50, 120, 330, 420],
          { y: 100, leading: 14 }
        ),
        ...rows([label], [120, 290, 330, 420], { y: 212 })
      ]
    })[0]?.at(-1)

  it("is not of the column that its row has a text in", () => {
    assert.strictEqual(page(["", "Sum", "559.14", "544.90"]), "|  | Sum | 559.14 | 544.90 |")
    assert.strictEqual(page(["In all", "Sum", "", "544.90"]), "|  | In all | Sum | 544.90 |")
  })
})

describe("a label over several columns", () => {
  const page = (lines: number) =>
    tables({
      texts: [
        ...rows(
          [["Sold to", ["A. Heron", "Mill Lane 4", "Riverside", "Fenland"].slice(0, lines).join("\n")]],
          [55, 155],
          {
            y: 114
          }
        ),
        ...rows(
          [
            ["Lamp", "1", "4.50"],
            ["Bulb", "2", "1.20"]
          ],
          [55, 155, 255],
          { y: 174 }
        )
      ],
      segments: [
        ...[50, 150, 350].map((x) => rule(x, 100, x, 200)),
        rule(250, 160, 250, 200),
        ...[100, 160, 180, 200].map((y) => rule(50, y, 350, y))
      ]
    })[0]?.[0]?.match(/Heron/g)?.length

  it("stands over each of them, and once where it has the lines of an address", () =>
    assert.deepStrictEqual([3, 4].map(page), [2, 1]))
})

describe("a line of a column alone", () => {
  const page = (end: string, next: string) =>
    tables({
      texts: [
        ...rows([["Bird", "Where", "When it was seen"]], [50, 150, 250], { y: 100, font: "Body-Bold" }),
        ...rows([["Wren", "Mill", "In the early morning of all days in May"]], [50, 150, 250], { y: 116 }),
        ...rows([["Heron", "Pond", `At dusk ${end}`]], [50, 150, 250], { y: 132 }),
        ...rows([["", "", next]], [50, 150, 250], { y: 148 }),
        ...rows([["Owl", "Barn", "At night"]], [50, 150, 250], { y: 164 })
      ]
    })[0]?.length

  it("goes on with the row above in the middle of a sentence", () =>
    assert.deepStrictEqual([page("on most", "days"), page("then.", "Then not")], [5, 6]))
})

describe("a row that the page cuts", () => {
  const long = "stands still in the shallow water of the pond and waits for fish that come near, which takes"
  const page = (end: string, next: string) => {
    const xs = [50, 150, 590]
    const sheet = (cells: ReadonlyArray<ReadonlyArray<string>>, y: number) => ({
      texts: rows(cells, [55, 155], { y: y + 14 }).map((text) => ({ ...text, size: 8 })),
      segments: grid(
        xs,
        [0, ...cells].map((_, i) => y + 20 * i)
      )
    })
    return convert([
      sheet(
        [
          ["Wren", "sings."],
          ["Grey", `${long}${end}`]
        ],
        700
      ),
      sheet(
        [
          ["heron", next],
          ["Owl", "hunts by night."]
        ],
        60
      )
    ]).split("\n")
  }

  it("is one row where its texts go on in the middle of a sentence, and two where one has ended", () => {
    assert.isTrue(page("", "an hour.").includes(`| Grey heron | ${long} an hour. |`))
    assert.isTrue(page(".", "Then it flies.").includes("| heron | Then it flies. |"))
  })
})

describe("a closed grid", () => {
  it("is one table where its sections have a header each, below a title over all columns", () => {
    const ys = [90, 110, 130, 150, 170, 190, 210, 230, 250]
    const xs = [50, 150, 250, 350]
    const names = ["Servers in:", "2007", "2008"]
    const title = (text: string, y: number) => ({ text, x: 180, y, font: "Body-Bold" })
    const section = (y: number, all: number) => [
      title(`${all === 1 ? "First" : "Second"} scenario`, y),
      ...rows([names], [60, 160, 260], { y: y + 20, font: "Body-Bold" }),
      ...rows(
        [
          ["Closets", `${all},505`, `${all},580`],
          ["Rooms", `${all},512`, `${all},586`]
        ],
        [60, 160, 260],
        { y: y + 40 }
      )
    ]
    const across = ys.map((y) => rule(50, y, 350, y))
    // no upright goes through a title
    const upright = xs.flatMap((x, i) =>
      i === 0 || i === 3 ? [rule(x, 90, x, 250)] : [rule(x, 110, x, 170), rule(x, 190, x, 250)]
    )
    const found = convert([{ texts: [...section(104, 1), ...section(184, 2)], segments: [...across, ...upright] }])
    assert.lengthOf(found.match(/^\| ---/gm) ?? [], 1)
    assert.include(found, "Second scenario |")
  })
})

describe("a name over two columns in a grid that no rule parts from theirs", () => {
  const texts = [
    { text: "Bird", x: 55, y: 114 },
    { text: "Length of wings", x: 215, y: 114 },
    { text: "Weight of eggs", x: 415, y: 114 },
    ...rows(
      [
        ["", "left", "right", "first", "second"],
        ["Owl", "10", "11", "20", "21"],
        ["Wren", "12", "13", "22", "23"]
      ],
      [55, 155, 255, 355, 455],
      { y: 128, leading: 20 }
    )
  ]
  const across = [100, 134, 154, 174].map((y) => rule(50, y, 550, y))
  const upright = (x: number, from: number) => rule(x, from, x, 174)
  const header = [
    '<tr><th rowspan="2">Bird</th><th colspan="2">Length of wings</th><th colspan="2">Weight of eggs</th></tr>',
    "<tr><td>left</td><td>right</td><td>first</td><td>second</td></tr>"
  ]
  const found = (uprights: ReadonlyArray<Segment>) =>
    convert([{ texts, segments: [...across, ...uprights] }], { tables: "auto" })
      .split("\n")
      .slice(1, 3)

  it("ends where the ruling between these begins: it was cut in two", () =>
    assert.deepStrictEqual(
      found([...[50, 150, 350, 550].map((x) => upright(x, 100)), ...[250, 450].map((x) => upright(x, 120))]),
      header
    ))
})

describe("names over columns in a row of a grid that no upright ruling parts", () => {
  const page = (names: ReadonlyArray<Text>, upright = 120) => ({
    texts: [
      { text: "Bird", x: 55, y: 114 },
      ...names,
      ...rows(
        [
          ["Owl", "10", "11"],
          ["Wren", "12", "13"]
        ],
        [55, 155, 255],
        { y: 134, leading: 20 }
      )
    ],
    segments: [
      ...[100, 120, 140, 160].map((y) => rule(50, y, 350, y)),
      ...[50, 350].map((x) => rule(x, 100, x, 160)),
      ...[rule(150, upright, 150, 160), rule(250, 120, 250, 160)]
    ]
  })

  it("are in the columns that they stand over, be it several: all of them were one cell", () =>
    assert.include(
      convert([page([{ text: "Length of wings", x: 215, y: 114 }])], { tables: "auto" }),
      '<tr><th>Bird</th><th colspan="2">Length of wings</th></tr>'
    ))

  it("are all in cells where one begins before its own: it was left out", () => {
    const own = [
      { text: "Length", x: 136, y: 114 },
      { text: "Weight", x: 265, y: 114 }
    ]
    const sheet = clean(rawPage(page(own, 100)))
    const counts = tableCandidates(sheet, lines(words(sheet)))
      .filter(({ detector }) => detector === "lattice")
      .map(({ draft }) => draft.flat().flatMap((each) => each.words).length)
    assert.deepStrictEqual([...new Set(counts)], [9])
  })
})
