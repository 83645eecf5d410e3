import { assert, describe, it } from "@effect/vitest"
import { column, convert, type Text } from "../../support/RawPages.ts"

const text = (first: string): ReadonlyArray<Text> => [
  ...column([first, "right of the letter as there are, and then", "it goes on over the full width"], { x: 75, y: 107 }),
  ...column(["where the column has room for that, whether", "few or many lines are left to read."], { x: 50, y: 143 })
]
const begun = (initial: string, first: string, size = 43, y = 130): string =>
  convert([{ texts: [{ text: initial, x: 50, y, size, font: "Display" }, ...text(first)] }])

describe("a drop cap", () => {
  it("begins the first line beside it", () =>
    assert.match(
      begun("L", "ines are as many"),
      /^Lines are as many right of the letter as there are, and then it goes/
    ))

  it("is a word of its own where the rest is one elsewhere on the page", () => {
    assert.match(begun("A", "few lines stand"), /^A few lines/)
    assert.match(begun("A", "fter some lines"), /^After some lines/)
  })

  it("is no letter of the text's size, nor one that begins lower", () => {
    assert.notMatch(begun("L", "ines are as many", 12), /Lines/)
    assert.notMatch(begun("L", "ines are as many", 40, 168), /Lines/)
  })
})
