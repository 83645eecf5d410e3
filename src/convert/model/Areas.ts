/** Areas of a page that gutters in its picture keep apart: which of them a place is in, and the order in which they are read. */

import { around, type Box, centreX, centreY, greatest, overlap, smallest } from "./Geometry.ts"
import { isText, type Piece } from "./Line.ts"
import type { Area } from "./Page.ts"

/** The number of the area that a place is in; -1 outside all. */
export const areaAt = (areas: ReadonlyArray<Area>, x: number, y: number): number =>
  areas.findIndex(({ y0, y1, step, left, right }) => {
    if (y < y0 || y >= y1) return false
    const row = Math.min(left.length - 1, Math.floor((y - y0) / step))
    return x >= (left[row] ?? 0) && x < (right[row] ?? 0)
  })

const areaOf = (areas: ReadonlyArray<Area>, piece: Piece): number =>
  areaAt(areas, centreX(piece.box), isText(piece) ? piece.baseline : centreY(piece.box))

/** The pieces of each area, in the order of these; areas in which one table or box stands are one. */
export const inAreas = (
  areas: ReadonlyArray<Area>,
  pieces: ReadonlyArray<Piece>
): ReadonlyArray<ReadonlyArray<Piece>> => {
  if (areas.length === 0) return [pieces]
  const group = areas.map((_, i) => i)
  for (const each of pieces) {
    if (isText(each)) continue
    const all = areas.flatMap((area, i) => (isAcross(area, each.box) ? [group[i] ?? i] : []))
    for (const [i, own] of group.entries()) if (all.includes(own)) group[i] = smallest(all)
  }
  const found = Map.groupBy(pieces, (each) => group[areaOf(areas, each)] ?? -1)
  const boxOf = (own: number) => around(areas.filter((_, i) => group[i] === own).map(whole))
  return ordered([...found].map(([own, pieces]) => ({ pieces, box: boxOf(own) })))
}

const whole = ({ y0, y1, left, right }: Area): Box => ({ y0, y1, x0: smallest(left), x1: greatest(right) })

/** Whether a box reaches well into an area. */
const isAcross = (area: Area, box: Box): boolean => {
  const { x0, x1, y0, y1 } = whole(area)
  return overlap(x0, x1, box.x0, box.x1) > reaching && overlap(y0, y1, box.y0, box.y1) > reaching
}
/** In points: gutters bend, and the edges of tables lie in them. */
const reaching = 12

interface Group {
  readonly pieces: ReadonlyArray<Piece>
  readonly box: Box
}

/** What is above is read before what is below it, and what is left of it before what is right of it, unless something over or under both lies between them. */
const ordered = (groups: ReadonlyArray<Group>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const all = groups.toSorted((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0)
  const shares = (a: Box, b: Box) => overlap(a.x0, a.x1, b.x0, b.x1) > reaching
  const isBetween = (c: Box, a: Box, b: Box) =>
    shares(c, a) && shares(c, b) && centreY(c) > Math.min(a.y1, b.y1) && centreY(c) < Math.max(a.y0, b.y0)
  const isBefore = ({ box: a }: Group, { box: b }: Group) =>
    shares(a, b) ? centreY(a) < centreY(b) : a.x0 < b.x0 && !all.some(({ box }) => isBetween(box, a, b))
  const out: Array<Group> = []
  const seen = new Set<Group>()
  const visit = (each: Group) => {
    if (seen.has(each)) return
    seen.add(each)
    for (const other of all) if (other !== each && isBefore(other, each)) visit(other)
    out.push(each)
  }
  for (const each of all) visit(each)
  return out.map(({ pieces }) => pieces)
}
