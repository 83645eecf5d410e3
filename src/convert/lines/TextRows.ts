/** Part[] → Region, with the pieces of each row joined; Line[] → Line[], with the pieces of stretched lines of a narrow column joined. */

import { aroundAll, centreY, greatest, median, smallest } from "../model/Geometry.ts"
import { isText, type Line, type LineWord, type Part, type Region } from "../model/Line.ts"
import { farEm, maxLeadingEm, minDisplay, minGutterEm, minSeries, sameRowEm, slackPt } from "../model/Measures.ts"
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
  return { parts: joined, box: aroundAll(joined) }
}

/** The rows of text that these lines make. */
export const rowsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => region(lines).parts.filter(isText)

/** No page is wider. */
const maxPagePt = 1e5

/** Spaces of a line that is stretched differ by no more than this, for some are wider after a comma or a full stop. */
const mostUneven = 1.6

/**
 * In narrow justified columns spaces may be wider than the gutter. The pieces of a row are one line if several whole lines begin and end
 * where the row does, one of them right above or below it, and the row's spaces are equally wide.
 */
export const stretched = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const wholes = [
    ...Map.groupBy(lines, ({ box }) => maxPagePt * Math.round(box.x0) + Math.round(box.x1)).values()
  ].filter((same) => same.filter(({ words }) => words.length >= minSeries).length >= minSeries)
  const taken = new Set<Line>()
  const made: Array<Line> = []
  for (const [whole] of wholes) {
    if (whole === undefined || whole.angle !== 0) continue
    const { x0, x1 } = whole.box
    const inside = lines.filter(
      (each) => !taken.has(each) && each.angle === 0 && each.box.x0 > x0 - slackPt && each.box.x1 < x1 + slackPt
    )
    const rows = [...Map.groupBy(inside, ({ baseline }) => Math.round(baseline)).values()].filter(
      (row) =>
        Math.abs((row[0]?.box.x0 ?? 0) - x0) < 2 * slackPt && Math.abs((row.at(-1)?.box.x1 ?? 0) - x1) < 2 * slackPt
    )
    const isRead = rows.map((row) => row.length === 1)
    const near = (i: number, j: number) => {
      const [a, b] = [rows[i]?.[0], rows[j]?.[0]]
      return isRead[j] && a && b && Math.abs(a.baseline - b.baseline) <= maxLeadingEm * a.size
    }
    const read = (i: number) => {
      const row = rows[i] as ReadonlyArray<Line>
      if (isRead[i] || !(near(i, i - 1) || near(i, i + 1)) || !isEven(row)) return
      isRead[i] = true
      for (const piece of row) taken.add(piece)
      made.push(join(row))
    }
    for (let i = 0; i < rows.length; i++) read(i)
    for (let i = rows.length - 1; i >= 0; i--) read(i)
  }
  if (made.length === 0) return lines
  return [...lines.filter((each) => !taken.has(each)), ...made].sort(
    (a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0
  )
}

const isEven = (row: ReadonlyArray<Line>): boolean => {
  const words = row.flatMap((each) => each.words)
  const gaps = words.slice(1).map((word, i) => word.box.x0 - (words[i]?.box.x1 ?? 0))
  return greatest(gaps) <= mostUneven * smallest(gaps)
}

/** The pieces of a row as one line. Words keep the baseline shifts that they have in their pieces: a piece does not become a superscript beside a larger one. */
const join = (row: ReadonlyArray<Line>): Line => {
  const [first] = row
  if (first !== undefined && areAlike(row))
    return { ...first, words: row.flatMap((each) => each.words), box: aroundAll(row) }
  const own = row.flatMap((each) => each.words)
  const whole = line(own)
  const before = Map.groupBy(own, ({ box }) => box.x0)
  const words = whole.words.map((word): LineWord => {
    const known = before
      .get(word.box.x0)
      ?.findLast(({ baseline, text }) => baseline === word.baseline && text === word.text)
    return known === undefined ? word : { ...word, baselineShift: known.baselineShift }
  })
  return { ...whole, words, box: aroundAll(row) }
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
