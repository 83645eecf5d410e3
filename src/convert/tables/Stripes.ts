/**
 * Sight → RulingGroup[]: parts of one table that stand one below the other with the same ends, such as tinted rows, with no room between them or a
 * row that keeps to the columns; and the same with the rows between them and the nearest rules.
 */
import { union } from "../model/Geometry.ts"
import { sameEdgePt } from "../model/Measures.ts"
import { areFlush, type Ruling } from "./Edges.ts"
import { minGapEm, pieces } from "./Pieces.ts"
import type { Sight } from "./Proposal.ts"
import { frame, type RulingGroup } from "./Rulings.ts"

/** Cells apart from one another, and double rules, have no more room between them than this, in points. */
const maxSeamPt = 6
/** A row between stripes is no higher than so many heights of the lower one. */
const maxHeights = 1.6

export const stripes = ({ groups, lines }: Sight): ReadonlyArray<RulingGroup> => {
  const isRow = (edges: ReadonlyArray<number>, above: number, below: number) => {
    const own = lines.filter(({ baseline }) => baseline > above && baseline < below)
    const texts = own.flatMap((each) => pieces(each, minGapEm))
    return (
      own.length > 0 && !texts.some(({ x0, x1 }) => edges.some((x) => x1 >= x + sameEdgePt && x0 <= x - sameEdgePt))
    )
  }
  const sorted = groups
    .filter((group) => group.some(({ horizontal }) => horizontal) && group.some(({ horizontal }) => !horizontal))
    .map((group) => ({ group, box: frame(group), parts: 1, low: rowHeight(group), edges: edgesOf(group) }))
    .sort((a, b) => a.box.y0 - b.box.y0)
  const out: Array<(typeof sorted)[number]> = []
  for (const each of sorted) {
    const at = out.findLastIndex(({ box, low, edges }) => {
      const gap = each.box.y0 - box.y1
      const isLow = gap <= maxHeights * Math.min(low, each.low)
      return (
        areFlush(box, each.box) &&
        gap >= 0 &&
        (gap <= maxSeamPt || (isLow && isRow([...edges, ...each.edges], box.y1, each.box.y0)))
      )
    })
    const above = out[at]
    if (above === undefined) out.push(each)
    else
      out[at] = {
        group: [...above.group, ...each.group],
        box: union(above.box, each.box),
        parts: above.parts + 1,
        low: Math.max(above.low, each.low),
        edges: each.edges.length === 0 ? above.edges : each.edges
      }
  }
  const rules = groups
    .flatMap((group) => (group.length === 1 && group[0]?.horizontal ? group : []))
    .sort((a, b) => a.at - b.at)
  return out
    .filter(({ parts }) => parts > 1)
    .flatMap(({ group, box, edges }) => {
      const flush = rules.filter(({ from, to }) => areFlush(box, { ...box, x0: from, x1: to }))
      const [over, under] = [flush.findLast(({ at }) => at < box.y0), flush.find(({ at }) => at > box.y1)]
      const isEnd = ({ at }: Ruling) => isRow(edges, Math.min(at, box.y1), Math.max(at, box.y0))
      const more = [over, under].filter((each) => each !== undefined).filter(isEnd)
      return more.length === 0 ? [group] : [group, [...group, ...more]]
    })
}

/** Where upright rulings part columns. */
const edgesOf = (group: RulingGroup): ReadonlyArray<number> => {
  const { x0, x1 } = frame(group)
  return group.flatMap(({ horizontal, at }) => (horizontal || at - x0 < sameEdgePt || x1 - at < sameEdgePt ? [] : [at]))
}

/** The least distance of two horizontal rulings. */
const rowHeight = (group: RulingGroup): number => {
  const places = [...new Set(group.filter((each) => each.horizontal).map((each) => Math.round(each.at)))].sort(
    (a, b) => a - b
  )
  return Math.min(...places.slice(1).map((at, i) => at - (places[i] ?? at)))
}
