import { assert, describe, it } from "@effect/vitest"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { rawPage } from "../../support/RawPages.ts"

const url = "https://birds.example"
/** Two lines of which the end of the first and the beginning of the second are a link, in a colour, and one box around both. */
const linked = (colour: number, y1 = 124): ReadonlyArray<string> => {
  const texts = [
    { text: "Herons stand in water. Read on the", x: 50, y: 108 },
    { text: "page of herons", x: 225, y: 108, colour },
    { text: "and owls", x: 50, y: 120, colour },
    { text: "or ask at the door of the mill.", x: 95, y: 120 }
  ]
  const links = [{ box: { x0: 50, y0: 98, x1: 300, y1 }, url }]
  return words(clean(rawPage({ texts, links }))).flatMap(({ href, text }) => (href === url ? [text] : []))
}

describe("a link with one box around two lines", () => {
  it("is what stands in it in another colour than the page's: whole lines were one", () =>
    assert.deepStrictEqual(linked(0x0000ee), ["page", "of", "herons", "and", "owls"]))

  it("is all of it in one colour, or in one line", () => {
    assert.lengthOf(linked(0), 20)
    assert.lengthOf(linked(0x0000ee, 110), 10)
  })
})
