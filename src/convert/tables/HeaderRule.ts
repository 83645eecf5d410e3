/** One horizontal rule → cells: the words above it are a header when the lines below it stand in the same columns. */

import { rowsOf as asRows } from "../lines/Joined.ts"
import type { Cell } from "../model/Block.ts"
import type { Box } from "../model/Geometry.ts"
import { around, overlap } from "../model/Geometry.ts"
import { baselineOf, isText, type Line, type Part } from "../model/Line.ts"
import { type Entry, pieces, separatorsOf, type TableLine, tableLinesOf } from "./ColumnSeparators.ts"
import { isEmpty, isTable } from "./Grid.ts"
import { isPlausible } from "./Plausible.ts"
import { isJustified, isParted } from "./Prose.ts"
import { evidence, rowsOf, type Widths, widthsOf } from "./Rows.ts"
import type { Ruling } from "./Rulings.ts"
import { cellsOf } from "./Stream.ts"

/** Words reach this far beyond the ends of their rule, in points. */
const beyond = 6
/** A header's last line is at most this far above its rule, the first line below it at most that far under it, in em. */
const above = 1.4
const below = 2.4
/** Lines of a header are at most this far apart, in em, and at most so many. */
const leading = 1.4
const mostHeader = 3
/** A line further down than this, against the widest distance of those above it, is no longer of the table; in em, too. */
const further = 1.35
const apart = 3.2
/** Lines of one row have baselines within this, in em. */
const sameRow = 0.5
/** Sizes of the lines of one table differ by no more than this factor. */
const sized = 1.3
/** Header and column stand in line when their edges or centres are this close, in em; nearly all do. */
const inLine = 0.6
const mostInLine = 0.6
/** A table of more lines than this has more rules than one. */
const mostLines = 200
/** Tries to find where the table ends. */
const tries = 4

/** Beside this share of a table's rows stand the texts of a column; in em, how wide it may be, and half of its texts. */
const besideRows = 0.8
const columnWidth = 20
const proseWidth = 14
/** Of a header and a heading above it: sizes that differ by this share, and lines further apart than this, in em. */
const sameSize = 0.08
const headingAbove = 1.22

export interface Headed {
  readonly box: Box
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  readonly lines: ReadonlySet<Part>
}

/** The table whose header stands on this rule; null when nothing does. `parts` is sorted by baseline. */
export const headed = (rule: Ruling, parts: ReadonlyArray<Part>): Headed | null => {
  const start = firstBelow(parts, rule.at)
  const found = over(rule, parts, start)
  if (found === null) return null
  const wider = widened(rule, parts, start, found)
  return wider === null ? found : over(wider, parts, start)
}

const over = (rule: Ruling, parts: ReadonlyArray<Part>, start: number): Headed | null => {
  const header = headerOf(rule, parts, start)
  const last = header.at(-1)
  if (last === undefined) return null
  const body = bodyOf(rule, parts, start, last)
  const found = body.length === 0 ? null : table(header, body, rule, tries)
  if (found === null) return null
  const from = firstBelow(parts, (header[0]?.baseline ?? 0) - sameRow * last.size)
  const own = parts.slice(from, firstBelow(parts, found.end)).filter((each) => fits(rule, each))
  return { rows: found.rows, box: around(own.map((each) => each.box)), lines: new Set(own) }
}

/** A rule under some columns only: with what stands beside nearly all rows, if that is no column of text. */
const widened = (rule: Ruling, parts: ReadonlyArray<Part>, start: number, found: Headed): Ruling | null => {
  const rows = new Set<number>()
  for (const each of found.lines) if (baselineOf(each) > rule.at) rows.add(Math.round(baselineOf(each)))
  const isRow = (y: number) => [-1, 0, 1].some((step) => rows.has(Math.round(y) + step))
  const beside: Array<Line> = []
  for (let i = start; i < parts.length && baselineOf(parts[i] as Part) <= found.box.y1; i++) {
    const each = parts[i] as Part
    if (isText(each) && each.box.x1 <= rule.from + beyond && !found.lines.has(each) && isRow(each.baseline))
      beside.push(each)
  }
  const nearest = Math.max(...beside.map((each) => each.box.x1))
  const column = beside.filter((each) => each.box.x1 > nearest - columnWidth * each.size)
  if (column.length < besideRows * rows.size) return null
  const widths = column.map((each) => each.box.x1 - each.box.x0).sort((a, b) => a - b)
  const isProse = (widths[widths.length >> 1] ?? 0) > proseWidth * (column[0]?.size ?? 0)
  return isProse ? null : { ...rule, from: Math.min(...column.map((each) => each.box.x0)) }
}

const firstBelow = (parts: ReadonlyArray<Part>, y: number): number => {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (baselineOf(parts[middle] as Part) <= y) low = middle + 1
    else high = middle
  }
  return low
}

const meets = (rule: Ruling, { box }: Part): boolean => overlap(box.x0, box.x1, rule.from, rule.to) > 0
const fits = (rule: Ruling, part: Part): part is Line =>
  isText(part) && part.angle === 0 && part.box.x0 >= rule.from - beyond && part.box.x1 <= rule.to + beyond

/** The rows that stand on the rule, close above one another; none when there are more than a header has. */
const headerOf = (rule: Ruling, parts: ReadonlyArray<Part>, start: number): ReadonlyArray<Line> => {
  const out: Array<Line> = []
  let lowest = rule.at
  for (let i = start - 1; i >= 0; i--) {
    const each = parts[i] as Part
    const limit = (out.length === 0 ? above : leading) * each.size
    if (lowest - baselineOf(each) > apart * each.size) break
    if (!meets(rule, each)) continue
    if (lowest - baselineOf(each) > limit || !fits(rule, each)) break
    lowest = each.baseline
    out.push(each)
  }
  const rows = [...asRows(out)]
  while (rows[0] !== undefined && rows[1] !== undefined && isHeading(rows[0], rows[1])) rows.shift()
  return rows.length > mostHeader || rows.every((row) => pieces(row).length < 2) ? [] : rows
}

/** A line of its own above a header: set larger, or further away than lines of a cell are. */
const isHeading = (line: Line, header: Line): boolean =>
  pieces(line).length === 1 &&
  (Math.abs(line.size - header.size) > sameSize * header.size ||
    (header.baseline - line.baseline > headingAbove * header.size && line.box.x0 <= header.box.x0 + header.size))

/** The lines below the rule that follow one another closely and do not reach beyond its ends. */
const bodyOf = (rule: Ruling, parts: ReadonlyArray<Part>, start: number, header: Line): ReadonlyArray<Line> => {
  const out: Array<Line> = []
  let last = header.baseline
  let widest = 0
  for (let i = start; i < parts.length && out.length < mostLines * 8; i++) {
    const each = parts[i] as Part
    const distance = baselineOf(each) - last
    if (distance > apart * header.size) break
    if (!meets(rule, each)) continue
    const isSize = each.size <= sized * header.size && header.size <= sized * each.size
    if (!fits(rule, each) || !isSize || (out.length === 0 && each.baseline - rule.at > below * each.size)) break
    if (distance > sameRow * each.size) {
      if (widest > 0 && distance > further * widest) break
      widest = Math.max(widest, distance)
      last = each.baseline
    }
    out.push(each)
  }
  return out
}

const spans = (each: Entry): boolean => each.from !== each.to

const table = (
  header: ReadonlyArray<Line>,
  body: ReadonlyArray<Line>,
  rule: Ruling,
  left: number
): { readonly rows: Headed["rows"]; readonly end: number } | null => {
  if (body.length === 0 || left === 0) return null
  const below = asRows(body)
  const all = [...header, ...below]
  const cuts = separatorsOf(all)
  if (cuts.length === 0 || all.length > mostLines || isJustified(below)) return null
  const strips = tableLinesOf(all, cuts)
  const columns = cuts.length + 1
  // a line that runs through the columns ends the table
  const through = strips.findIndex(
    ({ entries }, i) => i >= header.length && entries.length === 1 && entries.some(spans)
  )
  if (through >= 0) {
    const y = all[through]?.box.y0 ?? 0
    return table(
      header,
      body.filter((each) => each.baseline < y),
      rule,
      left - 1
    )
  }
  if (!isInLine(strips, header.length)) return null
  const names = strips.slice(0, header.length)
  const parts = isWrapped(names, widthsOf(strips, columns))
    ? [names, ...rowsOf(strips.slice(header.length), columns)]
    : rowsOf(strips, columns, (a, b) => a.baseline < rule.at && b.baseline > rule.at)
  const rows = parts.map((row) => ({ row, cells: cellsOf(row, columns) }))
  while (rows.length > 2 && isLoose(rows.at(-1)?.cells ?? [])) rows.pop()
  const cells = rows.map((each) => each.cells)
  const kept = rows.flatMap((each) => each.row)
  if (!isTable(cells) || !isPlausible(cells, true)) return null
  const right = Math.max(...all.map((each) => each.box.x1))
  if (
    rows.length > 2 &&
    !isParted(
      rows.map((each) => each.row),
      columns,
      right,
      false
    )
  )
    return null
  const end = kept.at(-1)?.baseline ?? 0
  return { rows: cells, end: end + sameRow * (kept[0]?.size ?? 0) }
}

/** A last row with a text in its first column only is a line below the table. */
const isLoose = (cells: ReadonlyArray<Cell>): boolean => cells.every((each, i) => (i === 0) !== isEmpty(each))

/** Lines of a header that each begin in the first column, and may be one text in all columns. */
const isWrapped = (header: ReadonlyArray<TableLine>, widths: Widths): boolean => {
  const seen = new Map<number, Entry>()
  return header.every((strip, i) => {
    const isOn = i === 0 || evidence(seen, strip, widths).parts === 0
    for (const each of strip.entries) seen.set(each.from, each)
    return isOn && strip.entries[0]?.from === 0 && !strip.entries.some(spans)
  })
}

/** Whether the header's texts stand in line with the columns below them, of those that have entries. */
const isInLine = (strips: ReadonlyArray<TableLine>, header: number): boolean => {
  const near = inLine * (strips[0]?.size ?? 0)
  const named = extents(strips.slice(0, header))
  let columns = 0
  let found = 0
  for (const [column, [x0, x1]] of extents(strips.slice(header))) {
    const name = named.get(column)
    if (name === undefined) continue
    columns++
    const [n0, n1] = name
    if (Math.abs(n0 - x0) <= near || Math.abs(n1 - x1) <= near || Math.abs(n0 + n1 - x0 - x1) <= 2 * near) found++
  }
  return found >= 2 && found >= mostInLine * columns
}

/** From where to where the texts of each column reach. */
const extents = (strips: ReadonlyArray<TableLine>): ReadonlyMap<number, readonly [number, number]> => {
  const out = new Map<number, readonly [number, number]>()
  for (const { entries } of strips)
    for (const each of entries) {
      if (spans(each)) continue
      const [x0, x1] = out.get(each.from) ?? [each.x0, each.x1]
      out.set(each.from, [Math.min(x0, each.x0), Math.max(x1, each.x1)])
    }
  return out
}
