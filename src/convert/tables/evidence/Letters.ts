/** TableLine[] → what the first letters of a line say of it: where cells begin in capitals and hardly any other word does, capitals begin rows, and small letters go on with them. */

import { minPair } from "../../model/Measures.ts"
import type { Entry, TableLine } from "../ColumnSeparators.ts"
import { alone } from "./CellLines.ts"

/** What is less likely than this is no chance. */
const maxChance = 0.1

const isCapital = (text = ""): boolean => /^\P{L}*\p{Lu}/u.test(text)
export const isSmall = (text = ""): boolean => /^\P{L}*\p{Ll}/u.test(text)
const initialOf = ({ words }: Entry): string | undefined => words[0]?.text

/** Whether a line begins a row, or goes on with what stands `above` it, by column; neither where its letters do not say. */
export type Letters = (above: ReadonlyMap<number, Entry>, next: TableLine) => "begins" | "goes on" | null

/** `parted` says after which lines a rule ends the row. */
export const lettersOf = (
  strips: ReadonlyArray<TableLine>,
  parted: (above: TableLine, next: TableLine) => boolean
): Letters => {
  const body = strips.slice(1)
  const inner = body.flatMap(({ entries }) => entries.flatMap(({ words }) => words.slice(1).map(({ text }) => text)))
  // with no text right above them, or only beyond a rule
  const begun = body.flatMap((next, i) => {
    const above = strips[i] as TableLine
    const isNew = ({ from }: Entry) => parted(above, next) || above.entries.every((each) => each.from !== from)
    return next.entries.filter(isNew).map(initialOf)
  })
  const capitals = oddsOf(inner.filter(isCapital), inner.filter(isSmall))
  const smalls = oddsOf(begun.filter(isSmall), begun.filter(isCapital))
  return (above, { entries }) => {
    const isBelow = (each: Entry) => {
      const before = above.get(each.from)
      return alone(each) && before !== undefined && alone(before)
    }
    const large = entries.filter((each) => isCapital(initialOf(each)))
    const little = entries.filter((each) => isSmall(initialOf(each)))
    if (little.length === 0) return large.length >= minPair && capitals ** large.length < maxChance ? "begins" : null
    return large.every(isBelow) && smalls ** little.filter(isBelow).length < maxChance ? "goes on" : null
  }
}

/** The share of the first of both, where a sample may have missed one. */
const oddsOf = (some: ReadonlyArray<unknown>, others: ReadonlyArray<unknown>): number =>
  (1 + some.length) / (1 + some.length + others.length)
