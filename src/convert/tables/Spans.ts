/** TableLine[], Ruling[] → TableLine[]: a header over several columns covers those of the rule right below it, or those that it stands in the middle of. */

import { inLineEm, maxHeaderLines, mostShare, sameEdgePt, usualLeadingEm } from "../model/Measures.ts"
import { columnOf, type Entry, type TableLine } from "./ColumnSeparators.ts"
import type { Ruling } from "./Edges.ts"
import { isName, isNumeral, share, textOf } from "./evidence/Spots.ts"

/** The middle of a name over several columns is off theirs by no more than this share of a column's width. */
const _maxOffShare = 0.4

/** The lines of a table with their headers as wide as the `short` rules below them, or as the columns that they are centred over. */
export const spanned = (
  strips: ReadonlyArray<TableLine>,
  short: ReadonlyArray<Ruling>,
  cuts: ReadonlyArray<number>
): ReadonlyArray<TableLine> =>
  strips.map((own, i) => {
    const next = strips[i + 1]
    const rules = short.filter(
      ({ at }) =>
        at > own.baseline &&
        at - own.baseline < usualLeadingEm * own.size &&
        (next === undefined || at < next.baseline - next.size / 2)
    )
    const isHeader = i < maxHeaderLines && own.entries.length <= cuts.length
    const columns = isHeader ? reaches(strips.slice(i + 1), cuts.length + 1) : []
    const named = namesIn(strips.slice(i + 1, i + 1 + maxHeaderLines))
    const over = (each: Entry) => widened(each, own, rules, cuts) ?? centred(each, own, columns, named) ?? each
    return { ...own, entries: own.entries.map(over) }
  })

/** The columns that have a text of their own in those of the lines that are names for the most part. */
export const namesIn = (lines: ReadonlyArray<TableLine>): ReadonlySet<number> =>
  new Set(
    lines
      .filter(({ entries }) => share(entries, ({ words }) => isName(textOf(words))) > 1 - mostShare)
      .flatMap(({ entries }) => entries.flatMap(({ from, to }) => (from === to ? [from] : [])))
  )

export const range = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** The entry over all columns of the rule that it stands over alone. */
const widened = (
  entry: Entry,
  { entries }: TableLine,
  rules: ReadonlyArray<Ruling>,
  cuts: ReadonlyArray<number>
): Entry | null => {
  const isIn = (each: Entry, { from, to }: Ruling) => each.x0 >= from - sameEdgePt && each.x1 <= to + sameEdgePt
  const reach = rules.find((each) => isIn(entry, each))
  if (reach === undefined || entries.some((each) => each !== entry && isIn(each, reach))) return null
  const from = columnOf(cuts, reach.from + sameEdgePt)
  const to = columnOf(cuts, reach.to - sameEdgePt)
  return from <= entry.from && to >= entry.to ? { ...entry, from, to, isOver: true } : null
}

/** From where to where texts stand. */
export interface Reach {
  readonly x0: number
  readonly x1: number
}

/** From where to where the texts of each of so many columns reach. */
export const reaches = (strips: ReadonlyArray<TableLine>, columns: number): ReadonlyArray<Reach> =>
  Array.from({ length: columns }, (_, column) => {
    const own = strips.flatMap(({ entries }) => entries.filter(({ from, to }) => from === column && to === column))
    return { x0: Math.min(...own.map(({ x0 }) => x0)), x1: Math.max(...own.map(({ x1 }) => x1)) }
  })

/** The entry over all columns that it stands in the middle of, each with a name of its own below. */
const centred = (
  entry: Entry,
  { entries, size }: TableLine,
  columns: ReadonlyArray<Reach>,
  named: ReadonlySet<number>
): Entry | null => {
  const { from: at, to: last, x0, x1 } = entry
  const isNear = (a = 0, b = 0) => Math.abs(a - b) <= inLineEm * size
  const isMiddle = (from: number, to: number) =>
    isNear(((columns[from]?.x0 ?? 0) + (columns[to]?.x1 ?? 0)) / 2, (x0 + x1) / 2)
  const isOwn = isMiddle(at, at) || isNear(columns[at]?.x0, x0) || isNear(columns[at]?.x1, x1)
  if (columns.length === 0 || at !== last || isOwn || isNumeral(textOf(entry.words))) return null
  const isFree = (column: number) => entries.every(({ from, to }) => column < from || column > to)
  for (let from = at; from >= 0 && (from === at || isFree(from)); from--)
    for (let to = at; to < columns.length && (to === at || isFree(to)); to++) {
      const areNamed = range(from, to).every((column) => named.has(column))
      if (isMiddle(from, to) && areNamed) return { ...entry, from, to, isOver: true }
    }
  return null
}
