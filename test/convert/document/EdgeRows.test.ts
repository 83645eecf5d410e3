import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
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

  it("an address with a stroke between figures is no count of pages", () => {
    const found = (line: string) =>
      convert(
        Array.from({ length: 7 }, (_, i) => ({
          texts: [...(i === 3 ? [{ text: line, x: 50, y: 760, size: 8 }] : []), ...text(i + 1)]
        }))
      )
    assert.include(found("Guide at ex.org/d-01/806-957/"), "Guide")
    assert.notInclude(found("Guide | 4/7"), "Guide")
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

  const words = fc
    .array(fc.constantFrom(..."walnut hazel rowan birch alder willow aspen".split(" ")), { minLength: 1, maxLength: 5 })
    .map((all) => all.join(" "))
  const saying = fc
    .tuple(fc.constantFrom("", "", "© 2024 ", "Vol. 3 ", "57 ", "§ 4 ", "1 At ex.org/d-01/806-957/ "), words)
    .map((all) => all.join(""))
  const place = fc.oneof(fc.integer({ min: 48, max: 115 }), fc.integer({ min: 690, max: 752 }))
  const stray = fc.record({
    text: fc.oneof(saying, fc.constant("https://example.org/walnut")),
    x: fc.constantFrom(50, 120, 200),
    y: place,
    size: fc.constantFrom(7, 8, 9, 10, 12),
    font: fc.constantFrom("Body", "Other", "Body-Bold", "Body-Italic"),
    colour: fc.constantFrom(0, 0x777777)
  })
  const heads = fc.constantFrom<ReadonlyArray<(page: number) => Text>>(
    [],
    [() => ({ text: "A manual of gardens", x: 50, y: 30, size: 9 })],
    [(page) => ({ text: `${page}`, x: 300, y: 775 })],
    [
      (page) => ({ text: page % 2 === 0 ? "Gardens" : "Hedges", x: 300, y: 30 }),
      (page) => ({ text: `Page ${page + 4}`, x: 280, y: 775, size: 8 })
    ]
  )

  const counts = fc.tuple(fc.integer({ min: 2, max: 8 }), fc.nat(5))

  it("no word is lost that stands on that page alone and is no page's number", () => {
    fc.assert(
      fc.property(stray, heads, counts, (line, running, [at, more]) => {
        const found = convert(
          Array.from({ length: Math.max(3, at + more) }, (_, i) => ({
            texts: [
              ...running.map((head) => head(i + 1)),
              ...text(i + 1),
              ...text(i + 11, 300),
              ...(i + 1 === at ? [line] : [])
            ]
          }))
        )
        for (const word of line.text.split(" ")) assert.include(found.replace(/[*\\]/g, ""), word)
        for (const head of running) assert.notInclude(found, head(3).text.replace(/^3$/, "\n3\n"))
      }),
      { numRuns: 60 }
    )
  })
})
