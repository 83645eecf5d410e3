/** Horizontal rulings with the same ends, one below the other → tables between them, and the parts that others may be. */

import { greatest, smallest } from "../../model/Geometry.ts"
import type { Line } from "../../model/Line.ts"
import { maxDrawn, minSeries, mostShare, sameEdgePt } from "../../model/Measures.ts"
import { columnOf } from "../ColumnSeparators.ts"
import type { Ruling } from "../Edges.ts"
import { headerAgain } from "../evidence/Headers.ts"
import { briefWords } from "../evidence/Spots.ts"
import { isOnePiece, pieces } from "../Pieces.ts"
import type { Draft, Proposal, Sight } from "../Proposal.ts"
import { proposals } from "../Reading.ts"
import { frame, type RulingGroup } from "../Rulings.ts"
import { linesIn, middleOf } from "../Sight.ts"

/** Ends of the rulings of one table differ by no more than this, in points. */
const flush = 6
/** The first two rulings of a table are no further apart than this, in points: below its header it may fill the page. */
const maxGap = 420

export const ruledTables = (sight: Sight): ReadonlyArray<Proposal> => {
  const loose = looseRules(sight, (group) => isBar(group) && isWhole(group))
  if (loose.length > maxDrawn) return []
  return stacks(loose).flatMap((stack) => {
    const whole = between(sight, stack)
    const parts = divided(stack, linesIn(sight, extent(stack)))
    return [...whole, ...parts.flatMap((part) => between(sight, part))]
  })
}

/** A tinted header is no higher than this, in points. */
const maxHeader = 60

/** Above and below a header in a tint of its own stand rulings like any other, those below one in a tint for each of its cells over one table alone. */
const isBar = (group: RulingGroup): boolean => {
  const { y0, y1 } = frame(group)
  return (
    y1 - y0 < maxHeader && group.every(({ horizontal, at }) => !horizontal || Math.min(at - y0, y1 - at) < sameEdgePt)
  )
}

const isWhole = (group: RulingGroup): boolean => group.filter(({ horizontal }) => !horizontal).length <= 2

/** Rulings that no upright one touches but those of a bar. */
export const looseRules = ({ groups }: Sight, is = isBar): ReadonlyArray<Ruling> =>
  groups
    .flatMap((group) => (is(group) ? group.filter((each) => each.horizontal) : []))
    .sort((a, b) => a.at - b.at || a.from - b.from)

const stacks = (rules: ReadonlyArray<Ruling>): ReadonlyArray<ReadonlyArray<Ruling>> => {
  const out: Array<Array<Ruling>> = []
  for (const each of rules) {
    const stack = out.findLast((other) => {
      const last = other.at(-1) as Ruling
      return (
        Math.abs(last.from - each.from) < flush &&
        Math.abs(last.to - each.to) < flush &&
        (other.length > 1 || each.at - last.at < maxGap)
      )
    })
    if (stack) stack.push(each)
    else out.push([each])
  }
  return out.filter((stack) => stack.length > 1)
}

const extent = (stack: ReadonlyArray<Ruling>) => ({
  x0: smallest(stack.map((each) => each.from)) - sameEdgePt,
  y0: (stack[0]?.at ?? 0) - 1,
  x1: greatest(stack.map((each) => each.to)) + sameEdgePt,
  y1: (stack.at(-1)?.at ?? 0) + 1
})

const between = (sight: Sight, stack: ReadonlyArray<Ruling>): ReadonlyArray<Proposal> => {
  const box = extent(stack)
  const lines = linesIn(sight, box)
  if (lines.length < 2) return []
  const found = proposals("rules", lines, { box, right: box.x1, rules: stack.length }, sight, stack.length >= minSeries)
  return found.filter(({ draft }) => draft.some((row) => row.length > 1) || isRoster(draft))
}

/** One column of short texts below a header; titles and texts by turns are boxes. */
const isRoster = (draft: Draft): boolean =>
  draft.length > 2 && 2 * draft.flat().filter(({ words }) => words.length <= briefWords).length > draft.length

/** A stack in parts: at bands that are no rows of a table, and where a header comes again. */
const divided = (stack: ReadonlyArray<Ruling>, lines: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<Ruling>> => {
  const bands = stack.slice(1).map((): Array<Line> => [])
  const edges = stack.map(({ at }) => at)
  for (const each of lines) bands[columnOf(edges, middleOf(each)) - 1]?.push(each)
  const width = (stack[0]?.to ?? 0) - (stack[0]?.from ?? 0)
  const isText = (band: ReadonlyArray<Line>) =>
    band.filter(isOnePiece).length > mostShare * band.length && (band.length === 1 || band.some(isWide))
  const isWide = ({ box }: Line) => box.x1 - box.x0 > mostShare * width
  const atHeaders = (from: number, to: number): ReadonlyArray<readonly [number, number]> => {
    const own = bands.slice(from, to).flat()
    const header = own[headerAgain(own.map((each) => pieces(each)))]
    const again = bands.findIndex((band, i) => i > from && header !== undefined && band.includes(header))
    // what stands over it, as a title does, is of neither table
    return again < 0
      ? [[from, to]]
      : [[from, again], ...atHeaders(bands[again]?.[0] === header ? again : again + 1, to)]
  }
  const ends = [...bands.flatMap((band, i) => (isText(band) ? [i] : [])), bands.length]
  const between = ends.flatMap((end, i) => atHeaders((ends[i - 1] ?? -1) + 1, end))
  // titles of sections are rows, too
  const parts = ends.length > 1 ? [...atHeaders(0, bands.length), ...between] : between
  const isAll = ([from, to]: readonly [number, number]) => to - from === bands.length
  const isPart = ([from, to]: readonly [number, number]) => to - from > 1 || (to - from === 1 && from > 0)
  return parts.filter((part) => isPart(part) && !isAll(part)).map(([from, to]) => stack.slice(from, to + 1))
}
