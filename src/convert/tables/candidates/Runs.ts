/** Line[] → stretches of lines that may be tables by their gaps alone. */

import { marker } from "../../lines/Markers.ts"
import { greatest, median, smallest } from "../../model/Geometry.ts"
import type { Line, LineWord } from "../../model/Line.ts"
import { maxHeaderLines, minSeries, slackEm } from "../../model/Measures.ts"
import { columnOf, separatorsOf, type TableLine, tableLinesOf } from "../ColumnSeparators.ts"
import { alone } from "../evidence/CellLines.ts"
import { headerAgain } from "../evidence/Headers.ts"
import { isBold, stepsOf } from "../evidence/Spots.ts"
import { type Piece, pieces } from "../Pieces.ts"
import { rowsOf } from "../rows/Rows.ts"

/** So many lines in succession may have one piece only: wrapped cells. */
const maxLone = 2
/** Lines further apart than this, in em, are not of one table. */
const maxRowGapEm = 3.6
/** Sizes of lines of one table differ by no more than this factor. */
const sized = 1.3
/** A line is larger than those below it by this factor. */
const minLarger = 1.05
/** What stands apart is further from what is above than lines are from one another by this factor. */
export const apartBy = 1.8
/** So many lines above one tell whether it goes on with them: a bound, as each line below a table asks. */
const maxWeighed = 100
/** Stretches found in one stretch. */
const maxDepth = 5

/** Lines `from` to `to`, the last not included. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** `captions` are the first words of those of tables. */
export const stretches = (
  lines: ReadonlyArray<Line>,
  isColumn: boolean,
  captions: ReadonlySet<LineWord | undefined>
): ReadonlyArray<Stretch> => {
  const parts = lines.map((line) => pieces(line))
  const counts = parts.map((each) => each.length)
  const begins = (line: Line | undefined) => captions.has(line?.words[0])
  // in a list of tables each line looks like one
  const isCaption = (i: number) => begins(lines[i]) && !begins(lines[i - 1]) && !begins(lines[i + 1])
  const out: Array<Stretch> = []
  let from = 0
  while (from < lines.length) {
    if ((counts[from] ?? 0) < 2 || isCaption(from)) {
      from++
      continue
    }
    const to = endOf(lines, parts, from, isCaption)
    out.push(...divided(lines, counts, isColumn, { from, to }, maxDepth))
    from = to
  }
  return out
}

/** Where a run of lines ends, most of which have gaps: no later than above the caption of another table. Lines of one piece on the right may be the ends of cells. */
const endOf = (
  lines: ReadonlyArray<Line>,
  parts: ReadonlyArray<ReadonlyArray<Piece>>,
  from: number,
  isCaption: (i: number) => boolean
): number => {
  let to = from + 1
  let lone = 0
  let last = to
  let second = parts[from]?.[1]?.x0 ?? 0
  while (to < lines.length && !isCaption(to)) {
    const [a, b] = [lines[to - 1] as Line, lines[to] as Line]
    const own = parts[to] ?? []
    const [small, large] = a.size < b.size ? [a.size, b.size] : [b.size, a.size]
    if (b.baseline - a.baseline > maxRowGapEm * large || large > sized * small || own.length === 0) break
    const inFirst = (own[0]?.x0 ?? 0) < second - b.size
    // of those that run through the columns, no two
    const isThrough = (own[0]?.x1 ?? 0) > second
    lone = own.length > 1 ? 0 : inFirst && isThrough ? lone + maxLone : lone
    if (lone > maxLone) break
    to++
    if (own.length > 1) {
      last = to
      second = Math.min(second, own[1]?.x0 ?? second)
    }
  }
  return last
}

/** The stretch without the lines of one piece at its ends, or its parts on both sides of a line that runs through the columns. */
const divided = (
  lines: ReadonlyArray<Line>,
  counts: ReadonlyArray<number>,
  isColumn: boolean,
  stretch: Stretch,
  depth: number
): ReadonlyArray<Stretch> => {
  const within = counts.slice(stretch.from, stretch.to)
  const isRow = (count: number) => count > 1
  const from = stretch.from + within.findIndex(isRow)
  const to = stretch.from + within.findLastIndex(isRow) + 1
  if (to - from < 2 || depth === 0) return []
  const own = lines.slice(from, to)
  if (isSetOff(own, (isColumn && from === 0) || (counts[from] ?? 0) < (counts[from + 1] ?? 0)))
    return divided(lines, counts, isColumn, { from: from + 1, to }, depth)
  const cuts = separatorsOf(own)
  if (cuts.length === 0) return []
  const strips = tableLinesOf(own, cuts)
  const parts = (end: number, start: number) =>
    [
      { from, to: from + end },
      { from: from + start, to }
    ].flatMap((part) => divided(lines, counts, isColumn, part, depth - 1))
  const through = runsThroughIn(strips)
  if (through >= 0) return parts(through, through + 1)
  const whole = { from, to: withTail(lines, counts, strips, cuts, to) }
  const again = headerAgain(own.map((line) => pieces(line)))
  const at = again < 2 ? apartIn(own) : again
  return at > 1 ? [whole, ...parts(at, at)] : [whole]
}

/** Whether the first line is the title of a section or of one in it, or has fewer texts or nothing above it, and is larger or further away than what is below: a heading, or a running head. */
const isSetOff = (lines: ReadonlyArray<Line>, isOver: boolean): boolean => {
  const [first, second] = lines
  if (first === undefined || second === undefined || lines.length < minSeries) return false
  const isNumbered = ({ words: [word] }: Line) => word !== undefined && marker(word.text)?.numeral === "nested"
  const isLarger = (other: Line) => first.words.every(({ size }) => size > minLarger * other.size)
  const [step = 0, ...steps] = stepsOf(lines.map(({ baseline }) => baseline))
  const text = lines.slice(0, maxHeaderLines).find((line) => !isNumbered(line)) ?? first
  return (
    (isOver && (isLarger(second) || step > apartBy * greatest(steps))) ||
    (text !== first && (isLarger(text) || isBold(first)))
  )
}

/** The line above which the most room is, if it is more than within what stands together and no header stands above it. */
const apartIn = (lines: ReadonlyArray<Line>): number => {
  const steps = stepsOf(lines.map(({ baseline }) => baseline))
  const most = greatest(steps)
  const at = steps.indexOf(most) + 1
  return at > maxHeaderLines && most > apartBy * median(steps) ? at : -1
}

/** The first line that runs through the columns and is not of the header; -1 for none. */
const runsThroughIn = (strips: ReadonlyArray<TableLine>): number => {
  const body = strips.findIndex((strip) => strip.entries.length > 1 && strip.entries.every(alone))
  return strips.findIndex((strip, i) => !strip.entries.every(alone) && (i > body || strip.entries.length === 1))
}

/** Where the table ends: lines of one piece below it that go on with a cell of its last row, or are rows with one cell. */
const withTail = (
  lines: ReadonlyArray<Line>,
  counts: ReadonlyArray<number>,
  strips: ReadonlyArray<TableLine>,
  cuts: ReadonlyArray<number>,
  to: number
): number => {
  const pitch = stepsOf(strips.map(({ baseline }) => baseline)).at(-1) ?? 0
  const all = [...strips]
  let end = to
  for (; end < lines.length && counts[end] === 1; end++) {
    const line = lines[end] as Line
    const [strip] = tableLinesOf([line], cuts)
    const entry = strip?.entries[0]
    if (strip === undefined || entry === undefined || !alone(entry) || columnOf(cuts, entry.x1) !== entry.from) break
    const near = all.slice(-maxWeighed)
    const before = near.flatMap(({ entries }) => entries).findLast(({ from, to }) => from === entry.from && to === from)
    if (before === undefined) break
    const last = rowsOf([...near, strip], cuts.length + 1).at(-1) ?? []
    const isRow =
      last.length === 1 &&
      entry.from > 0 &&
      Math.abs(line.baseline - (all.at(-1)?.baseline ?? 0) - pitch) <= slackEm * pitch
    if (last.length === 1 && !isRow) break
    const off = [before.x0 - entry.x0, before.x1 - entry.x1, centreOf(before) - centreOf(entry)]
    if (smallest(off.map(Math.abs)) > (isRow ? slackEm : 1) * line.size) break
    all.push(strip)
  }
  return end
}

const centreOf = ({ x0, x1 }: Piece): number => (x0 + x1) / 2
