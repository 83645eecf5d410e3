/** The Markdown of a block → pieces that a chunk has room for: lines of a table or a listing, sentences, words. */
import type { BlockType } from "../model/Result.ts"

/** From where to where a piece stands in the text of its block. */
export interface Piece {
  readonly start: number
  readonly end: number
}

/** Kinds of block that are only cut between their lines, unless one alone is too long. */
const inLines: ReadonlySet<BlockType> = new Set<BlockType>(["table", "code"])

const sentenceEnd = /[.!?…]["'”’)\]]*\s+|[。！？]["”’）」』]*/gu
const wordEnd = /\s+/gu

/** `text` in as few pieces as fit into `most` characters each: all of it but blanks, in order. */
export const piecesOf = (text: string, type: BlockType, most: number): ReadonlyArray<Piece> => {
  if (text.length <= most) return [{ start: 0, end: text.length }]
  const lines = cutAt(text, { start: 0, end: text.length }, /\n/g)
  return lines.flatMap((line) => (line.end - line.start <= most ? [line] : brokenUp(text, line, type, most)))
}

const brokenUp = (text: string, line: Piece, type: BlockType, most: number): ReadonlyArray<Piece> => {
  const sentences = inLines.has(type) ? [line] : cutAt(text, line, sentenceEnd)
  return sentences.flatMap((sentence) => {
    if (sentence.end - sentence.start <= most) return [sentence]
    const words = cutAt(text, sentence, wordEnd)
    return words.flatMap((word) => inLengths(text, word, most))
  })
}

/** A piece in two or more where a pattern matches; what matched goes to the piece before it, but for blanks. */
const cutAt = (text: string, { start, end }: Piece, pattern: RegExp): ReadonlyArray<Piece> => {
  const out: Array<Piece> = []
  let from = start
  const add = (to: number) => {
    const own = text.slice(from, to)
    const kept = own.trimEnd().length
    if (kept > 0) out.push({ start: from, end: from + kept })
  }
  for (const match of text.slice(start, end).matchAll(pattern)) {
    const to = start + match.index + match[0].length
    add(to)
    from = to
  }
  add(end)
  return out
}

/** A word that is too long alone, in parts that are not; no character of it is broken. */
const inLengths = (text: string, word: Piece, most: number): ReadonlyArray<Piece> => {
  const out: Array<Piece> = []
  let from = word.start
  while (word.end - from > most) {
    const isPair = (text.charCodeAt(from + most - 1) & 0xfc00) === 0xd800
    const to = from + most - (isPair ? 1 : 0)
    out.push({ start: from, end: to })
    from = to
  }
  out.push({ start: from, end: word.end })
  return out
}
