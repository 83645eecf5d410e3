/** StyledLine → does it begin or end something by what it says: a run-in title, blanks to be filled in, a note? */

import type { StyledLine } from "../lines/Look.ts"
import { noteLabel } from "../lines/Markers.ts"
import type { Line, LineWord } from "../model/Line.ts"
import { farEm, maxGapEm } from "../model/Measures.ts"

/** A line that begins with a title in bold, after a sentence that ends. */
export const isRunIn = (last: StyledLine, { line: { words } }: StyledLine): boolean => {
  const end = words.findIndex((word) => !word.bold)
  return end > 0 && /[.:]$/.test(words[end - 1]?.text ?? "") && /[.!?]["'”’)\]]*$/.test(last.text)
}

/** A line that begins with what it explains, such as a key or an option, in bold or in typewriter. */
export const isKeyed = ({ line: { words } }: StyledLine): boolean => {
  const [key] = words
  return (
    key !== undefined &&
    ((key.bold && words.some(({ bold }) => !bold)) || (key.mono && words.some(({ mono }) => !mono)))
  )
}

const leaders = /(?:\. ?){4}/
const letter = /\p{L}/u
const lastText = /[\p{L}\p{N}][^\p{L}\p{N}]*$/u

/** Whether dots lead from one text to another, as from a task to the person who did it, or from a dish to its price. One pattern for all of it would take cubic time. */
export const isLed = ({ text }: StyledLine): boolean =>
  // most lines have none
  leaders.test(text) && leaders.test(text.slice(text.search(letter), text.search(lastText) + 1))

/** Where in a line the text begins that stands far behind its title, at the column's other edge, such as a date; null where none does. */
export const asideOf = ({ line: { words, size, box } }: StyledLine, right: number): number | null => {
  const gaps = words.slice(1).map((word, i) => word.box.x0 - (words[i]?.box.x1 ?? 0))
  const [wide, ...others] = gaps.filter((gap) => gap > maxGapEm * size)
  if (wide === undefined || others.length > 0 || wide < farEm * size || box.x1 < right - size) return null
  return words[gaps.indexOf(wide) + 1]?.box.x0 ?? null
}

/** So many dots or underscores are no text: they are to be written on, or a rule. */
const leastBlank = 8

/** A line's words up to the dots or underscores that it ends with, where those are to be written on. */
export const beforeBlank = (words: ReadonlyArray<LineWord>): ReadonlyArray<LineWord> => {
  let end = words.length
  let text = ""
  let blank = 0
  for (; end > 0; end--) {
    const word = words[end - 1] as LineWord
    let at = word.text.length
    while (at > 0 && "._…".includes(word.text.charAt(at - 1))) at--
    text = word.text.slice(0, at)
    blank += word.text.length - text.length
    if (text !== "") break
  }
  if (blank < leastBlank) return words
  return words.slice(0, end).map((word, i) => (i === end - 1 ? { ...word, text } : word))
}

/** A line that begins with a raised numeral or sign is the first of a note. */
export const isNoted = ({ words: [first] }: Line): boolean =>
  first?.baselineShift === 1 && noteLabel(first.text) !== null
