/** Proposal → Evidence: what speaks for a table and what against it, each from 0 to 1, measured on its cells. */

import { isCaptioned } from "../../lines/Captions.ts"
import { flag, ramp } from "../../model/Evidence.ts"
import { greatest, median } from "../../model/Geometry.ts"
import { minSeries, usualLeadingEm } from "../../model/Measures.ts"
import { minGapEm } from "../Pieces.ts"
import type { Proposal, Sight } from "../Proposal.ts"
import type { Evidence } from "../TableWeights.ts"
import { toldOf } from "../Told.ts"
import { alignment, gapOf, longTexts, neighboursOf } from "./Columns.ts"
import { headerAgain } from "./Headers.ts"
import {
  contents,
  equations,
  fieldsIn,
  isBelowTitle,
  labelled,
  listed,
  signsIn,
  turned,
  typedIn
} from "./Lookalikes.ts"
import { areTurns, hasHeading, headerOf, holdsTitle, isGlued, stackedIn, stepOf, tornIn } from "./Rows.ts"
import { briefWords, isNumeral, lengthOf, mean, type Spot, share, wordCount } from "./Spots.ts"
import { areAuthors, areCards, graphicsIn } from "./Surroundings.ts"

export const evidenceOf = (proposal: Proposal, spots: ReadonlyArray<Spot>, sight: Sight): Evidence => {
  const filled = spots.filter((spot) => spot.text !== "")
  const words = filled.flatMap((spot) => spot.words)
  const size = median(words.map((word) => word.size)) || 10
  const columns = Math.max(1, greatest(spots.map((spot) => spot.column + spot.columns)))
  const rows = proposal.draft.length
  const byColumn = Array.from({ length: columns }, (): Array<Spot> => [])
  for (const spot of filled) if (spot.columns === 1) byColumn[spot.column]?.push(spot)
  const body = filled.filter((spot) => spot.row > 0)
  const characters = lengthOf(words) || 1
  const across = (spot: Spot) => (spot.columns === columns ? lengthOf(spot.words) * (1 - proposal.closed) : 0)
  const header = headerOf(filled)
  const step = stepOf(filled) / size
  const looseOf = (leading: number) => ramp(step, leading, 2 * leading)
  const loose = looseOf(usualLeadingEm)
  const neighbours = neighboursOf(byColumn, size, proposal.right, header === 1 ? 1 : 0)
  const byRow = [...Map.groupBy(filled, ({ row }) => row).values()]
  const usedRows = byRow.length
  const usedColumns = byColumn.filter((own) => own.length > 0).length
  const begun = new Set(filled.map((spot) => spot.column)).size
  const brief = share(filled, (spot) => wordCount(spot) <= briefWords)
  const textsOf = (own: ReadonlyArray<Spot>) => own.map((spot) => spot.text)
  const texts = byColumn.map(textsOf)
  const lines = byRow.map((own) => textsOf(own).join(" "))
  const code = Math.max(typedIn(proposal.draft), (1 - proposal.closed) * signsIn(filled))
  const told = proposal.told ?? toldOf(proposal, sight.told)
  const strip = gapOf(byColumn, size)
  // a header over its one row is a row of words and one of figures
  const room = Math.max(0, 1 - (usedRows < minSeries ? 2 : 1) * (header === 1 ? loose : looseOf(sight.leading)))
  return {
    closed: proposal.closed,
    told,
    untold: share(words, sight.isText) * (told > 0 ? 2 : 1),
    ruled: proposal.ruled,
    aligned: mean(byColumn.filter((own) => own.length > 1).map((own) => alignment(own, size))) || 0.5,
    gap: ramp(strip, 0, 2),
    rows: ramp(usedRows, 1, 5),
    columns: ramp(usedColumns, 1, 4),
    filled:
      spots.length === 0 ? 0 : 1 - (1 - filled.length / spots.length) * (1 - Math.max(proposal.closed, told) ** 3),
    numerals: body.length === 0 ? 0 : body.filter((spot) => isNumeral(spot.text)).length / body.length,
    header,
    parted: neighbours.parted,
    captioned: flag(isCaptioned(proposal.box, sight.captions)),
    brief,
    loose,
    through: columns < 2 ? 0 : filled.reduce((sum, spot) => sum + across(spot), 0) / characters,
    prose: neighbours.running / Math.max(1, usedColumns),
    runsOn: neighbours.runsOn * (1 - loose),
    listed: listed(byColumn),
    contents: contents(texts, lines, () => isBelowTitle(proposal.box, sight.lines)),
    equations: equations(texts),
    unused: flag(texts.at(-1)?.length === 0),
    turned: room === 0 || proposal.closed === 1 ? 0 : turned(byColumn) * room * (1 - proposal.closed),
    labelled: labelled(filled),
    authors: flag(proposal.closed + proposal.ruled === 0 && areAuthors(proposal.box, byColumn, sight)),
    fields: fieldsIn(byColumn),
    cards: flag(areCards(proposal.box, filled, sight)),
    glued: share(filled, isGlued),
    stacked: stackedIn(filled),
    graphics: graphicsIn(proposal.box, sight, filled.length) * (1 - proposal.closed),
    torn: tornIn(proposal, sight),
    code,
    // a closed grid is one table, with sections that have headers of their own
    repeats: rows > minSeries && areTurns(filled) ? 1 : headerAgain(byRow) > 1 ? 1 - proposal.closed : 0,
    headings: flag(hasHeading(filled, size, sight.size) || holdsTitle(filled, size)),
    single:
      usedRows < 2 || begun < 2 || filled.length < 4 || byRow.filter((own) => own.length > 1).length < 2
        ? singleOf(
            proposal,
            usedRows,
            begun,
            strip >= minGapEm,
            begun < 2 ? brief > 0.5 && code < 1 : filled.some((spot) => wordCount(spot) < longTexts)
          )
        : 0
  }
}

/** A grid closed all around may be a table for all that, but boxes apart in a row, with two upright rulings each, and words in tints are none, nor are boxes of text one below the other. */
const singleOf = (
  { closed, uprights = 0 }: Proposal,
  rows: number,
  columns: number,
  hasGaps: boolean,
  hasEntries: boolean
): number =>
  closed < 0.9 || (rows < 2 && (!hasGaps || uprights >= 2 * columns)) || ((columns < 2 || rows > 1) && !hasEntries)
    ? 1
    : 0
