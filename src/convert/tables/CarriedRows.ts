/** What is left of a table for the next page when it is one row, which nothing there tells from a line of text. */

import type { Cell } from "../model/Block.ts"
import type { Line } from "../model/Line.ts"
import { minSeries } from "../model/Measures.ts"
import { cutsBetween, tableLinesOf } from "./ColumnSeparators.ts"
import { alone } from "./evidence/CellLines.ts"
import { cell } from "./Grid.ts"
import { pieces } from "./Pieces.ts"
import { cellsOf } from "./Reading.ts"

/** A table goes on in the upper part of the next page, as a share of its height. */
export const upper = 0.35
/** Maximum number of lines in a row. */
const maxRowLines = 4

/** The lines as a row: the first has a text in each column, and the others go on with some of them. */
export const rowIn = (lines: ReadonlyArray<Line>): ReadonlyArray<Cell> | null => {
  const [first] = lines
  if (first === undefined || lines.length > maxRowLines) return null
  const parts = pieces(first)
  if (parts.length < minSeries) return null
  const rows = tableLinesOf(lines, cutsBetween(parts))
  if (!rows.every(({ entries }) => entries.every(alone))) return null
  return cellsOf(rows, parts.length).map(({ words }) => cell(words))
}
