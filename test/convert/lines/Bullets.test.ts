import { assert, describe, it } from "@effect/vitest"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { joinBullets } from "../../../src/convert/lines/bullets/Bullets.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { isText } from "../../../src/convert/model/Line.ts"
import { rawPage, read, type Sheet } from "../../support/RawPages.ts"

const seen = (sheet: Sheet): ReadonlyArray<string> => {
  const page = clean(rawPage(sheet))
  return joinBullets(page, lines(words(page)))
    .filter(isText)
    .map(read)
}
/** A shape as wide and high as `size`, centred on a small letter of a line whose baseline is at 100. */
const mark = (size: number, x = 40) => ({ x0: x, x1: x + size, y0: 97 - size / 2, y1: 97 + size / 2 })
const text = { text: "An item", x: 50, y: 100 }

describe("bullets", () => {
  it("drawn beside a line begin it", () => {
    assert.deepStrictEqual(seen({ texts: [text], drawings: [mark(3)] }), ["• An item"])
    assert.deepStrictEqual(seen({ texts: [text], fills: [{ box: mark(4), colour: 0, at: 0 }] }), ["• An item"])
  })

  it("are neither dust nor pictures nor shapes that are wider than high", () => {
    for (const box of [mark(1.2), mark(9), { ...mark(3), x1: 46 }])
      assert.deepStrictEqual(seen({ texts: [text], drawings: [box] }), ["An item"])
  })

  it("are no part of an icon that stands before the text as they do", () => {
    const icon = { x0: 26, x1: 46, y0: 87, y1: 107 }
    assert.deepStrictEqual(seen({ texts: [text], drawings: [icon, mark(3)] }), ["An item"])
    // a panel holds the text as well
    assert.deepStrictEqual(seen({ texts: [text], drawings: [{ ...icon, x1: 300 }, mark(3)] }), ["• An item"])
  })

  it("stand near their text and at its height", () => {
    assert.deepStrictEqual(seen({ texts: [text], drawings: [mark(3, 15)] }), ["An item"])
    const above = mark(3)
    assert.deepStrictEqual(seen({ texts: [text], drawings: [{ ...above, y0: above.y0 - 9, y1: above.y1 - 9 }] }), [
      "An item"
    ])
  })

  it("are not the coloured squares of a chart's key", () =>
    assert.deepStrictEqual(seen({ texts: [text], fills: [{ box: mark(4), colour: 0x3366cc, at: 0 }] }), ["An item"]))

  it("are not the squares of a key whose names stand in one line", () => {
    const square = (x: number) => ({ x0: x, x1: x, y0: 95, y1: 98.4, thickness: 3.4 })
    const names = [text, { text: "Another", x: 93, y: 100 }]
    assert.deepStrictEqual(seen({ texts: names, segments: [square(42), square(89)] }), ["An item Another"])
    const apart = [text, { text: "Another", x: 108, y: 100 }]
    assert.deepStrictEqual(seen({ texts: apart, segments: [square(42), square(99)] }), ["• An item", "• Another"])
  })

  it("may have a colour of their own where they stand in one column", () => {
    const below = { ...mark(4), y0: 115, y1: 119 }
    const fills = [mark(4), below].map((box) => ({ box, colour: 0x3366cc, at: 0 }))
    const texts = [text, { ...text, y: 120 }]
    assert.deepStrictEqual(seen({ texts, fills }), ["• An item", "• An item"])
    const others = fills.map((fill, i) => ({ ...fill, colour: fill.colour + 90 * i }))
    assert.deepStrictEqual(seen({ texts, fills: others }), ["An item", "An item"])
  })

  it("are boxes to tick where they are frames, ticked where they are filled", () => {
    const rule = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1, thickness: 0.5 })
    const frame = (width: number) => [
      rule(34, 91, 34 + width, 91),
      rule(34, 101, 34 + width, 101),
      rule(34, 91, 34, 101),
      rule(34 + width, 91, 34 + width, 101)
    ]
    const area = (colour: number) => [{ box: { x0: 34, x1: 44, y0: 91, y1: 101 }, colour, at: 0 }]
    assert.deepStrictEqual(seen({ texts: [text], segments: frame(10) }), ["☐ An item"])
    assert.deepStrictEqual(seen({ texts: [text], segments: frame(10), fills: area(0xffffff) }), ["☐ An item"])
    assert.deepStrictEqual(seen({ texts: [text], segments: frame(10), fills: area(0) }), ["☒ An item"])
    assert.deepStrictEqual(seen({ texts: [text], segments: frame(14) }), ["An item"])
    const comb = frame(10).map((each) => ({ ...each, x0: each.x0 - 10, x1: each.x1 - 10 }))
    assert.deepStrictEqual(seen({ texts: [text], segments: [...comb, ...frame(10)] }), ["An item"])
    assert.deepStrictEqual(seen({ texts: [text], segments: frame(10).slice(1) }), ["An item"])
  })

  it("may be rules as thick as they are long, as TeX paints squares, and no longer rules", () => {
    const square = (y1: number) => [{ x0: 42, x1: 42, y0: 95, y1, thickness: 3.4 }]
    assert.deepStrictEqual(seen({ texts: [text], segments: square(98.4) }), ["• An item"])
    assert.deepStrictEqual(seen({ texts: [text], segments: square(101) }), ["An item"])
  })

  it("set as glyphs far from their text begin it too", () => {
    assert.deepStrictEqual(seen({ texts: [{ text: "•", x: 30, y: 100 }, text] }), ["• An item"])
    assert.strictEqual(seen({ texts: [{ text: "•", x: 5, y: 100 }, text] }).length, 2)
  })

  it("are a sign that a font draws before several lines, and nothing else, whatever it is said to be", () => {
    const listed = (sign: string, count: number, more: ReadonlyArray<string> = []) =>
      seen({
        texts: Array.from({ length: count }, (_, i) => [
          { text: [sign, ...more][i] ?? sign, x: 50, y: 100 + 14 * i, font: "Ornaments" },
          { text: "An item", x: 62, y: 100 + 14 * i }
        ]).flat()
      })
    assert.deepStrictEqual(listed("á", 3), ["• An item", "• An item", "• An item"])
    assert.deepStrictEqual(listed("á", 2), ["á An item", "á An item"])
    for (const own of ["Q", "©"]) assert.deepStrictEqual(listed(own, 3)[0], `${own} An item`)
    assert.deepStrictEqual(listed("á", 4, ["é"])[0], "á An item")
    // two kinds of bullets, each at least twice, and no letters
    assert.deepStrictEqual(listed("&", 4, ["_", "_"])[0], "• An item")
    assert.deepStrictEqual(listed("&", 4, ["_"])[0], "& An item")
    assert.deepStrictEqual(listed("á", 4, ["é", "é"])[0], "á An item")
    // what is known stays what it is
    assert.deepStrictEqual(listed("☐", 4, ["_", "_"]), ["☐ An item", "• An item", "• An item", "☐ An item"])
  })

  it("are not how figures compare to others: values of a table lost their sign", () => {
    const compared = (value: string) =>
      seen({
        texts: Array.from({ length: 3 }, (_, i) => [
          { text: ">", x: 50, y: 100 + 14 * i, font: "Signs" },
          { text: value, x: 62, y: 100 + 14 * i }
        ]).flat()
      })[0]
    assert.strictEqual(compared("12.5"), "> 12.5")
    assert.strictEqual(compared("An item"), "• An item")
  })
})
