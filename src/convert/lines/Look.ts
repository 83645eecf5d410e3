/** Line → StyledLine: a line as the stages look at it that put blocks together, and how most of it is set. */

import type { Style } from "../model/Block.ts"
import { heaviest } from "../model/Geometry.ts"
import type { Line, LineWord } from "../model/Line.ts"
import { nearlyAll } from "../model/Measures.ts"
import { runsAgainst } from "./Direction.ts"

export type Look = Style

export const look = (line: Line): Look => {
  let all = 0
  let bold = 0
  let italic = 0
  let mono = 0
  let upper = 0
  let lower = 0
  let digits = 0
  for (const word of line.words) {
    const { text } = word
    const n = text.length
    all += n
    if (word.bold) bold += n
    if (word.italic) italic += n
    if (word.mono) mono += n
    for (let i = 0; i < n; i++) {
      const code = text.charCodeAt(i)
      if (code >= 0x41 && code <= 0x5a) upper++
      else if (code >= 0x61 && code <= 0x7a) lower++
      else if (code >= 0x30 && code <= 0x39) digits++
      else if (code >= 0x80) {
        // the rest of it by what Unicode says
        const rest = text.slice(i)
        upper += count(rest, /\p{Lu}/gu)
        lower += count(rest, /\p{Ll}/gu)
        digits += count(rest, /\p{Nd}/gu)
        break
      }
    }
  }
  return {
    size: line.size,
    font: mostOf(line.words, (word) => word.font) ?? "",
    bold: bold >= nearlyAll * all,
    italic: italic >= nearlyAll * all,
    mono:
      (mono >= nearlyAll * all && !isNumberedLink(line.words)) ||
      (mono > 0 && (isCommented(line.words) || isWithSigns(line.words))),
    // a code is no text in capitals
    caps: upper >= 2 && lower * 5 < upper && digits < upper,
    colour: mostOf(line.words, (word) => word.colour) ?? 0
  }
}

/** A note that is nothing but the address of a page. */
const isNumberedLink = ([number, ...rest]: Line["words"]): boolean =>
  number !== undefined && /^\d{1,3}$/.test(number.text) && rest.length > 0 && rest.every(isAddress)

/** A part of an address of a page, or all of one that leads nowhere. */
export const isAddress = ({ text, href }: Pick<LineWord, "text" | "href">): boolean =>
  href !== null || /^(?:https?:\/\/|www\.)/.test(text)

/** What begins a comment in most languages of programs. */
const comment = /^(?:\/\*|\/\/|#)/

/** A line of a program whose comment is set in another font: typewriter, then the sign of a comment. */
const isCommented = (words: Line["words"]): boolean => {
  const end = words.findIndex((word, i) => i > 0 && comment.test(word.text))
  return end > 0 && words.slice(0, end).every((word) => word.mono)
}

/** Typewriter among signs that its font has not, such as an arrow before what a program answers. */
const isWithSigns = (words: Line["words"]): boolean =>
  words.every((word) => word.mono || /^[^\p{L}\p{N}]$/u.test(word.text)) &&
  2 * words.filter((word) => word.mono).length >= words.length

/** What most characters of words have in common. */
export const mostOf = <A>(words: Line["words"], of: (word: LineWord) => A): A | undefined => {
  const first = words[0] && of(words[0])
  // most lines
  if (words.every((word) => of(word) === first)) return first
  const weights = new Map<A, number>()
  for (const word of words) weights.set(of(word), (weights.get(of(word)) ?? 0) + word.text.length)
  return heaviest(weights)
}

const count = (text: string, of: RegExp): number => text.match(of)?.length ?? 0

export interface StyledLine {
  readonly line: Line
  readonly look: Look
  readonly text: string
  /** It is read against the direction of its page. */
  readonly against: boolean
  /** Of a table of contents or an index: the row ends an entry, or the next row goes on with it. */
  readonly entry?: "end" | "part"
}

export const styled = (line: Line): StyledLine => ({
  line,
  look: look(line),
  text: textOf(line),
  against: runsAgainst(line.words)
})

const textOf = ({ words }: Line): string => {
  let text = ""
  for (const word of words) text += word.noSpaceBefore || word === words[0] ? word.text : ` ${word.text}`
  return text
}
