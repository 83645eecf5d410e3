/** Strip[], Ruling[] → Strip[]: a header over several columns covers those that the rule right below it covers. */

import { columnOf, type Entry, type TableLine } from "./ColumnSeparators.ts"
import type { Ruling } from "./Edges.ts"

/** A rule stands this far below the baseline of its header, in em, at most. */
const maxRuleDropEm = 1.2
/** Headers begin and end within their rules, give or take so many points. */
const maxOverhangPt = 3
/** A header over the headers below it is centred over them, give or take this, in em. */
const maxOffCentreEm = 0.5

/** From where to where a header reaches. */
interface Reach {
  readonly from: number
  readonly to: number
}

/** The lines of a table with their headers as wide as the `short` rules below them. */
export const spanned = (
  strips: ReadonlyArray<TableLine>,
  short: ReadonlyArray<Ruling>,
  cuts: ReadonlyArray<number>
): ReadonlyArray<TableLine> => {
  if (short.length === 0) return strips
  const out = [...strips]
  let under: ReadonlyArray<Reach> = []
  for (let i = strips.length - 1; i >= 0; i--) {
    const own = out[i] as TableLine
    const next = strips[i + 1]
    const rules = short.filter(
      ({ at }) =>
        at > own.baseline &&
        at - own.baseline < maxRuleDropEm * own.size &&
        (next === undefined || at < next.baseline - next.size / 2)
    )
    const reaches = rules.length > 0 ? rules : over(own, under)
    out[i] = { ...own, entries: own.entries.map((each) => widened(each, own, reaches, cuts)) }
    under = rules
  }
  return out
}

/** What a header reaches that stands over several others. */
const over = ({ entries, size }: TableLine, under: ReadonlyArray<Reach>): ReadonlyArray<Reach> => {
  if (under.length < 2) return []
  const from = Math.min(...under.map((each) => each.from))
  const to = Math.max(...under.map((each) => each.to))
  const isCentred = (each: Entry) => Math.abs(each.x0 + each.x1 - from - to) < 2 * maxOffCentreEm * size
  return entries.some(isCentred) ? [{ from, to }] : []
}

/** The entry over all columns of the rule that it stands over alone. */
const widened = (
  entry: Entry,
  { entries }: TableLine,
  reaches: ReadonlyArray<Reach>,
  cuts: ReadonlyArray<number>
): Entry => {
  const isIn = (each: Entry, { from, to }: Reach) => each.x0 >= from - maxOverhangPt && each.x1 <= to + maxOverhangPt
  const reach = reaches.find((each) => isIn(entry, each))
  if (reach === undefined || entries.some((each) => each !== entry && isIn(each, reach))) return entry
  const from = columnOf(cuts, reach.from + maxOverhangPt)
  const to = columnOf(cuts, reach.to - maxOverhangPt)
  return from <= entry.from && to >= entry.to ? { ...entry, from, to } : entry
}
