/** Line[] → Region: what is read in one go, from top to bottom. */
import { around, centreY, union } from "../model/Geometry.ts"
import type { Line, LineWord, Region } from "../model/Line.ts"
import { line } from "./Lines.ts"

/** Words this far apart, in em, are never one. */
const clear = 0.5
/** Lines whose baselines differ by less than this, in em, are pieces of one row. */
const sameBaseline = 0.35

/** Neither a table nor a picture. */
const isWords = (each: Line): boolean => each.words.length > 0

/** Lines top to bottom, the pieces of one row joined. */
export const region = (lines: ReadonlyArray<Line>): Region => {
  const height = (each: Line) => (isWords(each) ? each.baseline : centreY(each.box))
  const sorted = [...lines].sort((a, b) => height(a) - height(b) || a.box.x0 - b.box.x0)
  const rows: Array<Array<Line>> = []
  for (const each of sorted) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (
      row &&
      first &&
      each.cells === undefined &&
      first.cells === undefined &&
      each.baseline - first.baseline <= sameBaseline * Math.min(each.size, first.size)
    )
      row.push(each)
    else rows.push([each])
  }
  const joined = rows.map((row) => (row.length === 1 ? (row[0] as Line) : join(row)))
  return { lines: joined, box: around(joined.map((each) => each.box)) }
}

/** What is raised or lowered in a piece stays so; pieces of different sizes do not raise one another. */
const join = (row: ReadonlyArray<Line>): Line => {
  const [first] = row
  if (first !== undefined && areAlike(row))
    return { ...first, words: row.flatMap((each) => each.words), box: row.map((each) => each.box).reduce(union) }
  const whole = line(row.flatMap((each) => each.words))
  const shifts = new Map(row.flatMap((each) => each.words.map((word) => [placeOf(word), word.baselineShift] as const)))
  const words = whole.words.map(
    (word): LineWord => ({ ...word, baselineShift: shifts.get(placeOf(word)) ?? word.baselineShift })
  )
  return { ...whole, words, box: row.map((each) => each.box).reduce(union) }
}

/** Pieces of one size and baseline, from left to right with gaps between: joined, each of their words is as it was. */
const areAlike = (row: ReadonlyArray<Line>): boolean =>
  row.every((each, i) => {
    const before = row[i - 1]
    return (
      !each.words.some((word) => word.turned) &&
      (before === undefined ||
        (each.size === before.size &&
          each.baseline === before.baseline &&
          each.box.x0 - before.box.x1 >= clear * each.size))
    )
  })

const placeOf = (word: LineWord): string => `${word.box.x0},${word.baseline},${word.text}`
