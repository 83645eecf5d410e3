/** RawPage, Part[] → Box[]: what is painted around text: areas of one colour, frames of four lines, and what stands behind a bar. */

import { area, type Box, centreY, greatest, height, isInside, width } from "../model/Geometry.ts"
import { isText, type Part } from "../model/Line.ts"
import { maxDrawn, maxTabEm, sameEdgePt, white, wholePage } from "../model/Measures.ts"
import type { RawPage, Segment } from "../model/Page.ts"

/** What a shape has to be to set text apart. Lengths are in points but where they say em. */
const limits = {
  minWidth: 40,
  minHeight: 16,
  minBarThickness: 0.9,
  maxBarThickness: 8,
  minBarLength: 16
} as const

/** The shapes of a page, the largest first, none twice. */
export const shapes = (page: RawPage, parts: ReadonlyArray<Part>): ReadonlyArray<Box> => {
  if (page.fills.length > maxDrawn || page.segments.length > maxDrawn) return []
  const out: Array<Box> = []
  const all = [...tints(page), ...frames(page.segments), ...bars(page, parts)]
  for (const shape of all.filter(isLarge).sort((a, b) => area(b) - area(a)))
    if (!out.some((other) => isWithin(shape, other) && isWithin(other, shape))) out.push(shape)
  return out
}

/** Whether a box lies in another, as far as its edges may be drawn. */
export const isWithin = (inner: Box, outer: Box): boolean => isInside(inner, outer, sameEdgePt)

const isLarge = (box: Box): boolean => width(box) >= limits.minWidth && height(box) >= limits.minHeight

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= sameEdgePt

/** Areas that are painted, those of one colour that go on below one another as one. */
const tints = (page: RawPage): ReadonlyArray<Box> => {
  const open: Array<{ readonly colour: number; box: Box }> = []
  // nothing stands beside what is as broad as the page and begins or ends with it
  const isOfPage = (box: Box) =>
    width(box) > wholePage * page.width && (box.y0 < sameEdgePt || box.y1 > page.height - sameEdgePt)
  const seen = page.fills.filter(({ colour, box }) => colour !== white && !isOfPage(box))
  for (const { colour, box } of seen.sort((a, b) => a.box.y0 - b.box.y0)) {
    const above = open.find(
      (other) =>
        other.colour === colour &&
        isNear(other.box.x0, box.x0) &&
        isNear(other.box.x1, box.x1) &&
        box.y0 <= other.box.y1 + sameEdgePt
    )
    if (above === undefined) open.push({ colour, box })
    else above.box = { ...above.box, y1: Math.max(above.box.y1, box.y1) }
  }
  return open.map(({ box }) => box)
}

/** The rules that run across a page, in one piece each. */
export const rulesAcross = ({ segments }: RawPage): ReadonlyArray<Stretch> =>
  segments.length > maxDrawn
    ? []
    : joined(segments.filter(isAcross).map(({ x0, x1, y0, y1 }) => ({ at: (y0 + y1) / 2, from: x0, to: x1 })))

const isAcross = (segment: Segment): boolean => width(segment) > height(segment)

/** A straight stretch along one axis: its place on the other, its two ends. */
export interface Stretch {
  readonly at: number
  readonly from: number
  readonly to: number
}

/** What two lines across and two lines down enclose. */
const frames = (segments: ReadonlyArray<Segment>): ReadonlyArray<Box> => {
  const [across, down]: [Array<Stretch>, Array<Stretch>] = [[], []]
  for (const each of segments) {
    const { x0, y0, x1, y1 } = each
    if (isAcross(each)) across.push({ at: (y0 + y1) / 2, from: x0, to: x1 })
    else down.push({ at: (x0 + x1) / 2, from: y0, to: y1 })
  }
  const sides = joined(down)
  const closes = (x: number, top: number, foot: number) =>
    sides.some(({ at, from, to }) => isNear(at, x) && from <= top + sameEdgePt && to >= foot - sameEdgePt)
  const sorted = joined(across).toSorted((a, b) => a.at - b.at)
  return sorted.flatMap((top, i) => {
    const foot = sorted
      .slice(i + 1)
      .find(
        (other) =>
          other.at - top.at >= limits.minHeight &&
          isNear(other.from, top.from) &&
          isNear(other.to, top.to) &&
          closes(top.from, top.at, other.at) &&
          closes(top.to, top.at, other.at)
      )
    return foot === undefined ? [] : [{ x0: top.from, x1: top.to, y0: top.at, y1: foot.at }]
  })
}

const joined = (stretches: ReadonlyArray<Stretch>): ReadonlyArray<Stretch> => {
  const out: Array<Stretch> = []
  for (const each of [...stretches].sort((a, b) => a.from - b.from)) {
    const i = out.findIndex((other) => isNear(other.at, each.at) && each.from <= other.to + sameEdgePt)
    const other = out[i]
    if (other === undefined) out.push(each)
    else out[i] = { ...other, to: Math.max(other.to, each.to) }
  }
  return out
}

/** What stands behind a thick line down its left edge, where nothing stands before it: a note, a quotation. */
const bars = (page: RawPage, parts: ReadonlyArray<Part>): ReadonlyArray<Box> => {
  const upright = parts.filter((each) => !isText(each) || each.angle === 0)
  const lines = page.segments.map((each) => ({ ...each, width: Math.max(width(each), each.thickness) }))
  const areas = page.fills.flatMap(({ box, colour }) => (colour === white ? [] : [{ ...box, width: width(box) }]))
  return [...lines, ...areas].flatMap((bar): ReadonlyArray<Box> => {
    if (bar.width < limits.minBarThickness || bar.width > limits.maxBarThickness) return []
    if (height(bar) < limits.minBarLength) return []
    const level = upright.filter(({ box }) => centreY(box) > bar.y0 && centreY(box) < bar.y1)
    const isBehind = ({ box, size }: Part) => box.x0 >= bar.x0 && box.x0 - bar.x1 <= maxTabEm * size
    if (level.length === 0 || !level.every(isBehind)) return []
    return [{ x0: bar.x0, x1: greatest(level.map(({ box }) => box.x1)), y0: bar.y0, y1: bar.y1 }]
  })
}
