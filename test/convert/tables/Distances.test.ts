import { assert, describe, it } from "@effect/vitest"
import type { TableLine } from "../../../src/convert/tables/ColumnSeparators.ts"
import { byDistance } from "../../../src/convert/tables/rows/Distances.ts"
import { convert, rule } from "../../support/RawPages.ts"

/** Lines with a text in the first column, so far below one another. */
const strips = (...steps: ReadonlyArray<number>): ReadonlyArray<TableLine> =>
  [0, ...steps].map((_, i, all) => ({
    baseline: all.slice(0, i + 1).reduce((sum, step) => sum + step, 100),
    size: 10,
    entries: [{ words: [], x0: 50, x1: 90, from: 0, to: 0 }]
  }))

describe("lines of a table whose distances are of two kinds", () => {
  const lines = strips(11, 11, 11, 15, 15, 15)
  const rows = (...isOn: ReadonlyArray<boolean>) => byDistance(lines, [false, ...isOn], () => false).slice(1)

  it("follow the most of their kind", () =>
    assert.deepStrictEqual(rows(true, true, false, false, true, false), [true, true, true, false, false, false]))

  it("stay as their texts say where most of the further ones go on with the line above, too", () => {
    const own = [true, true, true, false, true, true]
    assert.deepStrictEqual(rows(...own), own)
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
