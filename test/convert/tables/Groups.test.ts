import { assert, describe, it } from "@effect/vitest"
import { rows, rule, tables } from "../../support/RawPages.ts"

const at = [50, 150, 250]
const header = rows([["Part", "Code", "Use"]], at, { y: 100, font: "Body-Bold" })
const segments = [88, 106, 190].map((y) => rule(48, y, 320, y))

describe("rows of one group", () => {
  const four = [50, 150, 250, 350]
  const table = (second: string) =>
    tables({
      texts: [
        ...rows([["Part", "Code", "Use", "Room"]], four, { y: 100, font: "Body-Bold" }),
        ...rows(
          [
            ["Brass lamp and", "W81-493", "Hall", "First"],
            ["its hook", second, "", ""],
            ["Kettle", "W83-139", "Hob", "Second"]
          ],
          four,
          { y: 120, leading: 14 }
        )
      ],
      segments: [88, 106, 164].map((y) => rule(48, y, 400, y))
    })[0]

  it("have a code each, and codes are alike", () => {
    assert.include(table("U42-566") ?? [], "| its hook | U42-566 |  |  |")
    assert.notInclude(table("U42-5") ?? [], "| its hook | U42-5 |  |  |")
  })

  it("stand over and under the name in their middle", () => {
    const texts = [
      ...header,
      ...rows(
        [
          ["", "12.5", "Hall"],
          ["", "31.0", "Hob"]
        ],
        at,
        { y: 120, leading: 16 }
      ),
      ...rows(
        [
          ["", "44.9", "Hall"],
          ["", "50.1", "Hob"]
        ],
        at,
        { y: 152, leading: 16 }
      ),
      { text: "Lamps", x: 50, y: 128 },
      { text: "Kettles", x: 50, y: 160 }
    ]
    const own = tables({ texts, segments })[0] ?? []
    assert.deepStrictEqual(own.slice(2), [
      "| Lamps | 12.5 | Hall |",
      "|  | 31.0 | Hob |",
      "| Kettles | 44.9 | Hall |",
      "|  | 50.1 | Hob |"
    ])
  })
})

describe("cells whose lines are far apart", () => {
  const table = (leading: number, more = "a long hook") => {
    const line = (y: number, cells: ReadonlyArray<string>) => rows([cells], at, { y })
    return tables({
      texts: [
        ...header,
        ...line(130, ["Lamp", "Brass, with", "Hall"]),
        ...line(130 + leading, ["", more, ""]),
        ...line(160 + leading, ["Kettle", "Steel, with", "Hob"]),
        ...line(160 + 2 * leading, ["", "a blue lid", ""]),
        ...line(190 + 2 * leading, ["Ladle", "Tin", "Hob"])
      ]
    })[0]
  }

  it("go on where rows are further apart still", () => {
    assert.include(table(18) ?? [], "| Lamp | Brass, with a long hook | Hall |")
    assert.include(table(30, "Long hook") ?? [], "| Lamp | Brass, with | Hall |")
  })
})

describe("a header in tints of its cells", () => {
  it("stands over the rows below", () => {
    const tint = (x0: number, x1: number) => ({ box: { x0, y0: 88, x1, y1: 106 }, colour: 0xdddddd, at: 0 })
    const tints = [tint(48, 146), tint(146, 246), tint(246, 320)]
    const body = rows(
      [
        ["Brass lamp", "12.5", "Hall"],
        ["Tin ladle", "31.0", "Hob"]
      ],
      at,
      { y: 120, leading: 16 }
    )
    const own = tables({ texts: [...header, ...body], fills: tints })[0] ?? []
    assert.deepStrictEqual(own.slice(2), ["| Brass lamp | 12.5 | Hall |", "| Tin ladle | 31.0 | Hob |"])
  })
})

describe("a title over all columns between a header and its rows", () => {
  const table = (title: string, second = "") => {
    const [head, body] = [114, second === "" ? 134 : 148]
    const texts = [
      ...rows([["Part", "Where it is kept in winter"]], [50, 150], { y: 108, font: "Body-Bold" }),
      { text: title, x: 50, y: 128 },
      ...(second === "" ? [] : [{ text: second, x: 50, y: 142 }]),
      ...rows(
        [
          ["Lamp", "Hall"],
          ["Ladle", "Hob"],
          ["Trunk", "Attic"]
        ],
        [50, 150],
        { y: body + 14, leading: 20 }
      )
    ]
    // borders between cells alone: none around the table, and none in the title
    const segments = [head, body, body + 20, body + 40].map((y) => rule(48, y, 320, y))
    return (
      tables({ texts, segments: [...segments, rule(140, 96, 140, head), rule(140, body, 140, body + 60)] })[0] ?? []
    )
  }

  it("is a row of the table, where the header was lost with it", () => {
    const found = table("All that belongs to the house")
    assert.deepStrictEqual(found.slice(0, 1), ["| Part | Where it is kept in winter |"])
    assert.include(found, "| Lamp | Hall |")
  })

  it("is none where it is text of two lines, or the caption of the table below it", () => {
    assert.notInclude(table("All that belongs to the house", "and what does not, since").join("\n"), "| Part |")
    assert.notInclude(table("Table 2: All that belongs to it").join("\n"), "| Part |")
  })
})
