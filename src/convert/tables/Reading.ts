/** Line[], Ruling[] → Draft[]: the rows and columns of lines that may be a table's, where rulings do not close its cells. */

import type { Box } from "../model/Geometry.ts"
import { centreX, overlap, width } from "../model/Geometry.ts"
import type { Line, LineWord } from "../model/Line.ts"
import {
  maxHeaderLines,
  middleEm,
  minPair,
  minSeries,
  mostShare,
  nearlyAll,
  sameEdgePt,
  sameRowEm
} from "../model/Measures.ts"
import { columnOf, type Entry, separatorsOf, type TableLine, tableLinesOf } from "./ColumnSeparators.ts"
import type { Ruling } from "./Edges.ts"
import { isNumeral, placed, plain, textOf } from "./evidence/Spots.ts"
import { linesOf } from "./Grid.ts"
import type { Draft, DraftCell } from "./Proposal.ts"
import { rowsOf, stripsOf } from "./Rows.ts"
import type { RulingGroup } from "./Rulings.ts"
import { spanned } from "./Spans.ts"

/** The rulings in a box, by what they do there. */
export interface RulingsIn {
  readonly across: ReadonlyArray<Ruling>
  /** Under the headers of some columns. */
  readonly short: ReadonlyArray<Ruling>
  readonly upright: ReadonlyArray<Ruling>
}

export const rulingsIn = (groups: ReadonlyArray<RulingGroup>, box: Box): RulingsIn => {
  const found = { across: [] as Array<Ruling>, short: [] as Array<Ruling>, upright: [] as Array<Ruling> }
  const width = box.x1 - box.x0
  for (const group of groups)
    for (const each of group) {
      const { horizontal, at, from, to } = each
      const [low, high, start, end] = horizontal ? [box.y0, box.y1, box.x0, box.x1] : [box.x0, box.x1, box.y0, box.y1]
      if (at < low - sameEdgePt || at > high + sameEdgePt || overlap(from, to, start, end) <= 0) continue
      if (!horizontal) {
        if (overlap(from, to, start, end) >= mostShare * (end - start)) found.upright.push(each)
      } else if (from >= start - 2 * sameEdgePt && to <= end + 2 * sameEdgePt)
        found[to - from >= nearlyAll * width ? "across" : "short"].push(each)
    }
  found.across.sort((a, b) => a.at - b.at)
  return found
}

/** Cells, and the share of their borders that are painted. */
export interface Reading {
  readonly draft: Draft
  readonly closed: number
}

/** How the lines read as a table, of one column only where it `mayBeOne`; several ways where rulings may stand between all rows or between some. */
export const readings = (lines: ReadonlyArray<Line>, rulings: RulingsIn, mayBeOne = false): ReadonlyArray<Reading> => {
  const all = withUprights(separatorsOf(lines), rulings.upright, lines)
  if (all.length === 0 && !mayBeOne) return []
  const found = tableLinesOf(lines, all)
  const cuts = withoutHalves(found, all, rulings.upright)
  if (cuts.length === 0 && !mayBeOne) return []
  const columns = cuts.length + 1
  const strips = spanned(cuts.length === all.length ? found : tableLinesOf(lines, cuts), rulings.short, cuts)
  const across = rulings.across.map(({ at }) => at)
  const band = (strip: TableLine) => columnOf(across, strip.baseline - middleEm * strip.size)
  const bands = [...Map.groupBy(strips, band).values()]
  const rows = rowsOf(strips, columns, (above, next) => band(above) !== band(next))
  const areBands = bands.length >= minSeries && bands.length < rows.length
  return (areBands ? [bands, rows] : [rows]).map((rows) => ({
    draft: rows.map((row) => cellsOf(row, columns)),
    closed: closedOf(rows.length, columns, rulings)
  }))
}

/** The share of the sides of cells that are painted, by rulings over the whole table at so many places. */
const closedOf = (rows: number, columns: number, rulings: RulingsIn): number => {
  const placesOf = (some: ReadonlyArray<Ruling>) => new Set(some.map(({ at }) => Math.round(at / sameEdgePt))).size
  const [across, upright] = [placesOf(rulings.across), placesOf(rulings.upright)]
  const sides = rows * (columns + 1) + columns * (rows + 1)
  return (rows * Math.min(upright, columns + 1) + columns * Math.min(across, rows + 1)) / sides
}

/** The cuts without those that only part a header, or the name of a total, from its column: it is centred over texts that are narrower, or the other way. */
const withoutHalves = (
  strips: ReadonlyArray<TableLine>,
  cuts: ReadonlyArray<number>,
  uprights: ReadonlyArray<Ruling>
): ReadonlyArray<number> => {
  if (cuts.length === 0 || strips.length < minSeries) return cuts
  const columns = Array.from({ length: cuts.length + 1 }, (_, column) => {
    const isOwn = (each: Entry | undefined) => each?.from === column && each.to === column
    const own = strips.flatMap(({ entries }) => entries.filter(isOwn))
    const rows = strips.flatMap(({ entries }, row) => (entries.some(isOwn) ? [row] : []))
    const areNames =
      column > 0 &&
      rows.every((row) => isOwn(strips[row]?.entries[0])) &&
      own.every(({ words }) => !isNumeral(textOf(words)))
    return { rows, areNames, x0: Math.min(...own.map((each) => each.x0)), x1: Math.max(...own.map((each) => each.x1)) }
  })
  const drawn = new Set(uprights.map((each) => each.at))
  const named = new Set<number>()
  const dropped = new Set<number>()
  columns.forEach(({ rows, areNames, x0, x1 }, i) => {
    const isHeader = rows.every((row) => row < maxHeaderLines)
    if (!isHeader && !areNames) return
    const left = { column: i - 1, cut: i - 1, gap: x0 - (columns[i - 1]?.x1 ?? Number.NEGATIVE_INFINITY) }
    const right = { column: i + 1, cut: i, gap: (columns[i + 1]?.x0 ?? Number.POSITIVE_INFINITY) - x1 }
    const sides = isHeader ? [left, right] : [left]
    const free = sides.filter(({ column, cut }) => {
      const other = columns[column]?.rows
      const isFree = other !== undefined && !drawn.has(cuts[cut] ?? 0) && !named.has(column)
      return isFree && !other.some((row) => rows.includes(row))
    })
    const [nearest] = free.sort((a, b) => a.gap - b.gap)
    if (nearest === undefined) return
    named.add(nearest.column)
    dropped.add(nearest.cut)
  })
  return cuts.filter((_, i) => !dropped.has(i))
}

/** The cuts, each upright ruling between words in place of the one that parts the same words. */
const withUprights = (
  cuts: ReadonlyArray<number>,
  uprights: ReadonlyArray<Ruling>,
  lines: ReadonlyArray<Line>
): ReadonlyArray<number> => {
  if (uprights.length === 0) return cuts
  const centres = lines.flatMap(({ words }) => words.map(({ box }) => centreX(box)))
  const between = (a: number, b: number) => centres.some((x) => x > Math.min(a, b) && x < Math.max(a, b))
  const drawn: Array<number> = []
  for (const { at } of [...uprights].sort((a, b) => a.at - b.at))
    if (between(drawn.at(-1) ?? Number.NEGATIVE_INFINITY, at) && between(at, Number.POSITIVE_INFINITY)) drawn.push(at)
  const rest = cuts.filter((cut) => drawn.every((at) => between(cut, at)))
  return [...drawn, ...rest].sort((a, b) => a - b)
}

export const cellsOf = (row: ReadonlyArray<TableLine>, columns: number): ReadonlyArray<DraftCell> => {
  const out: Array<DraftCell> = []
  const [only, second] = row
  const entries = only !== undefined && second === undefined ? only.entries : row.flatMap((strip) => strip.entries)
  for (let column = 0; column < columns; ) {
    let end = column
    for (const { from, to } of entries) if (from === column) end = Math.max(end, to)
    const words: Array<LineWord> = []
    for (const each of entries) if (each.from >= column && each.from <= end) words.push(...each.words)
    out.push({ words, columns: end - column + 1, rows: 1 })
    column = end + 1
  }
  return out
}

/** Rows between drawn rules, those whose lines are entries of their own in several columns as the rows of these: many tables have rules under their headers and above their totals alone. */
export const unstacked = (draft: Draft, areRows: RowsInCells): Draft => {
  const starts = new Map<number, number>()
  for (const { column, words } of placed(draft))
    for (const { box } of words) starts.set(column, Math.min(starts.get(column) ?? Number.POSITIVE_INFINITY, box.x0))
  const count = widthOf(draft)
  return draft.flatMap((row) => {
    const columns = row.reduce((sum, cell) => sum + cell.columns, 0)
    const cells = placed([row])
    if (columns < count || row.some(({ rows }) => rows > 1) || !areRows(cells, starts)) return [row]
    const strips = stripsOf(cells)
    const isFull = ({ entries }: TableLine) => entries.filter(({ from, to }) => from === to).length >= minSeries
    return rowsOf(strips, columns, (above, next) => isFull(above) && isFull(next)).map((own) => cellsOf(own, columns))
  })
}

/** Whether the lines of a row's cells are rows of their own; `starts` are the left edges of the texts of the columns. */
type RowsInCells = (
  cells: ReadonlyArray<DraftCell & { readonly column: number }>,
  starts: ReadonlyMap<number, number>
) => boolean

/** Several columns have figures one below the other. */
export const areFigures: RowsInCells = (cells) => cells.filter(hasFigures).length >= minPair

/** The first column has several lines, as one of names has, and some columns have lines that are no text that goes on; figures are judged beside the other readings. */
export const areEntries: RowsInCells = (cells, starts) =>
  !areFigures(cells, starts) &&
  linesOf(cells[0]?.words ?? []).length >= minSeries &&
  cells.filter((cell) => hasEntries(cell, starts.get(cell.column + cell.columns))).length >= minSeries

/** The rows beside a cell that covers nearly all, which only looks tall since no rulings part its column: it has a line beside the first of each. */
export const lowered = (draft: Draft): Draft => {
  const spots = placed(draft)
  const tall = spots.find(({ rows }) => rows >= Math.max(minSeries, nearlyAll * draft.length))
  if (tall === undefined) return draft
  const own = draft.slice(tall.row, tall.row + tall.rows)
  const tops = own.map((row) =>
    Math.min(...row.flatMap(({ words, rows }) => (rows > 1 ? [] : words.map(({ baseline }) => baseline))))
  )
  const isAt = (top: number) => tall.words.some(({ baseline, size }) => Math.abs(baseline - top) < sameRowEm * size)
  if (!tops.every(isAt)) return draft
  const rowAt = ({ baseline, size }: LineWord) =>
    Math.max(
      0,
      tops.findLastIndex((top) => baseline > top - sameRowEm * size)
    )
  const words = Map.groupBy(tall.words, rowAt)
  const low = own.map((_, i) => ({ ...tall, row: tall.row + i, words: words.get(i) ?? [], rows: 1 }))
  const all = [...spots.filter((each) => each !== tall), ...low].sort((a, b) => a.column - b.column)
  return plain(draft.map((_, i) => all.filter(({ row }) => row === i)))
}

const hasFigures = ({ words }: DraftCell): boolean =>
  linesOf(words).filter((line) => isNumeral(textOf(line))).length >= minPair

/** What is free between the texts of two columns, in em. */
const paddingEm = 1.2

/** Whether the lines of a cell, before a column that starts at `end`, are no text that goes on: they come again, or leave room for the next word. */
const hasEntries = ({ words }: DraftCell, end: number | undefined): boolean => {
  const lines = linesOf(words)
  if (lines.length < minSeries) return false
  const right = end ?? Math.max(...words.map(({ box, size }) => box.x1 + paddingEm * size))
  const leavesRoom = (last: LineWord | undefined, next: LineWord | undefined) =>
    last !== undefined && next !== undefined && last.box.x1 + width(next.box) + paddingEm * next.size < right
  const ends = lines.slice(1).filter(([next], i) => leavesRoom(lines[i]?.at(-1), next))
  const kinds = new Set(lines.map((line) => textOf(line))).size
  return 2 * kinds <= lines.length || ends.length >= mostShare * (lines.length - 1)
}

/** How many columns it has. */
export const widthOf = (draft: Draft): number =>
  Math.max(...draft.map((row) => row.reduce((sum, { columns }) => sum + columns, 0)))
