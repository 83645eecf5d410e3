import { assert, describe, it } from "@effect/vitest"
import { noteLabel } from "../../../src/convert/lines/Markers.ts"

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
