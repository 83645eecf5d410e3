/**
 * Line[] → Line[]: the notes in a margin, such as the names that a manual explains beside their descriptions: what stands left or right
 * of a strip that nothing else crosses from the top of a page to its foot, where a sum of weights says that it has no part in the lines
 * of the text.
 */

import { weigh } from "../../model/Evidence.ts"
import { greatest, median, smallest } from "../../model/Geometry.ts"
import type { Line, LineWord } from "../../model/Line.ts"
import { inLineEm, maxGapEm, minSeries } from "../../model/Measures.ts"
import { line } from "../Lines.ts"
import type { Stretch } from "../Shapes.ts"
import { type Column, evidence, from, type Row, type Side, type Strip, to } from "./MarginEvidence.ts"
import { marginWeights } from "./MarginWeights.ts"

/** The strip is no further from the outer edge than this share of what the page is wide … */
const maxMargin = 0.35
/** … a note no wider than this share of the text … */
const maxNoteWidth = 0.4
/** … and what the notes of a page say is no more than this share of what the page says. */
const mostNoted = 0.3
/** So many lines may cross the strip between, as running heads do, or this share of them. */
const maxCrossing = 2
const mostCrossing = 0.04
/** This share of what stands beyond the strip may be something else. */
const mostOther = 0.2
/** Of more strips those are looked at that are furthest out. */
const mostStrips = 20
/** Points beyond which no page is looked at. */
const maxPagePt = 4000

/** `separate` are the lines of a page, and `rules` what is drawn across it. */
export const marginNotes = (separate: ReadonlyArray<Line>, rules: ReadonlyArray<Stretch> = []): ReadonlyArray<Line> => {
  const upright = separate.filter(({ angle }) => angle === 0)
  if (upright.length < minSeries) return []
  return ([1, -1] as const).flatMap((side) => best(upright, rules, side))
}

const best = (upright: ReadonlyArray<Line>, rules: ReadonlyArray<Stretch>, side: Side): ReadonlyArray<Line> => {
  const rows = upright
    .map((each): Row => {
      const words = each.words.toSorted((a, b) => from(a, side) - from(b, side))
      return { line: each, words, baseline: each.baseline }
    })
    .sort((a, b) => a.baseline - b.baseline)
  let most = 0
  let found: ReadonlyArray<Line> = []
  for (const strip of stripsOf(rows, side).slice(0, mostStrips)) {
    const column = columnAt(rows, strip, side)
    if (column === null) continue
    const score = weigh(evidence(column, rules, side), marginWeights)
    if (score <= most) continue
    most = score
    found = column.notes
  }
  return found
}

/** The strips in the outer third of the page that hardly a line crosses. */
const stripsOf = (rows: ReadonlyArray<Row>, side: Side): ReadonlyArray<Strip> => {
  const size = median(rows.map((each) => each.line.size))
  const start = smallest(rows.map(({ words }) => (words[0] === undefined ? 0 : from(words[0], side))))
  const end = greatest(rows.map(({ words }) => (words.at(-1) === undefined ? 0 : to(words.at(-1) as LineWord, side))))
  const length = Math.min(maxPagePt, Math.ceil(end - start) + 1)
  if (!(length > 0)) return []
  // how many lines begin to cover each point, less how many cease to
  const steps = new Int32Array(length + 2)
  const at = (x: number) => Math.min(length, Math.max(0, x - start))
  for (const { words } of rows) {
    for (let i = 0; i < words.length; ) {
      const first = words[i] as LineWord
      let reach = to(first, side)
      let next = i + 1
      while (next < words.length && from(words[next] as LineWord, side) - reach < inLineEm * size) {
        reach = Math.max(reach, to(words[next] as LineWord, side))
        next++
      }
      steps[Math.floor(at(from(first, side)))] = (steps[Math.floor(at(from(first, side)))] ?? 0) + 1
      steps[Math.ceil(at(reach))] = (steps[Math.ceil(at(reach))] ?? 0) - 1
      i = next
    }
  }
  const most = Math.max(maxCrossing, mostCrossing * rows.length)
  const out: Array<Strip> = []
  let covered = 0
  let open: number | null = null
  for (let x = 0; x <= length; x++) {
    covered += steps[x] ?? 0
    const isFree = covered <= most && x > 0 && x < maxMargin * length
    if (isFree && open === null) open = x
    if (!isFree && open !== null) {
      if (x - open >= inLineEm * size - 1) out.push({ from: start + open, to: start + x })
      open = null
    }
  }
  return out
}

/** What stands beyond the strip, if that may be notes. */
const columnAt = (rows: ReadonlyArray<Row>, strip: Strip, side: Side): Column | null => {
  const notes: Array<Line> = []
  const text: Array<Row> = []
  let others = 0
  let [noted, all] = [0, 0]
  for (const row of rows) {
    const { words } = row
    const cut = words.findIndex((word) => from(word, side) >= strip.to - 1)
    const outer = cut < 0 ? words : words.slice(0, cut)
    all += lengthOf(words)
    const reach = greatest(outer.map((word) => to(word, side)))
    const isOuter = outer.length > 0 && reach <= strip.to - 1 && !isOfLine(words[cut - 1], words[cut], side)
    if (!isOuter) {
      if (outer.length > 0) others++
      text.push(row)
      continue
    }
    if (cut > 0) text.push(inner(row, cut))
    // numbers and marks before a line stay in it
    if (!isWorded(outer)) continue
    notes.push(cut < 0 ? row.line : line(outer))
    noted += lengthOf(outer)
  }
  text.sort((a, b) => a.baseline - b.baseline)
  if (notes.length === 0 || text.length < minSeries) return null
  if (noted > mostNoted * all || others > Math.max(maxCrossing, mostOther * notes.length)) return null
  const reach = greatest(text.map(({ words }) => to(words.at(-1) as LineWord, side))) - strip.to
  if (notes.some(({ box }) => box.x1 - box.x0 > maxNoteWidth * reach)) return null
  return { notes, text, strip }
}

const lengthOf = (words: ReadonlyArray<LineWord>): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** What stands in a line from a word on: it may have a baseline of its own. */
const inner = ({ line, words }: Row, cut: number): Row => {
  const own = words.slice(cut)
  return { line, words: own, baseline: median(own.map(({ baseline }) => baseline)) }
}

/** Whether words are as close as those of one line, and look alike. */
const isOfLine = (last: LineWord | undefined, next: LineWord | undefined, side: Side): boolean =>
  last !== undefined &&
  next !== undefined &&
  last.size === next.size &&
  last.mono === next.mono &&
  from(next, side) - to(last, side) < maxGapEm * last.size

/** Numbers beside lines count lines, or are what the line is about. */
const isWorded = (words: ReadonlyArray<LineWord>): boolean => {
  const text = words.map((word) => word.text).join("")
  return /\p{L}{2}/u.test(text) || (text.length > 1 && words.every(({ mono }) => mono) && !/^[\d.()]*$/.test(text))
}
