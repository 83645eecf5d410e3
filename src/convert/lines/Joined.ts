/** Part[] → Region: what is read in one go, from top to bottom. */

import { around, centreY, median, union } from "../model/Geometry.ts"
import { isText, type Line, type LineWord, type Part, type Region } from "../model/Line.ts"
import { farEm, minDisplay, minGutterEm, sameRowEm } from "../model/Measures.ts"
import { line } from "./Lines.ts"

/** Parts top to bottom, the pieces of one row of text joined. */
export const region = (parts: ReadonlyArray<Part>): Region => {
  const height = (each: Part) => (isText(each) ? each.baseline : centreY(each.box))
  const sorted = [...parts].sort((a, b) => height(a) - height(b) || a.box.x0 - b.box.x0)
  const usual = median(parts.filter(isText).map(({ size }) => size))
  const isOther = (last: Line | undefined, next: Line) =>
    last !== undefined &&
    Math.min(last.size, next.size) > minDisplay * usual &&
    next.box.x0 - last.box.x1 > farEm * next.size
  const joined: Array<Part> = []
  let row: Array<Line> = []
  const close = () => {
    const [first] = row
    if (first !== undefined) joined.push(row.length === 1 ? first : join(row))
    row = []
  }
  for (const each of sorted) {
    const [first] = row
    const isOn =
      isText(each) &&
      first !== undefined &&
      each.baseline - first.baseline <= sameRowEm * Math.min(each.size, first.size) &&
      !isOther(row.at(-1), each)
    if (!isOn) close()
    if (isText(each)) row.push(each)
    else joined.push(each)
  }
  close()
  return { parts: joined, box: around(joined.map((each) => each.box)) }
}

/** The rows of text that these lines make. */
export const rowsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => region(lines).parts.filter(isText)

/** What is raised or lowered in a piece stays so; pieces of different sizes do not raise one another. */
const join = (row: ReadonlyArray<Line>): Line => {
  const [first] = row
  if (first !== undefined && areAlike(row))
    return { ...first, words: row.flatMap((each) => each.words), box: row.map((each) => each.box).reduce(union) }
  const own = row.flatMap((each) => each.words)
  const whole = line(own)
  const before = Map.groupBy(own, ({ box }) => box.x0)
  const words = whole.words.map((word): LineWord => {
    const known = before
      .get(word.box.x0)
      ?.findLast(({ baseline, text }) => baseline === word.baseline && text === word.text)
    return known === undefined ? word : { ...word, baselineShift: known.baselineShift }
  })
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
          each.box.x0 - before.box.x1 >= minGutterEm * each.size))
    )
  })

/** What two copies of one word have in common. */
export const placeOf = (word: LineWord): string => `${word.box.x0},${word.baseline},${word.text}`
