import { assert, describe, it } from "@effect/vitest"
import { type Text, wordsOf } from "../../support/RawPages.ts"

/** A logo set as TeX sets it: every letter over a part of the one before. */
const logo = (x: number, lowered: number, after: ReadonlyArray<Text> = []): ReadonlyArray<Text> => [
  { text: "L", x, y: 50 },
  { text: "A", x: x + 4, y: 48, size: 7 },
  { text: "T", x: x + 7, y: 50 },
  { text: "E", x: x + 11, y: 50 + lowered },
  { text: "X", x: x + 15, y: 50 },
  ...after
]
const read = (texts: ReadonlyArray<Text>) => wordsOf({ texts }).map(({ text, size }) => `${text} ${size}`)

describe("TeX's logos", () => {
  it("are words of one size", () =>
    assert.deepStrictEqual(read([...logo(50, 2), { text: "now", x: 76, y: 50 }]), ["LATEX 10", "now 10"]))

  it("have their version's epsilon in the text's font", () => {
    const version = [
      { text: "2", x: 70, y: 50 },
      { text: "ε", x: 75, y: 51.5, font: "CMMI10" }
    ]
    const set = wordsOf({ texts: logo(50, 2, version) })
    assert.strictEqual(set.map(({ text }) => text).join(""), "LATEX2ε")
    assert.isFalse(set.some(({ font }) => font === "CMMI10"))
  })

  it("have no index that stands as low as E", () => assert.deepStrictEqual(read(logo(50, 4)).at(-1), "X 10"))
})

describe("letters reflected one by one", () => {
  const within = (texts: ReadonlyArray<Text>) => wordsOf({ texts: [{ text: "say", x: 50, y: 50 }, ...texts] })

  it("stand among the letters of their line", () =>
    assert.deepStrictEqual(
      within([
        { text: "X", x: 70, y: 50 },
        { text: "E", x: 79.5, y: 51.5, angle: 180 },
        { text: "TA", x: 79, y: 50 }
      ]).map(({ text, angle }) => `${text} ${angle}`),
      ["say 0", "XETA 0"]
    ))

  it("stand on the baseline where they are turned on their middle", () =>
    assert.deepStrictEqual(
      within([
        { text: "(", x: 70, y: 50 },
        { text: "E", x: 80, y: 44, angle: 180 },
        { text: "n)", x: 80, y: 50 }
      ]).map(({ text, baseline }) => `${text} ${baseline}`),
      ["say 50", "(En) 50"]
    ))

  it("are none where a text runs upside down, or apart", () => {
    const turned = within([{ text: "nope", x: 90, y: 50, angle: 180 }])
    assert.deepStrictEqual(
      turned.map(({ angle }) => angle),
      [0, 180]
    )
    const apart = within([{ text: "E", x: 90, y: 50, angle: 180 }])
    assert.deepStrictEqual(
      apart.map(({ angle }) => angle),
      [0, 180]
    )
  })
})
