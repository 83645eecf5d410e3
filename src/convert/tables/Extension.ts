/** Proposal → Proposal[]: the same table with the header over it, and with a first or last row outside of what says how far it reaches. */

import { type Box, greatest, median, overlap, smallest } from "../model/Geometry.ts"
import { maxLeadingEm, minSeries, mostShare, nearlyAll, sameEdgePt } from "../model/Measures.ts"
import { cutsBetween, type Reach, reaches } from "./ColumnSeparators.ts"
import { leftOut } from "./evidence/Rows.ts"
import { placed } from "./evidence/Spots.ts"
import { headed } from "./header/Header.ts"
import { type Grid, inColumns, isIn } from "./header/HeaderColumns.ts"
import { pieces } from "./Pieces.ts"
import type { Draft, Proposal, Sight } from "./Proposal.ts"
import { cellsOf, widthOf } from "./Reading.ts"
import { stripsOf } from "./rows/Strips.ts"
import { linesIn } from "./Sight.ts"

/** A first or last row is as far from the next as rows are, by this share. */
const evenly = 0.25

export const extended = (proposal: Proposal, sight: Sight): ReadonlyArray<Proposal> => {
  const grid = gridOf(proposal)
  if (grid === null) return [proposal]
  const known = headed(proposal, grid, sight)
  const striped = known === null ? rowAbove(proposal, grid, sight) : null
  const longer =
    known !== null && proposal.closed >= nearlyAll ? null : rowBelow(striped ?? known ?? proposal, grid, sight)
  return [proposal, known ?? striped, longer].filter((each) => each !== null)
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

/** Whether a line is drawn along its foot: below tinted rows a last one may stand that is not tinted. */
const isRuledOff = ({ x0, x1, y1 }: Box, { drawn }: Sight): boolean => {
  const own = drawn.filter(({ horizontal, at }) => horizontal && Math.abs(at - y1) <= sameEdgePt)
  return own.reduce((sum, { from, to }) => sum + Math.max(0, overlap(from, to, x0, x1)), 0) > mostShare * (x1 - x0)
}

/** Where the first line of the rows stands and the last, and how far a row begins below the one above it. */
const rowsIn = (draft: Draft) => {
  const baselines = draft.map((row) => row.flatMap(({ words }) => words.map(({ baseline }) => baseline)))
  const filled = baselines.filter((own) => own.length > 0)
  const steps = filled.slice(1).map((own, i) => smallest(own) - greatest(filled[i] ?? own))
  return { first: smallest(filled[0] ?? []), last: greatest(filled.at(-1) ?? []), pitch: median(steps) }
}

/** With the one line that is as far above as rows are, and the header over that: where every other row is tinted, the first is not. */
const rowAbove = (proposal: Proposal, grid: Grid, sight: Sight): Proposal | null => {
  const { box, draft, detector } = proposal
  const { first, pitch } = rowsIn(draft)
  if (detector === "stream" || detector === "tags" || pitch <= 0) return null
  const highest = first - (1 + evenly) * pitch
  const line = linesIn(sight, { ...box, y0: highest - maxLeadingEm * grid.size, y1: box.y0 }).at(-1)
  if (line === undefined || Math.abs(first - line.baseline - pitch) > evenly * pitch) return null
  if (leftOut(line.words, line.box, sight).length > 0) return null
  const row = inColumns(line, grid)
  if (row.entries.length < 2 || !row.entries.every((each) => isIn(each, grid))) return null
  const own = { ...proposal, box: { ...box, y0: line.box.y0 }, draft: [cellsOf([row], grid.columns.length), ...draft] }
  // without a header over it, it may be a line of what stands above
  const mayBeRow = draft.length >= minSeries && row.entries.length === pieces(line).length
  return headed(own, { ...grid, strips: [row, ...grid.strips] }, sight) ?? (mayBeRow ? own : null)
}

/** With the one line that is as far below as rows are, where its texts stand in the columns and no frame ends above it. */
const rowBelow = (proposal: Proposal, grid: Grid, sight: Sight): Proposal | null => {
  const { box, draft, detector, closed } = proposal
  const { last, pitch } = rowsIn(draft)
  if (detector === "stream" || detector === "tags" || pitch <= 0) return null
  if (closed >= nearlyAll && isRuledOff(box, sight)) return null
  const deepest = last + (1 + evenly) * pitch + maxLeadingEm * grid.size
  const below = linesIn(sight, { ...box, y0: box.y1, y1: deepest })
  const [line, wrapped] = below.filter(({ words: [first] }) => !sight.captions.some(({ words }) => words[0] === first))
  if (line === undefined || Math.abs(line.baseline - last - pitch) > evenly * pitch) return null
  if (wrapped !== undefined && wrapped.baseline - line.baseline < maxLeadingEm * line.size) return null
  if (leftOut(line.words, line.box, sight).length > 0) return null
  const row = inColumns(line, grid)
  const [first, second] = row.entries
  if (second === undefined || first?.from !== 0 || !row.entries.every((each) => isIn(each, grid))) return null
  return { ...proposal, box: { ...box, y1: line.box.y1 }, draft: [...draft, cellsOf([row], grid.columns.length)] }
}
