import { assert, describe, it } from "@effect/vitest"
import { column, convert, type Sheet } from "../../support/RawPages.ts"

const dots = ". . . . . . . . . . . ."
const titles = ["The making of bread", "What an oven is for", "Salt and other things"]

const prose = (y: number) =>
  column(
    Array.from({ length: 8 }, (_, i) => `line ${i} of a paragraph that is as wide as the column in which it is set,`),
    { x: 50, y }
  )

/** Pages whose titles look as their text does, and stand no further from it than its paragraphs. */
const document = (pages: ReadonlyArray<number>, isEntry = (title: string) => title): ReadonlyArray<Sheet> => [
  {
    texts: [
      { text: "The book of bread", x: 50, y: 40, size: 20 },
      ...column(
        titles.map((title, i) => `${isEntry(title)} ${dots} ${pages[i]}`),
        { x: 50, y: 80 }
      )
    ]
  },
  ...titles.map((text) => ({
    texts: [...prose(60), { text, x: 50, y: 166 }, ...prose(188)]
  }))
]

const headings = (sheets: ReadonlyArray<Sheet>) =>
  convert(sheets)
    .split("\n")
    .filter((line) => line.startsWith("#"))
    .map((line) => line.replace(/^#+ /, ""))

describe("a printed table of contents", () => {
  it("says what is a heading where the file has no outline", () => {
    assert.deepStrictEqual(headings(document([2, 3, 4])), ["The book of bread", ...titles])
    assert.deepStrictEqual(headings(document([2, 3, 4], (title) => `Of ${title}`)), ["The book of bread"])
  })

  it("has pages that rise: an index names terms", () =>
    assert.deepStrictEqual(headings(document([4, 3, 2])), ["The book of bread"]))
})
