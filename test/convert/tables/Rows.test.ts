import { assert, describe, it } from "@effect/vitest"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { rowsOf as across } from "../../../src/convert/lines/TextRows.ts"
import { tableLinesOf } from "../../../src/convert/tables/ColumnSeparators.ts"
import { evidence, isOwn } from "../../../src/convert/tables/evidence/CellLines.ts"
import { rowsOf } from "../../../src/convert/tables/rows/Rows.ts"
import { spanned } from "../../../src/convert/tables/Spans.ts"
import { convert, rawPage, rows, rule, type Sheet, type Text, tables } from "../../support/RawPages.ts"

const xs = [50, 130, 330, 430]

describe("rows without rules", () => {
  it("have the second line of what is described, though its words would have fitted on the first", () => {
    const cells = [
      ["Day", "Description", "Guest", "Sum"],
      ["7 May", "Fare", "Ms Ito", "92.40"],
      ["", "to York", "", ""],
      ["8 May", "Dinner", "Ms Ito", "31.00"],
      ["", "with two guests", "", ""],
      ["9 May", "Dinner", "Mr Oza", "18.20"],
      ["", "alone", "", ""]
    ]
    const text = convert([{ texts: rows(cells, xs, { leading: 12 }) }])
    assert.include(text, "| 7 May | Fare<br>to York | Ms Ito | 92.40 |\n")
    assert.include(text, "| 9 May | Dinner<br>alone | Mr Oza | 18.20 |\n")
  })

  it("of another table begin with its own header in bold", () => {
    const about = [
      ["Ms Ito", "", "Number", "2071"],
      ["Leeds", "", "Date", "7 May"],
      ["Guest", "", "Room", "12"]
    ]
    const charges = [
      ["7 May", "Room", "92.40", ""],
      ["7 May", "Deposit", "", "50.00"],
      ["8 May", "Dinner", "31.00", ""],
      ["8 May", "Card", "", "73.40"]
    ]
    const texts = [
      ...rows(about, xs, { leading: 12 }),
      ...rows([["Day", "What", "Charges", "Credits"]], xs, { y: 142, font: "Body-Bold" }),
      ...rows(charges, xs, { y: 154, leading: 12 })
    ]
    const text = convert([{ texts }])
    assert.include(text, "| Day | What | Charges | Credits |\n| --- |")
    assert.include(text, "| 8 May | Card |  | 73.40 |")
    assert.notMatch(text, /\| 12 \|\n\| .*Day/)
  })

  it("in tints by turns are one table with titles over all columns among them, its header and its last row between rules", () => {
    const all = [
      ["", "Number", "Item", "kg"],
      ["Crate 1", "", "", ""],
      ["☐", "KL 30", "Kettle", "2.1"],
      ["☐", "KL 31", "Ladle", "0.4"],
      ["Crate 2", "", "", ""],
      ["☐", "KL 44", "Griddle", "5.0"],
      ["☐", "KL 45", "Trivet", "0.9"],
      ["☐", "KL 47", "Skillet", "2.2"]
    ]
    const tint = (row: number, [x0, x1]: readonly [number, number]) => ({
      box: { x0, y0: 90 + 20 * row, x1, y1: 110 + 20 * row },
      colour: 0xfff2e0,
      at: 0
    })
    const cells = [
      [45, 125],
      [125, 325],
      [325, 425],
      [425, 500]
    ] as const
    const text = convert([
      {
        texts: rows(all, xs, { y: 104, leading: 20 }),
        fills: [...[2, 6].flatMap((row) => cells.map((each) => tint(row, each))), tint(4, [45, 500])],
        segments: [90, 110, 250].map((y) => rule(45, y, 500, y))
      }
    ])
    assert.include(text, "|  | Number | Item | kg |\n| --- | --- | --- | --- |\n| Crate 1 |  |  |  |\n")
    assert.include(text, "| ☐ | KL 31 | Ladle | 0.4 |\n| Crate 2 |  |  |  |\n| ☐ | KL 44 | Griddle | 5.0 |\n")
    assert.include(text, "| ☐ | KL 47 | Skillet | 2.2 |\n")
  })

  it("in tints of their cells by turns end with one that is not tinted, unless a line parts it from them or it goes on", () => {
    const edges = [45, 125, 325, 395, 465, 550]
    const tops = [90, 110, 130, 150, 170, 202, 222]
    const all = [
      ["Day", "Entry", "Out", "In", "Balance"],
      ["2 May", "Opening balance", "", "", "12,480.15"],
      ["3 May", "Card payment in a shop", "412.30", "", "12,067.85"],
      ["5 May", "Salary", "", "31,250.00", "43,317.85"],
      ["8 May", "Transfer to savings\nregular order 771", "5,000.00", "", "38,317.85"],
      ["9 May", "Refund", "", "860.00", "39,177.85"],
      ["31 May", "Closing balance", "", "", "39,177.85"]
    ]
    const tint = (row: number) =>
      edges.slice(1).map((x1, i) => ({
        box: { x0: edges[i] ?? 0, y0: tops[row] ?? 0, x1, y1: tops[row + 1] ?? 0 },
        colour: row === 0 ? 0x2980b9 : 0xf5f5f5,
        at: 0
      }))
    const lastOf = (segments: Sheet["segments"] = [], below: ReadonlyArray<Text> = []) =>
      tables({
        texts: [...rows(all, [50, 130, 330, 400, 470], { y: 104, leading: 20 }), ...below],
        fills: [0, 1, 3, 5].flatMap(tint),
        segments
      })[0]?.at(-1)
    assert.strictEqual(lastOf(), "| 31 May | Closing balance |  |  | 39,177.85 |")
    assert.include(lastOf([rule(45, 222, 550, 222)]), "| 9 May |")
    assert.include(lastOf([], [{ text: "of the month", x: 130, y: 248 }]), "| 9 May |")
  })
})

/** The first words of each line of each row of three columns. */
const firsts = (texts: ReadonlyArray<Text>) => {
  const strips = tableLinesOf(across(lines(words(clean(rawPage({ texts }))))), [120, 320])
  return rowsOf(strips, 3).map((row) => row.map(({ entries }) => entries[0]?.words[0]?.text))
}

describe("lines as close as rows, by their first letters", () => {
  it("are of one where they begin in small letters below texts, and cells begin in capitals", () => {
    const cells = [
      ["Crop", "Region", "Use"],
      ["Oats", "", "Porridge"],
      ["Rye", "Uplands", ""],
      ["Emmer", "", "Bread"],
      ["Wholemeal", "Mediterranean", "Breadmaking"],
      ["flour", "coasts", "and beer"],
      ["Millet", "Dunes", "Porridge"]
    ]
    assert.deepStrictEqual(firsts(rows(cells, xs, { leading: 12 })).slice(-2), [["Wholemeal", "flour"], ["Millet"]])
  })
})

describe("lines at distances of two kinds", () => {
  /** Cells of two lines, `inner` apart, in rows that are 24 pt apart. */
  const set = (cells: ReadonlyArray<ReadonlyArray<string>>, inner: number) =>
    cells.flatMap((row, i) => rows([row], xs, { y: 100 + 24 * Math.floor(i / 2) + inner * (i % 2) }))
  const cells = [
    ["Grey heron", "in the shallow water", "since early in May"],
    ["of the ponds", "of a village pond", "of the year 2019"],
    ["White storks", "under the high roof", "until late in June"],
    ["of the marsh", "of a wooden barn", "of the year 2021"],
    ["Teal", "in a pond", "6 July"],
    ["Drake", "on it", "2022"],
    ["Small wrens", "inside a thick hedge", "all days of March"],
    ["of gardens", "of thorny bushes", "of the year 2020"]
  ]

  it("are of one row where they are close, as most of these lines say, though one would have fitted on the line above", () =>
    assert.deepStrictEqual(firsts(set(cells, 9)), [
      ["Grey", "of"],
      ["White", "of"],
      ["Teal", "Drake"],
      ["Small", "of"]
    ]))

  it("are of the rows that their texts say where all are as far apart", () =>
    assert.includeDeepMembers(firsts(set(cells, 12)), [["Teal"], ["Drake"]]))
})

describe("a line in bold over one that is not", () => {
  it("is a row of its own, though the words below would not have fitted on it", () => {
    const texts = [
      ...rows([["Bird", "Where it nests", "Eggs"]], xs, { font: "Body-Bold" }),
      ...rows(
        [
          ["", "hedgerows", ""],
          ["Barn owl", "old farms", "4"],
          ["Grey heron", "tall trees", "3"]
        ],
        xs,
        { y: 112, leading: 12 }
      )
    ]
    assert.deepStrictEqual(firsts(texts)[0], ["Bird"])
  })
})

describe("lines as close as rows", () => {
  const frame = [88, 106].map((y) => rule(45, y, 500, y))
  const text = (cells: ReadonlyArray<ReadonlyArray<string>>, foot: number) =>
    convert([{ texts: rows(cells, xs, { leading: 12 }), segments: [...frame, rule(45, foot, 500, foot)] }])

  it("are of one row where a hyphen breaks a word", () => {
    const cells = [
      ["Bird", "Where it breeds", "Sings", "Count"],
      ["Bunting", "Along the dykes of the river-", "May", "17"],
      ["", "lands", "", ""],
      ["Godwit", "Wet meadows near the estu-", "April, in num-", "4"],
      ["of moors", "ary", "bers", ""]
    ]
    assert.include(text(cells, 154), "| Godwit of moors | Wet meadows near the estuary | April, in numbers | 4 |")
  })

  it("are of two where both have figures, in other columns", () => {
    const cells = [
      ["Name", "Paid", "Owed", "Left"],
      ["Sorrel and", "204.00", "", "18.00"],
      ["Sons of York", "", "61.50", ""],
      ["Teasel", "31.00", "12.00", "5.00"]
    ]
    assert.include(text(cells, 142), "|  | 61.50 |  |")
  })

  it("are of two where some texts are the same again, however full all of them are", () => {
    const cells = [
      ["Bird", "Sings", "Moves", "Seen"],
      ["Reed wren", "at dawn", "south", "twice"],
      ["Marsh owl", "at dusk", "south", "twice"],
      ["Stone jay", "at noon", "north", "often"]
    ]
    assert.include(text(cells, 142), "| Marsh owl | at dusk | south | twice |\n| Stone jay |")
  })
})

describe("a column of wrapped texts", () => {
  it("is not one with the next, where full lines reach up to it", () => {
    // a quarter of an em between words, and less than half of one between the columns
    const set = (text: string, x: number, y: number) => {
      let at = x
      return text.split(" ").map((word) => {
        const here = at
        at += 5 * word.length + 2.5
        return { text: word, x: here, y }
      })
    }
    const cells = [
      ["Bird", "Breeds", "Moves"],
      ["Wren", "in the hedge", "not at all"],
      ["", "by a barn", "but north"],
      ["Swift", "under a roof", "to Africa"],
      ["", "or a bridge", "in August"],
      ["Teal", "on the ponds", "westwards"]
    ]
    const texts = cells.flatMap((row, i) =>
      row.flatMap((text, column) => (text === "" ? [] : set(text, [50, 100, 159][column] ?? 0, 100 + 12 * i)))
    )
    const segments = [88, 106, 166].map((y) => rule(45, y, 300, y))
    assert.include(convert([{ texts, segments }]), "| Swift | under a roof or a bridge | to Africa in August |")
  })
})

describe("lines with room for more", () => {
  const parts = (text: string) => {
    const texts = [
      { text: "Teal", x: 50, y: 100 },
      { text, x: 50, y: 112 }
    ]
    const [above, next] = tableLinesOf(lines(words(clean(rawPage({ texts })))), [])
    return next && evidence(new Map(above?.entries.map((each) => [each.from, each])), next, [200]).parts
  }

  it("end before a text of its own, such as a dash, but not before an item of a list", () => {
    assert.strictEqual(parts("Wren"), 1)
    assert.strictEqual(parts("–"), 1)
    assert.strictEqual(parts("– in June"), 0)
  })
})

describe("a text below another", () => {
  const entry = (text: string) => ({
    words: lines(words(clean(rawPage({ texts: [{ text, x: 50, y: 100 }] }))))[0]?.words ?? []
  })
  const areTwo = (above: string, below: string) => isOwn(entry(above), entry(below))

  it("is one of its own where both are figures with a unit, or dates written alike", () => {
    assert.isTrue(areTwo("2,171,621 ops/sec", "967 ops/sec"))
    assert.isTrue(areTwo("4 May 2019", "12 June 2021"))
  })

  it("may go on with a date or a number that is cut", () => {
    assert.isFalse(areTwo("12 June", "2021"))
    assert.isFalse(areTwo("room for", "12 guests"))
  })
})

describe("lines of a cell", () => {
  it("are as far apart as lines of the page's text, however far these are", () => {
    const cells = [
      ["Wren", "In the hedge that was cut"],
      ["", "Behind the barn in May"],
      ["Swift", "Under the roof of a shed"],
      ["", "Or an old bridge of oak"],
      ["Teal", "On ponds with high reeds"]
    ]
    const found = tableLinesOf(lines(words(clean(rawPage({ texts: rows(cells, [50, 130], { leading: 24 }) })))), [110])
    const rowsIn = (leading?: number) => rowsOf(found, 2, undefined, leading).length
    assert.strictEqual(rowsIn(2.2), 3)
    assert.strictEqual(rowsIn(), 5)
  })
})

describe("rules below cells of some columns", () => {
  const cells = [
    ["", "Made of", ""],
    ["Stool", "Ash, with", "31.00"],
    ["", "a cushion", ""],
    ["Chest", "Oak, with", "44.00"],
    ["", "a key", ""],
    ["Trunk", "Leather", "9.00"]
  ]
  const strips = tableLinesOf(
    across(lines(words(clean(rawPage({ texts: rows(cells, xs, { leading: 12 }) }))))),
    [120, 320]
  )
  const reachOf = (line: number) => {
    const below = { horizontal: true, at: 103 + 12 * line, from: 125, to: 420 }
    return spanned(strips, [below], [120, 320])[line]?.entries.map(({ from, to }) => [from, to])
  }

  it("say how wide a name in the header is, and nothing of the last line of a cell", () => {
    assert.deepStrictEqual(reachOf(0), [[1, 2]])
    assert.deepStrictEqual(reachOf(4), [[1, 1]])
  })
})

describe("lines between rules that part rows", () => {
  it("are of one row, though they would have fitted on the line above, as they are closer than those that rules part", () => {
    const cells = ["Kettle", "Ladle", "Steel with a long handle"].map((about, i) => [
      [`Lot ${i}`, about, "31.00"],
      ["", "Lid blue", ""]
    ])
    const texts = cells.flatMap(([first = [], second = []], i) => [
      ...rows([first], xs, { y: 100 + 32 * i }),
      ...rows([second], xs, { y: 112 + 32 * i })
    ])
    const strips = tableLinesOf(across(lines(words(clean(rawPage({ texts }))))), [120, 320])
    const isNamed = ({ entries: [first] }: (typeof strips)[number]) => first?.from === 0
    assert.strictEqual(rowsOf(strips, 3, (_, next) => isNamed(next)).length, 3)
  })
})

describe("a line beside which the next row stands", () => {
  /** The texts of the second column, which stand a little higher than the row that they are of. */
  const seconds = (last: ReadonlyArray<string>) => {
    const texts = [
      ...rows([["Pump", "Red, low", "20.00"]], xs, { y: 100 }),
      { text: "blue, high", x: 130, y: 113 },
      ...rows([last], xs, { y: 119 }),
      { text: "and long", x: 130, y: 125 }
    ]
    const strips = tableLinesOf(across(lines(words(clean(rawPage({ texts }))))), [120, 320])
    return rowsOf(strips, 3).map((row) =>
      row.flatMap(({ entries }) => entries.flatMap(({ from, words: own }) => (from === 1 ? [own[0]?.text] : [])))
    )
  }

  it("is of that row, which has a figure below a figure: it went to the row above", () => {
    assert.deepStrictEqual(seconds(["Valve", "", "31.00"]), [["Red,"], ["blue,", "and"]])
    assert.deepStrictEqual(seconds(["", "", "31.00"]), [["Red,"], ["blue,", "and"]])
    assert.deepStrictEqual(seconds(["", "", ""])[0], ["Red,", "blue,", "and"])
  })
})
