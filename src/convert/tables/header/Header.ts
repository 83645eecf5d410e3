/** Proposal → Proposal: the same table with the header over it that space alone sets apart, where what speaks for one outweighs what speaks against it. */
import { isTableCaption } from "../../lines/Captions.ts"
import { type Line, textOf } from "../../model/Line.ts"
import { maxLeadingEm } from "../../model/Measures.ts"
import type { TableLine } from "../ColumnSeparators.ts"
import { leftOut } from "../evidence/Rows.ts"

import type { Proposal, Sight } from "../Proposal.ts"
import { rulingsIn } from "../Reading.ts"
import { linesIn } from "../Sight.ts"
import { spanned } from "../Spans.ts"
import { type Grid, inColumns } from "./HeaderColumns.ts"
import { headerScore } from "./HeaderEvidence.ts"
import { headerRows } from "./HeaderRows.ts"

/** Its names stand on no more lines: those in the middle of others have a line between two of these. */
const maxLines = 7
/** The last of them is at most this far above the table. */
const maxAboveEm = 3.6

export const headed = (proposal: Proposal, grid: Grid, sight: Sight): Proposal | null => {
  const { box, draft } = proposal
  const { size, cuts } = grid
  const over = linesAbove(proposal, size, sight)
  let best: Proposal | null = null
  let most = 0
  for (let count = 1; count <= over.length; count++) {
    const lines = over.slice(-count)
    const top = Math.min(...lines.map((line) => line.box.y0))
    const rulings = rulingsIn(sight.groups, { ...box, y0: top, y1: box.y0 })
    const placed = lines.map((line) => inColumns(line, grid))
    const strips = spanned([...placed, ...grid.strips], rulings.short, cuts, count)
    if (isTitle(strips[0])) break
    const rows = headerRows(strips, cuts.length + 1)
    if (rows === null) continue
    const header = { lines, strips, above: over.at(-count - 1), rulings }
    const score = headerScore(header, proposal, grid)
    if (score > 0 && score >= most) {
      most = score
      best = {
        ...proposal,
        box: { ...box, y0: top },
        body: proposal,
        draft: [...rows, ...draft]
      }
    }
  }
  return best
}

/** The lines over a table that follow one another down to it, and have no words beside it. */
const linesAbove = ({ box }: Proposal, size: number, sight: Sight): ReadonlyArray<Line> => {
  const y0 = box.y0 - (maxAboveEm + maxLines * maxLeadingEm) * size
  const over = linesIn(sight, { x0: box.x0 - size, x1: box.x1 + size, y0, y1: box.y0 })
  const out: Array<Line> = []
  let below = box.y0
  for (const line of [...over].reverse().slice(0, maxLines)) {
    const limit = out.length === 0 ? maxAboveEm : maxLeadingEm
    if (
      below - line.baseline > limit * size ||
      leftOut(line.words, line.box, sight).length > 0 ||
      isTableCaption(textOf(line.words))
    )
      break
    out.unshift(line)
    below = line.baseline
  }
  return out
}

/** One text at the left with nothing beside it. */
const isTitle = (line: TableLine | undefined): boolean => {
  const [only, second] = line?.entries ?? []
  return only !== undefined && second === undefined && only.from === 0
}
