/** Line[], Ruling[] → Draft[]: the rows and columns of lines that may be a table's, where rulings do not close its cells. */

import { weigh } from "../model/Evidence.ts"
import type { Box } from "../model/Geometry.ts"
import { centreX, greatest, overlap, smallest } from "../model/Geometry.ts"
import { type Line, type LineWord, textOf } from "../model/Line.ts"
import { maxHeaderLines, minPair, minSeries, mostShare, nearlyAll, sameEdgePt } from "../model/Measures.ts"
import { columnOf, type Entry, reaches, separatorsOf, type TableLine, tableLinesOf } from "./ColumnSeparators.ts"
import type { Ruling } from "./Edges.ts"
import { pairsIn } from "./evidence/CellLines.ts"
import { isSmall } from "./evidence/Letters.ts"
import { columnsOf, isNumeral, placed } from "./evidence/Spots.ts"
import { linesOf } from "./Grid.ts"
import type { Draft, DraftCell, Proposal, Sight } from "./Proposal.ts"
import { placesOf, type RulingGroup } from "./Rulings.ts"
import { rowsOf } from "./rows/Rows.ts"
import { stripsOf } from "./rows/Strips.ts"
import { middleOf } from "./Sight.ts"
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
export const readings = (
  lines: ReadonlyArray<Line>,
  rulings: RulingsIn,
  leading: number,
  mayBeOne = false
): ReadonlyArray<Reading> => {
  const all = withUprights(separatorsOf(lines), rulings.upright, lines)
  if (all.length === 0 && !mayBeOne) return []
  const found = tableLinesOf(lines, all)
  const cuts = withoutHalves(found, all, rulings.upright)
  const columns = cuts.length + 1
  const strips = spanned(cuts.length === all.length ? found : tableLinesOf(lines, cuts), rulings.short, cuts)
  const across = rulings.across.map(({ at }) => at)
  const band = (strip: TableLine) => columnOf(across, middleOf(strip))
  const bands = [...Map.groupBy(strips, band).values()]
  const rows = rowsOf(strips, columns, (above, next) => band(above) !== band(next), leading)
  const areBands = bands.length >= minSeries && bands.length < rows.length
  return (areBands ? [bands, rows] : [rows]).map((rows) => ({
    draft: rows.map((row) => cellsOf(row, columns)),
    closed: closedOf(rows.length, columns, rulings)
  }))
}

/** The lines in a box as tables. `rules` is how many rulings are known to stand over, in and under them. */
export const proposals = (
  detector: Proposal["detector"],
  lines: ReadonlyArray<Line>,
  { box, right, rules }: Pick<Proposal, "box" | "right"> & { readonly rules: number },
  sight: Sight,
  mayBeOne = false
): ReadonlyArray<Proposal> => {
  const rulings = rulingsIn(sight.groups, box)
  const ruled = Math.min(1, Math.max(rules, rulings.across.length) / minSeries)
  return readings(lines, rulings, sight.leading, mayBeOne).map(({ draft, closed }) => ({
    detector,
    box,
    right,
    ruled,
    draft,
    closed: draft.every((row) => row.length === 1) ? closed : 0
  }))
}

/** The share of the sides of cells that are painted, by rulings over the whole table at so many places. */
const closedOf = (rows: number, columns: number, rulings: RulingsIn): number => {
  const [across, upright] = [placesOf(rulings.across).length, placesOf(rulings.upright).length]
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
    const above = strips.slice(0, rows[0]).filter(({ entries }) => entries[0]?.from === 0)
    const areNames =
      column > 0 &&
      above.length >= minPair &&
      rows.every((row) => isOwn(strips[row]?.entries[0])) &&
      own.every(({ words }) => !isNumeral(textOf(words)))
    return { rows, areNames, x0: smallest(own.map((each) => each.x0)), x1: greatest(own.map((each) => each.x1)) }
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

export const cellsOf = (row: ReadonlyArray<Pick<TableLine, "entries">>, columns: number): ReadonlyArray<DraftCell> => {
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

/** Rows between drawn rules, those whose lines are more likely rows of their own as the rows of these: many tables have rules under their headers and above their totals alone. */
export const unstacked = (draft: Draft): Draft => {
  const count = widthOf(draft)
  const rows = draft.map((row) => stripsOf(placed([row])))
  const texts = reaches(rows.flat(), count)
  const room = texts.map(({ x0, x1 }, i) => (texts[i + 1]?.x0 ?? x1) - x0)
  const areFew = draft.length <= mostBands
  return draft.flatMap((row, i) => {
    const columns = columnsOf(row)
    const strips = rows[i] ?? []
    if (
      columns < count ||
      row.some(({ rows }) => rows > 1) ||
      (!(areFew && isTall(row)) && rowsScore(strips, room) <= 0)
    )
      return [row]
    const most = greatest(strips.map(({ entries }) => entries.length))
    const isFull = ({ entries }: TableLine) => entries.length === most
    return rowsOf(strips, columns, (above, next) => isFull(above) && isFull(next)).map((own) => cellsOf(own, columns))
  })
}

/** Rules that part a table into so few, of which one is high, are over and under its header and at its foot. */
const mostBands = 4
const highRow = 4
const isTall = (row: Draft[number]): boolean =>
  row.filter(({ columns, words }) => columns === 1 && linesOf(words).length >= highRow).length >= minSeries

/** What the lines of cells in one row count for as rows of their own, in logits: set by tables whose truth is known. */
const rowWeights = { bias: -1.68, parts: 1.09, small: -0.82, single: -1.19 }

/** Above 0 where the lines of a row's cells are rows: in how many columns they are texts of their own or begin with a small letter, and how many have one alone. */
const rowsScore = (strips: ReadonlyArray<TableLine>, room: ReadonlyArray<number>): number => {
  const byColumn = [
    ...Map.groupBy(
      strips.flatMap(({ entries }) => entries),
      ({ from }) => from
    ).values()
  ]
  const single = byColumn.filter(({ length }) => length === 1).length
  const small = byColumn.flatMap(([, ...others]) => others.filter(({ words }) => isSmall(words[0]?.text))).length
  const parts = pairsIn(strips, room).reduce((sum, pair) => sum + pair.parts, 0)
  const steps = Math.max(1, strips.length - 1)
  return weigh({ parts: parts / steps, small: small / steps, single }, rowWeights)
}

/** How many columns it has. */
export const widthOf = (draft: Draft): number => greatest(draft.map(columnsOf))
