/** Where the texts of a table stand, and the names over it. */
import { median } from "../../model/Geometry.ts"
import { inLineEm } from "../../model/Measures.ts"
import type { Entry, TableLine } from "../ColumnSeparators.ts"
import { placed } from "../evidence/Spots.ts"
import type { Draft, Proposal } from "../Proposal.ts"
import { widthOf } from "../Reading.ts"
import { stripsOf } from "../Rows.ts"
import { type Reach, reaches } from "../Spans.ts"

export interface Grid {
  /** From where to where the texts of each column reach. */
  readonly columns: ReadonlyArray<Reach>
  /** Half-way from each column to the next. */
  readonly cuts: ReadonlyArray<number>
  readonly strips: ReadonlyArray<TableLine>
  readonly size: number
}

/** Null when a column has no texts of its own. */
export const gridOf = ({ draft }: Proposal): Grid | null => {
  const count = widthOf(draft)
  // a title over the rows below reaches over other columns
  const isTitle = (row: Draft[number]) => count > 1 && row.filter(({ words }) => words.length > 0).length < 2
  const strips = stripsOf(placed(draft.filter((row) => !isTitle(row))))
  const columns = reaches(strips, count)
  if (columns.some(({ x0, x1 }) => x0 > x1)) return null
  const cuts = columns.slice(1).map(({ x0 }, i) => (x0 + (columns[i]?.x1 ?? x0)) / 2)
  const size = median(draft.flat().flatMap(({ words }) => words.map((word) => word.size))) || 10
  return { columns, cuts, strips, size }
}

/** In line at the left, the right or the centre. */
export const isInLine = (a: Reach, b: Reach, size: number): boolean =>
  [a.x0 - b.x0, a.x1 - b.x1, (a.x0 + a.x1 - b.x0 - b.x1) / 2].some((off) => Math.abs(off) <= inLineEm * size)

/** Texts begin and end within their column, give or take so many points. */
const maxOverhangPt = 1

/** A text of one column that stands in the room of it. */
export const isIn = ({ from, to, x0, x1 }: Entry, { cuts }: Grid): boolean =>
  from === to && x0 >= (cuts[from - 1] ?? x0) - maxOverhangPt && x1 <= (cuts[to] ?? x1) + maxOverhangPt
