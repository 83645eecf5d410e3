/** Strip[], Ruling[] → Strip[]: a header over several columns covers those that the rule right below it covers. */

import { sameEdgePt, usualLeadingEm } from "../model/Measures.ts"
import { columnOf, type Entry, type TableLine } from "./ColumnSeparators.ts"
import type { Ruling } from "./Edges.ts"

/** The lines of a table with their headers as wide as the `short` rules below them. */
export const spanned = (
  strips: ReadonlyArray<TableLine>,
  short: ReadonlyArray<Ruling>,
  cuts: ReadonlyArray<number>
): ReadonlyArray<TableLine> => {
  if (short.length === 0) return strips
  return strips.map((own, i) => {
    const next = strips[i + 1]
    const rules = short.filter(
      ({ at }) =>
        at > own.baseline &&
        at - own.baseline < usualLeadingEm * own.size &&
        (next === undefined || at < next.baseline - next.size / 2)
    )
    return { ...own, entries: own.entries.map((each) => widened(each, own, rules, cuts)) }
  })
}

/** The entry over all columns of the rule that it stands over alone. */
const widened = (
  entry: Entry,
  { entries }: TableLine,
  rules: ReadonlyArray<Ruling>,
  cuts: ReadonlyArray<number>
): Entry => {
  const isIn = (each: Entry, { from, to }: Ruling) => each.x0 >= from - sameEdgePt && each.x1 <= to + sameEdgePt
  const reach = rules.find((each) => isIn(entry, each))
  if (reach === undefined || entries.some((each) => each !== entry && isIn(each, reach))) return entry
  const from = columnOf(cuts, reach.from + sameEdgePt)
  const to = columnOf(cuts, reach.to - sameEdgePt)
  return from <= entry.from && to >= entry.to ? { ...entry, from, to } : entry
}
