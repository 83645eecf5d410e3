/** Placed words → runs: neighbours of one style become one, with the spaces between them. */

import type { Run } from "../model/Block.ts"
import type { LineWord } from "../model/Line.ts"

type Look = Omit<Run, "text">

const look = (word: LineWord): Look => ({
  ...(word.bold ? { bold: true as const } : {}),
  ...(word.italic ? { italic: true as const } : {}),
  ...(word.mono ? { mono: true as const } : {}),
  ...(word.struck ? { struck: true as const } : {}),
  ...(word.baselineShift !== 0 ? { baselineShift: word.baselineShift } : {}),
  ...(word.href !== null ? { href: word.href } : {}),
  ...(word.formula?.latex != null ? { latex: word.formula.latex } : {})
})

export const alike = (a: Look, b: Look): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.mono === b.mono &&
  a.struck === b.struck &&
  a.baselineShift === b.baselineShift &&
  a.href === b.href &&
  a.note === b.note &&
  a.latex === undefined &&
  b.latex === undefined

export const runs = (words: ReadonlyArray<LineWord>): ReadonlyArray<Run> => {
  const out: Array<Run> = []
  let text = ""
  let before: LineWord | undefined
  for (const word of words) {
    if (before !== undefined && !word.noSpaceBefore) text += " "
    if (before !== undefined && !isSetAlike(before, word)) {
      out.push({ ...look(before), text })
      text = ""
    }
    text += word.text
    before = word
  }
  if (before !== undefined) out.push({ ...look(before), text })
  return out
}

const isSetAlike = (a: LineWord, b: LineWord): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.mono === b.mono &&
  a.struck === b.struck &&
  a.baselineShift === b.baselineShift &&
  a.href === b.href &&
  a.formula === undefined &&
  b.formula === undefined
