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

/** `text` in as few pieces as fit into `most` characters each: all of it but blanks, in order, one by one. */
export function* piecesOf(text: string, type: BlockType, most: number): Iterable<Piece> {
  if (text.length <= most) return yield { start: 0, end: text.length }
  for (const line of cutAt(text, { start: 0, end: text.length }, /\n/g)) {
    if (line.end - line.start <= most) yield line
    else yield* brokenUp(text, line, type, most)
  }
}

function* brokenUp(text: string, line: Piece, type: BlockType, most: number): Iterable<Piece> {
  const sentences = inLines.has(type) ? [line] : cutAt(text, line, sentenceEnd)
  for (const sentence of sentences) {
    if (sentence.end - sentence.start <= most) yield sentence
    else for (const word of cutAt(text, sentence, wordEnd)) yield* inLengths(text, word, most)
  }
}

/** A piece in two or more where a pattern matches; what matched goes to the piece before it, but for blanks. */
function* cutAt(text: string, { start, end }: Piece, pattern: RegExp): Iterable<Piece> {
  let from = start
  for (const match of text.slice(start, end).matchAll(pattern)) {
    const to = start + match.index + match[0].length
    yield* unlessBlank(text, from, to)
    from = to
  }
  yield* unlessBlank(text, from, end)
}

const unlessBlank = (text: string, start: number, end: number): ReadonlyArray<Piece> => {
  const kept = text.slice(start, end).trimEnd().length
  return kept > 0 ? [{ start, end: start + kept }] : []
}

/** A word that is too long alone, in parts that are not; no character of it is broken. */
function* inLengths(text: string, word: Piece, most: number): Iterable<Piece> {
  let from = word.start
  while (word.end - from > most) {
    const isPair = (text.charCodeAt(from + most - 1) & 0xfc00) === 0xd800
    const to = from + most - (isPair ? 1 : 0)
    yield { start: from, end: to }
    from = to
  }
  yield { start: from, end: word.end }
}
