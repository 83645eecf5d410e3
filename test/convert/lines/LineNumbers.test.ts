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
