/** What of a Markdown fits one result. */
import { windowChars } from "../../schema/mcp/ToolFields.ts"
import { tears } from "../requests/Cut.ts"

/** Tokens of one copy of a result's content: it is there twice, as structure and as text. */
export const budget = 10_000

const isAscii = (code: number) => code < 128

/** About how many tokens a text is: four ASCII characters are one, any other character may be one of its own. */
export const tokens = (text: string): number => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum += isAscii(text.charCodeAt(at)) ? 0.25 : 1
  return sum
}

export interface Window {
  readonly markdown: string
  readonly offset: number
  readonly total_chars: number
  /** Where the next window begins; null at the end. */
  readonly next_offset: number | null
}

/** A part of a text, from a character of it on. */
export interface Part {
  readonly text: string
  readonly from: number
  /** The length of the whole text. */
  readonly total: number
}

/**
 * The text from `offset` on, as far as `maxChars` and the budget reach: at least one character, and never half of one.
 * `part` has all of that, and a character more on each side where there is one.
 */
export const windowOf = ({ text, from, total }: Part, offset: number, maxChars: number = windowChars): Window => {
  const start = Math.min(offset, total) - from
  const begin = tears(text, start) ? start - 1 : start
  const furthest = Math.min(text.length, begin + Math.min(maxChars, windowChars))
  let end = begin
  for (let left = budget; end < furthest && left > 0; end++) left -= isAscii(text.charCodeAt(end)) ? 0.25 : 1
  if (end < text.length && tears(text, end)) end = end - 1 > begin ? end - 1 : end + 1
  return {
    markdown: text.slice(begin, end),
    offset: from + begin,
    total_chars: total,
    next_offset: from + end < total ? from + end : null
  }
}
