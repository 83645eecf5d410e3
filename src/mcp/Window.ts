/** What of a Markdown fits one result. */
import { windowChars } from "../../schema/Tools.ts"

/** Tokens of one copy of a result's content: it is there twice, as structure and as text. */
export const budget = 10_000

const isAscii = (code: number) => code < 128

/** About how many tokens a text is: four ASCII characters are one, any other character may be one of its own. */
export const tokens = (text: string): number => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum += isAscii(text.charCodeAt(at)) ? 0.25 : 1
  return sum
}

/** Whether a cut here would tear a character in two. */
const tears = (text: string, at: number) => {
  const code = text.charCodeAt(at)
  return at > 0 && code >= 0xdc00 && code <= 0xdfff
}

export interface Window {
  readonly markdown: string
  readonly offset: number
  readonly total_chars: number
  /** Where the next window begins; null at the end. */
  readonly next_offset: number | null
}

/** The text from `offset` on, as far as `maxChars` and the budget reach: at least one character, and never half of one. */
export const windowOf = (text: string, offset: number, maxChars: number = windowChars): Window => {
  const start = Math.min(offset, text.length)
  const begin = tears(text, start) ? start - 1 : start
  const furthest = Math.min(text.length, begin + Math.min(maxChars, windowChars))
  let end = begin
  for (let left = budget; end < furthest && left > 0; end++) left -= isAscii(text.charCodeAt(end)) ? 0.25 : 1
  if (end < text.length && tears(text, end)) end = end - 1 > begin ? end - 1 : end + 1
  return {
    markdown: text.slice(begin, end),
    offset: begin,
    total_chars: text.length,
    next_offset: end < text.length ? end : null
  }
}

const mark = /^<!-- page (\d+) -->$/gm

/** The parts of a Markdown whose pages are marked, by page; marks that do not ascend are text. */
const sections = (text: string): ReadonlyArray<{ readonly page: number; readonly text: string }> => {
  const marks: Array<{ page: number; at: number }> = []
  for (const found of text.matchAll(mark)) {
    const page = Number(found[1])
    if (page > (marks.at(-1)?.page ?? 0)) marks.push({ page, at: found.index })
  }
  return marks.map(({ page, at }, index) => ({ page, text: text.slice(at, marks[index + 1]?.at) }))
}

const parse = (range: string) =>
  range.split(",").map((part) => {
    const [from = 0, to = from] = part.split("-").map(Number)
    return { from, to }
  })

/** The pages of a Markdown that a range like `1-3,7` names; null when none of them is marked in it. */
export const pagesIn = (text: string, range: string): string | null => {
  const wanted = parse(range)
  const found = sections(text).filter(({ page }) => wanted.some(({ from, to }) => from <= page && page <= to))
  return found.length === 0 ? null : found.map(({ text }) => text).join("")
}
