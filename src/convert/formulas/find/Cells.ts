/** Clusters → which of them stand in the cells of a table, where they are read cell by cell. */
import { captionsIn, isCaptioned } from "../../lines/Captions.ts"
import { around, type Box, overlap } from "../../model/Geometry.ts"
import type { Line } from "../../model/Line.ts"
import { farEm, maxDrawn, minPair, minSeries, mostShare, sameEdgePt, slackPt } from "../../model/Measures.ts"
import type { Segment } from "../../model/Page.ts"
import { sizeOf } from "../parse/Item.ts"
import { cellsOf } from "../Reading.ts"
import { type Cluster, uprights } from "./Clusters.ts"
import { parameters } from "./Parameters.ts"
import type { Sight } from "./Sight.ts"

const { minTableRulePt } = parameters

export const inCells = (sight: Sight, prose: ReadonlyArray<Line>): ((cluster: Cluster) => boolean) => {
  const across = sight.page.segments.filter(({ y0, y1 }) => y1 - y0 < slackPt)
  const down = uprights(sight.page)
  const captions = captionsIn(sight.lines)
  const tables = tablesIn(across, down, captions, prose)
  const isUnder = (caption: Line, { box }: Cluster) =>
    isCaptioned(box, [caption]) && !prose.some((line) => line !== caption && isBetween(line, caption.box, box))
  const isInTable = (cluster: Cluster) =>
    tables.some((table) => isWithin(cluster.box, table)) || captions.some((caption) => isUnder(caption, cluster))
  return (cluster) => isClosed(cluster, across, down) || (isInTable(cluster) && cellsOf(cluster.items, []).length > 1)
}

/** Its baseline is under the upper of two boxes and over the lower. */
const isBetween = ({ baseline }: Line, a: Box, b: Box): boolean =>
  baseline > Math.min(a.y1, b.y1) && baseline < Math.max(a.y0, b.y0)

const isWithin = (own: Box, { x0, x1, y0, y1 }: Box): boolean =>
  own.x0 > x0 - slackPt && own.x1 < x1 + slackPt && own.y0 > y0 - slackPt && own.y1 < y1 + slackPt

/** It stands right between two rules of one length, beside an upright one within their length: in a table, and not in a frame. */
const isClosed = ({ box, items }: Cluster, across: ReadonlyArray<Segment>, down: ReadonlyArray<Segment>): boolean => {
  const far = farEm * sizeOf(items)
  const beside = down.filter(({ y0, y1 }) => overlap(y0, y1, box.y0, box.y1) > 0)
  const own = beside.length === 0 ? [] : across.filter(({ x0, x1 }) => x0 < box.x0 - slackPt && x1 > box.x1 + slackPt)
  const under = own.filter(({ y0 }) => y0 > box.y1 - slackPt && y0 < box.y1 + far)
  return own.some(
    ({ x0, x1, y0 }) =>
      y0 < box.y0 + slackPt &&
      y0 > box.y0 - far &&
      under.some((rule) => Math.abs(rule.x0 - x0) + Math.abs(rule.x1 - x1) < sameEdgePt) &&
      beside.some((wall) => wall.x0 > x0 + sameEdgePt && wall.x1 < x1 - sameEdgePt)
  )
}

/** Between rules of one length with no text across them: three of them are a table's, or two where its caption stands at one. Those of frames are none. */
const tablesIn = (
  across: ReadonlyArray<Segment>,
  down: ReadonlyArray<Segment>,
  captions: ReadonlyArray<Line>,
  prose: ReadonlyArray<Line>
): ReadonlyArray<Box> => {
  const long = across.filter(({ x0, x1 }) => x1 - x0 > minTableRulePt)
  if (long.length > maxDrawn) return []
  const isCorner = (rule: Segment) => (wall: Segment) =>
    Math.abs(wall.x0 - rule.x0) < sameEdgePt && wall.y0 < rule.y0 + sameEdgePt && wall.y1 > rule.y0 - sameEdgePt
  const rules = long.filter((rule) => !down.some(isCorner(rule)))
  const flush = Map.groupBy(rules, ({ x0, x1 }) => `${Math.round(x0)} ${Math.round(x1)}`)
  return [...flush.values()].flatMap((own) =>
    stacks(own, prose).flatMap((stack) => {
      const box = around(stack)
      return stack.length >= minSeries || (stack.length >= minPair && isCaptioned(box, captions)) ? [box] : []
    })
  )
}

/** Rules one below the other, up to text that is nearly as wide as they are. */
const stacks = (rules: ReadonlyArray<Segment>, prose: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<Segment>> => {
  const out: Array<Array<Segment>> = []
  for (const rule of rules.toSorted((a, b) => a.y0 - b.y0)) {
    const stack = out.at(-1)
    const last = stack?.at(-1)
    const isText = ({ baseline, box }: Line) =>
      last !== undefined &&
      baseline > last.y0 &&
      baseline < rule.y0 &&
      overlap(box.x0, box.x1, rule.x0, rule.x1) > mostShare * (rule.x1 - rule.x0)
    if (stack === undefined || prose.some(isText)) out.push([rule])
    else stack.push(rule)
  }
  return out
}
