/**
 * Sight → RulingGroup[]: parts of one table that stand one below the other with the same ends, such as tinted rows, with a row between them or no
 * room, or a title. Where they have the same columns, texts between them that keep to these are a row, however high, and so are those between them
 * and rules.
 */
import { type Box, smallest, union } from "../model/Geometry.ts"
import { maxLeadingEm, sameEdgePt } from "../model/Measures.ts"
import { areFlush, type Ruling } from "./Edges.ts"
import { stepsOf } from "./evidence/Spots.ts"
import { minGapEm, pieces } from "./Pieces.ts"
import type { Sight } from "./Proposal.ts"
import { frame, placesOf, type RulingGroup } from "./Rulings.ts"

/** Cells apart from one another, and double rules, have no more room between them than this, in points. */
const maxSeamPt = 6
/** A row between stripes that have no columns in common is no higher than so many heights of the lower one. */
const maxHeights = 1.6

export const stripes = ({ groups, lines, captions }: Sight): ReadonlyArray<RulingGroup> => {
  const isFilled = (above: number, below: number) =>
    below - above <= maxSeamPt || lines.some(({ baseline }) => baseline > above && baseline < below)
  const within = (above: number, below: number) => lines.filter(({ baseline }) => baseline > above && baseline < below)
  const keepTo = (edges: ReadonlyArray<number>, above: number, below: number) =>
    within(above, below)
      .flatMap((each) => pieces(each, minGapEm))
      .every(({ x0, x1 }) => !edges.some((x) => x1 >= x + sameEdgePt && x0 <= x - sameEdgePt))
  /** No lines further apart than those of a text: the end of one table and the header of another are several rows. */
  const areOneRow = (above: number, below: number) => {
    const own = within(above, below).sort((a, b) => a.baseline - b.baseline)
    return own.every(({ baseline, size }, i) => baseline - (own[i - 1]?.baseline ?? baseline) <= maxLeadingEm * size)
  }
  /** One text alone, as a title over all columns stands between rows that have them. */
  const isTitle = (above: number, below: number) => {
    const [only, second] = within(above, below)
    return only !== undefined && second === undefined && pieces(only).length === 1 && !captions.includes(only)
  }
  const sorted = groups
    .filter((group) => group.some(({ horizontal }) => horizontal) && group.some(({ horizontal }) => !horizontal))
    .map((group) => ({ group, box: frame(group), parts: 1, low: rowHeight(group) }))
    .map((each) => ({ ...each, edges: edgesOf(each.group, each.box) }))
    .sort((a, b) => a.box.y0 - b.box.y0)
  const out: Array<(typeof sorted)[number]> = []
  for (const [i, each] of sorted.entries()) {
    const at = out.findLastIndex(({ group, box, low, edges }) => {
      const gap = each.box.y0 - box.y1
      // a title over all columns stands between rows that have them
      const next = each.edges.length > 0 ? each : sorted.slice(i + 1).find(({ edges }) => edges.length > 0)
      const areAlike = next !== undefined && areFlush(next.box, box) && haveCommon(edges, next.edges)
      return (
        areFlush(box, each.box) &&
        gap >= 0 &&
        (Math.min(group.length, each.group.length) >= 4 ||
          (endsAt(group, box.y1) && endsAt(each.group, each.box.y0))) &&
        isFilled(box.y1, each.box.y0) &&
        (gap <= maxSeamPt ||
          (gap <= maxHeights * Math.min(low, each.low) && isTitle(box.y1, each.box.y0)) ||
          ((gap <= maxHeights * Math.min(low, each.low) || areAlike) &&
            areOneRow(box.y1, each.box.y0) &&
            keepTo([...edges, ...(next?.edges ?? [])], box.y1, each.box.y0)))
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
  const rules = groups.flatMap((group) => (group.length === 1 && group[0]?.horizontal ? group : []))
  return out
    .filter(({ parts }) => parts > 1)
    .flatMap(({ group, box, edges }) => {
      const flush = rules.filter(({ from, to }) => areFlush(box, { ...box, x0: from, x1: to }))
      const more =
        edges.length === 0
          ? []
          : withRules(
              box,
              flush,
              (above, below) => isFilled(above, below) && areOneRow(above, below) && keepTo(edges, above, below)
            )
      return more.length === 0 ? [group] : [group, [...group, ...more]]
    })
}

/** Rules with the ends of the stripes over and under them, one after the other, as long as rows of theirs stand between. */
const withRules = (
  { y0, y1 }: Box,
  flush: ReadonlyArray<Ruling>,
  isRow: (above: number, below: number) => boolean
): ReadonlyArray<Ruling> => {
  const over = flush.filter(({ at }) => at < y0).sort((a, b) => b.at - a.at)
  const under = flush.filter(({ at }) => at > y1).sort((a, b) => a.at - b.at)
  const upper = over.findIndex(({ at }, i) => !isRow(at, over[i - 1]?.at ?? y0))
  const lower = under.findIndex(({ at }, i) => !isRow(under[i - 1]?.at ?? y1, at))
  return [...over.slice(0, upper < 0 ? undefined : upper), ...under.slice(0, lower < 0 ? undefined : lower)]
}

/** A rule ends it there, as it must where it has fewer sides than a cell. */
const endsAt = (group: RulingGroup, y: number): boolean =>
  group.some(({ horizontal, at }) => horizontal && Math.abs(at - y) < sameEdgePt)

/** Where upright rulings part columns. */
const edgesOf = (group: RulingGroup, { x0, x1 }: Box): ReadonlyArray<number> =>
  group.flatMap(({ horizontal, at }) => (horizontal || at - x0 < sameEdgePt || x1 - at < sameEdgePt ? [] : [at]))

const haveCommon = (some: ReadonlyArray<number>, others: ReadonlyArray<number>): boolean =>
  some.some((x) => others.some((other) => Math.abs(x - other) < sameEdgePt))

/** The least distance of two horizontal rulings. */
const rowHeight = (group: RulingGroup): number => {
  return smallest(stepsOf(placesOf(group.filter((each) => each.horizontal))))
}
