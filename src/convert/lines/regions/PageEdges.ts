/**
 * Piece[] → PageEdge[]: in contents and indexes of several columns, where the pages of a column end. What stands right of them begins
 * another column, be it so close that the row seems to be one line.
 */

import { greatest, smallest } from "../../model/Geometry.ts"
import { isText, type Line, type LineWord, type Piece } from "../../model/Line.ts"
import { minPair, minSeries, slackPt } from "../../model/Measures.ts"
import { countWhile } from "../../model/Sorted.ts"
import { isNumber } from "../Contents.ts"
import { line } from "../Lines.ts"
import { entryEvidence, type Rows } from "./Entries.ts"

/** Where the pages of a column of entries end, and where what stands right of them begins at the earliest. */
export interface PageEdge {
  readonly end: number
  readonly next: number
  readonly top: number
  readonly foot: number
}

/** Between a page and the entry right of it, in em: two columns may be that close. */
const minApartEm = 0.3
/** Entries of another column end at least so far right of one, in points. */
const minSpan = 30
/** More edges than this are of a table or of data. */
const mostEdges = 24

/** The right edges of columns of pages that have more entries on their right. */
export const pageEdges = (pieces: ReadonlyArray<Piece>): ReadonlyArray<PageEdge> => {
  const lines = pieces.filter(isText)
  const numbers = lines.flatMap((each) => each.words.filter((word, i) => isNumber(word) && isLast(each, i)))
  // most pages
  if (numbers.length < minPair * minSeries || clusters(numbers).length < minPair) return []
  const before = wordBefore(lines)
  const isPage = (each: LineWord) => {
    const last = before(each)
    // the number of an entry stands at the left, or behind the page of the one beside it
    return last !== undefined && (!isNumber(last) || last.text.endsWith(","))
  }
  const found = clusters(numbers.filter(isPage))
  if (found.length > mostEdges) return []
  return found.slice(0, -1).flatMap((own, i) => {
    const end = greatest(own.map(({ box }) => box.x1))
    const [top, foot] = [smallest(own.map(({ box }) => box.y0)), greatest(own.map(({ box }) => box.y1))]
    const others = found.slice(i + 1).find(([first]) => (first?.box.x0 ?? 0) > end + minSpan)
    const [from, to] = [found[i - 1]?.[0]?.box.x1 ?? 0, greatest(others?.map(({ box }) => box.x1) ?? [])]
    const beside = lines.flatMap(({ words, box }) => (box.y1 > top && box.y0 < foot ? words : []))
    const left = beside.filter(({ box }) => box.x0 > from && box.x1 <= end)
    const right = beside.filter(({ box }) => box.x0 > end && box.x1 <= to)
    if (right.length < minSeries) return []
    const { led, ordered } = entryEvidence(inRows(left), inRows(right))
    return Math.max(led, ordered) > 0.5 ? [{ end, next: smallest(right.map(({ box }) => box.x0)), top, foot }] : []
  })
}

const inRows = (words: ReadonlyArray<LineWord>): Rows =>
  [...Map.groupBy(words, rowOf)].sort(([a], [b]) => a - b).map(([, row]) => row.toSorted((a, b) => a.box.x0 - b.box.x0))

/** The word before another in its row, whatever line it is in. */
const wordBefore = (lines: ReadonlyArray<Line>): ((word: LineWord) => LineWord | undefined) => {
  const rows = new Map<number, ReadonlyArray<LineWord>>()
  for (const [at, own] of Map.groupBy(
    lines.flatMap(({ words }) => words),
    rowOf
  ))
    rows.set(
      at,
      own.toSorted((a, b) => a.box.x0 - b.box.x0)
    )
  const last = (row: ReadonlyArray<LineWord> = [], x: number) => row[countWhile(row, ({ box }) => box.x0 < x) - 1]
  return (word) => {
    const at = rowOf(word)
    const near = [at - 1, at, at + 1].flatMap((each) => last(rows.get(each), word.box.x0) ?? [])
    return near.reduce<LineWord | undefined>((a, b) => (a === undefined || b.box.x0 > a.box.x0 ? b : a), undefined)
  }
}

const rowOf = ({ baseline }: LineWord): number => Math.round(baseline)

/** Whether a word ends its line, or stands before a gap in it. */
const isLast = ({ words, size }: Line, at: number): boolean => {
  const [word, next] = [words[at], words[at + 1]]
  return next === undefined || next.box.x0 - (word?.box.x1 ?? 0) >= minApartEm * size
}

/** Words that end on the same x, from left to right. */
const clusters = (words: ReadonlyArray<LineWord>): ReadonlyArray<ReadonlyArray<LineWord>> => {
  const out: Array<Array<LineWord>> = []
  for (const each of words.toSorted((a, b) => a.box.x1 - b.box.x1)) {
    const first = out.at(-1)?.[0]
    if (first !== undefined && each.box.x1 - first.box.x1 <= 2 * slackPt) out.at(-1)?.push(each)
    else out.push([each])
  }
  return out.filter(({ length }) => length >= minSeries)
}

/** Pieces with the lines parted that run on behind such an edge. */
export const partedAt = (pieces: ReadonlyArray<Piece>, edges: ReadonlyArray<PageEdge>): ReadonlyArray<Piece> =>
  edges.length === 0
    ? pieces
    : pieces.flatMap((each): ReadonlyArray<Piece> => (isText(each) ? partsOf(each, edges) : [each]))

const partsOf = (each: Line, edges: ReadonlyArray<PageEdge>): ReadonlyArray<Line> => {
  const at = edges
    .filter(({ end, top, foot }) => each.box.x1 > end && each.box.x0 < end && each.box.y1 > top && each.box.y0 < foot)
    .map(({ end }) => each.words.findIndex(({ box }) => box.x0 > end))
    .filter((i) => i > 0 && isNumber(each.words[i - 1]) && isLast(each, i - 1))
  if (at.length === 0) return [each]
  const starts = [0, ...at]
  return starts.map((from, i) => line(each.words.slice(from, starts[i + 1])))
}
