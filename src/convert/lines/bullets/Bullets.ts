/**
 * Line[] → Line[]: lines that a bullet stands before begin with it. A bullet may be drawn as a disc or a square rather
 * than set as a glyph, and browsers and word processors set it apart from its text.
 */

import type { Box } from "../../model/Geometry.ts"
import { union } from "../../model/Geometry.ts"
import type { Line, LineWord } from "../../model/Line.ts"
import { maxTabEm, rowStepPt, slackEm } from "../../model/Measures.ts"
import type { RawPage } from "../../model/Page.ts"
import { line } from "../Lines.ts"
import { isBox, marker } from "../Markers.ts"
import { bulletEm, isBullet, marks } from "./Drawn.ts"
import { withOddBullets } from "./Fonts.ts"
import { boxEm, boxes } from "./TickBoxes.ts"

/** Its centre stands so far above the baseline, in em: between the foot and the top of a small letter. */
const minCentreEm = 0.05
const maxCentreEm = 0.6

export const joinBullets = (page: RawPage, found: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const lines = withOddBullets(found)
  const rows = byRow(lines)
  const out = new Map<Line, Line | null>()
  for (const each of lines) {
    const [only] = each.words
    if (each.words.length !== 1 || only === undefined || marker(only.text)?.shape !== "•") continue
    const text = beside(rows, each.box, each.size, out)
    if (text === null) continue
    out.set(each, null)
    out.set(text, line([only, ...text.words.map((word, i) => (i === 0 ? { ...word, spaced: true } : word))]))
  }
  for (const { box, isTicked } of boxes(page)) {
    const text = beside(rows, box, 0, out, boxEm)
    if (text !== null && !isWithin(rows, box, text)) out.set(text, led(box, text, isTicked ? "☒" : "☐"))
  }
  const all = marks(page)
  for (const mark of all) {
    const text = beside(rows, mark.box, 0, out)
    if (text !== null && !isWithin(rows, mark.box, text) && isBullet(page, all, mark, text))
      out.set(text, led(mark.box, text, "•"))
  }
  return out.size === 0 ? lines : lines.flatMap((each) => out.get(each) ?? (out.has(each) ? [] : [each]))
}

const byRow = (lines: ReadonlyArray<Line>): ReadonlyMap<number, ReadonlyArray<Line>> => {
  const rows = new Map<number, Array<Line>>()
  for (const each of lines) {
    if (each.angle !== 0) continue
    const row = Math.floor(each.baseline / rowStepPt)
    const same = rows.get(row)
    if (same) same.push(each)
    else rows.set(row, [each])
  }
  return rows
}

/** The line that begins right of a mark. */
const beside = (
  rows: ReadonlyMap<number, ReadonlyArray<Line>>,
  mark: Box,
  size: number,
  taken: ReadonlyMap<Line, unknown>,
  [least, largest]: readonly [number, number] = bulletEm
): Line | null => {
  const y = (mark.y0 + mark.y1) / 2
  let best: Line | null = null
  let nearest = Number.POSITIVE_INFINITY
  for (const each of around(rows, y)) {
    if (each.box === mark) continue
    const em = each.size
    const above = (each.baseline - y) / em
    if (above < minCentreEm || above > maxCentreEm) continue
    if (size === 0 && (mark.x1 - mark.x0 < least * em || mark.x1 - mark.x0 > largest * em)) continue
    const gap = each.box.x0 - mark.x1
    if (gap < slackEm * em || gap > maxTabEm * em || gap >= nearest) continue
    nearest = gap
    best = each
  }
  return best !== null && taken.has(best) ? null : best
}

/** Whether a mark stands within a row of text: something ends right before it. */
const isWithin = (rows: ReadonlyMap<number, ReadonlyArray<Line>>, mark: Box, text: Line): boolean => {
  const before = (box: Box) => mark.x0 - box.x1
  return around(rows, text.baseline).some(
    ({ box, baseline }) =>
      Math.abs(baseline - text.baseline) < slackEm * text.size &&
      before(box) > -mark.x1 + mark.x0 &&
      before(box) < text.size
  )
}

/** The lines whose baseline is near. */
const around = (rows: ReadonlyMap<number, ReadonlyArray<Line>>, y: number): ReadonlyArray<Line> => {
  const row = Math.floor(y / rowStepPt)
  return [row - 1, row, row + 1].flatMap((each) => rows.get(each) ?? [])
}

/** The line with a mark of its own size and look before its first word. */
const led = (mark: Box, text: Line, shape: "•" | "☐" | "☒"): Line => {
  const [first, ...rest] = text.words
  if (first === undefined) return text
  const box = { x0: mark.x0, x1: mark.x1, y0: first.box.y0, y1: first.box.y1 }
  const bullet: LineWord = {
    ...first,
    text: shape,
    box,
    baselineShift: 0,
    noSpaceBefore: false,
    spaced: false,
    mono: false,
    href: null
  }
  return { ...text, words: [bullet, { ...first, noSpaceBefore: false }, ...rest], box: union(text.box, box) }
}

/** A line with several bullets, the first at its start, is an item for each. */
export const atBullets = (each: Line): ReadonlyArray<Line> => {
  const [first] = each.words
  if (first === undefined || marker(first.text)?.shape !== "•") return [each]
  const isSame = ({ text }: LineWord) => text === first.text || (isBox(text) && isBox(first.text))
  const starts = each.words.flatMap((word, i) => (isSame(word) && !word.noSpaceBefore ? [i] : []))
  if (starts.length < 2) return [each]
  // they are of one depth, wherever in the line they begin
  const { x0 } = each.box
  return starts.map((from, i) => {
    const own = line(each.words.slice(from, starts[i + 1]))
    return { ...own, box: { ...own.box, x0 } }
  })
}
