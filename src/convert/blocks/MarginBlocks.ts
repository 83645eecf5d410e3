/**
 * Line[] → Block[]: notes in the margin (`lines/margin/MarginNotes.ts`), those as one that stand together. They are put among the blocks
 * of the text once those are whole (`document/Asides.ts`), so that they tear none.
 */

import { styled } from "../lines/Look.ts"
import type { Block } from "../model/Block.ts"
import { around, type Box, overlap } from "../model/Geometry.ts"
import { isText, type Line, type Region, textOf } from "../model/Line.ts"
import { maxLeadingEm, sameRowEm, slackPt } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { countWhile } from "../model/Sorted.ts"
import { runsOn } from "../model/Text.ts"
import { text } from "./Blocks.ts"

/** `rows` are the lines of the text, of which `blocks` were made. */
export const marginBlocks = (
  page: RawPage,
  notes: ReadonlyArray<Line>,
  rows: ReadonlyArray<Line>,
  blocks: ReadonlyArray<Block>
): ReadonlyArray<Block> => {
  if (notes.length === 0) return []
  return stacks(notes, beginningsOf(rows, blocks)).map((stack) => {
    const box = around(stack.map((each) => each.box))
    const place = { page: page.number, box, width: page.width, height: page.height, left: box.x0, right: box.x1 }
    return text(stack.map(styled), place)
  })
}

/** Lines one below the other; `begins` says which of them stand beside the beginning of a block of their own. */
const stacks = (notes: ReadonlyArray<Line>, begins: (note: Line) => boolean): ReadonlyArray<ReadonlyArray<Line>> => {
  const out: Array<Array<Line>> = []
  for (const each of notes.toSorted((a, b) => a.baseline - b.baseline)) {
    const stack = out.slice(-mostOpen).findLast((other) => isUnder(each, other.at(-1)))
    const last = stack?.at(-1)
    const isNew = last === undefined || (begins(each) && !goesOn(last, each))
    if (isNew) out.push([each])
    else stack?.push(each)
  }
  return out
}

/** Notes of two margins may stand side by side. */
const mostOpen = 4

const isUnder = (each: Line, last: Line | undefined): boolean =>
  last !== undefined &&
  each.baseline - last.baseline <= maxLeadingEm * each.size &&
  overlap(each.box.x0, each.box.x1, last.box.x0, last.box.x1) > 0

/** Names in typewriter say nothing of one another. */
const goesOn = (last: Line, next: Line): boolean =>
  !next.words.every(({ mono }) => mono) && runsOn(textOf(last.words), textOf(next.words))

/** Tells whether a note stands on the first baseline of a block. */
const beginningsOf = (rows: ReadonlyArray<Line>, blocks: ReadonlyArray<Block>): ((note: Line) => boolean) => {
  const sorted = rows.toSorted((a, b) => a.baseline - b.baseline)
  const places = blocks.map(({ place }) => place.box).sort((a, b) => a.y0 - b.y0)
  const begins = ({ box, size }: Line): boolean => {
    const reach = sameRowEm * size
    for (let i = countWhile(places, ({ y0 }) => y0 < box.y0 - reach); i < places.length; i++) {
      const place = places[i] as Box
      if (place.y0 > box.y0 + reach) return false
      if (overlap(place.x0, place.x1, box.x0, box.x1) > 0) return true
    }
    return false
  }
  return ({ baseline }) => {
    for (let i = countWhile(sorted, (row) => row.baseline < baseline - slackPt); i < sorted.length; i++) {
      const row = sorted[i] as Line
      if (row.baseline > baseline + slackPt) return false
      if (begins(row)) return true
    }
    return false
  }
}

/** Region[] → Region[]: what stands above and below a row that has nothing but a note in the margin is not one text. */
export const partedAt = (regions: ReadonlyArray<Region>, notes: ReadonlyArray<Line>): ReadonlyArray<Region> =>
  notes.length === 0 ? regions : regions.flatMap((each) => parted(each, notes))

const parted = (whole: Region, notes: ReadonlyArray<Line>): ReadonlyArray<Region> => {
  const { parts } = whole
  const baselines = notes.map(({ baseline }) => baseline).sort((a, b) => a - b)
  const cuts = parts.flatMap((part, i) => {
    const above = parts[i - 1]
    if (above === undefined || !isText(above) || !isText(part)) return []
    if (part.baseline - above.baseline <= maxLeadingEm * part.size) return []
    const next = baselines[countWhile(baselines, (each) => each <= above.baseline + slackPt)]
    return next !== undefined && next < part.baseline - slackPt ? [i] : []
  })
  if (cuts.length === 0) return [whole]
  return [0, ...cuts].map((from, i) => ({ ...whole, parts: parts.slice(from, cuts[i]) }))
}
