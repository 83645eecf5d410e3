import { assert, describe, it } from "@effect/vitest"
import { withoutRunningHeads } from "../../../src/convert/document/running/RunningHeads.ts"
import { paragraph } from "../../support/Blocks.ts"
import { column, convert, type Text } from "../../support/RawPages.ts"

const text = (page: number, y = 150): ReadonlyArray<Text> => {
  const lines = [
    `The first line of page ${page} is as wide as the column is,`,
    `the second, of the same paragraph ${page}, goes on for as long,`,
    "and a last one."
  ]
  return column([...lines, ...lines, ...lines], { x: 50, y })
}

describe("at the edge of one page of many", () => {
  it("a copyright line is part of the text: what runs would come back", () => {
    const found = (count: number, at: number) =>
      convert(
        Array.from({ length: count }, (_, i) => ({
          texts: [...(i === at ? [{ text: "© 2024 A. Gardener", x: 50, y: 760, size: 8 }] : []), ...text(i + 1)]
        }))
      )
    assert.include(found(7, 1), "© 2024 A. Gardener")
    assert.notInclude(found(7, 0), "Gardener")
    assert.notInclude(found(1, 0), "Gardener")
  })

  it("a title below a running head is part of the text, though it is said in larger letters elsewhere", () => {
    const found = (head: (page: number) => ReadonlyArray<Text>) =>
      convert(
        Array.from({ length: 7 }, (_, i) => ({
          texts: [
            ...head(i + 1),
            ...(i === 0 ? [{ text: "Kinds of hedges", x: 50, y: 150, size: 16 }] : []),
            ...(i === 4 ? [{ text: "Kinds of hedges", x: 50, y: 62, size: 9, font: "Other" }] : []),
            ...text(i + 1, 190)
          ]
        }))
      )
    const under = found(() => [{ text: "A manual of gardens", x: 50, y: 30, size: 9 }])
    assert.notInclude(under, "A manual")
    assert.lengthOf(under.split("Kinds of hedges"), 3)
    const alone = found(() => [])
    assert.lengthOf(alone.split("Kinds of hedges"), 2)
  })

  it("a page's number below a running head runs, too", () => {
    const found = convert(
      Array.from({ length: 7 }, (_, i) => ({
        texts: [
          { text: "A manual of gardens", x: 50, y: 30, size: 9 },
          ...(i === 4 ? [{ text: "5", x: 300, y: 62, size: 9 }] : []),
          ...text(i + 1, 190)
        ]
      }))
    )
    assert.notMatch(found, /^5$/m)
  })

  it("the cells of a table's last row are part of the text: they are many, but of one page", () => {
    const cells = (page: number, y0: number) =>
      ["198,376", "48,072", "52.5", "52"].map((text, i) =>
        paragraph(text, { page, box: { x0: 50 + 90 * i, x1: 90 + 90 * i, y0, y1: y0 + 10 } })
      )
    const pages = Array.from({ length: 6 }, (_, i) => [
      paragraph(`What page ${i + 1} is about.`, { page: i + 1, box: { y0: 150, y1: 160 } }),
      ...(i === 3 ? cells(4, 740) : []),
      ...(i === 4 ? cells(5, 400) : [])
    ])
    const { heads, bodies } = withoutRunningHeads(
      pages,
      pages.map(() => []),
      null,
      new Map()
    )
    assert.lengthOf(heads, 0)
    assert.lengthOf(bodies[3] ?? [], 5)
  })
})
