import { assert, describe, it } from "@effect/vitest"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { areRows } from "../../../src/convert/lines/regions/Rows.ts"
import { convert, rows, type Text, wordsOf } from "../../support/RawPages.ts"

const prose = (words: string, y: number): Text => ({ text: words, x: 50, y })

describe("tables side by side", () => {
  const cells = (name: string) => Array.from({ length: 6 }, (_, i) => [`${name}${i}`, `${31 + 7 * i},5`])
  const ruled = (x: number, y: number) =>
    [y - 12, y + 4, y + 104].map((at) => ({ x0: x, y0: at, x1: x + 190, y1: at, thickness: 0.5 }))

  it("are read with the caption over each, under a title in the middle: the right one came first", () => {
    const texts = [
      { text: "Of all birds that were counted", x: 230, y: 60, size: 14 },
      { text: "Table 1. Birds of the shore and of the fens", x: 50, y: 150 },
      { text: "that were counted in May", x: 50, y: 162 },
      ...rows(cells("Left"), [50, 180], { y: 200 }),
      ...rows(cells("Right"), [310, 440], { y: 148 })
    ]
    const markdown = convert([{ texts, segments: [...ruled(50, 200), ...ruled(310, 148)] }])
    assert.isBelow(markdown.indexOf("counted in May"), markdown.indexOf("Left0"))
    assert.isBelow(markdown.indexOf("Left5"), markdown.indexOf("Right0"))
  })
})

describe("a line that ends left of a table below it", () => {
  it("ends its paragraph: it was a column of its own beside the table", () => {
    const body = Array.from({ length: 5 }, (_, i) => [`Bird ${i}`, `${31 + 7 * i},5`])
    const texts = [
      prose("What was counted on the shore in all of the years before the year", 100),
      prose("1904.", 112),
      ...rows(body, [150, 280], { y: 140 })
    ]
    const segments = [128, 144, 226].map((y) => ({ x0: 150, y0: y, x1: 330, y1: y, thickness: 0.5 }))
    assert.include(convert([{ texts, segments }]), "in all of the years before the year 1904.\n")
  })
})

describe("two groups of lines side by side", () => {
  const birds = ["Grey heron", "Water rail", "Little crake", "Reed warbler", "Common teal", "Marsh harrier"]
  const group = (cells: ReadonlyArray<ReadonlyArray<string>>, xs: ReadonlyArray<number>, leading: number) =>
    cells.flatMap((row, i) =>
      row.flatMap((text, k) => lines(wordsOf({ texts: [{ text, x: xs[k] ?? 0, y: 100 + leading * i }] })))
    )
  const names = birds.map((bird, i) => [bird, `Seen at pool ${i}`])
  const nests = birds.map((_, i) => [`Nests under the old willow ${i}`])
  const areTable = (
    left: ReadonlyArray<ReadonlyArray<string>>,
    right: ReadonlyArray<ReadonlyArray<string>>,
    leading = 22
  ) => areRows(group(left, [50, 160], leading), group(right, [300], leading))

  it("are rows of a table where each text begins anew, far below the last: its last column was read by itself", () => {
    assert.isTrue(areTable(names, nests))
    assert.isTrue(areTable(names, nests, 12))
  })

  it("are columns where they are one text each, where sentences go on and where items are marked", () => {
    const first = names.map(([bird = ""]) => [bird])
    assert.isFalse(areTable(first, nests, 12))
    const text = birds.map(() => ["which they saw in", "all the pools of"])
    assert.isFalse(
      areTable(
        text,
        birds.map(() => ["under the old willow of"])
      )
    )
    assert.isFalse(
      areTable(
        first,
        nests.map(([text]) => [`• ${text}`])
      )
    )
    assert.isFalse(areTable(names.slice(0, 2), nests.slice(0, 2)))
  })
})

describe("sections side by side", () => {
  it("are read column by column where hardly any of their headings are level, though lines are", () => {
    const side = (x: number, size: number, sections: ReadonlyArray<readonly [number, string, ReadonlyArray<string>]>) =>
      sections.flatMap(([y, head, own]) => [
        { text: head, x, y, size },
        ...own.map((text, i) => ({ text, x, y: y + 12 * (i + 1) }))
      ])
    const texts = [
      ...side(50, 12, [
        [100, "Reach", ["Old mill", "Low road", "Weir side"]],
        [154, "Craft", ["Milling", "Baking", "Carting"]]
      ]),
      ...side(220, 14, [
        [
          100,
          "Work",
          ["Miller at the weir for nine years, and its warden", "Baker in the town, of bread and of some cakes"]
        ],
        [148, "School", ["Taught by the old miller", "Taught by a carter of the town"]]
      ])
    ]
    const markdown = convert([{ texts }])
    const order = ["Reach", "Weir side", "Craft", "Carting", "Work", "School"].map((text) => markdown.indexOf(text))
    assert.deepStrictEqual(
      order,
      order.toSorted((a, b) => a - b)
    )
  })
})
