/** Box → what stands over it or under it, and is drawn in it. */
import { isTableCaption } from "../../lines/Captions.ts"
import { type Box, height, holds, overlap, width } from "../../model/Geometry.ts"
import { maxLeadingEm, minPair, sameEdgePt } from "../../model/Measures.ts"
import type { Sight } from "../Proposal.ts"
import { textOf } from "./Spots.ts"

/** The caption of a table stands right over it, of a few lines, or right under it. */
export const isCaptioned = (box: Box, { lines }: Sight): boolean =>
  lines.some(({ box: own, size, words }) => {
    const gap = Math.max(box.y0 - own.y1, own.y0 - box.y1)
    const isNear = gap >= -size / 2 && gap <= minPair * maxLeadingEm * size
    return isNear && overlap(own.x0, own.x1, box.x0, box.x1) > 0 && isTableCaption(textOf(words))
  })

/** Drawn curves and slanted letters in a box, for each of its cells. */
export const graphicsIn = (box: Box, { page }: Sight, cells: number): number => {
  const isInside = (each: Box) => holds(box, each.x0 + 1, each.y0 + 1) && holds(box, each.x1 - 1, each.y1 - 1)
  const drawn = page.drawings.filter((each) => Math.min(width(each), height(each)) > sameEdgePt && isInside(each))
  const { angle, x, y } = page.glyphs
  let slanted = 0
  for (let i = 0; i < angle.length; i++) if (angle[i] !== 0 && holds(box, x[i] ?? 0, y[i] ?? 0)) slanted++
  return Math.min(1, (drawn.length + slanted / 5) / Math.max(1, cells))
}
