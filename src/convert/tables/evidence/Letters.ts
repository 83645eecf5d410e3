/** TableLine[] → where cells begin in capitals, small letters go on with them. */

import type { Entry, TableLine } from "../ColumnSeparators.ts"
import { alone } from "./CellLines.ts"

/** What is less likely than this is no chance. */
const maxChance = 0.1

const isCapital = (text = ""): boolean => /^\P{L}*\p{Lu}/u.test(text)
export const isSmall = (text = ""): boolean => /^\P{L}*\p{Ll}/u.test(text)
const initialOf = ({ words }: Entry): string | undefined => words[0]?.text

/** Whether a line goes on with what stands `above` it, by column, as far as its first letters say so. */
export type Letters = (above: ReadonlyMap<number, Entry>, next: TableLine) => boolean

/** `parted` says after which lines a rule ends the row. */
export const lettersOf = (
  strips: ReadonlyArray<TableLine>,
  parted: (above: TableLine, next: TableLine) => boolean
): Letters => {
  // with no text right above them, or only beyond a rule
  const begun = strips.slice(1).flatMap((next, i) => {
    const above = strips[i] as TableLine
    const isNew = ({ from }: Entry) => parted(above, next) || above.entries.every((each) => each.from !== from)
    return next.entries.filter(isNew).map(initialOf)
  })
  const smalls = oddsOf(begun.filter(isSmall), begun.filter(isCapital))
  return (above, { entries }) => {
    const isBelow = (each: Entry) => {
      const before = above.get(each.from)
      return alone(each) && before !== undefined && alone(before)
    }
    const large = entries.filter((each) => isCapital(initialOf(each)))
    const little = entries.filter((each) => isSmall(initialOf(each)))
    return little.length > 0 && large.every(isBelow) && smalls ** little.filter(isBelow).length < maxChance
  }
}

/** The share of the first of both, where a sample may have missed one. */
const oddsOf = (some: ReadonlyArray<unknown>, others: ReadonlyArray<unknown>): number =>
  (1 + some.length) / (1 + some.length + others.length)
