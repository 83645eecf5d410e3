/** Line[] → tables among lines: rows whose wide gaps stand above one another. */
import { arePages, isCalledContents } from "../lines/Contents.ts"
import { isCommented } from "../lines/Look.ts"
import type { Cell } from "../model/Block.ts"
import { median } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { plain } from "../model/Text.ts"
import {
  alignment,
  columnOf,
  type Entry,
  type Piece,
  pieces,
  separatorsOf,
  type TableLine,
  tableLinesOf
} from "./ColumnSeparators.ts"
import { cell, isEmpty, isTable } from "./Grid.ts"
import { isPlausible } from "./Plausible.ts"
import { isColumn, isJustified, isOneSize, isParted } from "./Prose.ts"
import { evidence, rowsOf, thresholdOf, widthsOf } from "./Rows.ts"

/** At least so many rows; between rules, or under a header in bold, fewer will do. */
const leastRows = 3
/** So many lines in succession may have one piece only: wrapped cells. */
const single = 2
/** Lines further apart than this, in em, are not of one table. */
const apart = 3.2
/** A line is a listing's when this share of its characters is typewriter. */
const typewriter = 0.8
/** This share of a column's entries stand in line. */
const inLine = 0.5
/** A line of one piece further away than the table's lines are, by this factor, is no longer of it. */
const further = 1.3
const mostRows = 0.8
/** Sizes of lines of one table differ by no more than this factor. */
const sized = 1.3
/** So many of the first lines may have texts that span columns. */
const head = 3
/** This share of its places is filled, and this share of a row's places in half of the rows. */
const filled = 0.6
/** Two rows alone are as far apart as this, and their texts as far as that, in em. */
const padded = 1.6
const far = 3
/** Rows follow one another at distances that differ by this share at most. */
const evenly = 0.1
/** Tries to find where a table ends. */
const tries = 4

/** Rows `from` to `to` (not included) of a region, and the cells they make. */
export interface Found {
  readonly from: number
  readonly to: number
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

/** The tables among lines that stand below one another. `strict` where the lines may be columns of running text. */
export const borderless = (lines: ReadonlyArray<Line>, strict = false): ReadonlyArray<Found> => {
  const parts = lines.map((line) => (line.angle !== 0 || isCode(line) ? [] : pieces(line)))
  const counts = parts.map((each) => each.length)
  const out: Array<Found> = []
  let from = 0
  while (from < lines.length) {
    if ((counts[from] ?? 0) < 2) {
      from++
      continue
    }
    const to = endOf(lines, parts, from)
    const found = table(lines, counts, from, to, strict, tries)
    if (found) out.push(found)
    from = found ? found.to : to
  }
  return out
}

/** Lines that begin in typewriter, and are hardly anything else, are listings, whose columns are spaces. */
const isCode = (line: Line): boolean => {
  let all = 0
  let mono = 0
  for (const { text, mono: own } of line.words) {
    all += text.length
    if (own) mono += text.length
  }
  return (line.words[0]?.mono === true && mono > typewriter * all) || isCommented(line.words)
}

/** Where a run of lines ends, most of which have gaps. Lines of one piece on the right may be the ends of cells. */
const endOf = (lines: ReadonlyArray<Line>, parts: ReadonlyArray<ReadonlyArray<Piece>>, from: number): number => {
  let to = from + 1
  let lone = 0
  let last = to
  let second = parts[from]?.[1]?.x0 ?? 0
  while (to < lines.length) {
    const [a, b] = [lines[to - 1] as Line, lines[to] as Line]
    const own = parts[to] ?? []
    const [small, large] = a.size < b.size ? [a.size, b.size] : [b.size, a.size]
    if (b.baseline - a.baseline > apart * large || large > sized * small || own.length === 0) break
    const inFirst = (own[0]?.x0 ?? 0) < second - b.size
    lone = own.length > 1 ? 0 : inFirst ? lone + 1 : lone
    if (lone > single) break
    to++
    if (own.length > 1) {
      last = to
      second = Math.min(second, own[1]?.x0 ?? second)
    }
  }
  return last
}

const spans = (each: Entry): boolean => each.from !== each.to

/** The first table between `from` and `to`. */
const table = (
  lines: ReadonlyArray<Line>,
  counts: ReadonlyArray<number>,
  from: number,
  to: number,
  strict: boolean,
  left: number
): Found | null => {
  if (to - from < 2 || left === 0) return null
  const own = lines.slice(from, to)
  const cuts = separatorsOf(own)
  const several = counts.slice(from, to).filter((count) => count > 1).length
  if (cuts.length === 0 || several < 2 || (several < leastRows && to - from > 2) || isJustified(own)) return null
  const strips = tableLinesOf(own, cuts)
  // a line that runs through the columns ends the table, unless it is of the header
  const body = strips.findIndex((strip) => strip.entries.length > 1 && !strip.entries.some(spans))
  if (body < 0) return null
  const through = strips.findIndex(
    (strip, i) =>
      (strip.entries.some(spans) && (i > body || i < body - head || strip.entries.length === 1)) ||
      (i > body && strip.entries.length === 1 && isApart(own, i))
  )
  if (through >= 0) {
    const start = nextOf(counts, from + through + 1, to)
    return (
      table(lines, counts, from, endBefore(counts, from, from + through), strict, left - 1) ??
      table(lines, counts, start, to, strict, left - 1)
    )
  }
  const end = withTail(lines, counts, strips, cuts, to)
  const all = end === to ? strips : tableLinesOf(lines.slice(from, end), cuts)
  const rows = rowsOf(all, cuts.length + 1)
  const isHeaded = own.findLastIndex(isBold) === 0 && strips.every((each) => each.entries.length > cuts.length)
  const right = lines.reduce((most, line) => Math.max(most, line.box.x1), 0)
  const few = isHeaded || isSpaced(all, cuts.length + 1) ? 2 : leastRows
  if (rows.length < few) return null
  if (!isSpread(all, rows, cuts.length + 1) && !isParted(rows, cuts.length + 1, right, strict)) return null
  const columns = Array.from({ length: cuts.length + 1 }, (_, column) => alignment(all, column))
  if (columns.some((share) => share < inLine)) return null
  if (strict && !isOneSize(rows)) return null
  if (strict && [lines[from - 1], lines[end]].some((line) => line !== undefined && isColumn(line, all, cuts)))
    return null
  const cells = rows.map((row) => cellsOf(row, cuts.length + 1))
  if (!isTable(cells) || !isPlausible(cells, false) || !isFilled(cells)) return null
  if (lines.slice(0, from).some(isCalledContents) && areEntries(cells)) return null
  const again = repeated(cells)
  if (again > 1) {
    const start = from + rows.slice(0, again).flat().length
    const before = endBefore(counts, from, start)
    if (before < end && before > from) return table(lines, counts, from, before, strict, left - 1)
  }
  return { from, to: end, rows: cells }
}

/** Rows that end in pages' numbers: below the title of a table of contents they are entries of that. */
const areEntries = (rows: ReadonlyArray<ReadonlyArray<Cell>>): boolean => {
  const last = rows.map((row) => plain(row.at(-1)?.runs ?? []).trim())
  return last.every((text) => /^(?:\d{1,4}|[ivxlc]{1,7})$/.test(text)) && arePages(last)
}

/** Rows of wrapped cells: further apart than their lines, which leave places empty, and nearly all begin in the first column. */
const isSpread = (
  strips: ReadonlyArray<TableLine>,
  rows: ReadonlyArray<ReadonlyArray<TableLine>>,
  columns: number
): boolean => {
  const first = rows.filter(([strip]) => strip?.entries[0]?.from === 0).length
  return columns > 2 && rows.length > leastRows && first >= mostRows * rows.length && thresholdOf(strips)?.sure === true
}

/** Two full rows, further apart than lines of text are, whose texts begin below one another and far from each other. */
const isSpaced = (strips: ReadonlyArray<TableLine>, columns: number): boolean => {
  const [a, b] = strips
  if (a === undefined || b === undefined || strips.length > 2) return false
  const size = Math.max(a.size, b.size)
  return (
    b.baseline - a.baseline > padded * size &&
    [a, b].every(({ entries }) => entries.length === columns && areFar(entries, size)) &&
    a.entries.every((each, i) => Math.abs(each.x0 - (b.entries[i]?.x0 ?? 0)) < 1)
  )
}

const areFar = (entries: ReadonlyArray<Entry>, size: number): boolean =>
  entries.slice(1).every((each, i) => each.x0 - (entries[i]?.x1 ?? 0) > far * size)

/** Before `to`, without the lines of one piece that end there. */
const endBefore = (counts: ReadonlyArray<number>, from: number, to: number): number => {
  let end = to
  while (end > from && (counts[end - 1] ?? 0) < 2) end--
  return end
}

const nextOf = (counts: ReadonlyArray<number>, from: number, to: number): number => {
  let start = from
  while (start < to && (counts[start] ?? 0) < 2) start++
  return start
}

const isBold = (line: Line): boolean => line.words.every((word) => word.bold)

/** Where the table ends: lines of one piece below it that go on a cell of its last row, or are rows with one cell. */
const withTail = (
  lines: ReadonlyArray<Line>,
  counts: ReadonlyArray<number>,
  strips: ReadonlyArray<TableLine>,
  cuts: ReadonlyArray<number>,
  to: number
): number => {
  const widths = widthsOf(strips, cuts.length + 1)
  const above = new Map((strips.at(-1)?.entries ?? []).map((each) => [each.from, each]))
  const threshold = thresholdOf(strips)
  const pitch = (strips.at(-1)?.baseline ?? 0) - (strips.at(-2)?.baseline ?? 0)
  let end = to
  while (end < lines.length && counts[end] === 1) {
    const line = lines[end] as Line
    const last = lines[end - 1] as Line
    const [strip] = tableLinesOf([line], cuts)
    const entry = strip?.entries[0]
    if (strip === undefined || entry === undefined || spans(entry)) break
    const distance = line.baseline - last.baseline
    if (entry.from === 0 && !(threshold?.sure && distance <= threshold.at)) break
    const before = above.get(entry.from)
    if (before === undefined || columnOf(cuts, entry.x1) !== entry.from) break
    const found = evidence(above, strip, widths)
    const isRow =
      (found.parts > 0 || pitch > padded * line.size) && entry.from > 0 && Math.abs(distance - pitch) <= evenly * pitch
    if (!isRow && ((found.goesOn === 0 && entry.from > 0) || distance > 1.6 * line.size)) break
    if (Math.abs(before.x0 - entry.x0) > (isRow ? 0.1 : 1) * line.size && !isCentred(before, entry)) break
    above.set(entry.from, entry)
    end++
  }
  return end
}

const isCentred = (a: Entry, b: Entry): boolean => Math.abs(a.x0 + a.x1 - b.x0 - b.x1) < 2

export const cellsOf = (row: ReadonlyArray<TableLine>, columns: number): ReadonlyArray<Cell> => {
  const out: Array<Cell> = []
  for (let column = 0; column < columns; ) {
    const own = row.flatMap((strip) => strip.entries.filter((each) => each.from === column))
    const end = Math.max(column, ...own.map((each) => each.to))
    const inside = row.flatMap((strip) => strip.entries.filter((each) => each.from >= column && each.from <= end))
    out.push(
      cell(
        inside.flatMap((each) => each.words),
        end - column + 1
      )
    )
    column = end + 1
  }
  return out
}

/** Where the first row comes again: another table with the same header. */
const repeated = (rows: ReadonlyArray<ReadonlyArray<Cell>>): number => {
  const text = (row: ReadonlyArray<Cell>) => row.map((each) => each.runs.map((run) => run.text).join("")).join("\t")
  const first = text(rows[0] ?? [])
  return /\p{L}{3}/u.test(first) ? rows.findIndex((row, i) => i > 0 && text(row) === first) : -1
}

/** Enough places filled, in all and in half of the rows. */
const isFilled = (rows: ReadonlyArray<ReadonlyArray<Cell>>): boolean => {
  const shares = rows.map((row) => row.filter((each) => !isEmpty(each)).length / row.length)
  return shares.reduce((sum, each) => sum + each, 0) >= filled * rows.length && median(shares) >= filled
}

/** A line that stands alone between wider gaps than the table's lines have. */
const isApart = (lines: ReadonlyArray<Line>, i: number): boolean => {
  const distance = (k: number) => (lines[k]?.baseline ?? 0) - (lines[k - 1]?.baseline ?? 0)
  const all = lines
    .slice(1)
    .map((_, k) => distance(k + 1))
    .sort((a, b) => a - b)
  const usual = all[Math.floor(all.length * mostRows)] ?? 0
  return distance(i) > further * usual && (i + 1 >= lines.length || distance(i + 1) >= usual)
}
