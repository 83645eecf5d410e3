/** Box → what stands over it or under it, and what is drawn in it. */
import {
  type Box,
  centreX,
  centreY,
  greatest,
  height,
  holds,
  median,
  meets,
  overlap,
  smallest,
  width
} from "../../model/Geometry.ts"
import { minDisplay, sameEdgePt, slackPt } from "../../model/Measures.ts"
import type { Sight } from "../Proposal.ts"
import { isNumeral, type Spot } from "./Spots.ts"

/** No further under a title than this, in em of it, stand the names of its authors. */
const farthest = 4

/**
 * Columns of texts each over the middle of the next, without figures, right under the largest text of the page: the names of
 * its authors, with where they are at home.
 */
export const areAuthors = (
  box: Box,
  columns: ReadonlyArray<ReadonlyArray<Spot>>,
  { lines }: Pick<Sight, "lines">
): boolean => {
  const spread = (own: ReadonlyArray<Spot>, at: (spot: Spot) => number) => greatest(own.map(at)) - smallest(own.map(at))
  const isCentred = (own: ReadonlyArray<Spot>) => spread(own, ({ box }) => box.x0 + box.x1) <= 2 * sameEdgePt
  const size = median(columns.flat().flatMap(({ words }) => words.map((word) => word.size)))
  const title = lines.findLast((each) => each.box.y1 <= box.y0 && overlap(each.box.x0, each.box.x1, box.x0, box.x1) > 0)
  return (
    title !== undefined &&
    title.size > minDisplay * size &&
    title.size >= greatest(lines.map((each) => each.size)) - slackPt &&
    box.y0 - title.box.y1 < farthest * title.size &&
    columns.every((own) => own.length > 1 && isCentred(own) && !own.some(({ text }) => isNumeral(text))) &&
    columns.some((own) => spread(own, (spot) => spot.box.x0) > sameEdgePt)
  )
}

/** Curves and slanted words in a box, for each of its cells. */
export const graphicsIn = (box: Box, { page, slanted }: Sight, cells: number): number => {
  const isInside = (each: Box) =>
    each.x0 > box.x0 - 1 && each.x1 < box.x1 + 1 && each.y0 > box.y0 - 1 && each.y1 < box.y1 + 1
  const drawn = page.drawings.filter((each) => Math.min(width(each), height(each)) > sameEdgePt && isInside(each))
  const turned = slanted.filter(({ x, y }) => x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1)
  return Math.min(1, (drawn.length + turned.length / 5) / Math.max(1, cells))
}

/** A page has no more cards. */
const mostCards = 100

/** Every text stands in a box with others of its column alone, and no box touches another: cards side by side. */
export const areCards = (box: Box, filled: ReadonlyArray<Spot>, { shapes }: Pick<Sight, "shapes">): boolean => {
  const cards = shapes.filter((shape) => meets(shape, box))
  const isApart = (card: Box) =>
    !cards.some(
      (other) => other !== card && meets({ ...other, x0: other.x0 - sameEdgePt, x1: other.x1 + sameEdgePt }, card)
    )
  if (cards.length < 2 || cards.length > mostCards || !cards.every(isApart)) return false
  const byCard = Map.groupBy(filled, (spot) => cards.find((card) => holds(card, centreX(spot.box), centreY(spot.box))))
  return (
    byCard.size > 1 &&
    [...byCard].every(
      ([card, own]) => card !== undefined && own.length > 1 && new Set(own.map(({ column }) => column)).size === 1
    )
  )
}
