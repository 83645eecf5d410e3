import { assert, describe, it } from "@effect/vitest"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { columnEvidence } from "../../../src/convert/lines/regions/ColumnEvidence.ts"
import { wordsOf } from "../../support/RawPages.ts"

const flowing = [
  "The mill had stood by the weir for as long",
  "as anybody knew, and was sold in the year",
  "in which the bridge was built, to a family",
  "that had come down the river from the hills."
]
const begun = [
  "Its wheel was made of oak from the hills.",
  "All of its stones came down by boat first.",
  "Nobody had ever seen it stand still a day.",
  "Then the weir broke, and it was pulled down."
]
const group = (texts: ReadonlyArray<string>, x: number, leading = 12, font = "Body") =>
  texts.flatMap((text, i) => lines(wordsOf({ texts: [{ text, x, y: 100 + leading * i, font }] })))

describe("what tells columns from rows", () => {
  it("is prose where sentences go on in both, and none where each line ends one", () => {
    assert.isAbove(columnEvidence(group(flowing, 50), group(flowing, 320)).prose, 0.8)
    assert.strictEqual(columnEvidence(group(begun, 50), group(begun, 320)).prose, 0)
  })

  it("is torn where a sentence goes on beside a line that begins one, and not where both go on", () => {
    assert.isAbove(columnEvidence(group(flowing, 50), group(begun, 320)).torn, 0.4)
    assert.strictEqual(columnEvidence(group(flowing, 50), group(flowing, 320)).torn, 0)
  })

  it("is their being equally wide, unless they are too narrow for a text", () => {
    assert.isAbove(columnEvidence(group(flowing, 50), group(flowing, 320)).equal, 0.8)
    const short = flowing.map((text) => text.slice(0, 8))
    assert.strictEqual(columnEvidence(group(short, 50), group(flowing, 320)).equal, 0)
    assert.strictEqual(columnEvidence(group(short, 50), group(short, 320)).equal, 0)
  })

  it("is how many bands have nothing beside their gaps, of which lines that are not level leave none", () => {
    const six = [...flowing, ...flowing.slice(0, 2)]
    assert.strictEqual(columnEvidence(group(six, 50, 16), group(six, 320, 16)).bands, 1)
    const between = group(six, 320, 16).map((each) => ({
      ...each,
      box: { ...each.box, y0: each.box.y0 + 8, y1: each.box.y1 + 8 }
    }))
    assert.strictEqual(columnEvidence(group(six, 50, 16), between).bands, 0)
  })

  it("is typewriter in either", () => {
    const typed = (left: string, right: string) =>
      columnEvidence(group(flowing, 50, 12, left), group(flowing, 320, 12, right)).typed
    assert.deepStrictEqual([typed("Courier", "Body"), typed("Body", "Courier"), typed("Body", "Body")], [1, 1, 0])
  })
})
