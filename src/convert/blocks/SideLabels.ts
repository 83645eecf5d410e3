/** Region → Region[]: a label in the middle of the height of the text on its right is read before it, and tears it nowhere. */

import { line } from "../lines/Lines.ts"
import { region } from "../lines/TextRows.ts"
import { aroundAll, centreY, overlap, width } from "../model/Geometry.ts"
import { isText, type Line, type Part, type Region, textOf } from "../model/Line.ts"
import { maxLeadingEm, mostShare, sameEdgePt } from "../model/Measures.ts"
import { isTorn } from "./SideNotes.ts"

/** It is no wider than this share of the text. */
const maxWidth = 0.4
/** It is so far from the text, in em: spaces of justified lines are closer. */
const minGapEm = 1
/** Its middle is no further from that of the text, in em. */
const maxOffEm = 0.4

export const withSideLabels = (whole: Region): ReadonlyArray<Region> => {
  const { parts } = whole
  const out: Array<Region> = []
  const put = (own: ReadonlyArray<Part>, isLabel = false) => {
    if (own.length > 0) out.push({ ...whole, ...region(own), ...(isLabel ? { boxed: true } : {}) })
  }
  let start = 0
  for (let at = 1; at < parts.length - 1; at++) {
    const found = labelled(parts, at, start)
    if (found === null) continue
    put(parts.slice(start, found.from))
    put([found.label], true)
    put(found.text)
    start = found.to
    at = start
  }
  if (out.length === 0) return [whole]
  put(parts.slice(start))
  return out
}

/** Of the parts from one up to another the label and the text. */
interface Labelled {
  readonly from: number
  readonly to: number
  readonly label: Line
  readonly text: ReadonlyArray<Line>
}

const labelled = (parts: ReadonlyArray<Part>, at: number, start: number): Labelled | null => {
  const [above, own, below] = [parts[at - 1], parts[at], parts[at + 1]]
  if (above === undefined || own === undefined || below === undefined || !isText(above) || !isText(own)) return null
  const [label, beside] = divided(own, above.box.x0)
  if (label === null || !/\p{L}{2}/u.test(textOf(label.words)) || label.words.some(({ mono }) => mono)) return null
  const middle = beside ?? above
  if (!goesOn(middle, below) || !goesOn(above, beside ?? below)) return null
  // beside a line of its own it may be the next label of several
  if (beside !== null && !isTorn(above, beside)) return null
  let [from, to] = [at - 1, at + 1]
  while (from > start && goesOn(parts[from - 1], parts[from])) from--
  while (goesOn(parts[to], parts[to + 1])) to++
  const text = [...parts.slice(from, at), ...(beside === null ? [] : [beside]), ...parts.slice(at + 1, to + 1)].filter(
    isText
  )
  const box = aroundAll(text)
  const isCentred = Math.abs(centreY(label.box) - centreY(box)) <= maxOffEm * label.size
  const isCode = text.some(({ words }) => words.every(({ mono }) => mono))
  const isRunning = text.slice(0, -1).every((each) => width(each.box) >= mostShare * width(box))
  const isAlone = ![parts[from - 1], parts[to + 1]].some((each) => each !== undefined && isClose(each, label))
  if (isCode || !isAlone || !isCentred || !isRunning || width(label.box) > maxWidth * width(box)) return null
  return { from, to: to + 1, label, text }
}

/** As close over or under it as lines of one text are. */
const isClose = (part: Part, { box, baseline, size }: Line): boolean =>
  isText(part) &&
  overlap(part.box.x0, part.box.x1, box.x0, box.x1) > 0 &&
  Math.abs(part.baseline - baseline) <= maxLeadingEm * size

/** The label, and what stands in its row in line with the text at `x`; no label where it is not left of that. */
const divided = (own: Line, x: number): readonly [Line | null, Line | null] => {
  const isBehind = own.words.map(({ box }) => box.x0 >= x - sameEdgePt)
  const from = isBehind.indexOf(true)
  const [label, beside] = [own.words.slice(0, from < 0 ? undefined : from), from < 0 ? [] : own.words.slice(from)]
  const last = label.at(-1)
  if (last === undefined || x - last.box.x1 < minGapEm * own.size) return [null, null]
  return [line(label), beside.length === 0 ? null : line(beside)]
}

/** Lines of one text: they begin below one another, and are no further apart than such lines are. */
const goesOn = (above: Part | undefined, below: Part | undefined): boolean =>
  above !== undefined &&
  below !== undefined &&
  isText(above) &&
  isText(below) &&
  Math.abs(above.box.x0 - below.box.x0) <= sameEdgePt &&
  below.baseline - above.baseline <= maxLeadingEm * below.size
