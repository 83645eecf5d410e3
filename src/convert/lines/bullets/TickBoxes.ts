/** RawPage → TickBox[]: boxes to tick, drawn as frames of four rules. */

import { channels } from "../../model/Contrast.ts"
import type { Box } from "../../model/Geometry.ts"
import { centreX, centreY, holds, width } from "../../model/Geometry.ts"
import { maxDrawn } from "../../model/Measures.ts"
import type { RawPage } from "../../model/Page.ts"

/** Smallest and largest side of such a square, in em of the text beside it. */
export const boxEm = [0.5, 1.4] as const
/** What fills a ticked one is this dark. */
const darkest = 0x80
/** No box to tick is larger, in points. */
const mostBoxPt = 24
/** Maximum gap between its rules, in points. */
const meetPt = 1

export interface TickBox {
  readonly box: Box
  readonly isTicked: boolean
}

/** Frames that stand alone: of those in a row, one character is written into each. */
export const boxes = (page: RawPage): ReadonlyArray<TickBox> => {
  const all = frames(page)
  const touch = (a: Box, b: Box) =>
    a.x0 < b.x1 + meetPt && b.x0 < a.x1 + meetPt && a.y0 < b.y1 + meetPt && b.y0 < a.y1 + meetPt
  return all.filter((each) => !all.some((other) => other !== each && touch(each.box, other.box)))
}

/** Frames of four rules: ticked where a dark area fills them, or something is drawn in them. */
const frames = (page: RawPage): ReadonlyArray<TickBox> => {
  const short = page.segments.filter(({ x0, y0, x1, y1 }) => x1 - x0 + y1 - y0 < mostBoxPt)
  if (short.length > 4 * maxDrawn) return []
  const isAt = (a: number, b: number) => Math.abs(a - b) < meetPt
  const upright = short.filter(({ x0, x1 }) => x0 === x1)
  return short.flatMap((top) => {
    const box = { x0: top.x0, x1: top.x1, y0: top.y0, y1: top.y0 + top.x1 - top.x0 }
    if (top.y0 !== top.y1 || top.x1 === top.x0) return []
    const isSide = (x: number) =>
      upright.some((side) => isAt(side.x0, x) && isAt(side.y0, box.y0) && isAt(side.y1, box.y1))
    const isFramed =
      isSide(box.x0) &&
      isSide(box.x1) &&
      short.some(({ x0, x1, y0, y1 }) => y0 === y1 && isAt(y0, box.y1) && isAt(x0, box.x0) && isAt(x1, box.x1))
    const isIn = (each: Box) => holds(box, centreX(each), centreY(each)) && width(each) <= width(box) + meetPt
    return isFramed
      ? [
          {
            box,
            isTicked: page.fills.some((fill) => isIn(fill.box) && isDark(fill.colour)) || page.drawings.some(isIn)
          }
        ]
      : []
  })
}

const isDark = (colour: number): boolean => channels(colour).every((channel) => channel < darkest)
