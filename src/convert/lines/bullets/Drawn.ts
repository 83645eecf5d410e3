/** RawPage → Mark[]: small shapes that may be bullets, and which of them are. */

import type { Box } from "../../model/Geometry.ts"
import { centreX, centreY, holds, width } from "../../model/Geometry.ts"
import type { Line } from "../../model/Line.ts"
import { maxDrawn } from "../../model/Measures.ts"
import type { RawPage, Segment } from "../../model/Page.ts"

/** A drawn bullet is so wide and high, in em of the text beside it, and about as wide as high. */
export const bulletEm = [0.18, 0.75] as const
const maxBulletAspect = 1.35
/** Maximum difference between marks in one row or column, in points. */
const levelPt = 1

export interface Mark {
  readonly box: Box
  /** Null when it is not known. */
  readonly colour: number | null
}

/** Small shapes that may be bullets; a ring is painted as two. */
export const marks = (page: RawPage): ReadonlyArray<Mark> => {
  const found = new Map<string, Mark>()
  const shapes = [...page.drawings, ...page.segments.filter(isSquare).map(painted)]
  for (const mark of [...shapes.map((box) => ({ box, colour: null })), ...page.fills]) {
    const { box } = mark
    const w = box.x1 - box.x0
    const h = box.y1 - box.y0
    if (w < 1 || h < 1 || w > 12 || w > maxBulletAspect * h || h > maxBulletAspect * w) continue
    found.set(`${Math.round(box.x0 / 4)} ${Math.round(box.y0 / 4)}`, mark)
    if (found.size > maxDrawn) return []
  }
  return [...found.values()]
}

/** A rule as thick as it is long: word processors and TeX paint squares so. */
const isSquare = ({ x0, y0, x1, y1, thickness }: Segment): boolean => thickness * maxBulletAspect > x1 - x0 + y1 - y0

/** What a rule covers. */
const painted = ({ x0, y0, x1, y1, thickness }: Segment): Box => {
  const [w, h] = x0 === x1 ? [thickness / 2, 0] : [0, thickness / 2]
  return { x0: x0 - w, x1: x1 + w, y0: y0 - h, y1: y1 + h }
}

/** Whether a mark before a text is its bullet: no sample in a chart's key, and no part of an icon. */
export const isBullet = (page: RawPage, all: ReadonlyArray<Mark>, { box, colour }: Mark, text: Line): boolean => {
  const others = all.filter((other) => other.box !== box)
  const isInColumn = others.some((other) => other.colour === colour && Math.abs(other.box.x0 - box.x0) < levelPt)
  // of another colour than its text one is a chart's key; a mark right behind text belongs to that
  if (colour !== null && colour !== text.words[0]?.colour && !isInColumn) return false
  // where the next one follows within an em, each stands for what is behind it, as in a key
  const isOfSeveral = others.some(
    (other) =>
      Math.abs(centreY(other.box) - centreY(box)) < levelPt &&
      other.box.x0 > text.box.x0 &&
      other.box.x0 < text.box.x1 + text.size
  )
  // a part of an icon, which ends before the text as it does
  const isPart = page.drawings.some(
    (each) => width(each) > bulletEm[1] * text.size && each.x1 < text.box.x0 && holds(each, centreX(box), centreY(box))
  )
  return !isOfSeveral && !isPart
}
