/** Where a table's columns stand, when no rule says so: strips that its rows leave free, one above the other. */

import { greatest, heaviest, median, smallest } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { maxHeaderLines, minSeries, mostShare, slackPt, touchEm } from "../model/Measures.ts"
import { countWhile } from "../model/Sorted.ts"
import { isFigure } from "../model/Text.ts"
import { minGapEm, type Piece, parted, pieces, spacesIn } from "./Pieces.ts"

/** A strip parts columns when it is free of words in this share of the rows. */
const freeShare = 0.85
/** No page is wider than this, in points. */
const maxPageWidthPt = 20_000
/** A piece and the columns it covers, the last included. */
export interface Entry extends Piece {
  readonly from: number
  readonly to: number
  /** It is a header in the middle of all of them. */
  readonly isOver?: true
}

/** A line of a table, its words in columns. */
export interface TableLine {
  readonly baseline: number
  readonly size: number
  readonly entries: ReadonlyArray<Entry>
}

/** The lines' pieces, parted also where a word begins as those of other lines do, below or above it: a full line leaves no gap before the next column. */
const flushPieces = (lines: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const found = flush.get(lines) ?? flushIn(lines)
  flush.set(lines, found)
  return found
}

/** The same lines are asked for where their columns stand, and then for what stands in these. */
const flush = new WeakMap<ReadonlyArray<Line>, ReadonlyArray<ReadonlyArray<Piece>>>()

const flushIn = (lines: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const all = lines.map((line) => pieces(line, minGapEm))
  const starts = all.flatMap((own) => own.map(({ x0 }) => x0)).sort((a, b) => a - b)
  const isStart = (x: number) => {
    const first = countWhile(starts, (start) => start <= x - slackPt)
    return (starts[first + minSeries - 1] ?? Number.POSITIVE_INFINITY) < x + slackPt
  }
  return all.map((own, i) => {
    const { words, size } = lines[i] as Line
    const least = Math.max(touchEm * size, smallest(spacesIn(words))) + slackPt
    return own.flatMap((piece) =>
      parted(piece.words, ({ box, begins }, space) => begins === true || (space > least && isStart(box.x0)))
    )
  })
}

/** Middles of the strips that are free of words in nearly all lines of several pieces. */
export const separatorsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<number> => {
  const parts = lines.map((line) => pieces(line))
  const counts = parts.map((own) => own.length)
  const usual = median(counts.filter((count) => count > 1))
  const isSeveral = (_: unknown, i: number) =>
    (counts[i] ?? 0) > 1 &&
    (i >= maxHeaderLines || lines.length <= maxHeaderLines || (counts[i] ?? 0) > mostShare * usual)
  const size = median(lines.map((line) => line.size))
  const whole = flushPieces(lines)
  const rows = whole.filter(isSeveral)
  const apart = parts.filter(isSeveral)
  const all = rows.flat()
  const left = smallest(all.map(({ x0 }) => x0))
  const right = greatest(all.map(({ x1 }) => x1))
  if (!(right > left) || right - left > maxPageWidthPt) return []
  const free = stripsIn(rows, apart, { from: left, to: right }, size)
  const narrow = [...stripsUnder(rows, apart, { from: left, to: right }, size), ...meetingsIn(rows)]
  const isNew = ({ from, to }: Strip, i: number) =>
    ![...free, ...narrow.slice(0, i)].some((each) => each.from < to && from < each.to)
  const strips = [...free, ...narrow.filter(isNew)].sort((a, b) => a.from - b.from)
  const out = strips.map((strip, i) => cutIn(rows, strip, strips[i - 1]?.to ?? left, strips[i + 1]?.from ?? right))
  const kept: Array<number> = []
  out.forEach((x, i) => {
    if (!isStretched(whole, kept.at(-1) ?? left, strips[i] as Strip, out[i + 1] ?? right)) kept.push(x)
  })
  return kept
}

/** From where to where nearly all rows are free of words. */
interface Strip {
  readonly from: number
  readonly to: number
}

/** Strips between `from` and `to` that are free of words in nearly all rows. */
const stripsIn = (
  rows: ReadonlyArray<ReadonlyArray<Piece>>,
  apart: ReadonlyArray<ReadonlyArray<Piece>>,
  { from: left, to: right }: Strip,
  size: number
): ReadonlyArray<Strip> => {
  const all = rows.flat()
  const n = Math.ceil(right - left)
  const taken = new Int32Array(n + 1)
  for (const { x0, x1 } of all)
    for (let x = Math.floor(x0 - left); x < Math.ceil(x1 - left); x++) taken[x] = (taken[x] ?? 0) + 1
  const startsAt = (x: number) => all.filter(({ x0 }) => x0 - x >= -slackPt && x0 - x < 1 + slackPt).length >= minSeries
  const limit = (1 - freeShare) * rows.length
  const strips: Array<Strip> = []
  let start = -1
  for (let x = 0; x <= n; x++) {
    const isFree = x < n && (taken[x] ?? 0) <= limit
    if (isFree && start < 0) start = x
    if (!isFree && start >= 0) {
      const own = around({ from: left + start, to: left + x }, apart)
      strips.push(
        ...own.filter(
          ({ from, to }) => from > left && to < left + n && to - from >= (startsAt(to) ? touchEm : minGapEm) * size
        )
      )
      start = -1
    }
  }
  return strips
}

/** What names leave of the strips that the rows below them leave: names at the left of their columns stand close behind figures at the right of those before. */
const stripsUnder = (
  rows: ReadonlyArray<ReadonlyArray<Piece>>,
  apart: ReadonlyArray<ReadonlyArray<Piece>>,
  reach: Strip,
  size: number
): ReadonlyArray<Strip> => {
  const [names = [], ...below] = rows
  const isNumber = ({ words }: Piece) => words.every(({ text }) => isFigure(text))
  if (below.length < minSeries || names.some(isNumber)) return []
  return stripsIn(below, apart, reach, size).flatMap(({ from, to }) => {
    const isBeside = (row: ReadonlyArray<Piece>) =>
      [row.findLast(({ x1 }) => x1 <= from), row.find(({ x0 }) => x0 >= to)].some(
        (each) => each !== undefined && isNumber(each)
      )
    if (below.filter(isBeside).length < freeShare * below.length) return []
    const before = greatest([from, ...names.flatMap(({ x0, x1 }) => (x0 < from && x1 < to ? [x1] : []))])
    const behind = smallest([to, ...names.flatMap(({ x0 }) => (x0 >= before ? [x0] : []))])
    const isCrossed = names.some(({ x0, x1 }) => x0 < behind && x1 > before)
    return isCrossed || behind - before < touchEm * size ? [] : [{ from: before, to: behind }]
  })
}

/** Where cells begin right behind figures. */
const meetingsIn = (rows: ReadonlyArray<ReadonlyArray<Piece>>): ReadonlyArray<Strip> => {
  const met = rows.flatMap((row) =>
    row.flatMap(({ words: [word], x0 }, i) => (word?.begins ? [{ from: row[i - 1]?.x1 ?? x0 - slackPt, to: x0 }] : []))
  )
  const byPlace = [...Map.groupBy(met, ({ to }) => Math.round(to)).values()]
  return byPlace.flatMap((own) => {
    const strip = { from: greatest(own.map(({ from }) => from)), to: smallest(own.map(({ to }) => to)) }
    const crossing = rows.filter((row) => row.some(({ x0, x1 }) => x0 < strip.from && x1 > strip.to)).length
    return strip.from < strip.to && crossing <= (1 - freeShare) * rows.length ? [strip] : []
  })
}

/** The strips around columns that few rows fill: texts one below the other in a strip, with one on each side of it where any row has one. */
const around = ({ from, to }: Strip, rows: ReadonlyArray<ReadonlyArray<Piece>>): ReadonlyArray<Strip> => {
  const isBefore = ({ x1 }: Piece) => x1 <= from
  const isAfter = ({ x0 }: Piece) => x0 >= to
  const sides = [isBefore, isAfter].filter((isSide) => rows.some((row) => row.some(isSide)))
  const texts = rows
    .filter((row) => sides.every((isSide) => row.some(isSide)))
    .flatMap((row) => row.filter(({ x0, x1 }) => x0 >= from && x1 <= to))
    .sort((a, b) => a.x0 - b.x0)
  const columns: Array<{ x0: number; x1: number; texts: number }> = []
  for (const { x0, x1 } of texts) {
    const last = columns.at(-1)
    if (last === undefined || x0 >= last.x1) columns.push({ x0, x1, texts: 1 })
    else {
      last.x1 = Math.max(last.x1, x1)
      last.texts++
    }
  }
  const edges = columns.filter((each) => each.texts >= minSeries).flatMap(({ x0, x1 }) => [x0, x1])
  const places = [from, ...edges, to]
  return Array.from({ length: places.length / 2 }, (_, i) => ({
    from: places[2 * i] ?? from,
    to: places[2 * i + 1] ?? to
  }))
}

/** The middle of what is left of a strip by texts in it that have one beside them in the column on one side, and none in that on the other. */
const cutIn = (rows: ReadonlyArray<ReadonlyArray<Piece>>, { from, to }: Strip, left: number, right: number): number => {
  let [low, high] = [from, to]
  for (const row of rows) {
    const inside = row.find(({ x0, x1 }) => x0 >= from && x1 <= to)
    if (inside === undefined) continue
    const hasLeft = row.some(({ x0, x1 }) => x0 >= left && x1 <= from)
    const hasRight = row.some(({ x0, x1 }) => x0 >= to && x1 <= right)
    if (hasRight && !hasLeft) low = Math.max(low, inside.x1)
    if (hasLeft && !hasRight) high = Math.min(high, inside.x0)
  }
  return low < high ? (low + high) / 2 : (from + to) / 2
}

/** A space of stretched text, not a cut: most lines with words right of it begin where as many others of that cell do that run across. */
const isStretched = (lines: ReadonlyArray<ReadonlyArray<Piece>>, from: number, strip: Strip, to: number): boolean => {
  const right = lines.filter((own) => own.some(({ x0, x1 }) => x0 > strip.to - 1 && x1 <= to))
  const starts = new Map<number, number>()
  for (const { x0, x1 } of right.flat())
    if (x0 >= from && x1 < strip.from + 1) starts.set(Math.round(x0), (starts.get(Math.round(x0)) ?? 0) + 1)
  const start = heaviest(starts)
  if (start === undefined || 2 * (starts.get(start) ?? 0) < right.length) return false
  const isAcross = ({ x0, x1 }: Piece) => Math.abs(x0 - start) <= 1 && x1 > strip.to
  return lines.filter((own) => own.some(isAcross)).length >= right.length
}

/** The column at `x`, or the band between rulings: how many of these stand before it. */
export const columnOf = (cuts: ReadonlyArray<number>, x: number): number => {
  let column = 0
  while (column < cuts.length && x > (cuts[column] ?? 0)) column++
  return column
}

/** The lines' words in columns. A piece that runs through a cut with no gap there covers more than one of them. */
export const tableLinesOf = (lines: ReadonlyArray<Line>, cuts: ReadonlyArray<number>): ReadonlyArray<TableLine> => {
  const own = flushPieces(lines)
  const all = own.flatMap((pieces) =>
    pieces.map((each) => ({ ...each, from: columnOf(cuts, each.x0), to: columnOf(cuts, each.x1) }))
  )
  const centres = reaches([{ entries: all }], cuts.length + 1).map(({ x0, x1 }) => (x0 + x1) / 2)
  return lines.map(({ baseline, size }, i) => {
    const entries = (own[i] ?? []).map((piece): Entry => {
      const at = columnOf(cuts, (piece.x0 + piece.x1) / 2)
      let from = columnOf(cuts, piece.x0)
      let to = columnOf(cuts, piece.x1)
      while (from < at && (centres[from] ?? 0) < piece.x0) from++
      while (to > at && (centres[to] ?? 0) > piece.x1) to--
      return { ...piece, from, to }
    })
    return { baseline, size, entries: disjoint(entries) }
  })
}

/** Those of a line that share a column as one. */
export const disjoint = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
  const out: Array<Entry> = []
  for (const each of entries) {
    const last = out.at(-1)
    if (last === undefined || each.from > last.to) out.push(each)
    else {
      const words = [...last.words, ...each.words]
      out[out.length - 1] = { ...last, words, x1: each.x1, to: Math.max(each.to, last.to) }
    }
  }
  return out
}

/** From where to where texts stand. */
export interface Reach {
  readonly x0: number
  readonly x1: number
}

/** Half-way from each column to the next. */
export const cutsBetween = (columns: ReadonlyArray<Reach>): ReadonlyArray<number> =>
  columns.slice(1).map(({ x0 }, i) => (x0 + (columns[i]?.x1 ?? x0)) / 2)

/** From where to where the texts of each of so many columns reach. */
export const reaches = (strips: ReadonlyArray<Pick<TableLine, "entries">>, columns: number): ReadonlyArray<Reach> => {
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
