/** Piece[], x → Band[]: what a gutter at `x` would make of a page, and how much speaks for it. */

import { greatest, smallest } from "../../model/Geometry.ts"
import { baselineOf, isText, type Line, type Piece, unboxed } from "../../model/Line.ts"
import {
  farEm,
  maxTabEm,
  minDisplay,
  minIndentEm,
  minSeries,
  minSizeStep,
  sameEdgePt,
  slackPt
} from "../../model/Measures.ts"
import { leader } from "../../model/Text.ts"
import { areColumns, isClear, isLone, sizeOf } from "./Columns.ts"
import { crosses } from "./GutterCandidates.ts"
import { stacksAt } from "./Stacks.ts"

export interface Band {
  readonly columns: boolean
  readonly parts: ReadonlyArray<Piece>
}

/** Parts that cross `x` make bands of one column, the stretches between them bands of two. `sorted` is top to bottom. */
export const bandsAt = (sorted: ReadonlyArray<Piece>, x: number): ReadonlyArray<Band> => {
  const bands: Array<Band> = []
  let plain: Array<Piece> = []
  let beside: Array<Piece> = []
  const flush = () => {
    if (plain.length > 0) bands.push({ columns: false, parts: plain })
    plain = []
  }
  const close = (next?: Piece) => {
    let open: ReadonlyArray<Piece> = beside
    for (const stack of stacksAt(beside, x)) {
      const top = smallest(stack.map(({ box }) => box.y0))
      part(open.filter(({ box }) => box.y0 < top))
      flush()
      bands.push({ columns: true, parts: stack })
      const taken = new Set(stack)
      open = open.filter((each) => each.box.y0 >= top && !taken.has(each))
    }
    part(open, next)
    beside = []
  }
  const part = (beside: ReadonlyArray<Piece>, next?: Piece) => {
    if (beside.length === 0) return
    const left = beside.filter((each) => each.box.x0 < x - sameEdgePt)
    const right = beside.filter((each) => each.box.x0 >= x - sameEdgePt)
    if (isClear(left, x) && areColumns(left, right)) {
      const start = smallest(left.map((each) => each.box.y0))
      const early = new Set([
        ...headOf(right, start, beside),
        ...authorsOf(beside, x, plain.at(-1) ?? bands.at(-1)?.parts.at(-1))
      ])
      for (const each of early) plain.push(each)
      flush()
      const end = Math.min(endOf(left, right), headsBelow(beside, x, next))
      bands.push({ columns: true, parts: beside.filter((each) => !early.has(each) && each.box.y0 < end) })
      for (const each of beside.filter((each) => each.box.y0 >= end)) plain.push(each)
    } else for (const each of beside) plain.push(each)
  }
  let last: Piece | undefined
  const cards = cardsOf(sorted)
  for (let i = 0; i < sorted.length; i++) {
    const each = sorted[i] as Piece
    if (crosses(each, x) || cards.has(each) || (last !== undefined && endsTitle(last, each, sorted[i + 1]))) {
      const numbers = takeBefore(each, beside)
      close(numbers.at(-1) ?? each)
      for (const number of numbers.reverse()) plain.push(number)
      plain.push(each)
      last = each
    } else {
      beside.push(each)
      last = undefined
    }
  }
  close()
  flush()
  return bands
}

/** Takes what stands in the row of a line with a leader right before it, its number or its title, from the end of what is above it. */
const takeBefore = (each: Piece, above: Array<Piece>): Array<Piece> => {
  const out: Array<Piece> = []
  if (!isText(each) || !each.words.some(({ text }) => leader.test(text))) return out
  let next = each
  for (let last = above.at(-1); last !== undefined && isText(last) && isBefore(last, next); last = above.at(-1)) {
    out.push(last)
    above.pop()
    next = last
  }
  return out
}

const isBefore = (last: Line, next: Line): boolean =>
  Math.abs(last.baseline - next.baseline) <= slackPt &&
  last.box.x1 <= next.box.x0 &&
  next.box.x0 - last.box.x1 <= maxTabEm * next.size

/** Rows of several boxes of one height: cards, which are read across and begin no columns. */
const cardsOf = (pieces: ReadonlyArray<Piece>): ReadonlySet<Piece> => {
  const boxes = pieces.filter(({ kind }) => kind === "box")
  const isInRow = (a: Piece, b: Piece) =>
    Math.abs(a.box.y0 - b.box.y0) <= sameEdgePt && Math.abs(a.box.y1 - b.box.y1) <= sameEdgePt
  const rows = boxes.map((each) => boxes.filter((other) => isInRow(each, other)))
  return new Set(rows.filter((row) => row.length >= minSeries).flat())
}

/** What is read before both columns: of the lines that stand higher than the left column begins, all if one of them is a title, else those that stand alone. */
const headOf = (right: ReadonlyArray<Piece>, start: number, beside: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const above = right.filter((each) => each.box.y1 <= start)
  const largest = greatest(beside.map((each) => each.size))
  if (largest >= minDisplay * sizeOf(beside) && above.some((each) => each.size === largest)) return above
  const end = above.findIndex((each) => !isLone(each, beside))
  return end < 0 ? above : above.slice(0, end)
}

/**
 * Where columns end although no line below spans both: the longer one has a gap beside the end of the shorter, and goes on right
 * below that end. A column of its own would have filled the gap.
 */
const endOf = (left: ReadonlyArray<Piece>, right: ReadonlyArray<Piece>): number => {
  const foot = (side: ReadonlyArray<Piece>) => greatest(side.map((each) => each.box.y1))
  const [short, long] = foot(left) < foot(right) ? [left, right] : [right, left]
  const end = foot(short)
  const above = long.filter((each) => each.box.y0 < end)
  const next = smallest(long.filter((each) => each.box.y0 >= end).map((each) => each.box.y0))
  const size = sizeOf(long)
  const isWaiting =
    above.length > 0 && next - foot(above) > farEm * size && end - foot(above) > size && next - end < farEm * size
  return isWaiting ? next : Number.POSITIVE_INFINITY
}

/** Where the headings begin that belong to `next`, which spans both columns: they are the last lines of a column and stand below the end of the right one. `beside` is top to bottom. */
const headsBelow = (beside: ReadonlyArray<Piece>, x: number, next: Piece | undefined): number => {
  if (next === undefined) return Number.POSITIVE_INFINITY
  const foot = greatest(beside.filter(({ box }) => box.x0 >= x - sameEdgePt).map(({ box }) => box.y1))
  const size = (1 + minSizeStep) * sizeOf(beside)
  const isHead = (each: Piece) => isText(each) && each.size >= size && each.words.some(({ mono }) => !mono)
  const heads = beside.slice(beside.findLastIndex((each) => !isHead(each) || each.box.y0 < foot) + 1)
  const last = heads.at(-1)
  if (last === undefined || next.box.y0 - last.box.y1 > farEm * last.size) return Number.POSITIVE_INFINITY
  return smallest(heads.map(({ box }) => box.y0))
}

/**
 * The lines of a title's authors, side by side below it, none of which begins at the edge of its column. If all of them are much
 * larger than the text they are headings of the columns instead. `beside` is top to bottom.
 */
const authorsOf = (beside: ReadonlyArray<Piece>, x: number, title: Piece | undefined): ReadonlyArray<Piece> => {
  if (title === undefined || title.size < minDisplay * sizeOf(beside)) return []
  const isLeft = (each: Piece) => each.box.x0 < x - sameEdgePt
  const start = (left: boolean) => smallest(beside.filter((each) => isLeft(each) === left).map((each) => each.box.x0))
  const [first, second] = [start(true), start(false)]
  const isCentred = (each: Piece) => each.box.x0 > (isLeft(each) ? first : second) + minIndentEm * each.size
  let end = 0
  while (end < beside.length) {
    const row = beside
      .slice(end)
      .filter((each) => Math.abs(baselineOf(each) - baselineOf(beside[end] as Piece)) < sameEdgePt)
    if (!row.every(isCentred) || !row.some(isLeft) || row.every(isLeft)) break
    end += row.length
  }
  const authors = beside.slice(0, end)
  const largest = greatest(beside.slice(end).map(({ size }) => size))
  return authors.every(({ size }) => size >= minDisplay * sizeOf(beside) && size >= largest) ? [] : authors
}

/** The short last line of a title that crosses the columns, with nothing beside it. */
const endsTitle = (title: Piece, each: Piece, next: Piece | undefined): boolean =>
  each.size > (next?.size ?? each.size) &&
  Math.abs(each.size - title.size) < slackPt &&
  Math.abs(each.box.x0 - title.box.x0) < sameEdgePt &&
  baselineOf(each) - baselineOf(title) < 2 * each.size &&
  (next === undefined || next.box.y0 >= baselineOf(each))

/** How much text stands side by side at `x`, in points of height. */
export const evidence = (bands: ReadonlyArray<Band>, x: number): number =>
  bands.reduce((sum, band) => sum + (band.columns ? pairedText(band.parts, x) : 0), 0)

/** What the evidence of bands of these pieces comes to at most; a little more, since their order rounds sums otherwise. */
export const mostEvidence = (pieces: ReadonlyArray<Piece>, x: number): number => (1 + 1e-9) * pairedText(pieces, x)

/** What runs over the gutter stands on neither side. */
const pairedText = (parts: ReadonlyArray<Piece>, x: number): number => {
  let left = 0
  let right = 0
  for (const each of parts) {
    if (crosses(each, x)) continue
    const text = each.kind === "box" ? each.size * unboxed([each]).length : each.size
    if (each.box.x0 < x - sameEdgePt) left += text
    else right += text
  }
  return Math.min(left, right)
}
