/** Rulings of a grid → the borders that nobody draws and everybody sees: open sides, and those that upright rulings end at. */
import { line } from "../../lines/Lines.ts"
import type { Box } from "../../model/Geometry.ts"
import type { LineWord } from "../../model/Line.ts"
import { sameEdgePt } from "../../model/Measures.ts"
import type { Ruling } from "../Edges.ts"
import { linesOf } from "../Grid.ts"
import { minGapEm, pieces } from "../Pieces.ts"
import { placesOf } from "../Rulings.ts"
import { middleOf } from "../Sight.ts"

/** An open side closes where rulings of the other direction end, if that is this far off, in points. */
const openSidePt = 8
/** No row is lower than this, in points. */
export const minRowPt = 6

/** Where rulings stand, with the open sides of their frame closed. */
export const placesWithin = (rulings: ReadonlyArray<Ruling>, from: number, to: number): ReadonlyArray<number> => {
  const out = [...placesOf(rulings)]
  if ((out[0] ?? to) - from > openSidePt) out.unshift(from)
  if (to - (out.at(-1) ?? from) > openSidePt) out.push(to)
  return out
}

/**
 * Names over several columns, or below them, end where the upright rulings that would cut them begin: there the columns beside these rulings have a
 * border, though none is drawn.
 */
export const bordersAtNames = (
  across: ReadonlyArray<Ruling>,
  upright: ReadonlyArray<Ruling>,
  box: Box,
  words: ReadonlyArray<LineWord>
): ReadonlyArray<Ruling> => {
  const ys = placesWithin(across, box.y0, box.y1)
  const isWithin = (y: number) => ys.every((each) => Math.abs(each - y) > minRowPt) && y > box.y0 && y < box.y1
  const ends = upright.flatMap(({ at, from, to }) => [
    ...(isWithin(from) ? [{ at, y: from, isOver: true }] : []),
    ...(isWithin(to) ? [{ at, y: to, isOver: false }] : [])
  ])
  if (ends.length === 0) return []
  const xs = placesWithin(upright, box.x0, box.x1)
  const texts = linesOf(words).flatMap((own) =>
    pieces(line(own), minGapEm).map((piece) => ({ ...piece, y: middleOf(own[0] as LineWord) }))
  )
  const isCut = ({ at, y, isOver }: (typeof ends)[number]) => {
    const limit = isOver ? (ys.findLast((each) => each < y) ?? box.y0) : (ys.find((each) => each > y) ?? box.y1)
    return texts.some(
      (text) => text.x0 < at - 1 && text.x1 > at + 1 && text.y > Math.min(y, limit) && text.y < Math.max(y, limit)
    )
  }
  const cut = ends.filter(isCut)
  return ends
    .filter(({ y, isOver }) => cut.some((other) => other.isOver === isOver && Math.abs(other.y - y) < sameEdgePt))
    .flatMap(({ at, y }) => {
      const from = xs.findLast((x) => x < at - sameEdgePt) ?? box.x0
      const to = xs.find((x) => x > at + sameEdgePt) ?? box.x1
      return [{ horizontal: true, at: y, from, to }]
    })
}
