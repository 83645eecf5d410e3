/**
 * Line[] → Line[]: on a page that was typed (a letter, a transcript, a script) the typewriter face says nothing of the
 * text, as it does of a listing among other text: its words are no code.
 */
import type { Line } from "../model/Line.ts"

const limits = {
  /** Of fewer characters nothing can be told. */
  minCharacters: 200,
  /** Share of the page's characters that the face sets. */
  minShare: 0.7,
  /** Share of those that are what code is made of. */
  maxSymbolShare: 0.015
} as const

const symbols = /[{}()[\]<>=;$#@|\\^~`_*+%&/]/g

export const typewritten = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  let [all, typed, odd] = [0, 0, 0]
  for (const { words } of lines) {
    for (const { text, mono } of words) {
      all += text.length
      if (!mono) continue
      typed += text.length
      odd += text.match(symbols)?.length ?? 0
    }
  }
  const isTyped = typed >= limits.minCharacters && typed >= limits.minShare * all && odd < limits.maxSymbolShare * typed
  return isTyped
    ? lines.map((line) => ({ ...line, words: line.words.map((word) => (word.mono ? { ...word, mono: false } : word)) }))
    : lines
}
