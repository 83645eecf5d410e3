/** Marks → how many lines end in a small mark of their own: the heads of arrows, and the points that lines of a graph join. */
import { type Box, height, width } from "../model/Geometry.ts"
import { maxDrawn, slackPt } from "../model/Measures.ts"

/** A head is no larger, in points, and its line longer than it by this factor. */
const maxHeadPt = 24
const minHeadPt = 2
const minLineHeads = 1.5
/** What is shorter, in points, is part of a sign such as an icon. */
const minLinePt = 14
/** A line ends within its head, or so far from it: in points, and as a share of the head. */
const reachPt = 2
const reachShare = 0.25

/** Of a straight line, whether it ends at a box that lies evenly on both sides of it. */
const endsAt = (rule: Box, head: Box): boolean => {
  const isAcross = width(rule) >= height(rule)
  const at = isAcross ? rule.y0 + rule.y1 : rule.x0 + rule.x1
  const middle = isAcross ? head.y0 + head.y1 : head.x0 + head.x1
  if (Math.abs(at - middle) >= 2 * slackPt) return false
  const from = isAcross ? rule.x0 : rule.y0
  const to = isAcross ? rule.x1 : rule.y1
  const start = isAcross ? head.x0 : head.y0
  const end = isAcross ? head.x1 : head.y1
  const reach = Math.max(reachPt, reachShare * (end - start))
  const isIn = (place: number) => place > start - reach && place < end + reach
  return to - from > Math.max(minLinePt, minLineHeads * (end - start)) && isIn(from) !== isIn(to)
}

/** Of a slanting or bent line, whether a corner of its box lies in another. */
const meets = (line: Box, head: Box): boolean =>
  (isAbout(line.x0, head.x0, head.x1) || isAbout(line.x1, head.x0, head.x1)) &&
  (isAbout(line.y0, head.y0, head.y1) || isAbout(line.y1, head.y0, head.y1)) &&
  Math.max(width(line), height(line)) > Math.max(minLinePt, 2 * minLineHeads * Math.max(width(head), height(head)))

const isAbout = (place: number, from: number, to: number): boolean => place > from - slackPt && place < to + slackPt

/** `shapes` are what may be a head, `paths` the lines that are not straight. */
export const headsOf = (rules: ReadonlyArray<Box>, paths: ReadonlyArray<Box>, shapes: ReadonlyArray<Box>): number => {
  const heads = shapes.filter(
    (box) => Math.max(width(box), height(box)) <= maxHeadPt && Math.min(width(box), height(box)) >= minHeadPt
  )
  if (heads.length > maxDrawn || rules.length + paths.length > 2 * maxDrawn) return 0
  return heads.filter(
    (head) => rules.some((rule) => endsAt(rule, head)) || paths.some((path) => path !== head && meets(path, head))
  ).length
}
