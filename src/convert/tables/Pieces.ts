/** Line → Piece[]: words with no gap between them that could part two cells. */

import { greatest, smallest } from "../model/Geometry.ts"
import type { Line, LineWord } from "../model/Line.ts"
import { minPair, minSeries, slackEm } from "../model/Measures.ts"

/** A gap of this many em may part two cells; one of `minGapEm` does so where other rows leave a gap as well. */
const wide = 0.9
export const minGapEm = 0.5
/** Words with no gap between them that could part two cells. */
export interface Piece {
  readonly words: ReadonlyArray<LineWord>
  readonly x0: number
  readonly x1: number
}

/** A line's words, parted at gaps of more than `gap` em, and where a cell begins right behind figures. */
export const pieces = (line: Line, gap = wide): ReadonlyArray<Piece> => {
  const least = gap < wide && isJustified(line) ? wide : gap
  return parted(
    line.words,
    (word, space) => word.begins === true || space > Math.max(least * line.size, mostSpaces * characterOf(word))
  )
}

/** More than one space of typewriter, in characters. */
const mostSpaces = 1.5

/** How wide a character of typewriter is, in points; 0 in any other font. */
const characterOf = ({ mono, box, text }: LineWord): number => (mono ? (box.x1 - box.x0) / text.length : 0)

/** Whether no gap parts its words. */
export const isOnePiece = (line: Line): boolean => pieces(line).length === 1

/** Words in pieces: a word `begins` one, or stands behind those of the last with that much space. */
export const parted = (
  words: ReadonlyArray<LineWord>,
  begins: (word: LineWord, space: number) => boolean
): ReadonlyArray<Piece> => {
  const out: Array<{ words: Array<LineWord>; x0: number; x1: number }> = []
  for (const word of words) {
    const { x0, x1 } = word.box
    const last = out.at(-1)
    if (last === undefined || begins(word, x0 - last.x1)) out.push({ words: [word], x0, x1 })
    else {
      last.words.push(word)
      last.x1 = Math.max(last.x1, x1)
    }
  }
  return out
}

/** What is free between words that follow one another, in points. */
export const spacesIn = (words: ReadonlyArray<LineWord>): ReadonlyArray<number> =>
  words.slice(1).map(({ box }, i) => box.x0 - (words[i]?.box.x1 ?? 0))

/** Many words, not all figures, all as far from one another: spaces that are stretched alike. */
const isJustified = ({ words, size }: Line): boolean => {
  const gaps = spacesIn(words)
  return (
    gaps.length >= minSeries + minPair &&
    greatest(gaps) - smallest(gaps) < slackEm * size &&
    words.some(({ text }) => /^\p{L}+$/u.test(text))
  )
}

/** What an item of a list begins with. */
const item = /^(?:[•◦▪‣·○■□–—*-]|\(?(?:\d{1,3}|[a-zA-Z])[.)])$/

/** An item of a list in a cell. */
export const isItem = ({ words: [first, second] }: Pick<Piece, "words">): boolean =>
  second !== undefined && item.test(first?.text ?? "")
