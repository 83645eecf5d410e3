/** Line[], Ruling[] → Draft[]: the rows and columns of lines that may be a table's, where rulings do not close its cells. */
import type { Box } from "../model/Geometry.ts"
import { overlap } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { type Entry, separatorsOf, type TableLine, tableLinesOf } from "./ColumnSeparators.ts"
import { type Ruling, snap } from "./Edges.ts"
import type { Draft, DraftCell } from "./Proposal.ts"
import { evidence, rowsOf, widthsOf } from "./Rows.ts"
import type { RulingGroup } from "./Rulings.ts"
import { spanned } from "./Spans.ts"

/** A ruling over this share of a table's width goes across it, and one over this share of its height parts columns. */
const across = 0.75
const upright = 0.6
/** Rulings stand between all rows when there are this many bands for each line of words at least. */
const ruledRows = 0.3

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
      if (at < low - snap || at > high + snap || overlap(from, to, start, end) <= 0) continue
      if (!horizontal) {
        if (overlap(from, to, start, end) >= upright * (end - start)) found.upright.push(each)
      } else if (from >= start - 2 * snap && to <= end + 2 * snap)
        found[to - from >= across * width ? "across" : "short"].push(each)
    }
  found.across.sort((a, b) => a.at - b.at)
  return inOneRow(found, width)
}

/** Rulings side by side at one height, under each column its own, go across together. */
const inOneRow = (found: RulingsIn, width: number): RulingsIn => {
  const rows = new Map<number, Array<Ruling>>()
  for (const each of found.short) {
    const key = [...rows.keys()].find((at) => Math.abs(at - each.at) < 1) ?? each.at
    const same = rows.get(key)
    if (same) same.push(each)
    else rows.set(key, [each])
  }
  const whole: Array<Ruling> = []
  const short: Array<Ruling> = []
  for (const [at, row] of rows) {
    const [from, to] = [Math.min(...row.map((each) => each.from)), Math.max(...row.map((each) => each.to))]
    const drawn = row.reduce((sum, each) => sum + each.to - each.from, 0)
    if (row.length > 2 && to - from >= 0.95 * width && drawn >= across * width)
      whole.push({ horizontal: true, at, from, to })
    else short.push(...row)
  }
  return { ...found, short, across: [...found.across, ...whole].sort((a, b) => a.at - b.at) }
}

/** Cells, and the share of their borders that are painted. */
export interface Reading {
  readonly draft: Draft
  readonly closed: number
}

/** How the lines read as a table, of one column only where it `mayBeOne`; several ways where rulings may stand between all rows or between some. */
export const readings = (lines: ReadonlyArray<Line>, rulings: RulingsIn, mayBeOne = false): ReadonlyArray<Reading> => {
  const found = withUprights(separatorsOf(lines), rulings.upright, lines)
  const cuts = withoutHalves(lines, found, rulings.upright)
  if (cuts.length === 0 && !mayBeOne) return []
  const columns = cuts.length + 1
  const strips = spanned(tableLinesOf(lines, cuts), rulings.short, cuts)
  const band = (strip: TableLine) => bandOf(rulings.across, strip.baseline - 0.3 * strip.size)
  const bands = [...Map.groupBy(strips, band).values()]
  const rows = rowsOf(strips, columns, (above, next) => band(above) !== band(next))
  const rowsAndHead = withWholeHead(rows, bands[0] ?? [], columns)
  const areBands = bands.length >= 3 && bands.length >= ruledRows * lines.length && bands.length < rows.length
  const placesOf = (some: ReadonlyArray<Ruling>) => new Set(some.map(({ at }) => Math.round(at / snap))).size
  const [across, upright] = [placesOf(rulings.across), placesOf(rulings.upright)]
  return (areBands ? [bands, rowsAndHead] : [rowsAndHead]).map((rows) => ({
    draft: rows.map((row) => cellsOf(row, columns)),
    closed: closedOf(rows.length, columns, across, upright)
  }))
}

/** The share of the sides of cells that are painted, by rulings over the whole table at so many places. */
const closedOf = (rows: number, columns: number, across: number, upright: number): number => {
  const sides = rows * (columns + 1) + columns * (rows + 1)
  return (rows * Math.min(upright, columns + 1) + columns * Math.min(across, rows + 1)) / sides
}

/** The rows, the lines above the first ruling one of them where each may go on in all columns with the line above it. */
const withWholeHead = (
  rows: ReadonlyArray<ReadonlyArray<TableLine>>,
  head: ReadonlyArray<TableLine>,
  columns: number
): ReadonlyArray<ReadonlyArray<TableLine>> => {
  const of = rows.findIndex((row) => row.includes(head.at(-1) as TableLine)) + 1
  if (of < 2 || head.length > maxHead || of >= rows.length || rows.slice(0, of).flat().length !== head.length)
    return rows
  const widths = widthsOf(rows.flat(), columns)
  const seen = new Map<number, Entry>()
  const isWrapped = head.every((strip, i) => {
    const isOn = i === 0 || evidence(seen, strip, widths).parts === 0
    for (const each of strip.entries) seen.set(each.from, each)
    return isOn && strip.entries[0]?.from === 0 && strip.entries.every((each) => each.from === each.to)
  })
  return isWrapped ? [head, ...rows.slice(of)] : rows
}

/** So many of the first lines may be a header's. */
const maxHead = 3

/** The cuts without those that only part a header from its column: it is centred over texts that are narrower, or the other way. */
const withoutHalves = (
  lines: ReadonlyArray<Line>,
  cuts: ReadonlyArray<number>,
  uprights: ReadonlyArray<Ruling>
): ReadonlyArray<number> => {
  if (cuts.length === 0 || lines.length < 3) return cuts
  const strips = tableLinesOf(lines, cuts)
  const columns = Array.from({ length: cuts.length + 1 }, (_, column) => {
    const rows = strips.flatMap(({ entries }, row) =>
      entries.some((each) => each.from <= column && each.to >= column) ? [row] : []
    )
    const own = strips.flatMap(({ entries }) => entries.filter((each) => each.from === column && each.to === column))
    return { rows, x0: Math.min(...own.map((each) => each.x0)), x1: Math.max(...own.map((each) => each.x1)) }
  })
  const drawn = new Set(uprights.map((each) => each.at))
  const named = new Set<number>()
  const dropped = new Set<number>()
  columns.forEach(({ rows, x0, x1 }, i) => {
    // nothing but texts over several columns
    if (x1 < x0 && i > 0 && !drawn.has(cuts[i - 1] ?? 0)) dropped.add(i - 1)
    if (rows.some((row) => row >= maxHead)) return
    const sides = [
      { column: i - 1, cut: i - 1, gap: x0 - (columns[i - 1]?.x1 ?? Number.NEGATIVE_INFINITY) },
      { column: i + 1, cut: i, gap: (columns[i + 1]?.x0 ?? Number.POSITIVE_INFINITY) - x1 }
    ]
    const free = sides.filter(({ column, cut }) => {
      const other = columns[column]?.rows
      return (
        other !== undefined &&
        !drawn.has(cuts[cut] ?? 0) &&
        !named.has(column) &&
        !other.some((row) => rows.includes(row))
      )
    })
    const [nearest] = free.sort((a, b) => a.gap - b.gap)
    if (nearest === undefined) return
    named.add(nearest.column)
    dropped.add(nearest.cut)
  })
  return cuts.filter((_, i) => !dropped.has(i))
}

/** How many of the rulings are above `y`. */
export const bandOf = (rulings: ReadonlyArray<Ruling>, y: number): number => {
  let at = 0
  while (at < rulings.length && (rulings[at]?.at ?? 0) < y) at++
  return at
}

/** The cuts, each upright ruling between words in place of the one that parts the same words. */
const withUprights = (
  cuts: ReadonlyArray<number>,
  uprights: ReadonlyArray<Ruling>,
  lines: ReadonlyArray<Line>
): ReadonlyArray<number> => {
  const words = lines.flatMap((each) => each.words)
  const between = (a: number, b: number) =>
    words.some(({ box }) => (box.x0 + box.x1) / 2 > Math.min(a, b) && (box.x0 + box.x1) / 2 < Math.max(a, b))
  const [left, right] = [Math.min(...words.map(({ box }) => box.x0)), Math.max(...words.map(({ box }) => box.x1))]
  const drawn: Array<number> = []
  for (const { at } of [...uprights].sort((a, b) => a.at - b.at))
    if (at > left && at < right && between(drawn.at(-1) ?? left - 1, at)) drawn.push(at)
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
