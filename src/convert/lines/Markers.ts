/** What a line may start with to be an item of a list. */

import type { Line, LineWord } from "../model/Line.ts"
import { minSeries } from "../model/Measures.ts"

export type Numeral = "bullet" | "arabic" | "alpha" | "roman" | "nested"

export interface Marker {
  readonly text: string
  readonly numeral: Numeral
  /** Its place in the sequence; 0 for bullets. */
  readonly value: number
  /** What surrounds the numeral, such as `(#)` or `#.`: siblings agree in it. */
  readonly shape: string
}

/** Signs that mark items: geometric shapes, stars, suits of cards, boxes to tick, dingbats, arrows. Dashes, asterisks and middle dots do so only in company (`document/Lists.ts`). */
const bullet = /^[•‣⁃∘∙⋆⊠■-◿★☆☐-☒♠-♧✐-➿⬀-⭏⭐-⯿·*∗–—−-]$/
/** A minus sign marks items where words follow, as in manuals that were typeset from pages for terminals; else it is of a formula. */
const minus = "−"
const plainStart = /^\p{L}{2}/u
const numbered = /^(\(?\[?)(\d{1,3}|[ivxlc]{1,6}|[IVXLC]{1,6}|[a-zA-Z])([.)\]:]\)?)$/
/** A day with its month and year, whatever they are written in. */
const day =
  /^\d{1,2}(?:st|nd|rd|th)?\.?[ /-](?:\p{L}{3,}\.?|\d{1,2}\.?)[ ,/-]{1,2}\d{2,4}$|^\p{L}{3,}\.? \d{1,2}(?:st|nd|rd|th)?, ?\d{4}$|^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?$/u
/** What markers of several characters end in. */
const mayEnd = /[\d.)\]:]$/
/** The letter that word processors set as a ring, in a font of its own, and that typists use for one. */
const ring = "o"
/** Two spaces of a typewriter, in em, but for what is free beside the letters. */
const minRingGapEm = 1
const circled = /^[①-⑳❶-➓]$/
/** White, and three times ten in black or sans serif. */
const circledValue = (code: number): number => (code < 0x2776 ? code - 0x245f : ((code - 0x2776) % 10) + 1)
/** A clause's number, which says whose part it is. */
const clause = /^\d{1,2}(?:\.\d{1,2}){1,3}\.?$/

/** Whether a text is a day and nothing else: its number counts no item, and no section. */
export const isDay = (text: string): boolean => day.test(text)

/** The signs that notes are marked with, where that is not done with numerals. */
export const noteSign = "[*∗†‡§¶‖∥]"
/** What a note is called by: a numeral, in Japan behind an asterisk, signs, or a letter before a bracket. */
const label = new RegExp(`^(?:(?:[*∗]?(\\p{Nd}{1,3})|(${noteSign}{1,3}))\\)?|([a-z])\\))$`, "u")

/** A note's name as it is told from others; null when a text is none. */
export const noteLabel = (text: string): string | null => {
  const found = label.exec(text)
  return found === null ? null : (found[1] ?? found[2] ?? found[3] ?? "").replaceAll("∗", "*").replaceAll("∥", "‖")
}

/** A box to tick, or ticked, which says something of its item. */
export const isBox = (text: string): boolean => /^[☐☑☒⊠]$/.test(text)

/** The marker that `word`, a line's first, is; null when it is none. */
export const marker = (word: string): Marker | null => {
  // most words
  if (word.length > 1 && !mayEnd.test(word)) return null
  if (circled.test(word)) return { text: word, numeral: "arabic", value: circledValue(word.charCodeAt(0)), shape: "①" }
  if (bullet.test(word)) return { text: word, numeral: "bullet", value: 0, shape: /[-–—−*∗·]/.test(word) ? word : "•" }
  if (word === ring) return { text: word, numeral: "bullet", value: 0, shape: ring }
  if (clause.test(word)) return { text: word, numeral: "nested", value: 0, shape: "#.#" }
  const match = numbered.exec(word)
  if (match === null) return null
  const [, open = "", numeral = "", close = ""] = match
  const shape = `${open}#${close}`
  if (/^\d/.test(numeral)) return { text: word, numeral: "arabic", value: Number(numeral), shape }
  if (/^[ivxlc]+$/i.test(numeral) && (numeral.length > 1 || /[iv]/i.test(numeral)))
    return {
      text: word,
      numeral: "roman",
      value: roman(numeral.toLowerCase()),
      shape: shape + (numeral < "a" ? "I" : "i")
    }
  return numeral.length === 1
    ? {
        text: word,
        numeral: "alpha",
        value: numeral.toLowerCase().charCodeAt(0) - 96,
        shape: shape + (numeral < "a" ? "A" : "a")
      }
    : null
}

const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

export const roman = (text: string): number => {
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    const value = values[text[i] ?? ""] ?? 0
    sum += value < (values[text[i + 1] ?? ""] ?? 0) ? -value : value
  }
  return sum
}

/** The text of a clause stands this far behind its number, in em. */
const minClauseTabEm = 1

const isStyled = ({ bold, italic }: LineWord): boolean => bold || italic

/** Markers that no word begins with, so that they are markers even where they touch the text: a bullet, or a numeral in brackets. */
const sure = /^([•◦▪‣●■◆♦▸►➢➤✦❖❏❐❑❒]|\((?:\d{1,2}|[a-z]|[ivx]{2,4})\))(?=\p{L}\p{L})/u

/** A marker that touches its text, and the text. */
const stuckIn = (word: LineWord): readonly [string, LineWord] | null => {
  const found = sure.exec(word.text)?.[1]
  if (found === undefined) return null
  const x0 = word.box.x0 + ((word.box.x1 - word.box.x0) * found.length) / word.text.length
  return [found, { ...word, text: word.text.slice(found.length), box: { ...word.box, x0 }, noSpaceBefore: false }]
}

/** Several signs of one kind at the start: a rule that was typed, and what may end it. */
export const isTypedRule = (words: ReadonlyArray<LineWord>): boolean => {
  const start = words.slice(0, minSeries).map(({ text }) => text)
  return /^([^\p{L}\p{N}\s_.…])\1{2,}$/u.test(start.join(""))
}

/** A line's marker and what it marks. */
export interface Marked {
  readonly marker: string
  readonly rest: ReadonlyArray<LineWord>
}

/** Whether words, and neither a formula nor a program, stand behind a minus sign. */
const isTextBehind = (rest: ReadonlyArray<LineWord>): boolean =>
  rest[0]?.mono === false && plainStart.test(rest[0].text) && !rest.some(({ text }) => text.includes(minus))

/** The line in two when it begins with a marker that something follows; else null. */
export const marked = ({ words, size }: Line): Marked | null => {
  const [first] = words
  if (first === undefined) return null
  let text = first.text
  let at = 1
  while (at < minSeries && words[at]?.noSpaceBefore) text += words[at++]?.text ?? ""
  const stuck = stuckIn(first)
  if (stuck !== null) return { marker: stuck[0], rest: [stuck[1], ...words.slice(1)] }
  const second = words[at]
  if (second === undefined || second.noSpaceBefore) return null
  if (isTypedRule(words) || (words.length <= minSeries && isDay(words.map((word) => word.text).join(" ")))) return null
  const found = marker(text)
  const gap = second.box.x0 - first.box.x1
  // a ring as it was typed stands two spaces before its text, a word one
  if (found === null || (found.shape === ring && first.font === second.font && gap < minRingGapEm * size)) return null
  if (text === minus && !isTextBehind(words.slice(at))) return null
  // headings have such numbers as well, in bold or italics, or close to their text
  if (found.numeral === "nested" && (isStyled(first) || isStyled(second) || gap < minClauseTabEm * size)) return null
  return { marker: text, rest: words.slice(at) }
}

export const startsItem = (line: Line): boolean => marked(line) !== null

/** No listing has lines that begin with these. */
const printed = /^[•◦▪‣–]$/

/** Whether a line is an item though its text is all typewriter: its marker is not, or is none that programs are written with. */
export const isListed = (line: Line): boolean => {
  const [first] = line.words
  return first !== undefined && (!first.mono || printed.test(first.text)) && startsItem(line)
}
