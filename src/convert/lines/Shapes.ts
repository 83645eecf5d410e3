/** RawPage, Part[] → Box[]: what is painted around text: areas of one colour, frames of four lines, and what stands behind a bar. */

import { type Box, centreY } from "../model/Geometry.ts"
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
  for (const shape of all.filter(isLarge).sort((a, b) => areaOf(b) - areaOf(a)))
    if (!out.some((other) => isInside(shape, other) && isInside(other, shape))) out.push(shape)
  return out
}

export const isInside = (inner: Box, outer: Box): boolean =>
  inner.x0 >= outer.x0 - sameEdgePt &&
  inner.x1 <= outer.x1 + sameEdgePt &&
  inner.y0 >= outer.y0 - sameEdgePt &&
  inner.y1 <= outer.y1 + sameEdgePt

const isLarge = (box: Box): boolean => box.x1 - box.x0 >= limits.minWidth && box.y1 - box.y0 >= limits.minHeight

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= sameEdgePt

const areaOf = (box: Box): number => (box.x1 - box.x0) * (box.y1 - box.y0)

/** Areas that are painted, those of one colour that go on below one another as one. */
const tints = ({ fills, width, height }: RawPage): ReadonlyArray<Box> => {
  const open: Array<{ readonly colour: number; box: Box }> = []
  // nothing stands beside what is as broad as the page and begins or ends with it
  const isOfPage = ({ x0, y0, x1, y1 }: Box) =>
    x1 - x0 > wholePage * width && (y0 < sameEdgePt || y1 > height - sameEdgePt)
  const seen = fills.filter(({ colour, box }) => colour !== white && !isOfPage(box))
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

const isAcross = ({ x0, x1, y0, y1 }: Segment): boolean => x1 - x0 > y1 - y0

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
  const texts = parts.filter((each) => isText(each) && each.angle === 0)
  const lines = page.segments.map((each) => ({ ...each, width: Math.max(each.x1 - each.x0, each.thickness) }))
  const areas = page.fills.flatMap(({ box, colour }) => (colour === white ? [] : [{ ...box, width: box.x1 - box.x0 }]))
  return [...lines, ...areas].flatMap((bar): ReadonlyArray<Box> => {
    if (bar.width < limits.minBarThickness || bar.width > limits.maxBarThickness) return []
    if (bar.y1 - bar.y0 < limits.minBarLength) return []
    const level = texts.filter(({ box }) => centreY(box) > bar.y0 && centreY(box) < bar.y1)
    const isBehind = ({ box, size }: Part) => box.x0 >= bar.x0 && box.x0 - bar.x1 <= maxTabEm * size
    if (level.length === 0 || !level.every(isBehind)) return []
    return [{ x0: bar.x0, x1: Math.max(...level.map(({ box }) => box.x1)), y0: bar.y0, y1: bar.y1 }]
  })
}
