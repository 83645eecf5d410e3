/** Box → what stands over it or under it, and what is drawn in it. */
import { isTableCaption } from "../../lines/Captions.ts"
import { type Box, height, overlap, width } from "../../model/Geometry.ts"
import type { Line } from "../../model/Line.ts"
import { maxLeadingEm, minPair, sameEdgePt } from "../../model/Measures.ts"
import type { Sight } from "../Proposal.ts"

/** The lines in which captions of tables begin. */
export const captionsIn = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  lines.filter(({ words }) => isTableCaption(words.map(({ text }) => text).join(" ")))

/** The caption of a table stands right over it, of a few lines, or right under it. */
export const isCaptioned = (box: Box, captions: ReadonlyArray<Line>): boolean =>
  captions.some(({ box: own, size }) => {
    const gap = Math.max(box.y0 - own.y1, own.y0 - box.y1)
    return gap >= -size / 2 && gap <= minPair * maxLeadingEm * size && overlap(own.x0, own.x1, box.x0, box.x1) > 0
  })

/** Curves and slanted words in a box, for each of its cells. */
export const graphicsIn = (box: Box, { page, slanted }: Sight, cells: number): number => {
  const isInside = (each: Box) =>
    each.x0 > box.x0 - 1 && each.x1 < box.x1 + 1 && each.y0 > box.y0 - 1 && each.y1 < box.y1 + 1
  const drawn = page.drawings.filter((each) => Math.min(width(each), height(each)) > sameEdgePt && isInside(each))
  const turned = slanted.filter(({ x, y }) => x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1)
  return Math.min(1, (drawn.length + turned.length / 5) / Math.max(1, cells))
}
