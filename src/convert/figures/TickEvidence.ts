/** Rules, texts → whether some rules are the marks of an axis: short, alike, on one line, and each named. */
import { type Box, height, width } from "../model/Geometry.ts"
import { maxDrawn, minSeries, slackPt } from "../model/Measures.ts"

/** A mark is no longer, in points, and its axis longer by this factor. */
const maxTickPt = 9
const minTickPt = 1
const minAxisTicks = 5
/** Its name stands no further from the axis, in its size, and its middle no further aside, in points. */
const maxNameEm = 2.5
const asidePt = 3

interface Name {
  readonly box: Box
  readonly size: number
}

/** What lies across as if it lay along: axes that go up are seen as ones that go to the right. */
const turned = ({ x0, y0, x1, y1 }: Box): Box => ({ x0: y0, x1: y1, y0: x0, y1: x1 })

const isOf = ({ box, size }: Name, x: number, y: number): boolean => {
  const gap = Math.max(box.y0 - y, y - box.y1)
  return Math.abs((box.x0 + box.x1) / 2 - x) < asidePt && gap > 0 && gap < maxNameEm * size
}

const isAxis = (rules: ReadonlyArray<Box>, names: () => ReadonlyArray<Name>): boolean => {
  const ticks = rules.filter((rule) => width(rule) < slackPt && height(rule) > minTickPt && height(rule) <= maxTickPt)
  if (ticks.length < minSeries || ticks.length > 2 * maxDrawn) return false
  const ends = [({ y0 }: Box) => y0, ({ y1 }: Box) => y1]
  return ends.some((end) =>
    [...Map.groupBy(ticks, (tick) => `${Math.round(end(tick))} ${Math.round(2 * height(tick))}`).values()].some(
      (alike) => {
        if (alike.length < minSeries) return false
        const [first] = alike as [Box]
        const y = end(first)
        const hasLine = rules.some(
          (rule) =>
            height(rule) < slackPt &&
            Math.abs(rule.y0 - y) < 2 * slackPt &&
            width(rule) > minAxisTicks * height(first) &&
            alike.filter(({ x0 }) => x0 > rule.x0 - slackPt && x0 < rule.x1 + slackPt).length >= minSeries
        )
        if (!hasLine) return false
        // a field for each letter of one name has its marks, too
        const all = names()
        return new Set(alike.flatMap(({ x0 }) => all.find((name) => isOf(name, x0, y)) ?? [])).size >= minSeries
      }
    )
  )
}

/** `names` are asked for where an axis is. */
export const hasTicks = (rules: ReadonlyArray<Box>, names: () => ReadonlyArray<Name>): boolean =>
  isAxis(rules, names) || isAxis(rules.map(turned), () => names().map(({ box, size }) => ({ box: turned(box), size })))
