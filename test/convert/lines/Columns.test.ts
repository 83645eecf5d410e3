import { assert, describe, it } from "@effect/vitest"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { areColumns } from "../../../src/convert/lines/regions/Columns.ts"
import { convert, rows, type Text, wordsOf } from "../../support/RawPages.ts"

const prose = (words: string, y: number): Text => ({ text: words, x: 50, y })

describe("tables side by side", () => {
  const cells = (name: string) => Array.from({ length: 6 }, (_, i) => [`${name}${i}`, `${31 + 7 * i},5`])
  const ruled = (x: number, y: number) =>
    [y - 12, y + 4, y + 74].map((at) => ({ x0: x, y0: at, x1: x + 190, y1: at, thickness: 0.5 }))

  it("are read with the caption over each, under a title in the middle: the right one came first", () => {
    const texts = [
      { text: "Of all birds that were counted", x: 230, y: 60, size: 14 },
      { text: "Table 1. Birds of the shore and of the fens", x: 50, y: 150 },
      { text: "that were counted in May, when most of them", x: 50, y: 162 },
      { text: "have come back from the south", x: 50, y: 174 },
      { text: "Table 2. Birds of the woods and of the fields", x: 310, y: 98 },
      { text: "that were counted in June, when hardly any of", x: 310, y: 110 },
      { text: "them are seen on the wing", x: 310, y: 122 },
      ...rows(cells("Left"), [50, 180], { y: 200, leading: 14 }),
      ...rows(cells("Right"), [310, 440], { y: 148, leading: 14 })
    ]
    const markdown = convert([{ texts, segments: [...ruled(50, 200), ...ruled(310, 148)] }])
    assert.isBelow(markdown.indexOf("from the south"), markdown.indexOf("Left0"))
    assert.isBelow(markdown.indexOf("Left5"), markdown.indexOf("Table 2"))
    assert.isBelow(markdown.indexOf("on the wing"), markdown.indexOf("Right0"))
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
  const text = [
    "Many herons nest in the reeds",
    "that grow along the old weir,",
    "and some are seen in winter on",
    "the ponds of the mill, where",
    "they wait for hours until",
    "something moves in the water."
  ]
  interface Look {
    readonly leading?: number
    readonly by?: number
    readonly font?: string
  }
  const group = (texts: ReadonlyArray<string>, x: number, { leading = 12, by = 0, font = "Body" }: Look = {}) =>
    texts.flatMap((text, i) => lines(wordsOf({ texts: [{ text, x, y: 100 + by + leading * i, font }] })))
  const are = (left: ReadonlyArray<string>, right: ReadonlyArray<string>, look?: Look, other = look) =>
    areColumns(group(left, 50, look), group(right, 300, other))
  const nests = birds.map((_, i) => `Nests under the old willow ${i}`)

  it("are columns where sentences go on from line to line, level or not", () => {
    assert.isTrue(are(text, text))
    assert.isTrue(are(text, text, {}, { by: 6 }))
  })

  it("are rows where each level text begins anew, close below the last or far", () => {
    assert.isFalse(are(birds, nests))
    assert.isFalse(are(birds, nests, { leading: 22 }))
  })

  it("are rows where one of them is figures, or a page's number", () => {
    assert.isFalse(
      are(
        text,
        birds.map((_, i) => `${31 + 7 * i},5`)
      )
    )
    assert.isFalse(are(text, ["7"]))
  })

  it("are columns where both are entries with their pages' numbers, far apart or not, and rows where one has none", () => {
    const all = [...birds, "Black tern", "Bean goose"]
    const entries = (x: number, leading: number, pages = true) => [
      ...group(all, x, { leading }),
      ...(pages
        ? group(
            all.map((_, i) => `${17 * (i + 1)}`),
            x + 160,
            { leading }
          )
        : [])
    ]
    assert.isTrue(areColumns(entries(50, 12), entries(300, 12.4)))
    assert.isFalse(areColumns(entries(50, 12), entries(300, 12.4, false)))
    const ended = birds.map((bird, i) => `${bird}, ${17 * (i + 1)}`)
    assert.isTrue(are(ended, ended))
  })

  it("are rows where they are typewriter: comments stood apart from the code that they are on", () => {
    const code = birds.map((bird) => `${bird.replace(" ", "_")} = read(file)`)
    assert.isFalse(
      are(
        code,
        birds.map((bird) => `# for the ${bird}`),
        { font: "Courier" }
      )
    )
  })

  it("are rows where a name stands level with the beginning of a text, and columns where it stands halfway down", () => {
    assert.isFalse(are(["Nests"], text))
    assert.isTrue(are(["Seen in winter", "on the ponds", "of the mill"], [...text, ...text], { by: 40 }, {}))
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
