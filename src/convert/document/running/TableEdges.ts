/** Block[][] → Block[][]: first and last rows of tables that bear the page's number are lines of their own, above or below the table. */

import type { Block, Cell, Paragraph, Table } from "../../model/Block.ts"
import { around, type Box } from "../../model/Geometry.ts"
import { minPair, minSeries } from "../../model/Measures.ts"
import { linesOf, plain } from "../../model/Text.ts"
import { boxesIn, lineOf } from "../TableLines.ts"
import { isAtFoot, isAtHead } from "./EdgeRows.ts"
import { maxHeightOffset } from "./Repeats.ts"

export const withoutEdgeRows = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlyArray<ReadonlyArray<Block>> => {
  let known: Numbers | null = null
  const isNumbered = (line: Paragraph) => {
    known ??= numbersOf(pages)
    return bearsNumber(line, known)
  }
  return pages.map((blocks) =>
    blocks.flatMap((block) => (block.kind === "table" ? parted(block, isNumbered) : [block]))
  )
}

const parted = (table: Table, isNumbered: (line: Paragraph) => boolean): ReadonlyArray<Block> => {
  const { rows, place } = table
  const edge = (row: ReadonlyArray<Cell> | undefined, isThere: (line: Block) => boolean) => {
    const line = row?.every((cell) => cell.rows === 1) ? lineOf(table, row) : null
    return line !== null && isThere(line) && isNumbered(line) ? line : null
  }
  const head = edge(rows[0], isAtHead)
  const foot = edge(rows.at(-1), isAtFoot)
  if (head === null && foot === null) return [table]
  const left = rows.slice(head === null ? 0 : 1, foot === null ? undefined : -1)
  const box = around(boxesIn(left.flat()))
  const whole = { ...table, rows: left, place: { ...place, box } }
  const rest = left.length < minPair ? left.flatMap((row) => lineOf(table, row) ?? []) : [whole]
  return [...(head === null ? [] : [head]), ...rest, ...(foot === null ? [] : [foot])]
}

/** By how much a number at an end of a line is more than its page's → where such lines stand. */
type Numbers = ReadonlyMap<number, ReadonlyArray<{ readonly page: number; readonly y: number }>>

const numbersOf = (pages: ReadonlyArray<ReadonlyArray<Block>>): Numbers => {
  const found = pages.flat().flatMap((block) => linesOf(block).flatMap((line) => offsets(plain(line.runs), line)))
  return Map.groupBy(found, ({ offset }) => offset)
}

const offsets = (text: string, { page, box }: { readonly page: number; readonly box: Box }) =>
  [/^\d{1,4}(?=\s|$)/, /(?<!\S)\d{1,4}$/].flatMap((end) => {
    const [digits] = end.exec(text.trim()) ?? []
    return digits === undefined ? [] : [{ offset: Number(digits) - page, page, y: box.y0 }]
  })

/** Whether its first or last word counts as lines at its height on several other pages do. */
const bearsNumber = ({ lines: [line] }: Paragraph, numbers: Numbers): boolean =>
  line !== undefined &&
  offsets(plain(line.runs), line).some(({ offset, page, y }) => {
    const same = (numbers.get(offset) ?? []).filter((other) => Math.abs(other.y - y) <= maxHeightOffset)
    return new Set([page, ...same.map((other) => other.page)]).size >= minSeries
  })
