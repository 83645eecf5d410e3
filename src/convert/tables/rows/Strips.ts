/** Cells → TableLine[]: what stands in one row, as lines of a table. */

import { aroundAll, median } from "../../model/Geometry.ts"
import type { LineWord } from "../../model/Line.ts"
import type { Entry, TableLine } from "../ColumnSeparators.ts"
import { linesOf } from "../Grid.ts"
import type { DraftCell } from "../Proposal.ts"

export const stripsOf = (cells: ReadonlyArray<PlacedCell>): ReadonlyArray<TableLine> => {
  const lines = linesOf(cells.flatMap(({ words }) => words))
  // most rows
  if (lines.length === 1) {
    const filled = cells.filter(({ words }) => words.length > 0)
    return lines.map((line) =>
      stripOf(
        line,
        filled.map((cell) => entryOf(cell, cell.words))
      )
    )
  }
  const strips = lines.map((line) => ({ line, entries: [] as Array<Entry> }))
  const byWord = new Map(strips.flatMap((strip) => strip.line.map((word) => [word, strip] as const)))
  for (const cell of cells)
    for (const [strip, own] of Map.groupBy(cell.words, (word) => byWord.get(word)))
      strip?.entries.push(entryOf(cell, own))
  return strips.map(({ line, entries }) => stripOf(line, entries))
}

type PlacedCell = DraftCell & { readonly column: number }

const entryOf = ({ column, columns }: PlacedCell, words: ReadonlyArray<LineWord>): Entry => ({
  words,
  from: column,
  to: column + columns - 1,
  ...aroundAll(words)
})

const stripOf = (line: ReadonlyArray<LineWord>, entries: ReadonlyArray<Entry>): TableLine => ({
  baseline: median(line.map(({ baseline }) => baseline)),
  size: median(line.map(({ size }) => size)),
  entries
})
