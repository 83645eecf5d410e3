/** Block[] → Block[]: a table that goes on at the head of the next page or column is one table, its header there once. */

import { type Block, type Cell, continuedOn, type Table } from "../../model/Block.ts"
import type { Box } from "../../model/Geometry.ts"
import { width } from "../../model/Geometry.ts"
import { longText, mostShare, nearlyAll, sameEdgePt } from "../../model/Measures.ts"
import { plain } from "../../model/Text.ts"
import { columnsOf } from "../evidence/Spots.ts"

/** A table of more cells than this goes on as another: a block is read whole, and nobody reads so large a one. */
const maxJoinedCells = 100_000
/** A table goes on in the upper part of the next page, as a share of its height. */
const upper = 0.35

export const continued = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  const out: Array<Block> = []
  let last: Table | null = null
  let cells = 0
  for (const block of blocks) {
    const before = out.at(-1)
    const isTable = block.kind === "table"
    const count = isTable ? block.rows.flat().length : 0
    if (isTable && last !== null && before?.kind === "table" && cells < maxJoinedCells && goesOn(last, before, block)) {
      cells += count
      const below = block.rows.map((row) => row.map((each) => ({ ...each, page: block.place.page })))
      out[out.length - 1] = {
        ...before,
        rows: joined(before.rows, withoutHeader(before.rows, below)),
        continuedOn: continuedOn(before, block)
      }
    } else {
      out.push(block)
      cells = count
    }
    last = isTable ? block : null
  }
  return out
}

/** Whether `next` is the part on the next page, or in the next column, of a table; `last` is its part so far that stands lowest. */
const goesOn = (last: Table, whole: Table, next: Table): boolean => {
  const a = last.place
  const b = next.place
  if (a.box.y1 < mostShare * a.height || b.box.y0 > upper * b.height) return false
  const [header = []] = whole.rows
  const [first = []] = next.rows
  if (areWide(a.box, b.box) && same(header, first)) return true
  return (
    b.page > a.page &&
    Math.abs(a.box.x0 - b.box.x0) <= sameEdgePt &&
    columnsOf(header) === columnsOf(first) &&
    !(isBold(header) && isBold(first))
  )
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
  row.every((each) => each.runs.every((run) => run.bold === true))

/** The rows without those of the header that come again. */
const withoutHeader = (above: Table["rows"], below: Table["rows"]): Table["rows"] => {
  const first = below.findIndex((row, i) => !same(above[i] ?? [], row))
  return first < 0 ? [] : below.slice(first)
}

/** The rows of both. The end of a row that the page cut goes to its row. */
const joined = (above: Table["rows"], below: Table["rows"]): Table["rows"] => {
  const last = above.at(-1)
  const [first, ...rest] = below
  if (last === undefined || first === undefined || !isCut(last, first)) return [...above, ...below]
  const whole = last.map((each, i) => {
    const more = first[i]?.runs ?? []
    return more.length === 0 ? each : { ...each, runs: [...each.runs, { text: "\n" }, ...more] }
  })
  return [...above.slice(0, -1), whole, ...rest]
}

/** No text of it stands below one that has ended, one goes on in small letters, and it has no name or one above is long. */
const isCut = (last: ReadonlyArray<Cell>, first: ReadonlyArray<Cell>): boolean => {
  const texts = first.map((each, i) => ({ own: textOf(each).trim(), above: textOf(last[i]).trim() }))
  const pairs = texts.filter(({ own }) => own !== "")
  return (
    last.length === first.length &&
    pairs.every(({ above }) => /[\p{L},-]$/u.test(above)) &&
    pairs.some(({ own }) => /^\p{Ll}/u.test(own)) &&
    (texts[0]?.own === "" || pairs.some(({ above }) => above.length >= longText))
  )
}
