import { assert, describe, it } from "@effect/vitest"
import { inReadingOrder } from "../../../src/convert/figures/LabelOrder.ts"
import { textsOf } from "../../../src/convert/figures/Texts.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { type Text, wordsOf } from "../../support/RawPages.ts"

const read = (texts: ReadonlyArray<Omit<Text, "size">>) =>
  inReadingOrder(textsOf(lines(wordsOf({ texts: texts.map((each) => ({ ...each, size: 8 })) })))).split("\n")

describe("labels of a figure", () => {
  it("are read box by box where boxes of several lines stand side by side", () =>
    assert.deepStrictEqual(
      read([
        { text: "Read the", x: 100, y: 100 },
        { text: "whole file", x: 98, y: 110 },
        { text: "Write one", x: 200, y: 100 },
        { text: "page each", x: 200, y: 110 }
      ]),
      ["Read the", "whole file", "Write one", "page each"]
    ))

  it("are read row by row where each has one line", () =>
    assert.deepStrictEqual(
      read([
        { text: "Start", x: 100, y: 100 },
        { text: "Stop", x: 200, y: 101 },
        { text: "Wait", x: 150, y: 140 }
      ]),
      ["Start Stop", "Wait"]
    ))

  it("have the numbers of each scale in one line, between others or not", () =>
    assert.deepStrictEqual(
      read([
        { text: "300 km", x: 100, y: 100 },
        { text: "71", x: 200, y: 102 },
        { text: "200 km", x: 100, y: 113 },
        { text: "100 km", x: 100, y: 126 },
        { text: "2019", x: 160, y: 150 },
        { text: "2020", x: 200, y: 150 }
      ]),
      ["300 km 200 km 100 km", "71", "2019 2020"]
    ))

  it("are not of one text where lines are far apart", () =>
    assert.deepStrictEqual(
      read([
        { text: "Oak", x: 100, y: 100 },
        { text: "Elm", x: 200, y: 100 },
        { text: "Ash", x: 100, y: 120 }
      ]),
      ["Oak Elm", "Ash"]
    ))

  it("are no signs alone, such as the points of a plot, unless of a currency", () =>
    assert.deepStrictEqual(
      read([
        { text: "•", x: 100, y: 100 },
        { text: "+ ×", x: 180, y: 120 },
        { text: "€", x: 100, y: 140 }
      ]),
      ["€"]
    ))

  it("are read once each, turned ones too", () => {
    const turned = { text: "of visitors", x: 80, y: 140, angle: 270 as const }
    assert.sameMembers(read([turned, { text: "Year", x: 150, y: 160 }]), ["of visitors", "Year"])
  })
})
