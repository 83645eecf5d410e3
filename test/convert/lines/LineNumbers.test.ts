import { assert, describe, it } from "@effect/vitest"
import { convert, type Text } from "../../support/RawPages.ts"

const code = ["if (a) {", "  return b", "}", "", "return c"]
const listing = (numbers: ReadonlyArray<string>): string =>
  convert([
    {
      texts: code.flatMap(
        (text, i): ReadonlyArray<Text> => [
          { text: numbers[i] ?? "", x: 50, y: 50 + 12 * i, size: 8, font: "Courier" },
          ...(text === ""
            ? []
            : [{ text: text.trim(), x: 80 + 5 * (text.length - text.trim().length), y: 50 + 12 * i, font: "Courier" }])
        ]
      )
    }
  ])

describe("the numbers of a listing's lines", () => {
  it("go, and the listing keeps its indents and its blank line", () =>
    assert.strictEqual(
      listing(["1", "2", "3", "4", "5"]),
      ["```", "if (a) {", "  return b", "}", "", "return c", "```", ""].join("\n")
    ))

  it("stay where they do not count its lines", () => assert.include(listing(["7", "2", "11", "4", "1"]), "11"))
})

describe("the numbers of a manuscript's lines", () => {
  const manuscript = (size: number): string =>
    convert([
      {
        texts: Array.from(
          { length: 12 },
          (_, i): ReadonlyArray<Text> => [
            { text: String(i + 1), x: 50, y: 50 + 14 * i, size },
            { text: "A line of a manuscript with a number before it", x: 80, y: 48 + 14 * i }
          ]
        ).flat()
      }
    ])

  it("go, for they are small and stand before all else", () => assert.notMatch(manuscript(7), /\d/))

  it("stay where they are as large as the text: they number the rows of a table", () =>
    assert.match(manuscript(10), /\b12\b/))
})
