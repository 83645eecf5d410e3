/**
 * Piece[] of columns parted at x → Piece[][]: where all columns end and begin anew, as under a heading that stands over all of them but
 * is no wider than one, or in rows of articles. In columns that go on, gaps stand side by side only by chance.
 */

import { flag, ramp, weigh } from "../../model/Evidence.ts"
import { greatest, median } from "../../model/Geometry.ts"
import { baselineOf, type Piece, wordsOf } from "../../model/Line.ts"
import {
  edgeShare,
  maxDrawn,
  maxHeadingLines,
  minPair,
  minSeries,
  minSizeStep,
  sameEdgePt
} from "../../model/Measures.ts"
import { isEnded, runsOn } from "../../model/Text.ts"
import { isHeadIn } from "./Parallel.ts"

const limits = {
  /** All columns are empty for this much more than lines leave between them, in em. */
  minClearEm: 0.5,
  /** The same where nearly all paragraphs begin level. */
  minParagraphEm: 0.25,
  /** Columns that begin on one level do so within this, in points. */
  levelPt: 1,
  /** One column ended earlier than another by this, in em: hardly, and clearly. */
  minWaitEm: 1,
  maxWaitEm: 2,
  /** Of the paragraphs of both columns this share begins level with another: hardly, and clearly. */
  minParallel: 0.6,
  maxParallel: 0.9
} as const

/** What each piece of evidence for a new beginning is worth. */
const weights = {
  bias: -2,
  /** Over one column a heading, with nothing beside it. */
  alone: 2,
  /** All columns begin with headings; there are more than two. */
  heads: 0.5,
  three: 1.75,
  /** One column ended early, and was not filled. */
  waiting: 1.5,
  /** Nearly every paragraph begins level with one of the other column: a text and its translation. */
  parallel: 2.25,
  /** Sentences that go on where the columns above are read first, and those that are torn by it. */
  flow: 1.25,
  torn: -3
} as const

type Pieces = ReadonlyArray<Piece>

/** The stretches of columns, from top to bottom, each to be read before the next. */
export const restarts = (pieces: Pieces, x: number): ReadonlyArray<Pieces> => {
  if (pieces.length > maxDrawn) return [pieces]
  const isLeft = ({ box }: Piece) => box.x0 < x - sameEdgePt
  const sorted = pieces.toSorted((a, b) => a.box.y0 - b.box.y0)
  const usual = median([...gapsIn(sorted.filter(isLeft)), ...gapsIn(sorted.filter((each) => !isLeft(each)))])
  const parallel = parallelIn(
    sorted.filter(isLeft),
    sorted.filter((each) => !isLeft(each)),
    usual
  )
  const clearEm = parallel > 0 ? limits.minParagraphEm : limits.minClearEm
  const out: Array<Pieces> = []
  let from = 0
  let foot = sorted[0]?.box.y1 ?? 0
  for (let i = 1; i < sorted.length; i++) {
    const each = sorted[i] as Piece
    const isClear = each.box.y0 - foot >= usual + clearEm * each.size
    foot = Math.max(foot, each.box.y1)
    const start = isClear ? startOf(sorted.slice(from, i), sorted.slice(i), isLeft) : null
    if (start === null || weigh({ ...start.evidence, parallel }, weights) <= 0) continue
    out.push(sorted.slice(from, i), start.over)
    from = i + start.over.length
  }
  out.push(sorted.slice(from))
  return out.filter((each) => each.length > 0)
}

/**
 * How nearly all paragraphs of two columns begin level with one another, though those above them do not all end level: lists of entries of as
 * many lines begin so by chance.
 */
const parallelIn = (left: Pieces, right: Pieces, usual: number): number => {
  const firsts = (side: Pieces) =>
    side.flatMap((each, i) => {
      const foot = side[i - 1]?.box.y1 ?? each.box.y0
      return each.box.y0 - foot >= usual + limits.minParagraphEm * each.size ? [{ each, foot }] : []
    })
  const [own, other] = [firsts(left), firsts(right)]
  const levels = new Map(other.map(({ each, foot }) => [Math.round(baselineOf(each)), foot] as const))
  const paired = own.flatMap(({ each, foot }) => {
    const at = Math.round(baselineOf(each))
    const beside = levels.get(at) ?? levels.get(at - 1) ?? levels.get(at + 1)
    return beside === undefined ? [] : [Math.abs(beside - foot) >= limits.minWaitEm * each.size]
  })
  if (paired.length < minSeries || minSeries * paired.filter((isWaiting) => isWaiting).length < paired.length) return 0
  return ramp(paired.length / Math.max(own.length, other.length), limits.minParallel, limits.maxParallel)
}

/** What is empty above each line. */
const gapsIn = (side: Pieces): ReadonlyArray<number> =>
  side.flatMap(({ box }, i) => {
    const gap = box.y0 - (side[i - 1]?.box.y1 ?? box.y0)
    return gap > 0 ? [gap] : []
  })

/** The headings that stand over one column alone, and what says that all columns begin anew below them; null where they do not begin on one level. */
const startOf = (above: Pieces, below: Pieces, isLeft: (each: Piece) => boolean) => {
  const isRight = (each: Piece) => !isLeft(each)
  const [before, beside, left, right] = [
    above.filter(isLeft),
    above.filter(isRight),
    below.filter(isLeft),
    below.filter(isRight)
  ]
  const isHead = isHeadIn([...above, ...below])
  const [upper, other] = [before.at(-1), beside.at(-1)]
  if (left[0] === undefined || right[0] === undefined || upper === undefined || other === undefined) return null
  // a heading stands over what it heads
  if (isHead(upper) || isHead(other)) return null
  const [early, late, second] = left[0].box.y0 < right[0].box.y0 ? [left, right, right[0]] : [right, left, left[0]]
  const first = early.filter(({ box }) => box.y1 <= second.box.y0)
  const over = first.length <= maxHeadingLines && first.every(isHead) ? first : []
  const rest = early.slice(over.length)
  if (rest[0] === undefined || !areLevel(rest[0], second) || Math.min(rest.length, late.length) < minPair) return null
  const firsts = [...rest, ...late].filter((each) => areLevel(each, second))
  const wait = Math.abs(footOf(before) - footOf(beside))
  const flow = flowOf(before, beside, left, right)
  const evidence = {
    alone: flag(over.length > 0 && !isHead(second)),
    heads: flag(over.length === 0 && firsts.every(isHead)),
    three: flag(firsts.length > minPair),
    waiting: ramp(wait, limits.minWaitEm * second.size, limits.maxWaitEm * second.size),
    flow: Math.max(0, flow),
    torn: Math.max(0, -flow)
  }
  return { over, evidence }
}

const footOf = (side: Pieces): number => greatest(side.map(({ box }) => box.y1))

const areLevel = (a: Piece, b: Piece): boolean =>
  Math.min(Math.abs(baselineOf(a) - baselineOf(b)), Math.abs(a.box.y0 - b.box.y0)) <= limits.levelPt

/** How many sentences more go on where the columns above are read first, than where each column is read to its end. */
const flowOf = (before: Pieces, beside: Pieces, left: Pieces, right: Pieces): number => {
  const [upper, other, lower] = [lastOf(before), lastOf(beside), lastOf(left)]
  const parted = seam(upper, beside[0]) + seam(other, left[0]) + seam(lower, right[0])
  return parted - seam(upper, left[0]) - seam(lower, beside[0]) - seam(other, right[0])
}

/** A line, and what it leaves free of its column, as a share. */
interface End {
  readonly last: Piece
  readonly free: number
}

/** The last line of the last column. */
const lastOf = (side: Pieces): End | undefined => {
  const start = greatest(side.map(({ box }) => box.x0))
  const edge = greatest(side.map(({ box }) => box.x1))
  const last = side.findLast(({ box }) => box.x1 > start)
  return last === undefined ? undefined : { last, free: (edge - last.box.x1) / (edge - last.box.x0) }
}

/** Whether a sentence goes on from one line to another: 1 it does, -1 it would be torn, 0 nothing shows. */
const seam = (end: End | undefined, next: Piece | undefined): number => {
  if (end === undefined || next === undefined) return 0
  const [last, first] = [wordsOf(end.last).at(-1)?.text ?? "", wordsOf(next)[0]?.text ?? ""]
  const isSame = Math.abs(end.last.size - next.size) <= minSizeStep * next.size
  if (runsOn(last, first)) return flag(isSame)
  return -flag(isEnded(last) ? /^\p{Ll}/u.test(first) : !isSame && end.free <= edgeShare)
}
