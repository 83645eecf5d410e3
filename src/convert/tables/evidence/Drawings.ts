/** Proposal → what is drawn in it that no table has. */

import type { Box } from "../../model/Geometry.ts"
import { sameEdgePt } from "../../model/Measures.ts"
import type { Sight } from "../Proposal.ts"

/** Boxes with gaps between them have two upright rulings each. */
export const areApart = (upright: number, columns: number): boolean => upright >= 2 * columns

/** Curves and slanted words in a box, for each of its cells. */
export const graphicsIn = (box: Box, { page, slanted }: Sight, cells: number): number => {
  const drawn = page.drawings.filter(
    (each) => isInside(each, box) && each.x1 - each.x0 > sameEdgePt && each.y1 - each.y0 > sameEdgePt
  )
  const turned = slanted.filter(({ x, y }) => x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1)
  return Math.min(1, (drawn.length + turned.length / 5) / Math.max(1, cells))
}

const isInside = (each: Box, box: Box): boolean =>
  each.x0 > box.x0 - 1 && each.x1 < box.x1 + 1 && each.y0 > box.y0 - 1 && each.y1 < box.y1 + 1
