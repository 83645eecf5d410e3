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
  words.forEach((word, i) => {
    const style = look(word)
    const last = out.at(-1)
    const space = i > 0 && !word.glued ? " " : ""
    if (last && alike(last, style)) out[out.length - 1] = { ...last, text: last.text + space + word.text }
    else {
      if (last && space !== "") out[out.length - 1] = { ...last, text: `${last.text} ` }
      out.push({ ...style, text: word.text })
    }
  })
  return out
}

export const plain = (runs: ReadonlyArray<Run>): string => runs.map((run) => run.text).join("")
