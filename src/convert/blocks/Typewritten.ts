/**
 * Word[] → Word[]: on a page that was typed (a letter, a transcript, a script) the typewriter face says nothing of the
 * text, as it does of a listing among other text: its words are no code.
 */

import type { Word } from "../model/Line.ts"
import { minSample } from "../model/Measures.ts"
import { isFigure, isPlainWord } from "../model/Text.ts"

/** Least share of a typed page that is plain words in typewriter; listings among text with as few signs come to less. */
const minTyped = 0.85

export const typewritten = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  let [all, typed, worded, plainly] = [0, 0, 0, 0]
  for (const { text, mono } of words) {
    all += text.length
    if (!mono) continue
    typed += text.length
    if (isFigure(text)) continue
    worded++
    if (isPlainWord(text)) plainly++
  }
  const isTyped = typed >= minSample && (typed / all) * ((plainly + 1) / (worded + 1)) >= minTyped
  return isTyped ? words.map((word) => (word.mono ? { ...word, mono: false } : word)) : words
}
