/** Rules → whether some are the lines that music is written on: five, not six, at even distances, too close for a line of text between them. */
import { type Box, width } from "../model/Geometry.ts"
import { maxDrawn, slackPt } from "../model/Measures.ts"

const lines = 5

/** `size` is that of the smallest text. */
export const isStaved = (rules: ReadonlyArray<Box>, size: number): boolean => {
  const across = rules.filter((rule) => width(rule) > size && rule.y1 - rule.y0 < slackPt)
  if (across.length < lines || across.length > maxDrawn) return false
  const sides = Map.groupBy(across, ({ x0, x1 }) => `${Math.round(x0)} ${Math.round(x1)}`)
  return [...sides.values()].some((same) => {
    const at = [...new Set(same.map(({ y0 }) => Math.round(y0 * 10) / 10))].sort((a, b) => a - b)
    const steps = at.slice(1).map((y, i) => y - (at[i] as number))
    return steps.some((step, i) => {
      const isEven = (other: number | undefined) => other !== undefined && Math.abs(other - step) < slackPt
      const own = steps.slice(i, i + lines - 1)
      const isMore = isEven(steps[i - 1]) || isEven(steps[i + lines - 1])
      return step < size && own.length === lines - 1 && own.every(isEven) && !isMore
    })
  })
}
