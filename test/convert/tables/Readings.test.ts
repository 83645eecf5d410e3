import { assert, describe, it } from "@effect/vitest"
import { convert, grid, rows, rule, tables } from "../../support/RawPages.ts"

describe("rows as close as lines", () => {
  it("begin where a column goes on below a line that it left empty", () => {
    const cells = [
      ["Bay", "Contents", "State", "Owner"],
      ["North", "long brass lamps of", "sent back", "Heron"],
      ["", "the old station", "", ""],
      ["", "two copper kettles", "kept dry", "Avocet"],
      ["", "with their lids", "", ""],
      ["South", "oak boxes", "sold", "Wren"]
    ]
    assert.deepStrictEqual(tables({ texts: rows(cells, [50, 120, 230, 300], { leading: 12 }) })[0]?.slice(2), [
      "| North | long brass lamps of the old station | sent back | Heron |",
      "|  | two copper kettles with their lids | kept dry | Avocet |",
      "| South | oak boxes | sold | Wren |"
    ])
  })

  it("begin at a title in bold below texts that are not", () => {
    const xs = [50, 220, 320]
    const title = (text: string, y: number) => ({ text, x: 50, y, font: "Body-Bold" })
    const texts = [
      ...rows([["Item", "Price", "Paid"]], xs, { font: "Body-Bold" }),
      title("Kitchen", 112),
      ...rows([["Kettle with a lid of", "31.00", "yes"]], xs, { y: 124 }),
      title("Hall", 136),
      ...rows([["Lamp", "204.00", "no"]], xs, { y: 148 })
    ]
    const segments = [rule(45, 90, 360, 90), rule(45, 103, 360, 103), rule(45, 154, 360, 154)]
    const text = convert([{ texts, segments }])
    assert.include(text, "| Kettle with a lid of | 31.00 | yes |\n")
    assert.include(text, "\n| Lamp | 204.00 | no |")
  })
})

describe("a column that few rows fill", () => {
  const xs = [50, 160, 260]
  const texts = (body: ReadonlyArray<ReadonlyArray<string>>) => [
    ...rows([["Pool", "", "Heron"]], xs, { y: 100, font: "Body-Bold" }),
    ...rows([["", "Ringed", ""]], xs, { y: 112, font: "Body-Bold" }),
    ...rows(body, xs, { y: 132 })
  ]
  const table = (body: ReadonlyArray<ReadonlyArray<string>>) => {
    const segments = [88, 118, 196].map((y) => rule(45, y, 300, y))
    return tables({ texts: texts(body), segments })[0]?.slice(2) ?? []
  }

  it("has its texts, which went to the names of rows beside it, where its header stands over it", () => {
    const body = [
      ["Old pond", "", "31"],
      ["New pond", "", "204"],
      ["", "yes", "7"],
      ["Mill race", "", "18"]
    ]
    assert.include(table(body).join("\n"), "| yes | 7 |")
  })
})

describe("a table", () => {
  const xs = [50, 120, 220]
  const body = [
    ["Oak", "tall and old", "12"],
    ["Ash", "short", "7"],
    ["Elm", "felled", "3"]
  ]

  it("may have thousands of dots for its borders", () => {
    const ys = [88, 108, 128, 148, 168, 188, 208, 228, 248]
    const dots = grid([45, 545], ys).flatMap(({ x0, y0, x1, y1 }) =>
      Array.from({ length: Math.ceil(Math.max(x1 - x0, y1 - y0) / 1.5) }, (_, i) => {
        const [x, y] = x1 > x0 ? [x0 + 1.5 * i, y0] : [x0, y0 + 1.5 * i]
        return { x0: x, y0: y, x1: x + 0.75, y1: y, thickness: 0.75 }
      })
    )
    const names = ["Bird", "Heron", "Wren", "Stonechat", "Dunlin", "Avocet", "Curlew", "Knot"]
    const texts = names.map((text, i) => ({ text, x: 50, y: 102 + 20 * i, font: i === 0 ? "Body-Bold" : "Body" }))
    assert.isAbove(2 * dots.length, 6000)
    assert.deepStrictEqual(tables({ texts, segments: dots })[0]?.length, 9)
  })

  it("has titles over all columns where the rulings between these are open, though its frame goes on", () => {
    const texts = [
      ...rows([["Tree", "What it is", "Age"]], xs, { font: "Body-Bold" }),
      { text: "North side", x: 50, y: 120, font: "Body-Bold" },
      ...rows(body, xs, { y: 140 })
    ]
    const segments = [
      rule(45, 88, 280, 88),
      rule(45, 186, 280, 186),
      rule(45, 88, 45, 186),
      rule(280, 88, 280, 186),
      ...[115, 215].flatMap((x) => [rule(x, 90, x, 106), rule(x, 128, x, 184)])
    ]
    assert.include(convert([{ texts, segments }], { tables: "html" }), '<td colspan="3">North side</td>')
  })

  it("goes on over rows of one text that stand further apart than lines do", () => {
    const names = ["Oak", "Ash", "Elm", "Yew", "Fir", "Box"]
    const cells = names.map((name, i) => [name, i % 5 === 0 ? "12.40" : ""])
    const texts = rows([["Tree", "Height"], ...cells], [50, 220], { leading: 18 })
    assert.deepStrictEqual(tables({ texts })[0]?.length, 8)
  })
})
