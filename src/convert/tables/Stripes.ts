/** Sight → RulingGroup[]: parts of one table that stand one below the other with the same ends, such as tinted rows, with a row between them or no room. */
import { sameEdgePt } from "../model/Measures.ts"
import type { Sight } from "./Proposal.ts"
import type { RulingGroup } from "./Rulings.ts"
import { frame } from "./Rulings.ts"

/** Cells apart from one another, and double rules, have no more room between them than this, in points. */
const maxSeamPt = 6
/** Stripes of one table are at most this far apart, in points, and no further than so many heights of the lower one of two. */
const maxGap = 60
const maxHeights = 1.6

export const stripes = ({ groups, lines }: Sight): ReadonlyArray<RulingGroup> => {
  const isFilled = (above: number, below: number) =>
    below - above <= maxSeamPt || lines.some(({ baseline }) => baseline > above && baseline < below)
  const sorted = groups
    .filter((group) => group.length >= 4 && group.some((each) => !each.horizontal))
    .map((group) => ({ group, box: frame(group), parts: 1, low: rowHeight(group) }))
    .sort((a, b) => a.box.y0 - b.box.y0)
  const out: Array<(typeof sorted)[number]> = []
  for (const each of sorted) {
    const at = out.findLastIndex(({ box, low }) => {
      const gap = each.box.y0 - box.y1
      return (
        Math.abs(box.x0 - each.box.x0) < sameEdgePt &&
        Math.abs(box.x1 - each.box.x1) < sameEdgePt &&
        gap >= 0 &&
        gap < maxGap &&
        gap <= maxHeights * Math.max(low, each.low) &&
        isFilled(box.y1, each.box.y0)
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
        low: Math.max(above.low, each.low)
      }
  }
  return out.filter(({ parts }) => parts > 1).map(({ group }) => group)
}

/** The least distance of two horizontal rulings. */
const rowHeight = (group: RulingGroup): number => {
  const places = [...new Set(group.filter((each) => each.horizontal).map((each) => Math.round(each.at)))].sort(
    (a, b) => a - b
  )
  return Math.min(...places.slice(1).map((at, i) => at - (places[i] ?? at)))
}
