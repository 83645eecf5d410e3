import { assert, describe, it } from "@effect/vitest"
import { convert, grid, rows, rule, tables } from "../../support/RawPages.ts"

const tint = (x0: number, y0: number, x1: number, y1: number, colour = 0xcccccc) => ({
  box: { x0, y0, x1, y1 },
  colour,
  at: 0
})

describe("wrapped cells", () => {
  const at = [50, 110, 260, 320, 380]
  const table = (second: ReadonlyArray<string>) =>
    tables({
      texts: [
        ...rows([["Item", "What it is", "Pieces", "Price", "Sum"]], at, { y: 100, font: "Body-Bold" }),
        ...rows([["Lamp", "Brass lamp, made by hand", "2", "204.00", "408.00"], second], at, { y: 124, leading: 12 }),
        ...rows([["Kettle", "Blue", "1", "31.00", "31.00"]], at, { y: 160 })
      ]
    })[0]

  it("below a row of figures are more of that row, where they are none", () => {
    const row = "| Lamp 0217/44-9 | Brass lamp, made by hand in Whitby | 2 | 204.00 | 408.00 |"
    assert.include(table(["0217/44-9", "in Whitby"]) ?? [], row)
    assert.notInclude(table(["0217/44-9", "in Whitby", "4", "10.00", "40.00"]) ?? [], row)
  })

  it("in smaller lines over and under the line of their row belong to it", () => {
    const line = (cells: ReadonlyArray<string>, y: number) => rows([cells], [50, 120, 220, 280, 340], { y })
    const text = convert([
      {
        texts: [
          ...line(["Type", "Use", "Low", "High", "Mean"], 100),
          ...line(["BC 41", "Low noise switch", "20", "60", "31"], 116),
          { text: "High current", x: 120, y: 128, size: 8 },
          ...line(["BC 43", "", "50", "80", "64"], 133),
          { text: "switch", x: 120, y: 137, size: 8 },
          ...line(["BC 44", "Low noise switch", "22", "63", "40"], 150)
        ]
      }
    ])
    assert.include(text, "| BC 41 | Low noise switch | 20 | 60 | 31 |\n")
    assert.include(text, "| BC 43 | High current switch | 50 | 80 | 64 |\n| BC 44 |")
  })

  it("end where the next line begins with a label as the first does", () => {
    const table = (second: string) =>
      tables({
        texts: [
          ...rows([["Buyer", "Name: A. Heron of the Mill Lane in Whitby"]], [55, 105], { y: 114 }),
          { text: second, x: 105, y: 126 },
          ...rows([["Seller", "B. Wren"]], [55, 105], { y: 146 })
        ],
        segments: grid([50, 100, 400], [100, 132, 152])
      })[0]?.[0]
    assert.include(table("Account: 20-41-07") ?? "", "Whitby<br>Account: 20-41-07 |")
    assert.include(table("and of the Pond") ?? "", "Whitby and of the Pond |")
  })
})

describe("headers", () => {
  const body = [
    ["Birch", "12", "74", "1"],
    ["Maple", "63", "57", "2"],
    ["Alder", "72", "54", "3"]
  ]
  const table = (x: number) =>
    tables({
      texts: [
        ...rows([["Tree", "Rank"]], [50, 320], { y: 100 }),
        { text: "Height", x, y: 100 },
        ...rows([["least", "most"]], [150, 210], { y: 114 }),
        ...rows(body, [50, 150, 210, 320], { y: 130, leading: 14 })
      ],
      segments: [88, 118, 164].map((y) => rule(50, y, 345, y))
    })[0]?.[0]

  it("in the middle of several columns stand over each of them, others over their own", () => {
    assert.strictEqual(table(175), "| Tree | Height | Height | Rank |")
    assert.strictEqual(table(210), "| Tree |  | Height | Rank |")
  })

  it("are labels in small letters over one row of values, but not in a form", () => {
    const labels = (y: number) => (y === 0 ? ["GATE", "SEAT", "ZONE", "CLASS"] : ["FLIGHT", "DATE", "NAME", "FARE"])
    const page = (fields: number) =>
      tables({
        texts: [0, 30]
          .slice(0, fields)
          .flatMap((y) => [
            ...labels(y).map((text, i) => ({ text, x: 50 + 80 * i, y: 100 + y, size: 9 })),
            ...rows([["Pier 30", "Row 10", "North", "First"]], [50, 130, 210, 290], { y: 115 + y })
          ]),
        segments: [90, 90 + 30 * fields].map((y) => rule(50, y, 330, y))
      }).length
    assert.deepStrictEqual([page(1), page(2)], [1, 0])
  })

  it("of the total, in its row alone, make no column", () => {
    const header = tables({
      texts: [
        ...rows([["Item", "Pieces", "Price"]], [50, 260, 330], { y: 100, font: "Body-Bold" }),
        ...rows(
          [
            ["Lamp", "1", "204.00"],
            ["Brass kettle", "2", "61.00"],
            ["Griddle", "1", "12.00"]
          ],
          [50, 260, 330],
          { y: 116, leading: 14 }
        ),
        ...rows([["Total", "4", "277.00"]], [190, 260, 330], { y: 162 })
      ]
    })[0]?.[0]
    assert.strictEqual(header, "| Item | Pieces | Price |")
  })
})

describe("tints", () => {
  const cells = [
    ["Barn owl", "by night", "cv01"],
    ["", "by day", "cv02"],
    ["Heron", "at dawn", "cv03"],
    ["", "at noon", "cv04"]
  ]
  const page = (x1: number) =>
    tables({
      texts: rows(cells, [55, 155, 255], { y: 114, leading: 20 }),
      fills: [100, 140].map((y) => tint(50, y, x1, y + 20)),
      segments: [...grid([50, 350], [100, 140, 180])]
    })[0]?.length

  it("from one edge of a grid to the other are rows of it", () => assert.strictEqual(page(350), 5))

  it("with text across their columns between them are two tables", () => {
    const found = (between: ReadonlyArray<string>) =>
      tables({
        texts: [
          ...rows([["Barn owl", "by night"]], [55, 255], { y: 114 }),
          ...between.map((text, i) => ({ text, x: 55, y: 140 + 14 * i })),
          ...rows([["Heron", "at dawn"]], [55, 255], { y: 184 })
        ],
        segments: [...grid([50, 250, 450], [100, 130]), ...grid([50, 250, 450], [170, 200])]
      }).length
    const text = "By day they sleep in old trees and in barns, and nobody who passes sees them."
    assert.deepStrictEqual([found([text, text]), found(["North"])], [2, 1])
  })
})

describe("no tables", () => {
  it("are dots", () => {
    const page = (text: string) =>
      tables({
        texts: rows(
          [
            [text, text],
            [text, text],
            [text, text]
          ],
          [55, 105],
          { y: 114, leading: 20 }
        ),
        segments: grid([50, 100, 150], [100, 120, 140, 160])
      }).length
    assert.deepStrictEqual([page("."), page("Owl")], [0, 1])
  })

  it("are two numbers in boxes, one below the other", () => {
    const page = (lines: number) =>
      tables({
        texts: ["15a", "16a", "17a"].slice(0, lines).map((text, i) => ({ text, x: 55, y: 114 + 20 * i })),
        segments: grid([50, 100], [100, 120, 140, 160].slice(0, lines + 1))
      }).length
    assert.deepStrictEqual([page(2), page(3)], [0, 1])
  })

  it("are a running head of three texts and a heading", () => {
    const page = (below: ReadonlyArray<string>) =>
      tables({
        texts: [
          ...rows([["3.1 Birds", "Chapter 3", "Rivers"]], [50, 200, 350], { y: 40 }),
          ...rows([below], [50, 200, 350], { y: 64, font: "Body-Bold" })
        ],
        segments: [rule(50, 45, 400, 45)]
      }).length
    assert.deepStrictEqual([page(["3.1.7 Herons"]), page(["Herons", "12", "14"])], [0, 1])
  })

  it("are a running head and a section's number and title, which is larger: they were a table", () => {
    const page = (size: number, number: string) =>
      tables({
        texts: [
          ...rows([["14", "CHAPTER 2.", "RIVERS OF THE NORTH"]], [130, 300, 400], { y: 104 }),
          ...rows([[number, "Herons"]], [130, 180], { y: 134 }).map((each) => ({ ...each, size }))
        ]
      }).length
    assert.deepStrictEqual([page(12, "2.4.3"), page(10, "2.4.3"), page(10, "17")], [0, 0, 1])
  })
})

describe("a title between the rules of a grid without a frame", () => {
  const page = () =>
    tables({
      texts: [
        ...rows([["Bird", "Where it was seen"]], [55, 205], { y: 114, font: "Body-Bold" }),
        { text: "By the river", x: 55, y: 134, font: "Body-Bold" },
        ...rows([["Heron", "at the mill"]], [55, 205], { y: 154 }),
        ...rows([["Wren", "in the barn"]], [55, 205], { y: 174 })
      ],
      segments: [
        ...[120, 140, 160].map((y) => rule(50, y, 400, y)),
        ...[
          [100, 120],
          [140, 180]
        ].map(([from = 0, to = 0]) => rule(200, from, 200, to))
      ]
    })[0]

  it("is a row of it", () => {
    assert.deepStrictEqual(page()?.[2], "| By the river |  |")
    assert.lengthOf(page() ?? [], 5)
  })
})
