/** Which pages a part of a block stands on, and which part of it stands on a page. */
import type { ResultBlock } from "../../convert/model/Result.ts"

type Table = Extract<ResultBlock, { type: "table" }>

export const pagesOf = ({ places }: ResultBlock): ReadonlyArray<number> => [...new Set(places.map(({ page }) => page))]

/** The pages of each row of a table with the characters of its text: a line each, cells between tabs. */
const rowsOf = ({ rows }: Table) => {
  let at = 0
  return rows.map((row) => {
    const start = at
    at += row.reduce((sum, { text }) => sum + text.length + 1, 0)
    return { start, end: at - 1, pages: row.map(({ page }) => page) }
  })
}

/** The pages of the characters from `start` to `end` of a block's text. */
export const pagesBetween = (block: ResultBlock, start: number, end: number): ReadonlyArray<number> => {
  const { page_starts: starts } = block
  const found =
    block.type === "table"
      ? rowsOf(block).flatMap((row) => (row.start < end && row.end > start ? row.pages : []))
      : (starts ?? [])
          .filter((from, i) => from.start < end && (starts?.[i + 1]?.start ?? Infinity) > start)
          .map(({ page }) => page)
  return found.length === 0 ? pagesOf(block) : [...new Set(found)]
}

/** The part of a text on a page, where that is known; else all of it. */
export const textOn = ({ text, page_starts: starts = [] }: ResultBlock, page: number): string => {
  const parts = starts.flatMap(({ page: on, start }, i) =>
    on === page ? [text.slice(start, starts[i + 1]?.start ?? text.length).trim()] : []
  )
  return parts.length === 0 ? text : parts.join(" ")
}

/** The rows of a table on a page, under its header. */
export const rowsOn = ({ rows }: Table, page: number): Table["rows"] =>
  rows.filter((row) => row.some((cell) => cell.header || cell.page === page))
