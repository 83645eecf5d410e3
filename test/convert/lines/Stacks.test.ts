import { assert, describe, it } from "@effect/vitest"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { regions } from "../../../src/convert/lines/Regions.ts"
import { stacksAt } from "../../../src/convert/lines/regions/Stacks.ts"
import { isText, type Line, type LineWord } from "../../../src/convert/model/Line.ts"
import { column, read, type Text, wordsOf } from "../../support/RawPages.ts"

const order = (texts: ReadonlyArray<Text>): ReadonlyArray<string> =>
  regions(lines(wordsOf({ texts }))).flatMap(({ parts }) => parts.filter(isText).map(read))

const letter = [
  { text: "3 March", x: 50, y: 240 },
  ...column(
    Array.from({ length: 6 }, () => "some words of running text that go on over all of the page to its very edge"),
    { x: 50, y: 270 }
  )
]
const sender = ["Harrow Ltd", "Ada Heron", "7 Long Lane", "Whitby YO21 3DJ", "ada@harrow.example"]
const recipient = ["Orchard plc", "Selby House", "9 Quay Lane", "Selby YO8 4DP"]

describe("short stacks of lines side by side are read one after the other", () => {
  it("where both are addresses, of which one has more lines, or begins lower", () => {
    for (const down of [0, 13, 20]) {
      const texts = [...column(sender, { x: 50, y: 80 }), ...column(recipient, { x: 350, y: 80 + down }), ...letter]
      assert.deepStrictEqual(order(texts).slice(0, 10), [...sender, ...recipient, "3 March"])
    }
  })

  it("where one is an address and one says what a letter is about", () => {
    const about = ["Our sign: AH", "Order: 1420", "Date: 3 March"]
    const texts = [...column(recipient, { x: 50, y: 80 }), ...column(about, { x: 350, y: 80 }), ...letter]
    assert.deepStrictEqual(order(texts).slice(0, 7), [...recipient, ...about])
  })

  it("where each stands under a label of its own", () => {
    const [author, guides] = [
      ["Author:", "Ada Heron"],
      ["Guides:", "Tom Tern", "Eva Egret"]
    ]
    const texts = [...column(author, { x: 50, y: 80 }), ...column(guides, { x: 350, y: 80 }), ...letter]
    assert.deepStrictEqual(order(texts).slice(0, 5), [...author, ...guides])
  })

  it("not where labels have their values beside them, nor where each row of a list names a town", () => {
    const rows = (left: ReadonlyArray<string>, right: ReadonlyArray<string>) => {
      const texts = [...column(left, { x: 50, y: 80 }), ...column(right, { x: 350, y: 80 }), ...letter]
      assert.deepStrictEqual(
        order(texts).slice(0, 3),
        left.slice(0, 3).map((text, i) => `${text} ${right[i]}`)
      )
    }
    rows(["Name:", "Street:", "Town:"], ["Ada Heron", "7 Long Lane", "28195 Bremen"])
    rows(["Ada", "Tom", "Eva", "Ida"], ["28195 Bremen", "28757 Bremen", "30159 Hanover", "48143 Munster"])
  })

  it("looks at a row of a hundred thousand figures as fast as at any other", () => {
    const set = (text: string, i: number, x: number) => ({
      ...(lines(wordsOf({ texts: [{ text: "Total", x, y: 80 + 13 * i }] }))[0] as Line),
      words: text.split(" ").map((part) => ({ text: part, mono: false }) as LineWord)
    })
    const row = `Total ${"1".repeat(100_000)} sum ${"@".repeat(100_000)}`
    assert.deepStrictEqual(
      stacksAt(
        [0, 1, 2].flatMap((i) => [set(row, i, 50), set(row, i, 350)]),
        300
      ),
      []
    )
  })
})
