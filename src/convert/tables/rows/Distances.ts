/** TableLine[] → which lines are of one row, as far as their distances say it. */

import { median } from "../../model/Geometry.ts"
import { maxLeadingEm, nearlyAll } from "../../model/Measures.ts"
import type { TableLine } from "../ColumnSeparators.ts"

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
  return { at, sure: partial >= nearlyAll * close }
}
