/** TableLine[], Ruling[] → TableLine[]: a header over several columns covers those of the rule right below it, or those that it stands in the middle of. */

import { overlap } from "../model/Geometry.ts"
import { textOf } from "../model/Line.ts"
import { inLineEm, maxHeaderLines, mostShare, sameEdgePt, usualLeadingEm } from "../model/Measures.ts"
import { columnOf, type Entry, type Reach, reaches, type TableLine } from "./ColumnSeparators.ts"
import type { Ruling } from "./Edges.ts"
import { isName, range, share } from "./evidence/Spots.ts"

/** The middle of a name over several columns is off theirs by no more than this share of a column's width. */
const maxOffShare = 0.25
/** On each side of its own column it is over no more than so many. */
const mostBeside = 50

/** The first `count` lines of a table with their headers as wide as the `short` rules below them, or as the columns that they are centred over. */
export const spanned = (
  strips: ReadonlyArray<TableLine>,
  short: ReadonlyArray<Ruling>,
  cuts: ReadonlyArray<number>,
  count = strips.length
): ReadonlyArray<TableLine> =>
  strips.slice(0, count).map((own, i) => {
    const next = strips[i + 1]
    const rules = short.filter(
      ({ at }) =>
        at > own.baseline &&
        at - own.baseline < usualLeadingEm * own.size &&
        (next === undefined || at < next.baseline - next.size / 2)
    )
    // below the header, rules end rows of some columns
    const ruled =
      rules.length === 0 || i >= maxHeaderLines
        ? own.entries
        : own.entries.map((each) => widened(each, own, rules, cuts))
    if (i >= maxHeaderLines || own.entries.length > cuts.length) return { ...own, entries: ruled }
    const below = strips.slice(i + 1)
    const columns = reaches(below, cuts.length + 1)
    const named = namesIn(below.slice(0, maxHeaderLines))
    const areRuled = ruled.some((each, i) => each !== own.entries[i])
    return { ...own, entries: areRuled ? ruled : ruled.map((each) => centred(each, own, columns, named)) }
  })

/** The columns that have a text of their own in those of the lines that are names for the most part. */
export const namesIn = (lines: ReadonlyArray<TableLine>): ReadonlySet<number> =>
  new Set(
    lines
      .filter(({ entries }) => share(entries, ({ words }) => isName(textOf(words))) > 1 - mostShare)
      .flatMap(({ entries }) => entries.flatMap(({ from, to }) => (from === to ? [from] : [])))
  )

export const areNamed = (named: ReadonlySet<number>, from: number, to: number): boolean =>
  range(from, to).every((column) => named.has(column))

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
  return from <= entry.from && to >= entry.to ? { ...entry, from, to, isOver: true } : entry
}

/** In line at the left, the right or the centre. */
export const isInLine = (a: Reach, b: Reach, size: number): boolean =>
  [a.x0 - b.x0, a.x1 - b.x1, (a.x0 + a.x1 - b.x0 - b.x1) / 2].some((off) => Math.abs(off) <= inLineEm * size)

/** A name that is in line with no column, over those with names of their own whose middle is the nearest to its own. The first names rows. */
const centred = (
  entry: Entry,
  { entries, size }: TableLine,
  columns: ReadonlyArray<Reach>,
  named: ReadonlySet<number>
): Entry => {
  const { from: at, to: last, x0, x1 } = entry
  const own = columns[at]
  const isWithin = columns.every((each, i) => i === at || overlap(x0, x1, each.x0, each.x1) <= 0)
  if (own === undefined || (at === last && isWithin && isInLine(entry, own, size)) || !isName(textOf(entry.words)))
    return entry
  const i = entries.indexOf(entry)
  const first = Math.max(Math.min(1, at), (entries[i - 1]?.to ?? -1) + 1, at - mostBeside)
  const end = Math.min((entries[i + 1]?.from ?? columns.length) - 1, last + mostBeside)
  const over = range(first, at).flatMap((from) =>
    range(Math.max(last, from + 1), end).flatMap((to) => {
      const [left, right] = [columns[from]?.x0 ?? x0, columns[to]?.x1 ?? x1]
      const away = Math.abs(x0 + x1 - left - right) / 2
      const off = away <= inLineEm * size ? 0 : (away * (to - from + 1)) / (right - left)
      return off <= maxOffShare && areNamed(named, from, to) ? [{ from, to, off }] : []
    })
  )
  const [best] = over.sort((a, b) => a.off - b.off || a.to - a.from - b.to + b.from)
  return best === undefined ? entry : { ...entry, from: best.from, to: best.to, isOver: true }
}
