import { assert, describe, it } from "@effect/vitest"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { stretched } from "../../../src/convert/lines/TextRows.ts"
import { column, read, type Text, wordsOf } from "../../support/RawPages.ts"

/** Three lines from 50 to 175 pt, 12 pt apart, the last at 124 pt. */
const text = column(
  ["four words at length here", "four words of one measure", "words which end as others"].map((each) =>
    each.padEnd(24, "e")
  ),
  {
    x: 50,
    y: 100
  }
)

/** Words of 20 pt whose left edges these are. */
const row = (y: number, ...at: ReadonlyArray<number>): ReadonlyArray<Text> =>
  at.map((x, i) => ({ text: `wor${i}`, x, y }))

const joined = (...rows: ReadonlyArray<ReadonlyArray<Text>>): ReadonlyArray<string> =>
  stretched(lines(wordsOf({ texts: [...text, ...rows.flat()] })))
    .map(read)
    .slice(text.length)

describe("a line of a justified column whose spaces are wider than a gutter", () => {
  it("is one line, under another that is whole or was made so", () => {
    const even = [50, 100, 155]
    assert.deepStrictEqual(joined(row(136, ...even)), ["wor0 wor1 wor2"])
    assert.deepStrictEqual(joined(row(136, 50, 155), row(148, ...even)), ["wor0 wor1", "wor0 wor1 wor2"])
  })

  it("is pieces where its spaces differ as those of cells do", () => {
    assert.lengthOf(joined(row(136, 50, 85, 155)), 3)
  })

  it("is pieces where no line is right over or below it", () => {
    assert.lengthOf(joined(row(148, 50, 100, 155)), 3)
  })

  it("is pieces where it begins or ends elsewhere than the lines", () => {
    assert.lengthOf(joined(row(136, 50, 95, 140)), 3)
    assert.lengthOf(joined(row(136, 60, 107, 155)), 3)
  })
})
