/** Proposal → Evidence: what speaks for a table and what against it, each from 0 to 1, measured on its cells. */
import { isTableCaption } from "../../lines/Captions.ts"
import { type Box, height, holds, median, overlap, width } from "../../model/Geometry.ts"
import { maxLeadingEm, minPair, minSeries, sameEdgePt } from "../../model/Measures.ts"
import { minGapEm } from "../ColumnSeparators.ts"
import { toldOf } from "../candidates/Tags.ts"
import type { Proposal, Sight } from "../Proposal.ts"
import type { Evidence } from "../TableWeights.ts"
import { alignment, gapOf, neighboursOf } from "./Columns.ts"
import { contents, equations, fieldsIn, isBelowTitle, isTyped, labelled, listed, turned } from "./Lookalikes.ts"
import { areTurns, hasHeading, headerOf, isGlued, looseOf, nextHeader, stackedIn, tornIn } from "./Rows.ts"
import { isNumeral, mean, type Spot, share, spotsOf, textOf, wordCount } from "./Spots.ts"

export const evidenceOf = (proposal: Proposal, sight: Sight): Evidence => {
  const spots = spotsOf(proposal)
  const filled = spots.filter((spot) => spot.text !== "")
  const words = filled.flatMap((spot) => spot.words)
  const size = median(words.map((word) => word.size)) || 10
  const columns = Math.max(1, ...spots.map((spot) => spot.column + spot.columns))
  const rows = proposal.draft.length
  const byColumn = Array.from({ length: columns }, (): Array<Spot> => [])
  for (const spot of filled) if (spot.columns === 1) byColumn[spot.column]?.push(spot)
  const body = filled.filter((spot) => spot.row > 0)
  const lengthOf = (spot: Spot) => spot.words.reduce((sum, word) => sum + word.text.length, 0)
  const characters = filled.reduce((sum, spot) => sum + lengthOf(spot), 0) || 1
  const across = (spot: Spot) =>
    spot.columns === columns ? lengthOf(spot) * (isGlued(spot) ? 1 : 1 - proposal.closed) : 0
  const header = headerOf(filled)
  const loose = looseOf(filled, size)
  const neighbours = neighboursOf(byColumn, size, proposal.right, header === 1 ? 1 : 0)
  const byRow = [...Map.groupBy(filled, ({ row }) => row).values()]
  const usedRows = byRow.length
  const usedColumns = byColumn.filter((own) => own.length > 0).length
  const begun = new Set(filled.map((spot) => spot.column)).size
  const brief = share(filled, (spot) => wordCount(spot) <= 3)
  // below a title, if one stands alone in the first row
  const listedFrom = byRow[0]?.length === 1 ? 1 : 0
  const texts = byColumn.map((own) => own.filter(({ row }) => row >= listedFrom).map((spot) => spot.text))
  const typed = proposal.draft.map((row) => row.flatMap((cell) => cell.words)).filter((own) => own.length > 0)
  const code = share(typed, isTyped)
  const told = proposal.told ?? toldOf(proposal, sight.told)
  const strip = gapOf(byColumn, size)
  // a header over its one row is a row of words and one of figures
  const room = Math.max(0, 1 - (usedRows < minSeries ? 2 : 1) * loose)
  return {
    closed: proposal.closed,
    told,
    untold: share(words, sight.isText) * (told > 0 ? 2 : 1),
    ruled: proposal.ruled,
    aligned: mean(byColumn.filter((own) => own.length > 1).map((own) => alignment(own, size))) || 0.5,
    gap: Math.min(1, Math.max(0, strip / 2)),
    rows: Math.min(1, Math.max(0, usedRows - 1) / 4),
    columns: Math.min(1, Math.max(0, usedColumns - 1) / 3),
    filled:
      spots.length === 0 ? 0 : 1 - (1 - filled.length / spots.length) * (1 - Math.max(proposal.closed, told) ** 3),
    numerals: body.length === 0 ? 0 : body.filter((spot) => isNumeral(spot.text)).length / body.length,
    header,
    parted: neighbours.parted,
    captioned: isCaptioned(proposal.box, sight) ? 1 : 0,
    brief,
    loose,
    through: columns < 2 ? 0 : filled.reduce((sum, spot) => sum + across(spot), 0) / characters,
    prose: neighbours.running / Math.max(1, usedColumns),
    runsOn: neighbours.runsOn * (1 - loose),
    listed: listed(byColumn),
    contents: contents(texts, rows, () => isBelowTitle(proposal.box, sight.lines)),
    equations: equations(texts),
    turned: room === 0 || proposal.closed === 1 ? 0 : turned(filled) * room * (1 - proposal.closed),
    labelled: Math.max(labelled(filled), fieldsIn(byColumn)),
    glued: share(filled, isGlued),
    stacked: stackedIn(filled),
    graphics: graphicsIn(proposal.box, sight, filled.length) * (1 - proposal.closed),
    torn: tornIn(proposal, sight),
    code,
    repeats: rows > minSeries && areTurns(filled) ? 1 : nextHeader(byRow) > 0 ? 1 - proposal.closed : 0,
    headings: hasHeading(filled, size) ? 1 : 0,
    single:
      usedRows < 2 || begun < 2 || filled.length < 4 || byRow.filter((own) => own.length > 1).length < 2
        ? singleOf(proposal, usedRows, begun, strip >= minGapEm, brief > 0.5 && code < 1)
        : 0
  }
}

/** A grid closed all around may be a table for all that, but boxes in a row with gaps between them and words in tints are none, nor are boxes of text one below the other. */
const singleOf = (
  { closed, uprights = 0 }: Proposal,
  rows: number,
  columns: number,
  hasGaps: boolean,
  hasEntries: boolean
): number =>
  closed < 0.9 || (rows < 2 && (!hasGaps || uprights >= 2 * columns)) || (columns < 2 && !hasEntries) ? 1 : 0

/** The caption of a table stands right over it, of a few lines, or right under it. */
const isCaptioned = (box: Box, { lines }: Sight): boolean =>
  lines.some(({ box: own, size, words }) => {
    const gap = Math.max(box.y0 - own.y1, own.y0 - box.y1)
    const isNear = gap >= -size / 2 && gap <= minPair * maxLeadingEm * size
    return isNear && overlap(own.x0, own.x1, box.x0, box.x1) > 0 && isTableCaption(textOf(words))
  })

/** Drawn curves and slanted letters in a box, for each of its cells. */
const graphicsIn = (box: Box, { page }: Sight, cells: number): number => {
  const isInside = (each: Box) => holds(box, each.x0 + 1, each.y0 + 1) && holds(box, each.x1 - 1, each.y1 - 1)
  const drawn = page.drawings.filter((each) => Math.min(width(each), height(each)) > sameEdgePt && isInside(each))
  const { angle, x, y } = page.glyphs
  let slanted = 0
  for (let i = 0; i < angle.length; i++) if (angle[i] !== 0 && holds(box, x[i] ?? 0, y[i] ?? 0)) slanted++
  return Math.min(1, (drawn.length + slanted / 5) / Math.max(1, cells))
}
