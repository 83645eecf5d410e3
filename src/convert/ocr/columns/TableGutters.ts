/** Which gutters part the columns of a table: what begins on one side of them begins beside something on the other. */

import { quantile } from "../Sizes.ts"

/** A stretch of rows of pixels, such as a line of text. */
export interface Stretch {
  readonly y0: number
  readonly y1: number
}

/** Maximum difference of the middles of lines that are level, in em. */
const sameLineEm = 0.25
/** A line begins a cell or a paragraph where it is further from the one before than so many usual steps from line to line. */
const breakSteps = 1.3
/** Fewer beginnings say nothing; of those of a table at most this share have nothing beside them. In columns of text two thirds have. */
const minBeginnings = 4
const maxAlone = 0.2
/** Text takes more than this share of its column, line for line; beside one another on one grid its paragraphs begin level as well. */
const maxTaken = 0.75

const stepsOf = (lines: ReadonlyArray<Stretch>) => lines.slice(1).map(({ y0 }, i) => y0 - (lines[i]?.y0 ?? y0))

/** Whether these lines on both sides of a gutter, from top to bottom, stand in rows; `em` in pixels. */
export const isOfTable = (left: ReadonlyArray<Stretch>, right: ReadonlyArray<Stretch>, em: number): boolean => {
  const steps = [...stepsOf(left), ...stepsOf(right)].map((step) => [step, 1] as const)
  const usual = quantile(1 / 2, steps)
  const closest = quantile(1 / 4, steps)
  const beginnings = (lines: ReadonlyArray<Stretch>) =>
    lines.filter(({ y0 }, i) => i > 0 && y0 - (lines[i - 1]?.y0 ?? y0) > breakSteps * usual)
  const alone = (lines: ReadonlyArray<Stretch>, others: ReadonlyArray<Stretch>) =>
    beginnings(lines).filter(
      (line) => !others.some((other) => Math.abs(line.y0 + line.y1 - other.y0 - other.y1) < 2 * sameLineEm * em)
    ).length
  const taken = (lines: ReadonlyArray<Stretch>) =>
    (lines.length * closest) / Math.max(1, (lines.at(-1)?.y1 ?? 0) - (lines[0]?.y0 ?? 0))
  const count = beginnings(left).length + beginnings(right).length
  return (
    count >= minBeginnings &&
    alone(left, right) + alone(right, left) <= maxAlone * count &&
    Math.min(taken(left), taken(right)) < maxTaken
  )
}
