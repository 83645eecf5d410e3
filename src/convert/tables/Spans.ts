/** TableLine[], Ruling[] → TableLine[]: a header over several columns covers those of the rule right below it, or those that it stands in the middle of. */

import { inLineEm, maxHeaderLines, mostShare, sameEdgePt, usualLeadingEm } from "../model/Measures.ts"
import { columnOf, type Entry, type TableLine } from "./ColumnSeparators.ts"
import type { Ruling } from "./Edges.ts"
import { isNumeral, textOf } from "./evidence/Spots.ts"

/** The lines of a table with their headers as wide as the `short` rules below them, or as the columns that they are centred over. */
export const spanned = (
  strips: ReadonlyArray<TableLine>,
  short: ReadonlyArray<Ruling>,
  cuts: ReadonlyArray<number>
): ReadonlyArray<TableLine> => {
  return strips.map((own, i) => {
    const next = strips[i + 1]
    const rules = short.filter(
      ({ at }) =>
        at > own.baseline &&
        at - own.baseline < usualLeadingEm * own.size &&
        (next === undefined || at < next.baseline - next.size / 2)
    )
    const columns = i < maxHeaderLines && own.entries.length <= cuts.length ? reaches(strips.slice(i + 1), cuts) : []
    const entries = own.entries.map((each) => {
      const wide = widened(each, own, rules, cuts)
      return wide === each ? centred(each, own, columns) : wide
    })
    return { ...own, entries }
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

interface Reach {
  readonly x0: number
  readonly x1: number
}

/** From where to where the texts of each column reach. */
const reaches = (strips: ReadonlyArray<TableLine>, cuts: ReadonlyArray<number>): ReadonlyArray<Reach> =>
  Array.from({ length: cuts.length + 1 }, (_, column) => {
    const own = strips.flatMap(({ entries }) => entries.filter(({ from, to }) => from === column && to === column))
    return { x0: Math.min(...own.map(({ x0 }) => x0)), x1: Math.max(...own.map(({ x1 }) => x1)) }
  })

/** The entry over all columns that it stands in the middle of, where it fills most of their width or others stand on both sides. */
const centred = (entry: Entry, { entries, size }: TableLine, columns: ReadonlyArray<Reach>): Entry => {
  const { from: at, to: last, x0, x1 } = entry
  const isNear = (a = 0, b = 0) => Math.abs(a - b) <= inLineEm * size
  const isMiddle = (from: number, to: number) =>
    isNear(((columns[from]?.x0 ?? 0) + (columns[to]?.x1 ?? 0)) / 2, (x0 + x1) / 2)
  const isOwn = isMiddle(at, at) || isNear(columns[at]?.x0, x0) || isNear(columns[at]?.x1, x1)
  if (columns.length === 0 || at !== last || isOwn || isNumeral(textOf(entry.words))) return entry
  const isFree = (column: number) => entries.every(({ from, to }) => column < from || column > to)
  for (let from = at; from >= 0 && (from === at || isFree(from)); from--)
    for (let to = at; to < columns.length && (to === at || isFree(to)); to++) {
      const isFull = x1 - x0 >= mostShare * ((columns[to]?.x1 ?? x1) - (columns[from]?.x0 ?? x0))
      const isBetween = from > 0 && !isFree(from - 1) && !(to + 1 < columns.length && isFree(to + 1))
      if (isMiddle(from, to) && (isFull || isBetween)) return { ...entry, from, to, isOver: true }
    }
  return entry
}
