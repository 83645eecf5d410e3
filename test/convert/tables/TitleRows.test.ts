import { assert, describe, it } from "@effect/vitest"
import { convert, rows, rule } from "../../support/RawPages.ts"

/** A closed grid of three columns, whose rows of one text are one cell. */
const framed = (cells: ReadonlyArray<ReadonlyArray<string>>, font = "Body"): string => {
  const [xs, ys] = [[50, 150, 250, 350], Array.from({ length: cells.length + 1 }, (_, i) => 100 + 20 * i)]
  const across = ys.map((y) => rule(50, y, 350, y))
  const upright = cells.flatMap(({ length }, i) =>
    (length === 1 ? [50, 350] : xs).map((x) => rule(x, 100 + 20 * i, x, 120 + 20 * i))
  )
  const [title = [], ...others] = cells
  const texts = [...rows([title], [60, 160, 260], { y: 114, font }), ...rows(others, [60, 160, 260], { y: 134 })]
  return convert([{ texts, segments: [...across, ...upright] }])
}

const header = ["Orchard", "Trees", "Baskets"]
const body = [
  ["North", "12", "40"],
  ["South", "7", "31"]
]

describe("a title in a cell over all columns", () => {
  it("is a caption over the table, whose first row is the header", () =>
    assert.include(framed([["Harvest of the year"], header, ...body]), "Harvest of the year\n\n| Orchard | Trees |"))

  it("says no more than its letters in a face of one width", () =>
    assert.notInclude(framed([["Harvest of the year"], header, ...body], "Courier"), "`"))

  it("is a row where others like it stand over further rows, or the row below is no header", () => {
    assert.include(framed([["Early"], header, ...body, ["Late"], header, ...body]), "| Early |")
    assert.include(framed([["Harvest of the year"], ...body, ["West", "9", "22"]]), "| Harvest of the year |")
  })
})

describe("a larger title in the first row of a grid whose borders are not drawn", () => {
  const tinted = (size: number): string => {
    const fills = [{ box: { x0: 45, y0: 80, x1: 300, y1: 190 }, colour: 0xeeeeee, at: 0 }]
    const dishes = [
      ["Broth of roots", "5.50"],
      ["Squid in batter", "18.00"],
      ["Beetroot and rye", "9.25"],
      ["Leeks in oil", "7.50"]
    ] as const
    const texts = [
      { text: "Starters", x: 50, y: 100, size },
      ...dishes.flatMap(([dish, price], i) => [
        { text: dish, x: 50, y: 120 + 18 * i },
        { text: price, x: 295 - price.length * 5, y: 120 + 18 * i }
      ])
    ]
    return convert([{ texts, fills }])
  }

  it("is a heading over the table", () => assert.match(tinted(15), /^#+ Starters\n\n\| Broth of roots \| 5.50 \|/m))
})
