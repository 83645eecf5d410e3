/** Item[] → Row: a matrix, cases or a binomial, where what stands between two delimiters has several rows. */

import { greatest, smallest } from "../../model/Geometry.ts"
import { inLineEm, slackPt } from "../../model/Measures.ts"
import type { Row } from "../Tree.ts"
import type { Item, Parse } from "./Item.ts"
import { type ItemRow, rowsOf } from "./Rows.ts"

/** The two rows of a binomial are this far apart at least, in em of them. */
const binomial = 1.29

/** Null where there is one row. */
export const grids = (inside: ReadonlyArray<Item>, open: Item, close: Item | null, parse: Parse): Row | null => {
  const rows = rowsOf(inside)
  if (rows.length < 2) return null
  const size = inside.reduce((most, each) => Math.max(most, each.size), 0) || 10
  const isDotted = ({ items }: ItemRow) =>
    items.length > 1 && items.every(({ character }) => /^[.…⋯·⋅]$/.test(character))
  const all = rows.filter((row) => !isDotted(row)).flatMap(({ items }) => items)
  const columns = (close === null ? caseColumns(rows) : null) ?? columnsOf(all, inLineEm * size)
  const [first, second] = rows
  if (rows.length === 2 && columns.length === 1 && open.character === "(" && close !== null && first && second) {
    const apart = second.baseline - first.baseline
    if (apart > binomial * size)
      return [{ kind: "fraction", above: parse(first.items), below: parse(second.items), isBinomial: true }]
  }
  const dots: Row = [{ kind: "symbol", character: "…", alphabet: "normal", role: "letter" }]
  const cells = rows.map((row) =>
    // a row of dots runs over all columns
    isDotted(row)
      ? columns.map(() => dots)
      : columns.map(([from, to]) =>
          parse(row.items.filter(({ box }) => (box.x0 + box.x1) / 2 >= from && (box.x0 + box.x1) / 2 <= to))
        )
  )
  return [{ kind: "grid", rows: cells, layout: "matrix" }]
}

/** What cases hold for begins with a word in each row, one under the other. */
const caseColumns = (rows: ReadonlyArray<ItemRow>): ReadonlyArray<readonly [number, number]> | null => {
  const starts = rows.map(({ items }) =>
    smallest(items.flatMap(({ node, box }) => (node?.kind === "words" && node.role === "text" ? [box.x0] : [])))
  )
  const at = smallest(starts)
  const isAligned = greatest(starts) - at < slackPt && rows.every(({ items }) => items.some(({ box }) => box.x0 < at))
  return isAligned
    ? [
        [-Infinity, at],
        [at, Infinity]
      ]
    : null
}

/** From where to where each column reaches: what lies between is free in all rows. */
const columnsOf = (items: ReadonlyArray<Item>, gap: number): ReadonlyArray<readonly [number, number]> => {
  const out: Array<[number, number]> = []
  for (const { box } of items.toSorted((a, b) => a.box.x0 - b.box.x0)) {
    const last = out.at(-1)
    if (last !== undefined && box.x0 - last[1] < gap) last[1] = Math.max(last[1], box.x1)
    else out.push([box.x0, box.x1])
  }
  return out
}
