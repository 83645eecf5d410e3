/** LineWord[] → LineWord[]: which of the small words that stand off a line are scripts, and which are text. */

import type { LineWord } from "../model/Line.ts"
import { maxGapEm } from "../model/Measures.ts"

/**
 * Small words apart from what stands before them are text that was set or recognised off the line, and no script of it. Those
 * over others are the first of two lines, as in the labels of forms.
 */
export const withoutFalseScripts = (all: ReadonlyArray<LineWord>): ReadonlyArray<LineWord> => {
  if (all.every((word) => word.baselineShift === 0)) return all
  const words = all.map((word) => (isLoweredAsterisk(word) ? { ...word, baselineShift: 0 as const } : word))
  const out: Array<LineWord> = []
  for (let from = 0; from < words.length; ) {
    let to = from + 1
    if (words[from]?.baselineShift !== 0) while (to < words.length && words[to]?.baselineShift !== 0) to++
    const run = words.slice(from, to)
    out.push(...(isText(run) ? inTwoLines(run) : run))
    from = to
  }
  return out
}

/** Listings lower the asterisk of a typewriter face to the middle of the line. */
const isLoweredAsterisk = ({ text, mono, baselineShift }: LineWord): boolean =>
  mono && baselineShift === -1 && /^\*+$/.test(text)

const isText = ([first, ...rest]: ReadonlyArray<LineWord>): boolean =>
  first !== undefined &&
  first.baselineShift !== 0 &&
  !first.noSpaceBefore &&
  [first, ...rest].some((word) => /\p{L}{2}/u.test(word.text) && word.formula === undefined)

/** Those that begin over one another are two lines; the others are read as they stand. */
const inTwoLines = (run: ReadonlyArray<LineWord>): ReadonlyArray<LineWord> => {
  const raised = run.filter((word) => word.baselineShift > 0)
  const lowered = run.filter((word) => word.baselineShift < 0)
  const [first, second] = [raised[0], lowered[0]]
  const areTwo = first && second && Math.abs(first.box.x0 - second.box.x0) < maxGapEm * first.size
  return (areTwo ? [...raised, ...lowered] : run).map((word) => ({
    ...word,
    baselineShift: 0,
    noSpaceBefore: word.noSpaceBefore && word !== second
  }))
}
