import { assert, describe, it } from "@effect/vitest"
import { kindsOf } from "../../../src/convert/tables/rows/Distances.ts"
import { convert, rule } from "../../support/RawPages.ts"

describe("distances of lines", () => {
  it("are of two kinds where they differ most, be it that few of one kind say less", () => {
    const { at, apart } = kindsOf([12, 20, 12, 20])
    assert.isTrue(at > 12 && at < 20)
    assert.isAbove(apart, kindsOf([12, 20, 12, 12]).apart)
  })

  it("are of one where all are nearly the same, and where there are none", () => {
    assert.strictEqual(kindsOf([12, 12.3, 12.1]).apart, 0)
    assert.deepStrictEqual(kindsOf([]), { at: 0, apart: 0 })
  })
})

describe("short texts that fill their columns", () => {
  const cells = [
    ["Fit", "Merge", "Fold"],
    ["Mall", "Slice", "Lift"],
    ["Tall", "Drop", "Steer"],
    ["Call", "Part", "Print"]
  ]
  const read = (gaps: ReadonlyArray<number>) => {
    const yOf = (line: number) => gaps.slice(0, line).reduce((sum, gap) => sum + gap, 112)
    const texts = [["Fitting", "Others", "Former"], ...cells].flatMap((row, i) =>
      row.map((text, column) => ({ text, x: 50 + 100 * column, y: yOf(i) }))
    )
    return convert([{ texts, segments: [rule(50, 118, 320, 118)] }])
  }

  it("are a row for each line where their header alone is set off: all were one row", () =>
    assert.include(read([18, 12, 12, 12]), "| Fit | Merge | Fold |\n| Mall | Slice | Lift |\n"))

  it("are the lines of one row where others are set off, too", () =>
    assert.include(read([18, 12, 18, 12]), "| Fit Mall | Merge Slice | Fold Lift |\n"))
})
