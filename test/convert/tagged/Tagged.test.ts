import { assert, describe, it } from "@effect/vitest"
import * as PdfReader from "../../../layers/pdf/PdfReader.ts"
import { Flag, type Structure } from "../../../src/convert/model/Page.ts"
import { tagged } from "../../../src/convert/tagged/Tagged.ts"
import { reordered } from "../../../src/convert/tagged/TreeOrder.ts"
import { makePdf } from "../../support/Pdf.ts"
import { convert, rawPage, rule, type Text, wordsOf } from "../../support/RawPages.ts"

interface Node extends ReadonlyArray<string | number | Node> {}
/** A node is its role and its children; numbers are marked content. */
const tree = ([role, ...children]: Node): Structure => ({
  role: String(role),
  columns: 1,
  rows: 1,
  children: children.map((child) =>
    typeof child === "number" ? child : tree(typeof child === "string" ? [child] : child)
  )
})
/** Lines of text, each its own marked content, numbered from 0, at the left edge and 14 points apart. */
const marked = (...texts: ReadonlyArray<string | Partial<Text>>): ReadonlyArray<Text> =>
  texts.map((each, i) => ({
    text: "",
    x: 50,
    y: 200 + 14 * i,
    mcid: i,
    ...(typeof each === "string" ? { text: each } : each)
  }))
const read = (texts: ReadonlyArray<Text>, node: Node): string => convert([{ texts, structure: tree(node) }])

describe("tagged", () => {
  it("parts titles from their texts where all are tagged as one paragraph", () => {
    const pair = (i: number, size: number): ReadonlyArray<Partial<Text>> => [
      { text: `${i},873 GW`, size, y: 200 + 40 * i },
      { text: "of all that was made in the year", y: 214 + 40 * i }
    ]
    const node: Node = ["Document", ["H1", 0], ["P", 1, 2, 3, 4, 5, 6]]
    const of = (size: number) =>
      read(marked({ text: "Title", y: 150 }, ...[1, 2, 3].flatMap((i) => pair(i, size))), node)
    assert.include(of(14), "2,873 GW\n\nof all")
    assert.notInclude(of(11), "2,873 GW\n\nof all")
    const over = (size: number) =>
      read(marked({ text: "Title", y: 150 }, { text: "The winter", size }, "Much was made.", "By all."), [
        "Document",
        ["H1", 0],
        ["P", 1, 2, 3]
      ])
    assert.include(over(16), "# The winter\n\nMuch was made. By all.\n")
    assert.include(over(11), "\n\nThe winter Much was made. By all.\n")
  })

  it("makes no item of what is told to be one, but has no label and begins where the text does", () => {
    const node: Node = ["Document", ["H1", 0], ["P", 1], ["L", ["LI", ["LBody", 2]], ["LI", ["LBody", 3]]]]
    const of = (x: number) =>
      read(marked("Title", "Some text.", { text: "one thing", x }, { text: "another thing", x }), node)
    assert.include(of(50), "Some text.\n\none thing\n\nanother thing\n")
    assert.include(of(70), "Some text.\n\n- one thing\n- another thing\n")
    const all: Node = ["Document", ["L", ["LI", ["LBody", 0]], ["LI", ["LBody", 1]]]]
    assert.include(read(marked("one thing", "another thing"), all), "- one thing\n- another thing\n")
  })

  it("makes a list of a table of contents, whatever its rows are tagged as", () => {
    const node = (role: string): Node => ["Document", ["H1", 0], ["TOC", [role, 1], [role, 2]], ["P", 3]]
    const texts = marked("Title", "Imports ........ 2", "Exports ........ 12", "A word .... and no number.")
    for (const role of ["TOCI", "P", "LI"])
      assert.include(read(texts, node(role)), "# Title\n\n- Imports … 2\n- Exports … 12\n\nA word .... and no")
  })

  it("takes headings and their levels from the document, however they look", () =>
    assert.strictEqual(
      read(marked("An unassuming title", "Some text.", "Lower", "More text."), [
        "Document",
        ["H1", 0],
        ["P", 1],
        ["H3", 2],
        ["P", 3]
      ]),
      "# An unassuming title\n\nSome text.\n\n### Lower\n\nMore text.\n"
    ))

  it("counts the sections that a heading without a level lies in", () => {
    const lower: Node = ["Sect", ["Div", ["H", 2]], ["P", 3]]
    const node: Node = ["Document", ["Part", ["Sect", ["Div", ["H", 0]], ["Div", ["P", 1], lower]], ["Sect", ["H", 4]]]]
    assert.strictEqual(
      read(marked("An unassuming title", "Some text.", "Lower", "More text.", "Another"), node),
      "# An unassuming title\n\nSome text.\n\n## Lower\n\nMore text.\n\n# Another\n"
    )
    assert.include(read(marked("Title", "Some text."), ["Document", ["H", 0], ["P", 1]]), "# Title\n")
  })

  it("makes no heading of what is tagged as text in a document with tagged headings", () =>
    assert.strictEqual(
      read(marked("Title", { text: "Large and short", size: 20, font: "Bold" }, "Text under it."), [
        "Document",
        ["H1", 0],
        ["P", 1],
        ["P", 2]
      ]),
      "# Title\n\nLarge and short\n\nText under it.\n"
    ))

  it("makes no heading on a page whose tree has none, though more is seen there than paragraphs", () => {
    const page = (structure: Node) => ({
      texts: [
        { text: "Short and bold", x: 50, y: 100, font: "Body-Bold", mcid: 0 },
        { text: "Text that stands under it and is rather long.", x: 50, y: 113, mcid: 1 },
        { text: "let a = 1", x: 50, y: 150, font: "Courier", mcid: 1 },
        { text: "let b = 2", x: 50, y: 162, font: "Courier", mcid: 1 }
      ],
      structure: tree(structure)
    })
    const first = { texts: marked("Title", "Some text."), structure: tree(["Document", ["H1", 0], ["P", 1]]) }
    const second = page(["Document", ["P", 0], ["Div", 1]])
    assert.include(convert([first, { ...second, number: 2 }]), "\n\n**Short and bold**\n\nText")
    assert.include(convert([{ ...second, number: 2 }]), "# Short and bold")
  })

  it("makes one paragraph of lines with one tag, and items of a list with or without labels", () =>
    assert.strictEqual(
      read(marked("One sentence that", "Goes on here.", "\u2022", "first", "second"), [
        "Document",
        ["P", 0, 1],
        ["L", ["LI", ["Lbl", 2], ["LBody", ["P", 3]]], ["LI", ["LBody", 4]]]
      ]),
      "One sentence that Goes on here.\n\n- first\n- second\n"
    ))

  it("makes one listing of paragraphs that are one line of it each, without its numbers", () => {
    const typed = (text: string, i: number): Text => ({ text, x: 80, y: 200 + 12 * i, font: "Courier", mcid: i })
    const lines = ["if (a) {", "b()", "}"]
    const numbers = lines.map((_, i): Text => ({ ...typed(String(i + 1), i), x: 60, mcid: 3 }))
    const after = { text: "Some text in another face that goes on below.", x: 50, y: 260, mcid: 4 }
    assert.strictEqual(
      read([...lines.map(typed), ...numbers, after], ["Document", ["P", 0], ["P", 1], ["P", 2, 3], ["H1", 4]]),
      "```\nif (a) {\nb()\n}\n```\n\n# Some text in another face that goes on below.\n"
    )
  })

  it("takes a marker that is told after its text for that of the item", () => {
    const text = (text: string, y: number, mcid: number): Text => ({ text, x: 80, y, mcid })
    const label = (text: string, y: number, mcid: number): Text => ({ text, x: 60, y, mcid })
    assert.strictEqual(
      read(
        [
          text("first item that goes on", 200, 0),
          text("over two lines", 214, 0),
          label("A.", 200, 1),
          text("second item that does", 230, 2),
          text("so as well", 244, 2),
          label("B.", 230, 3)
        ],
        ["Document", ["L", ["LI", ["LBody", 0, 1]], ["LI", ["LBody", 2, 3]]]]
      ),
      "- A. first item that goes on over two lines\n- B. second item that does so as well\n"
    )
  })

  it("reads in the order of the tree", () =>
    assert.strictEqual(
      read(
        [...marked("Title", "Left column."), { text: "Right column.", x: 300, y: 200, mcid: 2 }],
        ["Document", ["H1", 0], ["P", 2], ["P", 1]]
      ),
      "# Title\n\nRight column.\n\nLeft column.\n"
    ))

  it("reads items where they stand, though the tree has all of a list before the text between them", () => {
    const items = (...mcids: ReadonlyArray<number>): ReadonlyArray<Node> => mcids.map((i): Node => ["LI", ["LBody", i]])
    const between = "Some text of more words than the items have stands between them."
    const texts = marked(
      { text: "Title", y: 150 },
      "1. one",
      "2. two",
      between,
      "3. three",
      "4. four",
      "The end of it."
    )
    const after = marked(...Array.from({ length: 6 }, (_, i) => `Another text ${i}.`))
    const all = [...texts, ...after.map((each, i) => ({ ...each, y: 330 + 30 * i, mcid: 7 + i }))]
    const node: Node = ["Document", ["H1", 0], ["L", ...items(1, 2, 4, 5)], ["P", 3], ["P", 6]]
    const text = read(all, [...node, ...after.map((_, i): Node => ["P", 7 + i])])
    assert.include(text, `2. two\n\n${between}\n\n3. three\n4. four\n\nThe end of it.\n`)
    const reads = (...order: ReadonlyArray<number>) =>
      read(texts, ["Document", ["H1", 0], ...order.map((i): Node => ["P", i])])
    // of two texts told the other way round, the shorter one is moved, and of many none
    assert.include(reads(1, 2, 3, 5, 4, 6), "3. three\n4. four")
    assert.include(reads(6, 5, 4, 3, 2, 1), "3. three\n4. four\n\nThe end of it.")
  })

  it("keeps the order of a tree of tens of thousands of elements that run upwards", () => {
    const told = Array.from({ length: 40_000 }, (_, i) => ({
      box: { x0: 0, x1: 100, y0: i < 20_000 ? 1e6 + i : i, y1: i < 20_000 ? 1e6 + i + 0.5 : i + 0.5 },
      lines: []
    }))
    assert.strictEqual(reordered(told).elements, told)
  })

  it("reads trees and paragraphs of more parts than a call may have arguments: the page was lost", () => {
    const count = 150_000
    const at = (y0: number) => ({ x0: 0, x1: 100, y0, y1: y0 + 1 })
    const told = Array.from({ length: count }, (_, i) => ({ box: at(2 * i), lines: [] }))
    const last = { box: at(2 * count), lines: [{ words: Array.from({ length: 2 * count }) }] }
    const { elements, moves } = reordered([last, ...told])
    assert.deepStrictEqual([moves, elements.length, elements.indexOf(last)], [1, count + 1, count])
    const texts = told.map((_, i) => ({ text: "W", x: 50, y: 12 * i, mcid: 0 }))
    assert.isNotNull(tagged(rawPage({ texts, structure: tree(["Document", ["P", 0], ["H1", 1]]) }), wordsOf({ texts })))
  })

  it("parts the paragraphs of a cell that leave its column room, and not the lines of one paragraph", () => {
    const texts = [
      ...["Flag", "What it says, in one line that is as long as its column is"].map((text, k) => ({
        text,
        x: 50 + 80 * k,
        y: 200,
        mcid: k
      })),
      ...["a", "0x1: heron", "0x2: tern"].map((text, k) => ({
        text,
        x: k === 0 ? 50 : 130,
        y: 220 + 12 * Math.max(0, k - 1),
        mcid: 2 + k
      })),
      ...["b", "0x4: wren", "and more of it"].map((text, k) => ({
        text,
        x: k === 0 ? 50 : 130,
        y: 260 + 12 * Math.max(0, k - 1),
        mcid: 5 + Math.min(k, 1)
      }))
    ]
    const rows: ReadonlyArray<Node> = [
      ["TR", ["TH", 0], ["TH", 1]],
      ["TR", ["TD", 2], ["TD", ["P", 3], ["P", 4]]],
      ["TR", ["TD", 5], ["TD", ["P", 6]]]
    ]
    const text = read(texts, ["Document", ["Table", ...rows]])
    assert.include(text, "| a | 0x1: heron<br>0x2: tern |\n| b | 0x4: wren and more of it |")
  })

  it("takes tables by their cells, without the rows of other pages", () => {
    const cells = marked(
      "Name",
      { text: "Sum", x: 300, y: 200 },
      { text: "one", y: 214 },
      { text: "1", x: 300, y: 214 }
    )
    assert.strictEqual(
      read(cells, [
        "Root",
        ["Table", ["TR", ["TH", 0], ["TH", 1]], ["TBody", ["TR", ["TD", 2], ["TD", 3]], ["TR", ["TD"], ["TD"]]]]
      ]),
      "| Name | Sum |\n| --- | --- |\n| one | 1 |\n"
    )
  })

  it("takes a table of one column where the page shows one, and else reads its cells one by one", () => {
    const names = ["Harbour", "Mill", "Orchard"]
    const texts = names.map((text, i) => ({ text, x: 55, y: 114 + 20 * i, mcid: i }))
    const structure = tree(["Root", ["Table", ...names.map((_, i): Node => ["TR", ["TD", ["P", i]]])]])
    const across = [100, 120, 140, 160].map((y) => rule(50, y, 130, y))
    const sides = [50, 130].map((x) => rule(x, 100, x, 160))
    assert.strictEqual(
      convert([{ texts, structure, segments: [...across, ...sides] }]),
      "| Harbour |\n| --- |\n| Mill |\n| Orchard |\n"
    )
    assert.strictEqual(convert([{ texts, structure }]).includes("|"), false)
  })

  it("reads a form's fields one by one, though they are tagged as a table and one goes on in a second line", () => {
    const fields = [
      "Name of her: Ada",
      "Day: the 4th of May",
      "Boat:",
      "Berth: 12",
      "Paid: not all of it",
      "Mooring: to the north of the"
    ]
    const texts = fields.map((text, i) => ({ text, x: 55 + 200 * (i % 2), y: 114 + 24 * Math.floor(i / 2), mcid: i }))
    const rows = [0, 2, 4].map((i): Node => ["TR", ["TD", ["P", i]], ["TD", ["P", i + 1]]])
    const last = { text: "second bridge", x: 255, y: 174, mcid: 5 }
    const segments = [120, 144, 180].map((y) => rule(50, y, 450, y))
    const text = convert([{ texts: [...texts, last], structure: tree(["Root", ["Table", ...rows]]), segments }])
    assert.notInclude(text, "|")
  })

  it("takes the spans that a table's tree has lost from what the page shows", () => {
    const texts = marked(
      { text: "Name", x: 55, y: 114 },
      { text: "Sums", x: 240, y: 114 },
      { text: "one", x: 55, y: 134 },
      { text: "1", x: 155, y: 134 },
      { text: "2", x: 255, y: 134 }
    )
    const segments = [
      ...[100, 120, 140].map((y) => rule(50, y, 350, y)),
      ...[50, 150, 350].map((x) => rule(x, 100, x, 140)),
      rule(250, 120, 250, 140)
    ]
    const structure = tree(["Root", ["Table", ["TR", ["TH", 0], ["TH", 1]], ["TR", ["TD", 2], ["TD", 3], ["TD", 4]]]])
    assert.strictEqual(
      convert([{ texts, structure, segments }]),
      "| Name | Sums | Sums |\n| --- | --- | --- |\n| one | 1 | 2 |\n"
    )
  })

  it("takes the rows that the page shows where the tree has one for each printed line", () => {
    const texts = marked(
      { text: "Barn owl", x: 55, y: 114 },
      { text: "in the mill", x: 155, y: 114 },
      { text: "at the bridge", x: 155, y: 126 },
      { text: "and a barn", x: 155, y: 138 },
      { text: "Wren", x: 55, y: 164 },
      { text: "in the hedge", x: 155, y: 164 },
      { text: "of a garden", x: 155, y: 176 },
      { text: "by the canal", x: 155, y: 188 }
    )
    const segments = [
      ...[100, 150, 200].map((y) => rule(50, y, 350, y)),
      ...[50, 150, 350].map((x) => rule(x, 100, x, 200))
    ]
    const line = (first: number | null, second: number) =>
      ["TR", ["TD", ...(first === null ? [] : [first])], ["TD", second]] as const
    const rows = [line(0, 1), line(null, 2), line(null, 3), line(4, 5), line(null, 6), line(null, 7)]
    const structure = tree(["Root", ["Table", ...rows]])
    const text = convert([{ texts, structure, segments }])
    assert.deepStrictEqual(
      text
        .split("\n")
        .filter((row) => row.startsWith("| "))
        .map((row) => row.split(" | ")[0]),
      ["| Barn owl", "| ---", "| Wren"]
    )
  })

  it("puts the cells of a row into the columns that they stand in, where the tree has too few of them", () => {
    const columns = [50, 150, 250]
    const grid = [0, 1, 2, 3].flatMap((row) =>
      columns.flatMap((x, column) =>
        row === 3 && column === 0
          ? []
          : [{ text: `${"abc"[column]}${row}`, x, y: 200 + 20 * row, mcid: 3 * row + column }]
      )
    )
    const rows = [0, 1, 2, 3].map(
      (row): Node => [
        "TR",
        ...[0, 1, 2].flatMap((c): ReadonlyArray<Node> => (row === 3 && c === 0 ? [] : [["TD", 3 * row + c]]))
      ]
    )
    assert.include(read(grid, ["Document", ["Table", ...rows]]), "| a2 | b2 | c2 |\n|  | b3 | c3 |\n")
  })

  it("puts the cells of a row into the columns that they stand in, where the tree has an empty one in the wrong place", () => {
    const names = Array.from({ length: 8 }, (_, i) => `The name of row ${i}\ngoes on below it`)
    const texts = names.flatMap((name, i): ReadonlyArray<Text> => {
      const [y, mcid] = [200 + 24 * i, 10 * i]
      const lines = name.split("\n").map((text, k) => ({ text, x: 50, y: y + 12 * k, mcid }))
      const values = [`${i}.1`, ...(i > 5 ? [] : [`${i}.2`]), "mm"]
      const xs = i > 5 ? [200, 320] : [200, 260, 320]
      return [...lines, ...values.map((text, k) => ({ text, x: xs[k] ?? 0, y, mcid: mcid + k + 1 }))]
    })
    const rows = names.map(
      (_, i): Node => ["TR", ...[0, 1, 2, 3].map((k): Node => (i > 5 && k > 2 ? ["TD"] : ["TD", 10 * i + k]))]
    )
    const text = read(texts, ["Document", ["Table", ...rows]])
    assert.include(text, "| The name of row 5 goes on below it | 5.1 | 5.2 | mm |\n")
    assert.include(text, "| The name of row 6 goes on below it | 6.1 |  | mm |\n")
  })

  it("puts amounts below the names that they stand under, where the tree has no empty cells and only the header is whole", () => {
    const xs = [50, 200, 260, 320]
    const entries = ["Rope", "Oars", "Tar", "Sails", "Paint", "Nails", "Planks", "Lamps"].map(
      (name, i) => [name, i % 3 === 1 ? 2 : 1] as const
    )
    const header = ["Item", "Paid", "Got", "Rest"].map((text, k) => ({ text, x: xs[k] ?? 0, y: 200, mcid: k }))
    const texts = entries.flatMap(([name, at], i) =>
      [name, `${i}7.10`, `${i}9.50`].map((text, k) => {
        return { text, x: xs[[0, at, 3][k] ?? 0] ?? 0, y: 220 + 20 * i, mcid: 10 * (i + 1) + k }
      })
    )
    const names: Node = ["TR", ...[0, 1, 2, 3].map((k): Node => ["TH", k])]
    const rows = entries.map((_, i): Node => ["TR", ...[0, 1, 2].map((k): Node => ["TD", 10 * (i + 1) + k])])
    const segments = [0, ...entries.map((_, i) => i + 1)].map((i) => rule(45, 204 + 20 * i, 350, 204 + 20 * i))
    const structure = tree(["Document", ["Table", names, ...rows]])
    const text = convert([{ texts: [...header, ...texts], segments, structure }])
    assert.include(text, "| Rope | 07.10 |  | 09.50 |\n| Oars |  | 17.10 | 19.50 |\n")
  })

  it("does not believe a table all of whose cells are a form's labels with their values, closed by rules or not", () => {
    const fields = ["Name: Ada Heron", "Date:", "Boat: Tern", "Berth: 12", "Mooring: north", "Paid:"]
    const texts = fields.map((text, i) => ({ text, x: 50 + 200 * (i % 2), y: 200 + 18 * Math.floor(i / 2), mcid: i }))
    const segments = [204, 222, 240].map((y) => rule(50, y, 450, y))
    const lines = [0, 2, 4].map((i): Node => ["TR", ["TD", i], ["TD", i + 1]])
    const structure = tree(["Document", ["Table", ...lines]])
    for (const drawn of [[], segments]) assert.notInclude(convert([{ texts, segments: drawn, structure }]), "|")
  })

  it("does not believe a table whose cells stand elsewhere on the page", () => {
    const texts = ["Oats", "12", "Barley", "7"].map((text, i) => ({
      text,
      x: i % 2 === 0 ? 55 : 155,
      y: 114 + 20 * Math.floor(i / 2),
      mcid: i
    }))
    const segments = [
      ...[100, 120, 140].map((y) => rule(50, y, 250, y)),
      ...[50, 150, 250].map((x) => rule(x, 100, x, 140))
    ]
    const structure = tree(["Document", ["Table", ["TR", ["TD", 3], ["TD", 0]], ["TR", ["TD", 2], ["TD", 1]]]])
    assert.include(convert([{ texts, structure, segments }]), "| Oats | 12 |\n| --- | --- |\n| Barley | 7 |")
  })

  it("puts a header over its columns, though the tree counts those of the page before it first", () => {
    const columns = Array.from({ length: 6 }, (_, k) => k)
    const names = ["Bird", ...columns.slice(1).map((k) => `Counted ${k}`)]
    const rows = [
      names,
      ...Array.from({ length: 20 }, (_, i) => names.map((_, k) => (k === 0 ? `Bird ${i}` : `${17 * i + k}`)))
    ]
    const texts = rows.flatMap((row, i) =>
      row.map((text, k) => ({ text, x: 55 + 60 * k, y: 112 + 14 * i, mcid: 6 * i + k }))
    )
    const segments = [
      ...Array.from({ length: 22 }, (_, i) => rule(53, 100 + 14 * i, 402, 100 + 14 * i)),
      ...[53, 110, 170, 230, 290, 350, 402].map((x) => rule(x, 100, x, 394))
    ]
    const cells = (i: number): ReadonlyArray<Node> => columns.map((k): Node => ["TD", 6 * i + k])
    const lines = rows.map((_, i): Node => ["TR", ...(i === 0 ? columns.map(() => "TD") : []), ...cells(i)])
    const text = convert([{ texts, structure: tree(["Document", ["Table", ...lines]]), segments }])
    assert.include(text, `| ${names.join(" | ")} |\n|${" --- |".repeat(6)}\n| Bird 0 | 1 |`)
  })

  it("reads what the tree calls paragraphs as a table only where the page leaves no doubt", () => {
    const texts = ["Oats", "12", "Barley", "7"].map((text, i) => ({
      text,
      x: i % 2 === 0 ? 55 : 155,
      y: 114 + 20 * Math.floor(i / 2),
      mcid: i
    }))
    const structure = tree(["Document", ...texts.map((_, i): Node => ["P", i]), ["H1", 9]])
    const heading = { text: "Stock", x: 50, y: 80, mcid: 9 }
    const segments = [
      ...[100, 120, 140].map((y) => rule(50, y, 250, y)),
      ...[50, 150, 250].map((x) => rule(x, 100, x, 140))
    ]
    assert.include(convert([{ texts: [heading, ...texts], structure, segments }]), "| Oats | 12 |")
    assert.notInclude(convert([{ texts: [heading, ...texts], structure }]), "|")
  })

  it("reads a table of one row, or one with headings in it, as text", () =>
    assert.strictEqual(
      read(marked("Menu", "Title", "Text."), [
        "Root",
        ["Table", ["TR", ["TD", ["P", 0]], ["TD", ["H1", 1], ["P", 2]]]]
      ]),
      "Menu\n\n# Title\n\nText.\n"
    ))

  it("drops artifacts at the edges of the page, and nothing else that the tree leaves out", () => {
    const texts = [
      ...marked("Title of the page", "A longer text that is here so that the tree covers most of the page."),
      { text: "Running head", x: 50, y: 30, flags: Flag.artifact },
      { text: "aside", x: 50, y: 400, flags: Flag.artifact }
    ]
    assert.strictEqual(
      read(texts, ["Document", ["H1", 0], ["P", 1]]),
      "# Title of the page\n\nA longer text that is here so that the tree covers most of the page.\n\naside\n"
    )
  })

  it("puts markers that the tree leaves out before the items that they stand beside", () => {
    const page = (a: string, b: string) =>
      read(
        [
          ...marked(
            { text: "meet the dates of the contract;", x: 80 },
            { text: "observe the rules of the port.", x: 80 }
          ),
          { text: a, x: 60, y: 200 },
          { text: b, x: 60, y: 214 }
        ],
        ["Document", ["L", ["LI", 0], ["LI", 1]]]
      )
    assert.strictEqual(
      page("(a)", "(b)"),
      "- (a) meet the dates of the contract;\n- (b) observe the rules of the port.\n"
    )
    assert.match(page("he", "we"), /^- meet/m)
  })

  it("knows the edge of the column that a line of a group ends at", () => {
    const page = (x: number) =>
      read(
        [
          { text: "Rain falls on each and every one of the", x: 50, y: 200, mcid: 0 },
          { text: "Shetland islands all the year.", x: 50, y: 212, mcid: 0 },
          { text: "Sun shines there as well.", x, y: x === 50 ? 232 : 100, mcid: 0 },
          { text: "Title", x: 50, y: 300, mcid: 1 }
        ],
        ["Document", ["Div", 0], ["H1", 1]]
      )
    assert.include(page(300), "of the Shetland")
    assert.include(page(50), "of the Shetland")
  })

  it("keeps the listing that an item ends with", () => {
    const page = (...code: ReadonlyArray<string>) =>
      read(marked("Open the cover:", ...code.map((text) => ({ text, font: "Courier", x: 60 }))), [
        "Document",
        ["L", ["LI", 0, ...code.map((_, i) => i + 1)]]
      ])
    assert.strictEqual(page("lift -> turn", "  2x"), "- Open the cover:\n\n```\nlift -> turn\n  2x\n```\n")
    assert.notInclude(page("lift"), "```\n")
  })

  it("does not believe a tree that covers too little, that runs upwards, or that tears sentences", () => {
    const little = read(marked("tiny", { text: "all the rest of the page", mcid: 9 }), ["Document", ["H1", 0]])
    assert.isFalse(little.startsWith("# tiny"))
    const upward = read(marked("one.", "two.", "three.", "four."), [
      "Document",
      ["H1", 3],
      ["P", 2],
      ["P", 1],
      ["P", 0]
    ])
    assert.isFalse(upward.startsWith("# four"))
    const torn = read(marked("Title", "every line of this", "paragraph is tagged", "as one of its own"), [
      "Document",
      ["H1", 0],
      ["P", 1],
      ["P", 2],
      ["P", 3]
    ])
    assert.include(torn, "every line of this paragraph is tagged as one of its own")
  })
})

describe("the reader", () => {
  it("gives the page's part of the structure tree", async () => {
    const document = await PdfReader.source.open(
      makePdf({
        pages: [{ operators: "/H1 << /MCID 0 >> BDC BT /F0 10 Tf 50 700 Td (Title) Tj ET EMC" }],
        catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 9 0 R",
        page: "/StructParents 0",
        objects: [
          "<< /Type /StructTreeRoot /K 10 0 R /ParentTree << /Nums [0 [11 0 R]] >> /RoleMap << /Top /H1 >> >>",
          "<< /Type /StructElem /S /Document /P 9 0 R /K [11 0 R] >>",
          "<< /Type /StructElem /S /Top /P 10 0 R /Pg 13 0 R /K 0 >>"
        ]
      })
    )
    const page = await document.page(1)
    await document.close()
    assert.deepStrictEqual(page.structure, tree(["Root", ["Document", ["H1", 0]]]))
    assert.deepStrictEqual([...new Set(page.glyphs.mcid)], [0])
  })
})
