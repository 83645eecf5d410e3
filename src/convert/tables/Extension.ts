/** Proposal → Proposal[]: it, and the same table with the header over it. */

import { median } from "../model/Geometry.ts"
import { mostShare } from "../model/Measures.ts"
import { cutsBetween, type Reach, reaches } from "./ColumnSeparators.ts"
import { placed } from "./evidence/Spots.ts"
import { headed } from "./header/Header.ts"
import type { Grid } from "./header/HeaderColumns.ts"
import type { Draft, Proposal, Sight } from "./Proposal.ts"
import { widthOf } from "./Reading.ts"
import { stripsOf } from "./rows/Rows.ts"

export const extended = (proposal: Proposal, sight: Sight): ReadonlyArray<Proposal> => {
  const grid = gridOf(proposal)
  if (grid === null) return [proposal]
  const known = headed(proposal, grid, sight)
  return known === null ? [proposal] : [proposal, known]
}

/** Null when a column has no texts of its own. */
const gridOf = ({ box, closed, draft }: Proposal): Grid | null => {
  const count = widthOf(draft)
  // a title over the rows below reaches over other columns
  const isTitle = (row: Draft[number]) => count > 1 && row.filter(({ words }) => words.length > 0).length < 2
  const strips = stripsOf(placed(draft.filter((row) => !isTitle(row))))
  const columns = reaches(strips, count)
  if (columns.every(({ x0, x1 }) => x0 > x1)) return null
  const filled = withEmpty(columns)
  const size = median(draft.flat().flatMap(({ words }) => words.map((word) => word.size))) || 10
  const edges = closed > mostShare ? box : { x0: Number.NEGATIVE_INFINITY, x1: Number.POSITIVE_INFINITY }
  return { columns: filled, cuts: cutsBetween(filled), edges, strips, size }
}

/** Empty columns stand in the middle of the room between the one before them and the one after. */
const withEmpty = (columns: ReadonlyArray<Reach>): ReadonlyArray<Reach> =>
  columns.map((each, i) => {
    if (each.x0 <= each.x1) return each
    const x0 = columns.slice(0, i).findLast(({ x0, x1 }) => x0 <= x1)?.x1
    const x1 = columns.slice(i).find(({ x0, x1 }) => x0 <= x1)?.x0
    const [left, right] = [x0 ?? x1 ?? 0, x1 ?? x0 ?? 0]
    const margin = (right - left) / 4
    return { x0: left + margin, x1: right - margin }
  })
