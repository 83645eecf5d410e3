/**
 * Sight → RulingGroup[]: parts of one table that stand one below the other with the same ends, such as tinted rows, with a row between them or no
 * room. Where they have the same columns, texts between them that keep to these are a row, however high.
 */
import type { Box } from "../model/Geometry.ts"
import { sameEdgePt } from "../model/Measures.ts"
import { minGapEm, pieces } from "./ColumnSeparators.ts"
import type { Sight } from "./Proposal.ts"
import type { RulingGroup } from "./Rulings.ts"
import { frame } from "./Rulings.ts"

/** Cells apart from one another, and double rules, have no more room between them than this, in points. */
const maxSeamPt = 6
/** A row between stripes that does not keep to columns of theirs is no higher than so many heights of the lower one. */
const maxHeights = 1.6

export const stripes = ({ groups, lines }: Sight): ReadonlyArray<RulingGroup> => {
  const isFilled = (above: number, below: number) =>
    below - above <= maxSeamPt || lines.some(({ baseline }) => baseline > above && baseline < below)
  const keepTo = (edges: ReadonlyArray<number>, above: number, below: number) =>
    lines
      .filter(({ baseline }) => baseline > above && baseline < below)
      .every((each) =>
        pieces(each, minGapEm).every(({ x0, x1 }) => edges.every((x) => x1 < x + sameEdgePt || x0 > x - sameEdgePt))
      )
  const sorted = groups
    .filter((group) => group.length >= 4 && group.some((each) => !each.horizontal))
    .map((group) => ({ group, box: frame(group), parts: 1, low: rowHeight(group) }))
    .map((each) => ({ ...each, edges: edgesOf(each.group, each.box) }))
    .sort((a, b) => a.box.y0 - b.box.y0)
  const out: Array<(typeof sorted)[number]> = []
  for (const each of sorted) {
    const at = out.findLastIndex(({ box, low, edges }) => {
      const gap = each.box.y0 - box.y1
      const common = inCommon(edges, each.edges)
      return (
        Math.abs(box.x0 - each.box.x0) < sameEdgePt &&
        Math.abs(box.x1 - each.box.x1) < sameEdgePt &&
        gap >= 0 &&
        isFilled(box.y1, each.box.y0) &&
        (gap <= Math.max(maxSeamPt, maxHeights * Math.min(low, each.low)) ||
          (common.length > 0 && keepTo(common, box.y1, each.box.y0)))
      )
    })
    const above = out[at]
    if (above === undefined) out.push(each)
    else
      out[at] = {
        group: [...above.group, ...each.group],
        box: {
          x0: Math.min(above.box.x0, each.box.x0),
          y0: above.box.y0,
          x1: Math.max(above.box.x1, each.box.x1),
          y1: each.box.y1
        },
        parts: above.parts + 1,
        low: Math.max(above.low, each.low),
        edges: each.edges
      }
  }
  return out.filter(({ parts }) => parts > 1).map(({ group }) => group)
}

/** Where upright rulings part columns. */
const edgesOf = (group: RulingGroup, { x0, x1 }: Box): ReadonlyArray<number> =>
  group.flatMap(({ horizontal, at }) => (horizontal || at - x0 < sameEdgePt || x1 - at < sameEdgePt ? [] : [at]))

const inCommon = (some: ReadonlyArray<number>, others: ReadonlyArray<number>): ReadonlyArray<number> =>
  some.filter((x) => others.some((other) => Math.abs(x - other) < sameEdgePt))

/** The least distance of two horizontal rulings. */
const rowHeight = (group: RulingGroup): number => {
  const places = [...new Set(group.filter((each) => each.horizontal).map((each) => Math.round(each.at)))].sort(
    (a, b) => a - b
  )
  return Math.min(...places.slice(1).map((at, i) => at - (places[i] ?? at)))
}
