import { assert, describe, it } from "@effect/vitest"
import { convert, type Text } from "../../support/RawPages.ts"

/** Words at 50, 80, 130 and 170 on a baseline at 100, each glyph 5 points wide, under a rule. */
const sentence: ReadonlyArray<Text> = [
  { text: "Rent", x: 50, y: 100 },
  { text: "is due on", x: 75, y: 100 },
  { text: "Monday", x: 125, y: 100 }
]
const ruled = (x0: number, x1: number, y: number) =>
  convert([{ texts: sentence, segments: [{ x0, x1, y0: y, y1: y, thickness: 0.5 }] }])

describe("a rule", () => {
  it("strikes out the words that it goes through from end to end", () => {
    assert.strictEqual(ruled(75, 120, 97.5), "Rent ~~is due on~~ Monday\n")
    assert.strictEqual(ruled(50, 155, 97.5), "~~Rent is due on Monday~~\n")
  })

  it("strikes out nothing below the words, nor where it goes on beyond them", () => {
    for (const markdown of [ruled(75, 120, 101.5), ruled(30, 300, 97.5), ruled(75, 120, 92)])
      assert.strictEqual(markdown, "Rent is due on Monday\n")
  })

  it("leaves a tilde beside it a tilde", () =>
    assert.include(
      convert([
        {
          texts: [...sentence, { text: "~5", x: 160, y: 100 }],
          segments: [{ x0: 75, x1: 120, y0: 97.5, y1: 97.5, thickness: 0.5 }]
        }
      ]),
      "~~is due on~~ Monday \\~5"
    ))
})
