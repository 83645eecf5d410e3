/** Rows of a table on two pages, of which one has no text in some columns and was read without them: both in the same columns. */

import type { Cell, Table } from "../../model/Block.ts"
import { minPair, sameEdgePt } from "../../model/Measures.ts"
import { columnsOf, inRows, placed } from "../evidence/Spots.ts"

type Rows = Table["rows"]

/** A table of more cells than this gets no more columns: all its rows are read again for one. */
const maxSpreadCells = 10_000

/** From where to where texts of a column stand. */
interface Reach {
  readonly x0: number
  readonly x1: number
}

/** The rows of a table so far and those of its next part, in the same columns. */
export interface Parts {
  readonly above: Rows
  readonly below: Rows
}

/** The rows of a table so far, whose part on the page before is `last`, and those of its next part; null where their columns do not stand in line. */
export const fitted = (above: Rows, last: Rows, next: Rows): Parts | null => {
  const [before, behind] = [columnsOf(last[0] ?? []), columnsOf(next[0] ?? [])]
  if (before === behind) return { above, below: next }
  const isWider = before > behind
  if (!isWider && above.length * before > maxSpreadCells) return null
  const [few, many] = isWider
    ? [reachesOf(next, behind), reachesOf(last, before)]
    : [reachesOf(last, before), reachesOf(next, behind)]
  const places = placesIn(few, many)
  if (places === null || !isWithin(isWider ? next : above, places.length)) return null
  return isWider
    ? { above, below: spread(next, places, before) }
    : { above: spread(above, places, behind), below: next }
}

const reachesOf = (rows: Rows, columns: number): ReadonlyArray<Reach> => {
  const out = Array.from({ length: columns }, () => ({ x0: Number.POSITIVE_INFINITY, x1: Number.NEGATIVE_INFINITY }))
  for (const { column, columns, box } of placed(rows)) {
    const own = columns === 1 ? out[column] : undefined
    if (own === undefined || box === null) continue
    own.x0 = Math.min(own.x0, box.x0)
    own.x1 = Math.max(own.x1, box.x1)
  }
  return out
}

/** For each of a few columns the one of many that begins or ends where it does, from left to right. */
const placesIn = (few: ReadonlyArray<Reach>, many: ReadonlyArray<Reach>): ReadonlyArray<number> | null => {
  if (few.length < minPair) return null
  const out: Array<number> = []
  for (const { x0, x1 } of few) {
    const isInLine = (each: Reach) => Math.abs(each.x0 - x0) <= sameEdgePt || Math.abs(each.x1 - x1) <= sameEdgePt
    const at = many.findIndex((each, i) => i > (out.at(-1) ?? -1) && isInLine(each))
    if (at < 0) return null
    out.push(at)
  }
  return out
}

const isWithin = (rows: Rows, count: number): boolean =>
  placed(rows).every(({ column, columns }) => column + columns <= count)

const spread = (rows: Rows, places: ReadonlyArray<number>, columns: number): Rows => {
  const empty: Cell = { runs: [], columns: 1, rows: 1, box: null }
  const cells = placed(rows).map((each) => {
    const [from, to] = [each.column, each.column + each.columns]
    const column = places[from] ?? from
    const end = each.columns > 1 && to === places.length ? columns : (places[to - 1] ?? column) + 1
    return { ...each, column, columns: end - column }
  })
  return inRows<Cell>(cells, columns, empty)
}
