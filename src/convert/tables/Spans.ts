/** TableLine[], Ruling[] → TableLine[]: a header over several columns covers those of the rule right below it, or those that it stands in the middle of. */

import { inLineEm, maxHeaderLines, minPair, mostShare, sameEdgePt, usualLeadingEm } from "../model/Measures.ts"
import { columnOf, type Entry, type TableLine } from "./ColumnSeparators.ts"
import type { Ruling } from "./Edges.ts"
import { isName, isNumeral, share, textOf } from "./evidence/Spots.ts"

/** The middle of a name over several columns is off theirs by no more than this share of a column's width. */
const maxOffShare = 0.4

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
    const ruled = rules.length === 0 ? own.entries : own.entries.map((each) => widened(each, own, rules, cuts))
    if (i >= maxHeaderLines || own.entries.length > cuts.length) return { ...own, entries: ruled }
    const below = strips.slice(i + 1)
    const columns = reaches(below, cuts.length + 1)
    const named = namesIn(below.slice(0, maxHeaderLines))
    const areRuled = ruled.some((each, i) => each !== own.entries[i])
    const tiles = areRuled ? null : tiled(own, columns, named)
    const entries = ruled.map((each, i) => (each === own.entries[i] ? centred(each, own, columns, named) : each))
    return { ...own, entries: tiles ?? entries }
  })

/** The columns that have a text of their own in those of the lines that are names for the most part. */
export const namesIn = (lines: ReadonlyArray<TableLine>): ReadonlySet<number> =>
  new Set(
    lines
      .filter(({ entries }) => share(entries, ({ words }) => isName(textOf(words))) > 1 - mostShare)
      .flatMap(({ entries }) => entries.flatMap(({ from, to }) => (from === to ? [from] : [])))
  )

/** Names side by side, each in the middle of as many columns, all of which have names of their own below. */
const tiled = (
  { entries }: TableLine,
  columns: ReadonlyArray<Reach>,
  named: ReadonlySet<number>
): ReadonlyArray<Entry> | null => {
  if (entries.length < minPair) return null
  for (let wide = minPair; wide * entries.length <= columns.length; wide++)
    for (let start = 0; start + wide * entries.length <= columns.length; start++) {
      const over = entries.map((each, i): Entry => {
        const from = start + i * wide
        return { ...each, from, to: from + wide - 1, isOver: true }
      })
      const isMiddle = ({ from, to, x0, x1 }: Entry) => {
        const [left, right] = [columns[from]?.x0 ?? x0, columns[to]?.x1 ?? x1]
        return Math.abs(x0 + x1 - left - right) <= (2 * maxOffShare * (right - left)) / wide
      }
      if (areNamed(named, start, start + wide * entries.length - 1) && over.every(isMiddle)) return over
    }
  return null
}

export const areNamed = (named: ReadonlySet<number>, from: number, to: number): boolean => {
  for (let column = from; column <= to; column++) if (!named.has(column)) return false
  return true
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
  return from <= entry.from && to >= entry.to ? { ...entry, from, to, isOver: true } : entry
}

/** From where to where texts stand. */
export interface Reach {
  readonly x0: number
  readonly x1: number
}

/** From where to where the texts of each of so many columns reach. */
export const reaches = (strips: ReadonlyArray<TableLine>, columns: number): ReadonlyArray<Reach> => {
  const out = Array.from({ length: columns }, () => ({ x0: Number.POSITIVE_INFINITY, x1: Number.NEGATIVE_INFINITY }))
  for (const { entries } of strips)
    for (const { from, to, x0, x1 } of entries) {
      const own = from === to ? out[from] : undefined
      if (own === undefined) continue
      own.x0 = Math.min(own.x0, x0)
      own.x1 = Math.max(own.x1, x1)
    }
  return out
}

/** The entry over all columns that it stands in the middle of, where it fills most of their width or others stand on both sides. */
const centred = (
  entry: Entry,
  { entries, size }: TableLine,
  columns: ReadonlyArray<Reach>,
  named: ReadonlySet<number>
): Entry => {
  const { from: at, to: last, x0, x1 } = entry
  const isNear = (a = 0, b = 0) => Math.abs(a - b) <= inLineEm * size
  const isMiddle = (from: number, to: number) =>
    isNear(((columns[from]?.x0 ?? 0) + (columns[to]?.x1 ?? 0)) / 2, (x0 + x1) / 2)
  const isOwn = isMiddle(at, at) || isNear(columns[at]?.x0, x0) || isNear(columns[at]?.x1, x1)
  if (columns.length === 0 || at !== last || isOwn || isNumeral(textOf(entry.words))) return entry
  const isFree = (column: number) => entries.every(({ from, to }) => column < from || column > to)
  for (let from = at; from >= 0 && (from === at || isFree(from)); from--)
    for (let to = at; to < columns.length && (to === at || isFree(to)); to++) {
      if (!isMiddle(from, to) || !areNamed(named, from, to)) continue
      const isFull = x1 - x0 >= mostShare * ((columns[to]?.x1 ?? x1) - (columns[from]?.x0 ?? x0))
      const isBetween = from > 0 && !isFree(from - 1) && !(to + 1 < columns.length && isFree(to + 1))
      if (isFull || isBetween) return { ...entry, from, to, isOver: true }
    }
  return entry
}
