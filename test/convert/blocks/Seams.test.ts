import { assert, describe, it } from "@effect/vitest"
import { convert, type Text } from "../../support/RawPages.ts"

/** Two rows of parts that follow one another, the second of which is set in by this much, and a wide line further down. */
const rows = (indent: number, ...parts: ReadonlyArray<ReadonlyArray<Omit<Text, "x" | "y">>>) => {
  const placed = parts.flatMap((row, i) => {
    let x = 50 + i * indent
    return row.map((part) => {
      const at = x
      x += 5 * (part.text.length + 1)
      return { ...part, x: at, y: 100 + 12 * i }
    })
  })
  return convert([{ texts: [...placed, { text: "A line as wide as the text is.".padEnd(81, "so"), x: 50, y: 160 }] }])
    .trim()
    .split("\n\n")
}

const sentence = "settings of the language and of all that goes by it"

describe("a sentence goes on from one line to the next in plain words", () => {
  it("though most of the line before is bold", () => {
    const read = (next: string, ...rest: ReadonlyArray<{ readonly text: string }>) =>
      rows(25, [{ font: "Bold", text: sentence.padEnd(70, "so") }, ...rest], [{ text: next }])
    assert.lengthOf(read("two ways of it.", { text: "there are" }), 2)
    assert.lengthOf(read("two ways of it."), 3)
  })

  it("though most of the next one is in another colour", () => {
    const read = (plain: string) =>
      rows(0, [{ text: `${sentence} except of` }], [{ text: plain }, { text: sentence, colour: 0x0000ff }])
    assert.lengthOf(read("points (see"), 2)
    assert.lengthOf(read("Points (see"), 3)
  })

  it("though most of the next one is typewriter, and the first is set in", () => {
    const first = "It makes a list of the keys that belong to each of those that are kept by"
    const read = (font: string) =>
      convert([
        {
          texts: [
            { text: `${first} one and`, x: 86, y: 100 },
            { text: "each", x: 50, y: 112, font },
            { text: "KeyHandleContainer.", x: 75, y: 112, font: "Courier" },
            { text: first.padEnd(88, "so"), x: 50, y: 160 }
          ]
        }
      ])
    assert.include(read("Body"), "one and each `KeyHandleContainer")
    assert.notInclude(read("Courier"), "one and `each")
  })
})
