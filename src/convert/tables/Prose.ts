/** What tells the columns of a table from columns of running text. */
import { median } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { columnOf, type Entry, pieces, type TableLine } from "./ColumnSeparators.ts"
import { evidence, widthsOf } from "./Rows.ts"

/** Of the places where two rows follow one another in a column, this share at least cannot be one text … */
const parting = 0.6
/** … or this share of all of them, where other things speak for a table. */
const someParting = 0.3
/** Sizes this much apart are two; this share of a table's texts has one. */
const sizeStep = 0.08
const ofOneSize = 0.85
/** Lines of so many words are broken where their column ends. */
const long = 6
/** Spaces of justified text differ by this share at most in a line, and by more than that from line to line. */
const even = 0.1
const uneven = 0.15
/** Lines this near, in em, that fill this share of a column, make it a column of text. */
const near = 1.8
const filledColumn = 0.7

/** Running text whose spaces are stretched: equal in most lines, and different from line to line. */
export const isJustified = (lines: ReadonlyArray<Line>): boolean => {
  const gaps = lines
    .map(({ words }) => words.slice(1).map((word, i) => word.box.x0 - (words[i]?.box.x1 ?? 0)))
    .filter((each) => each.length >= 3)
  const equal = gaps.flatMap((each) => {
    const most = Math.max(...each)
    return most - Math.min(...each) <= even * most ? [most] : []
  })
  const most = Math.max(...equal)
  return equal.length >= 3 && equal.length >= gaps.length / 2 && most - Math.min(...equal) > uneven * most
}

/** A line that fills one of the columns, next to what looks like a table: columns of running text. */
export const isColumn = (line: Line, strips: ReadonlyArray<TableLine>, cuts: ReadonlyArray<number>): boolean => {
  const last = strips.at(-1)?.baseline ?? 0
  const first = strips[0]?.baseline ?? 0
  const distance = Math.max(first - line.baseline, line.baseline - last)
  if (distance > near * line.size) return false
  const { room } = widthsOf(strips, cuts.length + 1)
  return pieces(line).some((piece) => {
    const column = columnOf(cuts, piece.x0)
    return column === columnOf(cuts, piece.x1) && piece.x1 - piece.x0 >= filledColumn * (room[column] ?? 0)
  })
}

/** Whether rows that follow one another in a column are mostly texts of their own; when `strict`, in every column. No text of the page goes further than `right`. */
export const isParted = (
  rows: ReadonlyArray<ReadonlyArray<TableLine>>,
  columns: number,
  right: number,
  strict: boolean
): boolean => {
  const strips = rows.flat()
  const widths = { room: pitches(strips, columns, right) }
  const parts = Array.from({ length: columns }, () => 0)
  const all = Array.from({ length: columns }, () => 0)
  const above = new Map<number, Entry>()
  let figures = 0
  for (const row of rows) {
    const seen = new Set<number>()
    for (const strip of row) {
      for (const each of strip.entries) {
        if (!seen.has(each.from)) {
          const found = evidence(above, { ...strip, entries: [each] }, widths)
          all[each.from] = (all[each.from] ?? 0) + found.parts + found.goesOn
          parts[each.from] = (parts[each.from] ?? 0) + found.parts
          figures += found.numerals
        }
        seen.add(each.from)
        above.set(each.from, each)
      }
    }
  }
  if (strict) return parts.every((n, i) => n >= parting * (all[i] ?? 0)) && median(parts) > 0
  const sum = (values: ReadonlyArray<number>) => values.reduce((a, b) => a + b, 0)
  return figures > 0 || sum(parts) >= someParting * sum(all)
}

/** Whether nearly all texts below the first row are set in one size. */
export const isOneSize = (rows: ReadonlyArray<ReadonlyArray<TableLine>>): boolean => {
  const sizes = rows
    .slice(1)
    .flatMap((row) =>
      row.flatMap((strip) => strip.entries.map((each) => Math.max(...each.words.map((word) => word.size))))
    )
  const usual = median(sizes)
  return sizes.filter((size) => Math.abs(size - usual) <= sizeStep * usual).length >= ofOneSize * sizes.length
}

/** The width of each column: of its text when that is long, else up to an em before the next one or up to `right`. */
const pitches = (strips: ReadonlyArray<TableLine>, columns: number, right: number): ReadonlyArray<number> => {
  const size = median(strips.map((strip) => strip.size))
  const left = Array.from({ length: columns }, () => Number.POSITIVE_INFINITY)
  const words = Array.from({ length: columns }, (): Array<number> => [])
  for (const strip of strips)
    for (const each of strip.entries) {
      left[each.from] = Math.min(left[each.from] ?? each.x0, each.x0)
      words[each.from]?.push(each.words.length)
    }
  return widthsOf(strips, columns).room.map((room, i) =>
    median(words[i] ?? []) >= long
      ? room
      : Math.max(room, i + 1 < columns ? (left[i + 1] ?? 0) - (left[i] ?? 0) - size : right - (left[i] ?? right))
  )
}
