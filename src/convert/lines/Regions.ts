/**
 * Part[] → Region[]: where to read first. Lines that span a gutter (titles, wide tables) cut the page into bands; within
 * a band the columns are read one after the other, and each may have bands of its own. A gutter counts only when lines
 * on both sides look like running text, since the columns of a table are read row by row.
 */

import { inAreas } from "../model/Areas.ts"
import { aroundAll, centreY, median, smallest } from "../model/Geometry.ts"
import {
  isText,
  type Line,
  type Part,
  type Piece,
  type PlacedBox,
  type Region,
  unboxed,
  wordsOf
} from "../model/Line.ts"
import { maxTabEm, minPair, minSeries, sameEdgePt, slackPt, touchEm } from "../model/Measures.ts"
import type { Area } from "../model/Page.ts"
import { line } from "./Lines.ts"
import { marker } from "./Markers.ts"
import { bandsAt, evidence, mostEvidence } from "./regions/Bands.ts"
import { areInOrder } from "./regions/Columns.ts"
import { aligned, crosses, edges, gapped, led, startsOf, strips, unjoined } from "./regions/GutterCandidates.ts"
import { pageEdges, partedAt } from "./regions/PageEdges.ts"
import { ruledOff, sections } from "./regions/Parallel.ts"
import { priced } from "./regions/Priced.ts"
import { restarts } from "./regions/Restarts.ts"
import type { Stretch } from "./Shapes.ts"
import { region } from "./TextRows.ts"

/** The gap between an overfull line and the next column, against the line's own spaces. */
const minGapToSpace = 1.5
/** Columns within columns: magazines have two levels. */
const maxColumnDepth = 4

export const regions = (
  pieces: ReadonlyArray<Piece>,
  rules: ReadonlyArray<Stretch> = [],
  areas: ReadonlyArray<Area> = []
): ReadonlyArray<Region> => {
  const turned = pieces.filter(isText).filter((each) => each.angle !== 0)
  const own = priced(led(pieces.filter((each) => !isText(each) || each.angle === 0)))
  const flat = partedAt(own, pageEdges(own))
  const angles = [...new Set(turned.map((each) => each.angle))]
  return [
    ...inAreas(areas, flat).flatMap((own) => split(own, 0, rules)),
    ...angles.flatMap((angle) =>
      split(
        turned.filter((each) => each.angle === angle),
        maxColumnDepth,
        []
      )
    )
  ].filter((each) => each.parts.length > 0)
}

/** Where a piece is read: text on its baseline, whatever its size, and a box at its first line, so that what stands side by side is read from left to right. */
const heightOf = (each: Piece): number =>
  each.kind === "box" ? smallest(each.pieces.map(heightOf)) : isText(each) ? each.baseline : centreY(each.box)

const top = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> =>
  [...pieces].sort((a, b) => heightOf(a) - heightOf(b) || a.box.x0 - b.box.x0)

/** What is read in one go. A box in it is read by itself, before the text that stands below its first line. */
const whole = (pieces: ReadonlyArray<Piece>, rules: ReadonlyArray<Stretch>): ReadonlyArray<Region> => {
  if (!pieces.some(isBox)) return [region(pieces.filter(isPart))]
  const box = aroundAll(pieces)
  const out: Array<Region> = []
  let open: Array<Part> = []
  const close = () => {
    if (open.length > 0) out.push({ ...region(open), box })
    open = []
  }
  for (const each of top(pieces)) {
    if (isBox(each)) {
      close()
      for (const inner of regions(each.pieces, rules)) out.push({ ...inner, boxed: true })
    } else open.push(each)
  }
  close()
  return out
}

const isBox = (each: Piece): each is PlacedBox => each.kind === "box"
const isPart = (each: Piece): each is Part => each.kind !== "box"

const split = (parts: ReadonlyArray<Piece>, depth: number, rules: ReadonlyArray<Stretch>): ReadonlyArray<Region> => {
  const cut = depth < maxColumnDepth ? gutterOf(parts) : null
  if (cut === null) return whole(parts, rules)
  const out: Array<Region> = []
  const sorted = top(parts)
  for (const band of bandsAt(top(apartAt(sorted, gapped(sorted), cut)), cut)) {
    if (!band.columns) {
      for (const each of split(band.parts, depth + 1, rules)) out.push(each)
      continue
    }
    const sidesOf = (pieces: ReadonlyArray<Piece>) => [
      pieces.filter((each) => each.box.x0 < cut - sameEdgePt),
      pieces.filter((each) => each.box.x0 >= cut - sameEdgePt)
    ]
    const ruled = ruledOff(band.parts, cut, rules)
    const stretches = ruled.flatMap((each) => restarts(each, cut))
    const sectionsOf = (pieces: ReadonlyArray<Piece>) => {
      const [before = [], behind = []] = sidesOf(pieces)
      // entries that are in order from the first column to the second have no sections, however alike they look to headings
      return areInOrder(before, behind) ? [pieces] : sections(pieces, cut - sameEdgePt)
    }
    for (const side of stretches.flatMap(sectionsOf).flatMap(sidesOf))
      for (const each of split(side, depth + 1, rules)) out.push(each)
  }
  return out
}

/** Pieces with the lines parted that run on over a gutter at `x`. */
const apartAt = (
  sorted: ReadonlyArray<Piece>,
  gaps: ReadonlyArray<ReadonlyArray<number>>,
  x: number
): ReadonlyArray<Piece> => {
  const out: Array<Piece> = []
  for (const each of unjoined(sorted, gaps, x)) {
    if (isText(each) && crosses(each, x)) out.push(...parted(each, x))
    else out.push(each)
  }
  return out
}

/** The x at which the right-hand column begins, if there is one. */
const gutterOf = (parts: ReadonlyArray<Piece>): number | null => {
  if (startsOf(unboxed(parts)).length < 2 * minSeries) return null
  const sorted = top(parts)
  const gaps = gapped(sorted)
  let best: number | null = null
  let most = 0
  let fewest = 0
  const hanging = hangingIn(parts)
  const free = new Set(strips(sorted, gaps))
  for (const x of new Set([
    ...pageEdges(parts).map(({ next }) => next),
    ...edges(parts),
    ...parts.filter(isBox).map(({ box }) => box.x0),
    ...free,
    ...aligned(sorted, gaps)
  ])) {
    if (isHangingAt(hanging, x)) continue
    // a strip that is free from top to bottom parts the lines that seem to run on over it
    const apart = (free.has(x) ? apartAt : unjoined)(sorted, gaps, x)
    // most places: no bands could make this one better
    if (mostEvidence(apart, x) <= most) continue
    const score = evidence(bandsAt(apart, x), x)
    const crossing = apart.filter((each) => crosses(each, x)).length
    // lines that hang out of their column run over the place where the rest of it begins
    const isOutside = best !== null && x < best && crossing < fewest
    if (score > most || (score === most && isOutside)) {
      most = score
      fewest = crossing
      best = x
    }
  }
  return best
}

/** Where texts begin behind the markers that belong to them. */
const hangingIn = (parts: ReadonlyArray<Piece>): ReadonlyArray<number> => {
  const starts: Array<number> = []
  for (const each of parts) {
    const [first, second] = wordsOf(each)
    if (first === undefined || marker(first.text) === null) continue
    const start = second ?? besideOf(each, parts)
    if (start !== undefined) starts.push(start.box.x0)
  }
  return starts
}

/** Whether items hang at a place. */
const isHangingAt = (starts: ReadonlyArray<number>, x: number): boolean => {
  let count = 0
  for (const start of starts) if (Math.abs(start - x) <= sameEdgePt) count++
  return count >= minPair
}

/** What begins in the row of a marker that stands alone, no further from it than a tab. */
const besideOf = (lone: Piece, parts: ReadonlyArray<Piece>): Piece | undefined =>
  isText(lone)
    ? parts.find(
        (each) =>
          isText(each) &&
          Math.abs(each.baseline - lone.baseline) <= slackPt &&
          each.box.x0 > lone.box.x1 &&
          each.box.x0 - lone.box.x0 <= maxTabEm * lone.size
      )
    : undefined

/** A line of the left column and what it touches beyond the gutter, if that is what a line is: a wide gap right before `x`. */
const parted = (each: Line, x: number): ReadonlyArray<Line> => {
  const at = each.words.findIndex((word) => Math.abs(word.box.x0 - x) <= sameEdgePt / 2)
  if (at < 1) return [each]
  const gaps = each.words.slice(1).map((word, i) => word.box.x0 - (each.words[i]?.box.x1 ?? 0))
  const usual = median(gaps.filter((_, i) => !each.words[i + 1]?.noSpaceBefore))
  const wide = (gaps[at - 1] ?? 0) > Math.max(minGapToSpace * usual, touchEm * each.size)
  return wide ? [line(each.words.slice(0, at)), line(each.words.slice(at))] : [each]
}
