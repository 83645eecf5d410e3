/** Placed words → runs: neighbours of one style become one, with the spaces between them. */
import type { Placed, Run } from "./Page.ts"

type Look = Omit<Run, "text">

const look = (word: Placed): Look => ({
  ...(word.bold ? { bold: true as const } : {}),
  ...(word.italic ? { italic: true as const } : {}),
  ...(word.mono ? { mono: true as const } : {}),
  ...(word.shift !== 0 ? { shift: word.shift } : {}),
  ...(word.href !== null ? { href: word.href } : {})
})

export const alike = (a: Look, b: Look): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.mono === b.mono &&
  a.shift === b.shift &&
  a.href === b.href &&
  a.note === b.note

export const runs = (words: ReadonlyArray<Placed>): ReadonlyArray<Run> => {
  const out: Array<Run> = []
  let text = ""
  let before: Placed | undefined
  for (const word of words) {
    if (before !== undefined && !word.glued) text += " "
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

const isSetAlike = (a: Placed, b: Placed): boolean =>
  a.bold === b.bold && a.italic === b.italic && a.mono === b.mono && a.shift === b.shift && a.href === b.href

export const plain = (runs: ReadonlyArray<Run>): string => {
  let text = ""
  for (const run of runs) text += run.text
  return text
}
