/** TableLine[] → which lines are of one row, as far as their distances say it. */

import type { TableLine } from "../ColumnSeparators.ts"

/** Lines closer than this, in em, stand side by side: cells centred in a row's height. */
export const maxSideBySideEm = 0.85
/** Whether a rule stands between two lines that follow one another. */
export type Parted = (above: TableLine, next: TableLine) => boolean

/** Distances of two kinds. */
export interface Kinds {
  /** The smaller ones are no larger than this. */
  readonly at: number
  /** How far the kinds are apart: 0 for none, 1 for well apart. */
  readonly apart: number
}

/** Kinds of distances that differ by this factor are well apart. */
const wellApart = 1.4
/** And those that differ by less are one. */
const least = 1.05

/** The distances in two kinds, where they differ most, be it that of one alone from the others less than that of several. */
export const kindsOf = (distances: ReadonlyArray<number>): Kinds => {
  const sorted = distances.toSorted((a, b) => a - b)
  let [best, at] = [1, 0]
  for (let i = 1; i < sorted.length; i++) {
    const [low = 0, high = 0] = [sorted[i - 1], sorted[i]]
    const few = Math.min(i, sorted.length - i)
    const by = (high / low) ** (few / (few + 1))
    if (by > best) [best, at] = [by, (low + high) / 2]
  }
  return { at, apart: best < least ? 0 : Math.min(1, Math.log(best) / Math.log(wellApart)) }
}
