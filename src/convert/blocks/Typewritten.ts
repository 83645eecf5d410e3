/**
 * Word[] → Word[]: on a page that was typed (a letter, a transcript, a script) the typewriter face says nothing of the
 * text, as it does of a listing among other text: its words are no code.
 */

import type { Word } from "../model/Line.ts"
import { minSample } from "../model/Measures.ts"

/** Least share of a typed page that is plain words in typewriter; listings among text with as few signs come to less. */
const minTyped = 0.85

const numeral = /^[-+(]?\p{Sc}?[\d.,e+:/-]+[%)]?$/u
const plain = /^["'(“‘]*[\p{L}\p{M}’'-]+[.,;:!?)"'”]*$/u

/** Whether a text has nothing but words and numerals, as no code has. */
export const isProse = (text: string): boolean =>
  text.split(/\s+/).every((word) => numeral.test(word) || plain.test(word))

export const typewritten = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  let [all, typed, worded, plainly] = [0, 0, 0, 0]
  for (const { text, mono } of words) {
    all += text.length
    if (!mono) continue
    typed += text.length
    if (numeral.test(text)) continue
    worded++
    if (plain.test(text)) plainly++
  }
  const isTyped = typed >= minSample && (typed / all) * ((plainly + 1) / (worded + 1)) >= minTyped
  return isTyped ? words.map((word) => (word.mono ? { ...word, mono: false } : word)) : words
}
