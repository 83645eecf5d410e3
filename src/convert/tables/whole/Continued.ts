/** Block[] → Block[]: a table that goes on at the head of the next page or column is one table, its header there once. */

import { type Block, type Cell, continuedOn, type Table } from "../../model/Block.ts"
import type { Box } from "../../model/Geometry.ts"
import { overlap, width } from "../../model/Geometry.ts"
import { longText, mostShare, nearlyAll, sameEdgePt } from "../../model/Measures.ts"
import { plain } from "../../model/Text.ts"
import { upper } from "../CarriedRows.ts"
import { isEmpty } from "../Grid.ts"
import { fitted, type Parts } from "./Fitted.ts"

/** A table of more cells than this goes on as another: a block is read whole, and nobody reads so large a one. */
const maxJoinedCells = 100_000

export const continued = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  const out: Array<Block> = []
  let last: Table | null = null
  let cells = 0
  for (const block of blocks) {
    const before = out.at(-1)
    const parts: Parts | null =
      block.kind === "table" && last !== null && before?.kind === "table" && cells < maxJoinedCells
        ? partsOf(last, before, block)
        : null
    if (block.kind === "table" && before?.kind === "table" && parts !== null) {
      cells += parts.below.flat().length
      const rows = joined(parts.above, onPage(parts.below, block.place.page))
      out[out.length - 1] = { ...before, rows, continuedOn: continuedOn(before, block) }
    } else {
      out.push(block)
      cells = block.kind === "table" ? block.rows.flat().length : 0
    }
    last = block.kind === "table" ? standing(last, block, parts) : null
  }
  return out
}

/** The part that stands lowest, with the rows of the last page that has text in all columns: they say where these stand. */
const standing = (last: Table | null, next: Table, parts: Parts | null): Table =>
  last === null || parts === null || parts.below === next.rows ? next : { ...last, place: next.place }

const onPage = (rows: Table["rows"], page: number): Table["rows"] =>
  rows.map((row) => row.map((each) => ({ ...each, page })))

/** Pages whose first row of cells goes on with a table at the foot of the page before, as tables of one row. */
export const carriedOverRows = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlyArray<ReadonlyArray<Block>> =>
  pages.map((blocks, i) => {
    const [first] = blocks
    const last = pages[i - 1]?.at(-1)
    if (first?.kind !== "paragraph" || first.row === undefined || last?.kind !== "table") return blocks
    const row: Table = { kind: "table", rows: [first.row], place: first.place }
    return partsOf(last, last, row) !== null ? [row, ...blocks.slice(1)] : blocks
  })

/** The rows of a table so far and those of `next`, if that is its part on the next page; `last` is its part so far that stands lowest. */
const partsOf = (last: Table, whole: Table, next: Table): Parts | null =>
  goesOn(last, whole, next) ? fitted(whole.rows, last.rows, next.rows) : null

const goesOn = (last: Table, whole: Table, next: Table): boolean => {
  const a = last.place
  const b = next.place
  if (a.box.y1 < mostShare * a.height || b.box.y0 > upper * b.height) return false
  const [header = []] = whole.rows
  const [first = []] = next.rows
  // in another column its header says so
  const isAgain = header.length > 1 && areWide(a.box, b.box) && same(header, first)
  if (b.page === a.page) return isAgain && b.box.x0 >= a.box.x1
  if (b.page !== a.page + 1) return false
  if (isAgain && (a.box.x0 >= b.box.x1 || b.box.x0 >= a.box.x1)) return true
  const narrower = Math.min(a.box.x1 - a.box.x0, b.box.x1 - b.box.x0)
  if (
    Math.abs(a.box.x0 - b.box.x0) > sameEdgePt ||
    overlap(a.box.x0, a.box.x1, b.box.x0, b.box.x1) < nearlyAll * narrower
  )
    return false
  return same(header, first) || !(isBold(header) && isBold(first))
}

/** About as wide as one another. */
const areWide = (a: Box, b: Box): boolean => {
  const [wide, narrow] = [Math.max(width(a), width(b)), Math.min(width(a), width(b))]
  return narrow >= nearlyAll * wide
}

const same = (a: ReadonlyArray<Cell>, b: ReadonlyArray<Cell>): boolean =>
  a.length === b.length && a.every((each, i) => textOf(each) === textOf(b[i]))

const textOf = (each: Cell | undefined): string => plain(each?.runs ?? []).replace(/\s+/g, " ")

export const isBold = (row: ReadonlyArray<Cell>): boolean =>
  row.every((each) => each.runs.every((run) => run.bold === true || run.text.trim() === ""))

/** The rows of both, without the header rows that come again. The end of a row that the page cut goes to its row. */
const joined = (above: Table["rows"], below: Table["rows"]): Table["rows"] => {
  let headers = 0
  while (headers < below.length && same(above[headers] ?? [], below[headers] ?? [])) headers++
  const [first, ...rest] = below.slice(headers)
  const last = above.at(-1)
  if (first === undefined) return above
  return last !== undefined && ((headers > 0 && isEnd(last, first)) || isCut(last, first))
    ? [...above.slice(0, -1), last.map((each, i) => appended(each, first[i])), ...rest]
    : [...above, first, ...rest]
}

/** The first cell is empty, most others are, and none is where the row above has nothing. */
const isEnd = (last: ReadonlyArray<Cell>, first: ReadonlyArray<Cell>): boolean => {
  const full = first.filter((each) => !isEmpty(each))
  return (
    last.length === first.length &&
    first[0] !== undefined &&
    isEmpty(first[0]) &&
    full.length <= first.length / 2 &&
    first.every((each, i) => isEmpty(each) || !isEmpty(last[i] ?? each))
  )
}

/** No text of it stands below one that has ended, one of these is long, and one goes on in the middle of a sentence or has no name. */
const isCut = (last: ReadonlyArray<Cell>, first: ReadonlyArray<Cell>): boolean => {
  const pairs = first.flatMap((each, i) =>
    isEmpty(each) ? [] : [{ above: textOf(last[i]).trim(), own: textOf(each) }]
  )
  return (
    last.length === first.length &&
    pairs.every(({ above }) => /[\p{L},-]$/u.test(above)) &&
    pairs.some(({ above }) => above.length >= longText) &&
    ((first[0] !== undefined && isEmpty(first[0])) || pairs.some(({ own }) => /^\p{Ll}/u.test(own)))
  )
}

const appended = (each: Cell, more: Cell | undefined): Cell =>
  more === undefined || isEmpty(more) ? each : { ...each, runs: [...each.runs, { text: "\n" }, ...more.runs] }
