import { assert, describe, it } from "@effect/vitest"
import { type Text, wordsOf } from "../../support/RawPages.ts"

const text = (texts: ReadonlyArray<Text>) => wordsOf({ texts }).map((word) => word.text)

describe("glyphs painted twice", () => {
  it("are one glyph, wherever in the page's grid they fall", () => {
    for (const x of [50, 50.4, 51.1, 52.7, 53.9])
      assert.deepStrictEqual(
        text([
          { text: "紹", x, y: 50, size: 9 },
          { text: "紹", x: x + 0.15, y: 50, size: 9 },
          { text: "紹", x: x + 0.3, y: 50, size: 9 }
        ]),
        ["紹"]
      )
  })

  it("are two where a narrow letter is set twice", () => {
    const narrow = [0, 1, 2, 3, 4].map((i) => ({ text: "smaler"[i] ?? "", x: 50 + 5 * i, y: 50 }))
    assert.deepStrictEqual(text([...narrow.slice(0, 3), { text: "l", x: 65, y: 50 }, { text: "l", x: 70, y: 50 }]), [
      "small"
    ])
  })
})
