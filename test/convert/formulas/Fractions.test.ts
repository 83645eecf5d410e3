import { assert, describe, it } from "@effect/vitest"
import { fractions } from "../../../src/convert/formulas/Fractions.ts"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { rawPage, read, rule, type Sheet } from "../../support/RawPages.ts"

const linear = (sheet: Sheet): ReadonlyArray<string> => {
  const page = clean(rawPage(sheet))
  return fractions(page, lines(words(page))).map(read)
}

describe("fractions", () => {
  it("reads a fraction in its line, from left to right", () => {
    const texts = [
      { text: "2a - b", x: 80, y: 95 },
      { text: "M =", x: 60, y: 102 },
      { text: "+ c.", x: 113, y: 102 },
      { text: "n", x: 92, y: 109 }
    ]
    assert.deepStrictEqual(linear({ texts, segments: [rule(79, 99.5, 111, 99.5)] }), ["M = (2a - b)/n + c."])
  })

  it("brackets a denominator of several factors", () => {
    const texts = [
      { text: "x =", x: 60, y: 102 },
      { text: "v", x: 84, y: 95 },
      { text: "2gD", x: 79, y: 109 }
    ]
    assert.deepStrictEqual(linear({ texts, segments: [rule(78, 99.5, 95, 99.5)] }), ["x = v/(2gD)"])
  })

  it("reads a fraction within a fraction", () => {
    const texts = [
      { text: "y =", x: 60, y: 102 },
      { text: "1", x: 87, y: 95 },
      { text: "1 +", x: 79, y: 113 },
      { text: "a", x: 96.5, y: 106 },
      { text: "b", x: 96.5, y: 120 }
    ]
    const segments = [rule(78, 99.5, 103, 99.5), rule(96, 110.5, 102, 110.5)]
    assert.deepStrictEqual(linear({ texts, segments }), ["y = 1/(1 + a/b)"])
  })

  it("takes neither an underline nor a rule between the rows of a table for a bar", () => {
    const underlined = [
      { text: "some underlined words", x: 60, y: 100 },
      { text: "and the line below", x: 60, y: 112 }
    ]
    assert.strictEqual(linear({ texts: underlined, segments: [rule(60, 101.5, 165, 101.5)] }).length, 2)
    const rows = [
      { text: "head", x: 80, y: 96 },
      { text: "cell", x: 80, y: 109 },
      { text: "beside", x: 210, y: 102 }
    ]
    assert.strictEqual(linear({ texts: rows, segments: [rule(60, 99.5, 200, 99.5)] }).length, 3)
  })
})
