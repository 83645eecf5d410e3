/** Line[], Ruling[] → Draft[]: the rows and columns of lines that may be a table's, where rulings do not close its cells. */

import type { Box } from "../model/Geometry.ts"
import { centreX, overlap } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { maxHeaderLines, middleEm, minPair, minSeries, mostShare, nearlyAll, sameEdgePt } from "../model/Measures.ts"
import { columnOf, type Entry, separatorsOf, type TableLine, tableLinesOf } from "./ColumnSeparators.ts"
import type { Ruling } from "./Edges.ts"
import { isNumeral, placed, textOf } from "./evidence/Spots.ts"
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
  for (let column = 0; column < columns; ) {
    const own = row.flatMap((strip) => strip.entries.filter((each) => each.from === column))
    const end = Math.max(column, ...own.map((each) => each.to))
    const inside = row.flatMap((strip) => strip.entries.filter((each) => each.from >= column && each.from <= end))
    out.push({ words: inside.flatMap((each) => each.words), columns: end - column + 1, rows: 1 })
    column = end + 1
  }
  return out
}

/** Rows between drawn rules with those whose lines only space parts: many tables have rules under their headers and above their totals alone. */
export const unstacked = (draft: Draft): Draft => {
  const count = widthOf(draft)
  return draft.flatMap((row) => {
    const columns = row.reduce((sum, cell) => sum + cell.columns, 0)
    // letters one below the other are a word that runs downwards
    const isDownwards = row.some(
      ({ words }) => words.length >= minSeries && words.every(({ text }) => /^\p{L}$/u.test(text))
    )
    if (columns < Math.max(count, minPair) || isDownwards || row.some(({ rows }) => rows > 1)) return [row]
    const isFull = ({ entries }: TableLine) => entries.filter(({ from, to }) => from === to).length >= minSeries
    const rows = rowsOf(stripsOf(placed([row])), columns, (above, next) => isFull(above) && isFull(next))
    return rows.map((own) => cellsOf(own, columns))
  })
}

/** How many columns it has. */
export const widthOf = (draft: Draft): number =>
  Math.max(...draft.map((row) => row.reduce((sum, { columns }) => sum + columns, 0)))
