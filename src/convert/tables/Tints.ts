/** Ruling[][] → the groups that the edges of tinted areas make: stripes of one table, and headers over rules. */

import { rowsOf } from "../lines/Joined.ts"
import type { Box } from "../model/Geometry.ts"
import { centreX, holds, median, overlap, union } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { pieces } from "./ColumnSeparators.ts"
import { frame, type Ruling, snap } from "./Rulings.ts"

/** Stripes of a table are at most this far apart, and their edges differ by no more than that, in points. */
const stripe = 26
const stripeEdge = 4

/** One row's tint: rules at two heights and no more. */
const isStripe = (group: ReadonlyArray<Ruling>): boolean =>
  new Set(group.filter((each) => each.horizontal).map((each) => Math.round(each.at / 2))).size <= 2

/** So much further than rows are high may a tint be from its grid, and parts of one grid from each other. */
const tintHigh = 1.5
const rowHigh = 1.15

/** The height of the lower of the rows of two groups. */
const rowHeight = (a: ReadonlyArray<Ruling>, b: ReadonlyArray<Ruling>): number =>
  Math.min(...[a, b].map((group) => median(steps(placesOf(group, true)))))

/** Two stripes, or a stripe no further from a grid than a row is high. */
const areStripes = (a: ReadonlyArray<Ruling>, b: ReadonlyArray<Ruling>, gap: number): boolean => {
  const stripes = [a, b].filter(isStripe).length
  return stripes === 2 || (stripes === 1 && gap <= tintHigh * rowHeight(a, b))
}

/** Parts of one grid, a row apart: all rules of the one that has fewer columns stand where the other has one. */
const sameColumns = (a: ReadonlyArray<Ruling>, b: ReadonlyArray<Ruling>, gap: number): boolean => {
  const [one, other] = [placesOf(a, false), placesOf(b, false)]
  const [few, many] = one.length < other.length ? [one, other] : [other, one]
  return (
    few.length > 2 && gap <= rowHigh * rowHeight(a, b) && few.every((at) => many.some((x) => Math.abs(at - x) <= snap))
  )
}

const placesOf = (group: ReadonlyArray<Ruling>, horizontal: boolean): ReadonlyArray<number> => [
  ...new Set(group.filter((each) => each.horizontal === horizontal).map((each) => Math.round(each.at)))
]

const steps = (places: ReadonlyArray<number>): ReadonlyArray<number> => {
  const sorted = [...places].sort((a, b) => a - b)
  return sorted.slice(1).map((at, i) => at - (sorted[i] ?? at))
}

/** A gap wider than this, in points, that no row fills parts two tables. */
const widestGap = 3

/** Between two boxes there is a row, or no room to speak of. */
const isFilledBetween = (above: Box, below: Box, lines: ReadonlyArray<Line>): boolean =>
  below.y0 - above.y1 <= widestGap ||
  lines.some(
    ({ box, baseline, size }) =>
      baseline - size / 3 > above.y1 &&
      baseline - size / 3 < below.y0 &&
      overlap(box.x0, box.x1, above.x0, above.x1) > 0
  )

/** Tinted stripes of one table, one below the other with an untinted row between, as one group. */
export const striped = (
  groups: ReadonlyArray<ReadonlyArray<Ruling>>,
  lines: ReadonlyArray<Line>
): ReadonlyArray<ReadonlyArray<Ruling>> => {
  const sorted = groups.map((group) => ({ group, box: frame(group) })).sort((a, b) => a.box.y0 - b.box.y0)
  const out: Array<{ group: ReadonlyArray<Ruling>; box: Box }> = []
  for (const each of sorted) {
    const at = out.findLastIndex(
      ({ box, group }) =>
        (areStripes(each.group, group, each.box.y0 - box.y1) || sameColumns(each.group, group, each.box.y0 - box.y1)) &&
        Math.abs(box.x0 - each.box.x0) < stripeEdge &&
        Math.abs(box.x1 - each.box.x1) < stripeEdge &&
        each.box.y0 - box.y1 > 0 &&
        each.box.y0 - box.y1 < stripe &&
        isFilledBetween(box, each.box, lines)
    )
    const above = out[at]
    if (above) out[at] = { group: [...above.group, ...each.group], box: union(above.box, each.box) }
    else out.push(each)
  }
  return out.map((each) => each.group)
}

/** A header is at most this far above the first rule below it, in points: a row or two. */
const underHeader = 60

/** The edges of the tint behind the header that stands over a stack of rules with the same ends. */
export const headerOver = (
  [first]: ReadonlyArray<Ruling>,
  tints: ReadonlyArray<ReadonlyArray<Ruling>>
): ReadonlyArray<Ruling> =>
  tints.find((edges) =>
    edges.every(
      ({ at, from, to }) =>
        first !== undefined &&
        at < first.at &&
        first.at - at < underHeader &&
        Math.abs(from - first.from) < stripeEdge &&
        Math.abs(to - first.to) < stripeEdge
    )
  ) ?? []

/** The upper and lower edges of tints behind one line of several texts: a header's. */
export const headers = (
  groups: ReadonlyArray<ReadonlyArray<Ruling>>,
  lines: ReadonlyArray<Line>
): ReadonlyArray<ReadonlyArray<Ruling>> =>
  groups.flatMap((group) => {
    const edges = group.filter((each) => each.horizontal)
    if (edges.length === group.length || !isStripe(group)) return []
    const [row, second] = rowsOf(lines.filter(({ box, size }) => holds(frame(group), centreX(box), box.y1 - size / 3)))
    return row !== undefined && second === undefined && pieces(row).length > 1 ? [edges] : []
  })
