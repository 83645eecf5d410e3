/** The text of runs and of blocks, without its styles. */
import type { Block, Run, TextLine } from "./Block.ts"

export const plain = (runs: ReadonlyArray<Run>): string => {
  let text = ""
  for (const run of runs) text += run.text
  return text
}

/** Parts lines of a cell of which the first was meant to end. */
export const lineSeparator = "\u2028"

export const linesOf = (block: Block): ReadonlyArray<TextLine> =>
  "lines" in block && block.kind !== "code" ? block.lines : []

/** The lines of a block, with the marker that they begin with in print. */
export const printedLines = (block: Block): ReadonlyArray<TextLine> => {
  const [first, ...rest] = linesOf(block)
  if (block.kind !== "item" || first === undefined) return linesOf(block)
  return [{ ...first, runs: [{ text: `${block.marker} ` }, ...first.runs] }, ...rest]
}

export const textOf = (block: Block): string => {
  const lines = linesOf(block)
  let text = lines[0] === undefined ? "" : plain(lines[0].runs)
  for (let i = 1; i < lines.length; i++) text += ` ${plain(lines[i]?.runs ?? [])}`
  return text
}

/** The text of a block with the marker that it begins with in print. */
export const printedText = (block: Block): string =>
  block.kind === "item" ? `${block.marker} ${textOf(block)}` : textOf(block)

/** Whether a text ends as sentences, and what leads to a list or a formula, do. */
export const isEnded = (text: string): boolean => /[.!?:;…。！？]["'”’)\]»]*$/u.test(text)

/** Whether a sentence goes on from one text into the next, which begins in a small letter. */
export const runsOn = (text: string, next: string): boolean => /[\p{Ll},-]$/u.test(text) && /^\p{Ll}/u.test(next)

const letter = /\p{L}/gu
const letterOrNumeral = /[\p{L}\p{N}]/gu

/** How many letters a text has, and numerals too where they are `counted`: of ASCII, as most texts are, without a pattern. */
export const lettersIn = (text: string, counted?: "numerals"): number => {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0x80) return text.match(counted === undefined ? letter : letterOrNumeral)?.length ?? 0
    const small = code | 0x20
    if (small >= 0x61 && small <= 0x7a) count++
    else if (counted !== undefined && code >= 0x30 && code <= 0x39) count++
  }
  return count
}

const ascii = /^[\0-\x7f]*$/

/** Text as titles are compared: letters and digits, without accents, which capitals of Greek and French leave out. */
export const normal = (text: string): string => {
  const lower = text.toLowerCase()
  // the same for ASCII, and several times faster
  return ascii.test(lower) ? lower.replace(/[^a-z\d]+/g, "") : lower.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "")
}

/**
 * Embeddings, overrides and isolates of UAX #9. They move nothing on a page, whose glyphs have their places; in Markdown
 * they would show letters in another order than the page does, or make code look like what it is not.
 */
export const directions = /[\u202a-\u202e\u2066-\u2069]/g

/** Dots, or a line, that lead the eye from one text to another. */
export const leader = /^[.…·․_‥]+$/u

/** Ideographs, and the syllables that are written among them. */
export const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const everyIdeograph = new RegExp(ideograph, "gu")

/** How many characters are words, or halves of words, without spaces between them. */
export const ideographs = (text: string): number => text.match(everyIdeograph)?.length ?? 0

/** Scripts written without spaces between words, with the marks of their sentences. Hangul has spaces. */
export const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\u3000-\u303f\uff00-\uffef]/u
const everyUnspacedLetter = new RegExp(`(?=\\p{L})${unspaced.source}`, "gu")

/** How many words such a text has, which are of two letters or so; 0 in other scripts. */
export const unspacedWords = (text: string): number => (text.match(everyUnspacedLetter)?.length ?? 0) / 2

const figure = /^[-+(]?\p{Sc}?[\d.,e+:/-]+[%)]?$/u
const plainWord = /^["'(“‘]*[\p{L}\p{M}’'-]+[.,;:!?)"'”]*$/u

/** A number, an amount or a date. */
export const isFigure = (word: string): boolean => figure.test(word)

/** Letters, with the signs of a sentence around them. */
export const isPlainWord = (word: string): boolean => plainWord.test(word)

/** Whether a text has nothing but words and numerals, as no code has. */
export const isProse = (text: string): boolean => text.split(/\s+/).every((word) => isFigure(word) || isPlainWord(word))

/** Text in typewriter as it is typed: faces made for TeX show the grave accent and the apostrophe of a keyboard as quotation marks. */
export const asTyped = (text: string): string =>
  /[‘’]/.test(text) && !/['`]/.test(text) ? text.replaceAll("’", "'").replaceAll("‘", "`") : text
