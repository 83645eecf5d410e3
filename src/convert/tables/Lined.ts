/** Horizontal rules alone → cells: the rules give the table's extent and, if there are enough, its rows. */

import { median } from "../Geometry.ts"
import { line } from "../Lines.ts"
import type { Box, Cell, Placed } from "../Page.ts"
import type { Ruling } from "../Rules.ts"
import { columnOf, isPlausible, pieces, strips, wrapped } from "./Borderless.ts"
import { cell, isTable, rowsOf } from "./Grid.ts"

/** Ends of rules of one table differ by no more than this, in points. */
const flush = 6
/** At least so many rules make a table without help of vertical ones. */
const leastRules = 3
/** Rules further apart than this, in points, are not of one table. */
const apart = 260
/** Rules stand between rows when there are this many bands for each row of words at least. */
const ruledRows = 0.34

/** Horizontal rules of equal extent, one below the other. */
export const stacks = (groups: ReadonlyArray<ReadonlyArray<Ruling>>): ReadonlyArray<ReadonlyArray<Ruling>> => {
  const loose = groups.flatMap((group) => (group.every((each) => each.horizontal) ? group : []))
  const sorted = [...loose].sort((a, b) => a.at - b.at || a.from - b.from)
  const open: Array<Array<Ruling>> = []
  for (const each of sorted) {
    const stack = open.findLast((other) => {
      const last = other.at(-1) as Ruling
      return Math.abs(last.from - each.from) < flush && Math.abs(last.to - each.to) < flush && each.at - last.at < apart
    })
    if (stack) stack.push(each)
    else open.push([each])
  }
  return open.filter((stack) => stack.length >= leastRules)
}

export const extent = (stack: ReadonlyArray<Ruling>): Box => ({
  x0: Math.min(...stack.map((each) => each.from)) - 1,
  y0: (stack[0]?.at ?? 0) - 1,
  x1: Math.max(...stack.map((each) => each.to)) + 1,
  y1: (stack.at(-1)?.at ?? 0) + 1
})

/** The table that these rules draw among these words; null when it is none. */
export const lined = (
  stack: ReadonlyArray<Ruling>,
  words: ReadonlyArray<Placed>
): ReadonlyArray<ReadonlyArray<Cell>> | null => {
  const rows = rowsOf(words).map(line)
  if (rows.length < 2) return null
  const size = median(rows.map((row) => row.size))
  const cuts = strips(rows.map(pieces), size)
  if (cuts.length === 0) return null
  const bands = stack
    .slice(1)
    .map((rule, i) =>
      rows.filter((row) => row.baseline > (stack[i]?.at ?? 0) && row.baseline - 0.3 * row.size <= rule.at)
    )
  const used = bands.filter((band) => band.length > 0)
  const cells =
    used.length >= 3 && used.length >= ruledRows * rows.length
      ? used.map((band) =>
          row(
            band.flatMap((each) => each.words),
            cuts
          )
        )
      : used.flatMap((band) =>
          wrapped(
            band.map((each) => row(each.words, cuts)),
            band
          )
        )
  return isTable(cells) && isPlausible(cells, true) ? cells : null
}

const row = (words: ReadonlyArray<Placed>, cuts: ReadonlyArray<number>): ReadonlyArray<Cell> => {
  const columns = Array.from({ length: cuts.length + 1 }, (): Array<Placed> => [])
  for (const word of words) columns[columnOf(cuts, (word.box.x0 + word.box.x1) / 2)]?.push(word)
  return columns.map((each) => cell(each))
}
