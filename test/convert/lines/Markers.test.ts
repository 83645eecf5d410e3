import { assert, describe, it } from "@effect/vitest"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { marked, noteLabel } from "../../../src/convert/lines/Markers.ts"
import { wordsOf } from "../../support/RawPages.ts"

describe("what a note is called by", () => {
  it("is a numeral or up to three signs, however these are encoded", () => {
    for (const [text, label] of [
      ["12", "12"],
      ["*3", "3"],
      ["†", "†"],
      ["∗∗", "**"],
      ["∥", "‖"],
      ["§)", "§"]
    ] as const)
      assert.strictEqual(noteLabel(text), label)
  })

  it("is no longer number, no letter, no other sign, and no number behind a sign but an asterisk", () => {
    for (const text of ["1234", "a", "••", "****", "†3", "§ 1", ""]) assert.isNull(noteLabel(text))
  })
})

describe("the letter o at the start of a line", () => {
  // five points for each character
  const itemOf = (x: number) => {
    const [own] = lines(
      wordsOf({
        texts: [
          { text: "o", x: 50, y: 100, font: "Courier" },
          { text: "pour the old wine", x, y: 100, font: "Courier" }
        ]
      })
    )
    return own === undefined ? null : marked(own)
  }

  it("is a ring where two spaces follow it, as on typed pages, and a word where one does", () => {
    assert.strictEqual(itemOf(65)?.marker, "o")
    assert.isNull(itemOf(60))
  })
})
