/** Two groups of lines side by side: are they columns to be read one after the other, or the columns of a table? */

import { aroundAll, greatest, median, overlap, smallest, width } from "../../model/Geometry.ts"
import { baselineOf, isText, type Piece, unboxed, wordsOf } from "../../model/Line.ts"
import {
  maxHeadingLines,
  minDisplay,
  minGutterEm,
  minPair,
  minSeries,
  mostShare,
  nearlyAll,
  sameEdgePt
} from "../../model/Measures.ts"
import { runsOn } from "../../model/Text.ts"
import { areRows, areSpaced } from "./Rows.ts"

/** The median line of a column of running text fills this share of its width. */
const minFilledWidth = 0.45
/** Two groups this far apart, in em, of which one is running text, are read one after the other if less than this share of their lines stand in common rows. */
const minFarEm = 2
const maxPairedShare = 0.4
/** This share of a column's lines may run into the gutter. */
const maxOverfullShare = 0.1
/** The least width of a column of running text, in em. */
const minColumnEm = 8

/** Nearly all lines on the left, be they in boxes, end before the gutter; an overfull line may run into it. */
export const isClear = (left: ReadonlyArray<Piece>, x: number): boolean => {
  const over = left.filter((each) => each.box.x1 > x - minGutterEm * each.size)
  return unboxed(over).length <= maxOverfullShare * unboxed(left).length
}

export const areColumns = (before: ReadonlyArray<Piece>, behind: ReadonlyArray<Piece>, x: number): boolean => {
  // a box beside text is no column of a table
  if (isBoxes(before) !== isBoxes(behind)) return areBeside(before, behind)
  const [left, right] = [unboxed(before), unboxed(behind)]
  if (left.length === 0 || right.length === 0) return false
  const beside = isProse(left)
  const other = isProse(right)
  return (
    ((beside && other) ||
      ((beside || other) && isFar(left, x) && isIndependent(left, right)) ||
      (areWide(left, right) && (holdsProse(left) || holdsProse(right)) && isIndependent(left, right)) ||
      isBeside(left, right, x) ||
      areCards(left, right, x) ||
      (isFar(left, x) && haveOwnHeads(left, right))) &&
    !areSpaced(left, right) &&
    !areRows(left, right)
  )
}

const isBoxes = (pieces: ReadonlyArray<Piece>): boolean => pieces.length > 0 && !pieces.some(isText)

const areBeside = (left: ReadonlyArray<Piece>, right: ReadonlyArray<Piece>): boolean =>
  left.some((a) => right.some((b) => overlap(a.box.y0, a.box.y1, b.box.y0, b.box.y1) > 0))

const isFar = (left: ReadonlyArray<Piece>, x: number, size = sizeOf(left)): boolean =>
  greatest(left.map((each) => each.box.x1)) <= x - minFarEm * size

export const sizeOf = (lines: ReadonlyArray<Piece>): number => median(lines.map((each) => each.size))

/** Both have headings, of which hardly any stand level with one on the other side: sections that go on each by itself, at one edge. */
const haveOwnHeads = (left: ReadonlyArray<Piece>, right: ReadonlyArray<Piece>): boolean => {
  const [heads, others] = [flushHeads(left), flushHeads(right)]
  const rows = new Set(others.map((each) => Math.round(baselineOf(each))))
  const isLevel = (each: Piece) => [-1, 0, 1].some((by) => rows.has(Math.round(baselineOf(each)) + by))
  const fewest = Math.min(heads.length, others.length)
  return fewest >= minPair && 2 * heads.filter(isLevel).length <= fewest
}

/** The larger lines; none where not all of them begin at the left edge, or fewer than most of the lines do. */
const flushHeads = (lines: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const size = minDisplay * sizeOf(lines)
  const edge = smallest(lines.map(({ box }) => box.x0))
  const isFlush = ({ box }: Piece) => box.x0 - edge <= sameEdgePt
  const heads = lines.filter((each) => isText(each) && each.size >= size)
  return heads.every(isFlush) && lines.filter(isFlush).length >= mostShare * lines.length ? heads : []
}

/** A heading that stands beside its text, level with its beginning. */
const isBeside = (left: ReadonlyArray<Piece>, right: ReadonlyArray<Piece>, x: number): boolean =>
  (left.length <= maxHeadingLines || right.length <= maxHeadingLines) &&
  isFar(left, x, Math.min(sizeOf(left), sizeOf(right))) &&
  (isSideHead(left, right) || isSideHead(right, left))

const isSideHead = (head: ReadonlyArray<Piece>, text: ReadonlyArray<Piece>): boolean => {
  const [first] = head
  if (first === undefined || head.length > maxHeadingLines || !isProse(text)) return false
  const size = minDisplay * sizeOf(text)
  const start = smallest(text.map((each) => each.box.y0))
  return (
    Math.abs(first.box.y0 - start) < 2 * first.size &&
    head.every((each, i) => each.size >= size && baselineOf(each) - baselineOf(head[i - 1] ?? each) < 2 * each.size)
  )
}

/** Two titles in one row, each with text of another size below it, as on a slide. The columns of a table are of one size and have more rows in common. */
const areCards = (left: ReadonlyArray<Piece>, right: ReadonlyArray<Piece>, x: number): boolean => {
  const [a] = left
  const [b] = right
  if (a === undefined || b === undefined || rowOf(a, 0) !== rowOf(b, 0)) return false
  return isFar(left, x) && isCard(left) && isCard(right) && rowsInCommon(begun(left), begun(right)) <= minSeries
}

/** The lines that do not go on with a sentence of the line above. */
const begun = (lines: ReadonlyArray<Piece>): ReadonlyArray<Piece> =>
  lines.filter((each, i) => {
    const above = wordsOf(lines[i - 1] ?? each)
    return i === 0 || above.length < minSeries || !runsOn(above.at(-1)?.text ?? "", wordsOf(each)[0]?.text ?? "")
  })

/** Lines of two sizes; typewriter is often set smaller than what it stands with. */
const isCard = (lines: ReadonlyArray<Piece>): boolean => {
  const sizes = lines.filter((each) => wordsOf(each).some((word) => !word.mono)).map((each) => each.size)
  return greatest(sizes) >= minDisplay * smallest(sizes)
}

/** A place of a row, and what may stand in it. */
const rowOf = (each: Piece, by: number): string => `${Math.round(baselineOf(each)) + by} ${Math.round(each.size)}`

const rowsInCommon = (left: ReadonlyArray<Piece>, right: ReadonlyArray<Piece>): number => {
  const rows = new Set(right.flatMap((each) => [-1, 0, 1].map((by) => rowOf(each, by))))
  return new Set(left.map((each) => rowOf(each, 0)).filter((each) => rows.has(each))).size
}

/** Two groups few of whose lines stand in one row are not the columns of a table. */
const isIndependent = (left: ReadonlyArray<Piece>, right: ReadonlyArray<Piece>): boolean => {
  if (left.length < minSeries || right.length < minSeries) return false
  const paired = (some: ReadonlyArray<Piece>, others: ReadonlyArray<Piece>) => {
    const rows = new Set(others.map((each) => Math.round(baselineOf(each))))
    const meets = (at: number) => rows.has(at - 1) || rows.has(at) || rows.has(at + 1)
    return some.filter((each) => meets(Math.round(baselineOf(each)))).length
  }
  return paired(left, right) < maxPairedShare * left.length && paired(right, left) < maxPairedShare * right.length
}

/** A line with nothing below it within two of its heights: a date or a page number, not the top of a column. */
export const isLone = (each: Piece, all: ReadonlyArray<Piece>): boolean =>
  !all.some(
    (other) =>
      other !== each &&
      other.box.y0 >= each.box.y1 - 1 &&
      other.box.y0 - each.box.y1 < 2 * each.size &&
      overlap(other.box.x0, other.box.x1, each.box.x0, each.box.x1) > 0
  )

const isProse = (lines: ReadonlyArray<Piece>): boolean => {
  if (lines.length < minSeries) return false
  const size = sizeOf(lines)
  const widths = new Float64Array(lines.map((each) => width(each.box))).sort()
  const whole = widths[Math.floor(widths.length * 0.9)] ?? 0
  const typical = weighted(widths)
  if (whole < minColumnEm * size) return false
  const words = () => median(lines.map((each) => wordsOf(each).length))
  return typical >= minFilledWidth * whole && (typical >= 1.5 * minColumnEm * size || words() >= minSeries)
}

/** Several lines that fill its width, beside whatever else it has: a table, a list. */
const holdsProse = (lines: ReadonlyArray<Piece>): boolean => {
  const whole = extent(lines)
  return (
    lines.filter((each) => width(each.box) >= nearlyAll * whole && wordsOf(each).length > minSeries).length >= minSeries
  )
}

const extent = (lines: ReadonlyArray<Piece>): number => width(aroundAll(lines))

/** Each is as wide as a column. */
const areWide = (...sides: ReadonlyArray<ReadonlyArray<Piece>>): boolean =>
  sides.every((lines) => lines.length >= 2 * minSeries && extent(lines) >= minColumnEm * sizeOf(lines))

/** The weighted median of widths: half of all the text is in lines at least as wide. */
const weighted = (sorted: Float64Array): number => {
  let all = 0
  for (const each of sorted) all += each
  let rest = all / 2
  for (const each of sorted) {
    rest -= each
    if (rest <= 0) return each
  }
  return 0
}
