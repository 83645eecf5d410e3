import { assert, describe, it } from "@effect/vitest"
import { convert, type Text } from "../../support/RawPages.ts"

const blocks = (texts: ReadonlyArray<Text>): ReadonlyArray<string> => convert([{ texts }]).trim().split("\n\n")

describe("a paragraph whose lines begin with what they explain", () => {
  const keys = (...rows: ReadonlyArray<readonly [string, string]>) =>
    blocks(
      rows.flatMap(
        ([key, text], i): ReadonlyArray<Text> => [
          { text: key, x: 50, y: 100 + 12 * i, font: "Body-Bold" },
          { text, x: 55 + 5 * key.length, y: 100 + 12 * i }
        ]
      )
    )

  it("ends with each line that leaves room", () =>
    assert.deepStrictEqual(
      keys(["i", "lists what you carry"], ["d", "drops it"], ["g", "takes what lies on the ground"]),
      ["**i** lists what you carry", "**d** drops it", "**g** takes what lies on the ground"]
    ))

  it("goes on where the line is full", () =>
    assert.lengthOf(keys(["Ahab", "was seen with the captain of"], ["Pequod", "as she was leaving it"]), 1))
})

describe("a sentence in a full line", () => {
  const full = "Selection bias is a tendency to exclude one kind of unit or another, which a sample without any"
  const read = (...rows: ReadonlyArray<readonly [number, string]>) =>
    blocks(rows.map(([x, text], i) => ({ text, x, y: 100 + 12 * i })))

  it("goes on in small letters at the edge, though its item is set in", () =>
    assert.deepStrictEqual(read([70, `(i) ${full}`], [50, "bias has not."]), [`(i) ${full} bias has not.`]))

  it("goes on in a name of a program alone, a little before where its item's text begins, as where spaces are stretched", () => {
    const item = `Move the data in with any number of calls and with the action for ${full.slice(0, 26)} =`
    const names = (x: number) =>
      blocks([
        { text: "2.", x: 50, y: 100 },
        { text: item, x: 64, y: 100 },
        { text: "STORE_RUN", x, y: 112, font: "Courier" }
      ])
    assert.deepStrictEqual(names(60.5), [`2. ${item} \`STORE_RUN\``])
    assert.lengthOf(names(50), 2)
  })

  it("does not go on with another sentence there", () =>
    assert.lengthOf(read([70, `(i) ${full}`], [50, "Bias is not."]), 2))
})
