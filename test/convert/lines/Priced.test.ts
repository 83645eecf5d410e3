import { assert, describe, it } from "@effect/vitest"
import { convert, type Text } from "../../support/RawPages.ts"

const menu = [
  ["Starters", ["Broth", "5.50"], ["Squid in batter", "8.00"], ["Beetroot", "12.25"]],
  ["Mains", ["Roast goose", "16.50"], ["Bream", "9.00"], ["Risotto", "14.75"]]
] as const

/** Two columns of names with prices at their right edges, a heading over each. */
const sheet = (headSize: number): string => {
  const texts = menu.flatMap(([head, ...dishes], i): ReadonlyArray<Text> => {
    const x = 50 + 270 * i
    return [
      { text: head, x: x + 60, y: 100, size: headSize },
      ...dishes.flatMap(([dish, price], row) => [
        { text: dish, x, y: 120 + 24 * row },
        { text: price, x: x + 230 - price.length * 5, y: 120 + 24 * row },
        { text: `with some ${dish.toLowerCase()}`, x, y: 131 + 24 * row, size: 8 }
      ])
    ]
  })
  return convert([{ texts }])
}

describe("columns of names with prices", () => {
  it("are read one after the other below their headings, and not as rows of one table", () => {
    const markdown = sheet(14)
    assert.isBelow(markdown.indexOf("Beetroot"), markdown.indexOf("Mains"))
    assert.isBelow(markdown.indexOf("Mains"), markdown.indexOf("Roast goose"))
    assert.match(markdown, /^#+ Starters$/m)
  })

  it("are rows of a table where the names over them are no headings", () =>
    assert.match(sheet(10), /\| Squid in batter.*\| Bream/))
})
