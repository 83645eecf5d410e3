import { assert, describe, it } from "@effect/vitest"
import { withoutIcons } from "../../../src/convert/lines/Icons.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import type { Box } from "../../../src/convert/model/Geometry.ts"
import { rawPage, read, wordsOf } from "../../support/RawPages.ts"

/** "Left" ends at 70, "Right" begins at 90; their baseline is at 50, their size 10. */
const texts = [
  { text: "Left", x: 50, y: 50 },
  { text: "Right", x: 90, y: 50 }
]

const withIcon = (icon: Partial<Box>) => {
  const sheet = { texts, drawings: [{ x0: 74, x1: 86, y0: 41, y1: 49, ...icon }] }
  return withoutIcons(rawPage(sheet), lines(wordsOf(sheet))).map(read)
}
const joined = ["Left Right"]
const parted = ["Left", "Right"]

describe("an icon", () => {
  it("joins the texts between which it stands, and nothing else does", () => {
    assert.deepStrictEqual(withIcon({}), joined)
    assert.deepStrictEqual(withoutIcons(rawPage({ texts }), lines(wordsOf({ texts }))).map(read), parted)
  })

  it("may be a picture or a tinted area", () => {
    const box = { x0: 74, x1: 86, y0: 41, y1: 49 }
    for (const drawn of [{ images: [box] }, { fills: [{ box, colour: 0xff0000, at: 0 }] }])
      assert.deepStrictEqual(withoutIcons(rawPage({ texts, ...drawn }), lines(wordsOf({ texts }))).map(read), joined)
  })

  it("takes the room of a word: what is left beside it is no more than a word space", () => {
    assert.deepStrictEqual(withIcon({ x0: 74.5, x1: 85 }), joined)
    assert.deepStrictEqual(withIcon({ x0: 75.5, x1: 85 }), parted)
  })

  it("is no higher than the text, and stands at its height", () => {
    assert.deepStrictEqual(withIcon({ y0: 39, y1: 51.9 }), joined)
    assert.deepStrictEqual(withIcon({ y0: 38, y1: 51.1 }), parted)
    assert.deepStrictEqual(withIcon({ y0: 36.5, y1: 44 }), joined)
    assert.deepStrictEqual(withIcon({ y0: 36.5, y1: 43 }), parted)
    assert.deepStrictEqual(withIcon({ y0: 47, y1: 54 }), parted)
  })

  it("stands between the texts, not under one of them", () => {
    assert.deepStrictEqual(withIcon({ x0: 69, x1: 86 }), parted)
    assert.deepStrictEqual(withIcon({ x0: 74, x1: 91 }), parted)
  })
})
