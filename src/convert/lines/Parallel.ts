/**
 * Piece[] of two columns → Piece[][]: columns whose headings stand level, such as a text and its translation or articles in
 * rows, are read section by section. Headings of running columns stand where they happen to.
 */
import { median, overlap } from "../model/Geometry.ts"
import { baselineOf, isText, type Piece, wordsOf } from "../model/Line.ts"

const limits = {
  /** So many pairs of headings stand level. */
  minPairs: 2,
  /** Baselines this close, in points, are level. */
  level: 3,
  /** A heading is larger than this factor of the text, or bold. */
  larger: 1.06,
  /** Above a heading both columns are empty for at least this, in em. */
  minClearEm: 0.5
} as const

/** The sections of two columns parted at `x`, from top to bottom; all pieces as one where their headings are not level. */
export const sections = (pieces: ReadonlyArray<Piece>, x: number): ReadonlyArray<ReadonlyArray<Piece>> => {
  const size = median(pieces.map((each) => each.size))
  const isLeft = (each: Piece) => each.box.x0 < x
  const isBold = (each: Piece) => wordsOf(each).every((word) => word.bold)
  const isHead = (each: Piece) =>
    isText(each) && (each.size > limits.larger * size || (isBold(each) && each.size >= size))
  const clear = (each: Piece) =>
    !pieces.some(
      (other) =>
        overlap(other.box.y0, other.box.y1, each.box.y0 - limits.minClearEm * each.size, each.box.y0) > 0 &&
        baselineOf(other) < baselineOf(each) - limits.level
    )
  const heads = pieces.filter((each) => isHead(each) && clear(each))
  const areLevel = (a: Piece, b: Piece) => Math.abs(baselineOf(a) - baselineOf(b)) <= limits.level
  const isPaired = (each: Piece) => heads.some((other) => isLeft(other) !== isLeft(each) && areLevel(other, each))
  const left = heads.filter(isLeft)
  if (pieces.filter(isBold).length * 2 > pieces.length || left.length < limits.minPairs || !heads.every(isPaired)) {
    return [pieces]
  }
  const starts = left.map((each) =>
    Math.min(...heads.filter((other) => areLevel(other, each)).map(({ box }) => box.y0))
  )
  const sorted = [...new Set(starts)].sort((a, b) => a - b)
  const sectionOf = (each: Piece) => sorted.filter((y) => each.box.y0 >= y - 0.5).length
  return [...Map.groupBy(pieces, sectionOf)].sort(([a], [b]) => a - b).map(([, section]) => section)
}
