/** Numbered[], Line[] → whether the numbers before the lines of a listing are part of what is listed. */

import { greatest, smallest } from "../../model/Geometry.ts"
import type { Line, Word } from "../../model/Line.ts"
import { maxLeadingEm, minSeries, nearlyAll, sameEdgePt, slackPt } from "../../model/Measures.ts"
import { isNumber, type Numbered } from "./Numbered.ts"

/**
 * Whether the numbers are part of what is listed: other lines of the listing begin in their column, or of any listing where they are
 * flush left, the names of columns stand right above them, as over rows that a program prints, or cells of a table stand beside them.
 */
export const isData = (chain: ReadonlyArray<Numbered>, separate: ReadonlyArray<Line>): boolean =>
  isAmongLines(chain, separate) || isUnderNames(chain, separate) || areRowsOfCells(chain, separate)

/** A line of the listing without a number, right above the first that has one, begins behind the numbers. */
const isUnderNames = ([first]: ReadonlyArray<Numbered>, separate: ReadonlyArray<Line>): boolean =>
  first !== undefined &&
  first.value <= 1 &&
  separate.some(
    ({ words, box, baseline }) =>
      words.every((word) => word.mono) &&
      box.x0 > first.x1 &&
      first.line.baseline - baseline > slackPt &&
      first.line.baseline - baseline < maxLeadingEm * first.line.size
  )

/** A text with a figure in it, but for names of a program with what they are called by. */
const isFigure = ({ text }: Word): boolean => /\d/.test(text) && !/[\\{}]/.test(text)

/** Nearly nothing but figures stands beside the numbers, or so many columns of words as no code has. */
const areRowsOfCells = (chain: ReadonlyArray<Numbered>, separate: ReadonlyArray<Line>): boolean => {
  const baselines = new Set(chain.map(({ line }) => Math.round(line.baseline)))
  const edge = greatest(chain.map(({ x1 }) => x1))
  const beside = separate
    .filter(({ baseline }) => baselines.has(Math.round(baseline)))
    .flatMap(({ words }) => words.filter(({ box }) => box.x0 > edge))
  // a few lines may each have a figure in them, yet hardly those that go on from another page
  const isLong = chain.length > minSeries || (chain[0]?.value ?? 1) > 1
  const areFigures = beside.filter(isFigure).length > nearlyAll * beside.length
  if (areFigures && (isLong || beside.length > minSeries * chain.length)) return true
  if (!isLong) return false
  const columns = [...Map.groupBy(beside, ({ box }) => Math.round(box.x0 / sameEdgePt)).values()]
  const whole = columns.filter((column) => column.length > nearlyAll * chain.length)
  return whole.length > minSeries && whole.flat().length > nearlyAll * beside.length
}

const isAmongLines = (chain: ReadonlyArray<Numbered>, separate: ReadonlyArray<Line>): boolean => {
  const own = new Set(chain.map(({ line }) => line))
  const edge = chain[0]?.x0 ?? 0
  const from = (chain[0]?.line.baseline ?? 0) - maxLeadingEm * (chain[0]?.line.size ?? 0)
  const to = (chain.at(-1)?.line.baseline ?? 0) + maxLeadingEm * (chain.at(-1)?.line.size ?? 0)
  // flush at their left they stand as all lines do, also those of other listings
  const isFlush = areFlushLeft(chain)
  return separate.some((other) => {
    const [first, second] = other.words
    if (own.has(other) || first?.mono !== true || Math.abs(other.box.x0 - edge) >= sameEdgePt) return false
    const isWithin = other.baseline > from && other.baseline < to
    return isNumber(first) ? isWithin && second !== undefined : isWithin || isFlush
  })
}

/** Whether numbers of one figure and of two begin at one place; before code most end at one place. */
const areFlushLeft = (chain: ReadonlyArray<Numbered>): boolean => {
  const spread = (xs: ReadonlyArray<number>) => greatest(xs) - smallest(xs)
  return spread(chain.map(({ x0 }) => x0)) < sameEdgePt && spread(chain.map(({ x1 }) => x1)) > sameEdgePt
}
