/**
 * Line[] → Line[]: lines that a sum, a root or a fraction within text parts, signs of TeX's that stand on no line or on one of their own; or
 * scripts that reach so far up or down that they are a line of their own.
 */
import { line } from "../../lines/Lines.ts"
import { greatest, overlap } from "../../model/Geometry.ts"
import type { Line, Word } from "../../model/Line.ts"
import { sameRowEm, scriptShare, slackEm, slackPt } from "../../model/Measures.ts"
import type { Segment } from "../../model/Page.ts"
import { equationNumber } from "./LineKinds.ts"
import { parameters } from "./Parameters.ts"
import { isOnAxis } from "./Sight.ts"
import { letterSize } from "./Words.ts"

const { minFilledShare, maxBridgeEm, maxHangEm } = parameters

export const bridged = (
  lines: ReadonlyArray<Line>,
  loose: ReadonlyArray<Word>,
  bars: ReadonlyArray<Segment>
): ReadonlyArray<Line> => {
  const roots = lines.flatMap(({ words }) => words.filter(({ text }) => text === "√"))
  const signs = [...loose, ...roots]
  const sizes = lines.map(({ size }) => size)
  const largest = Math.max(0, greatest(sizes))
  const scripts = lines.filter(({ words }) => letterSize(words) < scriptShare * largest)
  if (signs.length + scripts.length + bars.length === 0) return lines
  const between = [...signs, ...scripts]
  const out: Array<Line> = []
  for (const each of lines.toSorted((a, b) => a.box.x0 - b.box.x0)) {
    const at = isNumber(each) ? -1 : out.findIndex((before) => isBridge(before, each, between, bars))
    if (at < 0) out.push(each)
    else out[at] = line([...(out[at] as Line).words, ...each.words])
  }
  return out.toSorted((a, b) => a.baseline - b.baseline)
}

/** It is what an equation is called by. */
const isNumber = ({ words }: Pick<Line, "words">): boolean =>
  equationNumber.test(words.map(({ text }) => text).join(""))

/** Numbers of equations close behind these as lines of their own: they end where another number does that stands alone. */
export const numbersApart = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const ends = lines.filter(isNumber).map(({ box }) => box.x1)
  if (ends.length === 0) return lines
  return lines.flatMap((each) => {
    const last = each.words.at(-1)
    const rest = each.words.slice(0, -1)
    if (last === undefined || rest.length === 0 || !isNumber({ words: [last] })) return [each]
    return ends.some((end) => Math.abs(end - last.box.x1) < slackPt) ? [line(rest), line([last])] : [each]
  })
}

type Span = Pick<Segment, "x0" | "x1">

const isBridge = (
  left: Line,
  right: Line,
  signs: ReadonlyArray<Word | Line>,
  bars: ReadonlyArray<Segment>
): boolean => {
  const em = Math.max(left.size, right.size)
  const gap = right.box.x0 - left.box.x1
  if (gap <= 0 || gap > maxBridgeEm * em || Math.abs(left.baseline - right.baseline) > slackEm * em) return false
  const isIn = (each: Word | Line) =>
    "words" in each
      ? letterSize(each.words) < scriptShare * em &&
        each.box.y0 < left.baseline &&
        each.box.y1 > left.baseline - sameRowEm * em
      : overlap(each.box.y0, each.box.y1, left.box.y0, left.box.y1) > -maxHangEm * em
  const covered = ({ x0, x1 }: Span) => Math.max(0, overlap(x0, x1, left.box.x1, right.box.x0))
  let filled = 0
  for (const each of signs) if (covered(each.box) > 0 && isIn(each)) filled += covered(each.box)
  // a chart has thousands of lines, of which hardly one is here
  for (const bar of bars) if (covered(bar) > 0 && isOnAxis(bar, left)) filled += covered(bar)
  return filled > minFilledShare * gap
}
