/** TableLine[] → which lines are of one row, as far as their distances say it. */

import { median } from "../../model/Geometry.ts"
import { maxLeadingEm, minPair, mostShare, nearlyAll } from "../../model/Measures.ts"
import type { TableLine } from "../ColumnSeparators.ts"
import { range } from "../evidence/Spots.ts"

/** Lines closer than this, in em, stand side by side: cells centred in a row's height. */
export const maxSideBySideEm = 0.85
/** Distances of lines of one cell are smaller by this factor than those of rows. */
const jump = 1.18

/** Whether a rule stands between two lines that follow one another. */
export type Parted = (above: TableLine, next: TableLine) => boolean

export interface Threshold {
  readonly at: number
  readonly sure: boolean
}

/**
 * The distance above which lines are of two rows with no rule between them, when the distances are of two kinds. It is `sure` when the lines that
 * are closer leave places empty, as the ends of cells do and rows do not.
 */
export const thresholdOf = (strips: ReadonlyArray<TableLine>, parted: Parted = () => false): Threshold | null => {
  const size = median(strips.map((strip) => strip.size))
  const distances = strips
    .slice(1)
    .flatMap((strip, i) => {
      const above = strips[i] as TableLine
      return parted(above, strip) ? [] : [strip.baseline - above.baseline]
    })
    .filter((distance) => distance >= maxSideBySideEm * size)
    .sort((a, b) => a - b)
  let best = jump
  let at: number | null = null
  for (let i = 1; i < distances.length; i++) {
    const low = distances[i - 1] ?? 0
    const high = distances[i] ?? 0
    if (low > maxLeadingEm * size && at !== null) break
    if (high / low > best) {
      best = high / low
      at = (low + high) / 2
    }
  }
  if (at === null) return null
  const limit = at
  let close = 0
  let partial = 0
  let full = strips[0]?.entries.length ?? 0
  strips.forEach((strip, i) => {
    const distance = strip.baseline - (strips[i - 1]?.baseline ?? Number.NEGATIVE_INFINITY)
    if (distance > limit) full = strip.entries.length
    else if (distance >= maxSideBySideEm * size) {
      close++
      if (strip.entries.length < full) partial++
      full = Math.max(full, strip.entries.length)
    }
  })
  const sure = close > 0 && partial >= nearlyAll * close
  // the first line alone is set off: a header
  const [first, second] = strips as readonly [TableLine, TableLine, ...ReadonlyArray<TableLine>]
  const isHeader = second.baseline - first.baseline > limit && distances.filter((each) => each > limit).length === 1
  return isHeader && !sure ? null : { at, sure }
}

/** Distances are of two kinds when the larger are at least so many times the smaller, and there are several of both. */
const minJump = 1.12

/** A line with a text right below another, how far it is from the line above in em, and whether their texts say that they are of one row. */
interface Step {
  readonly line: number
  readonly em: number
  readonly isOn: boolean
}

const stepsOf = (strips: ReadonlyArray<TableLine>, isOn: ReadonlyArray<boolean>, parted: Parted): ReadonlyArray<Step> =>
  strips.flatMap((next, line) => {
    const above = strips[line - 1]
    if (above === undefined || parted(above, next)) return []
    const em = (next.baseline - above.baseline) / Math.max(above.size, next.size)
    const columns = new Set(columnsIn(above))
    const isBelow = columnsIn(next).some((column) => columns.has(column))
    return em < maxSideBySideEm || !isBelow ? [] : [{ line, em, isOn: isOn[line] === true }]
  })

/** The columns that have a text. */
const columnsIn = ({ entries }: TableLine): ReadonlyArray<number> => entries.flatMap(({ from, to }) => range(from, to))

/** Where distances are of two kinds, all lines of a kind follow the most of them; for each line whether it is of one row with the line above it. */
export const byDistance = (
  strips: ReadonlyArray<TableLine>,
  isOn: ReadonlyArray<boolean>,
  parted: Parted
): ReadonlyArray<boolean> => {
  const steps = [...stepsOf(strips, isOn, parted)].sort((a, b) => a.em - b.em)
  const all = steps.filter((each) => each.isOn).length
  let closer = 0
  let best = { agree: 0, count: 0 }
  for (const [i, step] of steps.entries()) {
    if (step.isOn) closer++
    const next = steps[i + 1]
    const [count, others] = [i + 1, steps.length - i - 1]
    if (next === undefined || next.em < minJump * step.em || Math.min(count, others) < minPair) continue
    const further = others - (all - closer)
    if (closer >= mostShare * count && further >= mostShare * others && closer + further > best.agree)
      best = { agree: closer + further, count }
  }
  if (best.count === 0) return isOn
  const out = [...isOn]
  for (const [i, { line }] of steps.entries()) out[line] = i < best.count
  return out
}
