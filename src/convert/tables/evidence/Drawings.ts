/** Proposal → what is drawn in it that no table has. */
import type { Box } from "../../model/Geometry.ts"
import type { LineWord } from "../../model/Line.ts"
import type { RawPage } from "../../model/Page.ts"
import type { Sight } from "../Proposal.ts"

/** Two rulings stand at each end and, where they are double, between any two. */
export const unusedOf = (places: number, used: number): number =>
  places === 0 ? 0 : Math.max(0, places - (1.5 * used + 2)) / places

/** Boxes with gaps between them have two upright rulings each. */
export const areApart = (upright: number, columns: number): boolean => upright >= 2 * columns

/** Curves and slanted words in a box, for each of its cells. */
export const graphicsIn = (box: Box, { page, slanted }: Sight, cells: number): number => {
  const drawn = page.drawings.filter(
    (each) => isInside(each, box) && each.x1 - each.x0 > minGraphic && each.y1 - each.y0 > minGraphic
  )
  const turned = slanted.filter(({ x, y }) => x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1)
  return Math.min(1, (drawn.length + turned.length / 5) / Math.max(1, cells))
}

/** Curves smaller than this, in points, are marks. */
const minGraphic = 3

const isInside = (each: Box, box: Box): boolean =>
  each.x0 > box.x0 - 1 && each.x1 < box.x1 + 1 && each.y0 > box.y0 - 1 && each.y1 < box.y1 + 1

/** Bars are at least this thick, in points, stand within this on one line, and differ in length by more than it. */
const minBar = 5
const oneLine = 1

/** 1 when areas without text stand on one line, upright or lying, and are of different lengths. */
export const bars = (box: Box, page: RawPage, words: ReadonlyArray<LineWord>): number => {
  const own = page.fills.flatMap(({ box: fill }) =>
    isInside(fill, { ...box, y0: box.y0 - minBar, y1: box.y1 + minBar }) &&
    fill.x1 - fill.x0 > minBar &&
    fill.y1 - fill.y0 > minBar
      ? [fill]
      : []
  )
  const empty = own.length < 2 ? [] : own.filter((fill) => !words.some(({ box: word }) => overlaps(word, fill)))
  const isStanding = (a: Box, b: Box) =>
    Math.abs(a.y1 - b.y1) < oneLine && Math.abs(a.y0 - b.y0) > oneLine && (a.x1 <= b.x0 || b.x1 <= a.x0)
  const isLying = (a: Box, b: Box) =>
    Math.abs(a.x0 - b.x0) < oneLine && Math.abs(a.x1 - b.x1) > oneLine && (a.y1 <= b.y0 || b.y1 <= a.y0)
  const areBars = (isPair: (a: Box, b: Box) => boolean) =>
    empty.some((a, i) => empty.slice(i + 1, maxBars).some((b) => isPair(a, b)))
  return areBars(isStanding) || areBars(isLying) ? 1 : 0
}

/** Of more areas than this not all are compared. */
const maxBars = 60

const overlaps = (a: Box, b: Box): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1
