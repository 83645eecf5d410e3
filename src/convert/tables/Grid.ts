/** Words in cells: what ruled and unruled tables have in common. */

import { line } from "../lines/Lines.ts"
import { runs } from "../lines/Runs.ts"
import type { Cell, Run } from "../model/Block.ts"
import { roomLeft } from "../model/Fit.ts"
import { around, aroundAll, width } from "../model/Geometry.ts"
import { type LineWord, textOf } from "../model/Line.ts"
import { lineSeparator } from "../model/Text.ts"
import { field } from "./evidence/Spots.ts"
import { isItem } from "./Pieces.ts"

/** Words whose baselines differ by less than this, in em, stand in one row, scripts among them. */
const sameLineEm = 0.5

const downwards = (a: LineWord, b: LineWord): number => a.baseline - b.baseline || a.box.x0 - b.box.x0

/** Words in lines, top to bottom, each from left to right. */
export const linesOf = (words: ReadonlyArray<LineWord>): ReadonlyArray<ReadonlyArray<LineWord>> => {
  const sorted = words.every((word, i) => i === 0 || downwards(words[i - 1] as LineWord, word) <= 0)
    ? words
    : words.toSorted(downwards)
  const rows: Array<Array<LineWord>> = []
  for (const word of sorted) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && word.baseline - first.baseline <= sameLineEm * Math.max(word.size, first.size)) row.push(word)
    else rows.push([word])
  }
  return rows.map((row) => row.toSorted((a, b) => a.box.x0 - b.box.x0))
}

/** A line that was meant to end leaves room for the first word of the next, and for this, in em. */
const leastFree = 1.5

/** Whether a line ends though its column had room for more, and the page's tree does not say that the next goes on with it. */
const leavesRoom = (above: ReadonlyArray<LineWord>, next: ReadonlyArray<LineWord>, room: number): boolean => {
  const last = above.at(-1)
  return (
    ((last?.mcid ?? -1) < 0 || next[0]?.mcid !== last?.mcid) &&
    !/\p{L}[-‐]$/u.test(last?.text ?? "") &&
    roomLeft(next, room - width(aroundAll(above))) > leastFree * (next[0]?.size ?? 0)
  )
}

/**
 * A cell's words as text. Its lines are parted by line feeds, as what becomes of a hyphen there the whole document knows, and by line separators
 * where they were meant to end: before items of a list and labels, and where none of them fills its column.
 */
const runsOf = (words: ReadonlyArray<LineWord>, room: number): ReadonlyArray<Run> => {
  const rows = linesOf(words)
  const isField = (row: ReadonlyArray<LineWord> = []) => field.test(textOf(row))
  const areFields = isField(rows[0])
  const areShort = rows.every((row, i) => i === 0 || leavesRoom(rows[i - 1] ?? [], row, room))
  return rows.flatMap((row, i) => {
    const [first, ...rest] = runs(line(row).words)
    if (first === undefined) return []
    const between =
      i === 0 ? "" : areShort || isItem({ words: row }) || (areFields && isField(row)) ? lineSeparator : "\n"
    return [{ ...first, text: between + first.text }, ...rest]
  })
}

/** `room` is the width that a line may have. */
export const cell = (words: ReadonlyArray<LineWord>, columns = 1, rows = 1, room = 0): Cell => ({
  runs: runsOf(words, room),
  columns,
  rows,
  box: words.length === 0 ? null : around(words.map((word) => word.box))
})

export const isEmpty = (each: Cell): boolean => each.runs.every((run) => run.text.trim() === "")
