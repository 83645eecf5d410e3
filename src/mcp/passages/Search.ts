/** Finds words in a document as a reader would: whatever their case, spacing, hyphens and quotes. */

import { tears } from "../../requests/Cut.ts"

/** Characters of a passage. */
const passageChars = 600

const alike: Readonly<Record<string, string>> = {
  ...Object.fromEntries([..."‐‑‒–—―−"].map((dash) => [dash, "-"])),
  ...Object.fromEntries([..."“”„‟«»"].map((quote) => [quote, '"'])),
  ...Object.fromEntries([..."‘’‚‛"].map((quote) => [quote, "'"])),
  "\u00ad": "",
  "\u200b": ""
}

const likeOf = (character: string): string => alike[character] ?? character.normalize("NFKC")

/** A text as it is compared. Most of it is ASCII, which is not looked at character by character: a text may have millions. */
const folded = (text: string): string =>
  text
    .replace(/[^ -~\s]/gu, likeOf)
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(/\s+/gu, " ")
    .trim()

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)

/** Where in a text the character stands that is the `index`th once it is folded. */
const placeOf = (text: string, index: number): number => {
  let length = 0
  let isSpaced = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const character = code < 128 ? "" : String.fromCodePoint(text.codePointAt(at) ?? code)
    const like = likeOf(character).toLowerCase()
    const isBlank = code < 128 ? isSpace(code) : like !== "" && like.trim() === ""
    length += isBlank ? (isSpaced ? 0 : 1) : code < 128 ? 1 : like.length
    if (length > index) return at
    if (isBlank || code < 128 || like !== "") isSpaced = isBlank
    at += Math.max(0, character.length - 1)
  }
  return 0
}

/** A part of a text, and from where to where it stands there. */
export interface Passage {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The part of a text around a place, cut between words. */
export const passageAt = (text: string, place: number): Passage => {
  if (text.length <= passageChars) return { text, start: 0, end: text.length }
  const begin = Math.max(0, Math.min(place - passageChars / 3, text.length - passageChars))
  const start = tears(text, begin) ? begin - 1 : begin
  const furthest = Math.min(text.length, start + passageChars)
  const end = tears(text, furthest) ? furthest - 1 : furthest
  const first = start === 0 ? 0 : text.indexOf(" ", start) + 1 || start
  const space = text.lastIndexOf(" ", end)
  const last = end === text.length || space <= place ? end : space
  const from = Math.min(first, place)
  const part = text.slice(from, last)
  return { text: `${first === 0 ? "" : "…"}${part}${last === text.length ? "" : "…"}`, start: from, end: last }
}

export interface Match {
  /** The whole phrase stands there, or all of its words do. */
  readonly kind: "phrase" | "words"
  /** Where, in the text. */
  readonly place: number
}

/** What finds the phrase in a text, if it is there; nothing finds one without a letter or digit. */
export const searching = (phrase: string): ((text: string) => Match | null) => {
  const wanted = folded(phrase)
  const words = [...new Set(wanted.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ""))]
  if (words.length === 0) return () => null
  return (text) => {
    const own = folded(text)
    const whole = own.indexOf(wanted)
    if (whole !== -1) return { kind: "phrase", place: placeOf(text, whole) }
    if (words.length === 1 || !words.every((word) => own.includes(word))) return null
    return { kind: "words", place: placeOf(text, Math.min(...words.map((word) => own.indexOf(word)))) }
  }
}
