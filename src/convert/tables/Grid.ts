/** Words in cells: what ruled and unruled tables have in common. */
import { line } from "../lines/Lines.ts"
import { runs } from "../lines/Runs.ts"
import type { Cell, Run } from "../model/Block.ts"
import { around } from "../model/Geometry.ts"
import type { LineWord } from "../model/Line.ts"

/** Words whose baselines differ by less than this, in em, stand in one row. */
const oneRow = 0.5

/** Words by baseline, top to bottom. */
export const linesOf = (words: ReadonlyArray<LineWord>): ReadonlyArray<ReadonlyArray<LineWord>> => {
  const sorted = [...words].sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0)
  const rows: Array<Array<LineWord>> = []
  for (const word of sorted) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && word.baseline - first.baseline <= oneRow * Math.max(word.size, first.size)) row.push(word)
    else rows.push([word])
  }
  return rows
}

/** A cell's words as text, its lines parted by line feeds: what becomes of a hyphen there the whole document knows. */
export const textOf = (words: ReadonlyArray<LineWord>): ReadonlyArray<Run> =>
  linesOf(words).flatMap((row, i) => {
    const [first, ...rest] = runs(line(row).words)
    return first === undefined ? [] : [i === 0 ? first : { ...first, text: `\n${first.text}` }, ...rest]
  })

export const cell = (words: ReadonlyArray<LineWord>, columns = 1, rows = 1): Cell => ({
  runs: textOf(words),
  columns,
  rows,
  box: words.length === 0 ? null : around(words.map((word) => word.box))
})

export const isEmpty = (each: Cell): boolean => each.runs.every((run) => run.text.trim() === "")
