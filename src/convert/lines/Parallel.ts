/**
 * Piece[] of two columns → Piece[][]: columns whose headings stand level, such as a text and its translation or articles in
 * rows, are read section by section. Headings of running columns stand where they happen to.
 */
import { median, overlap, width } from "../model/Geometry.ts"
import { baselineOf, isText, type Piece, wordsOf } from "../model/Line.ts"
import { minPair, minSizeStep, sameEdgePt, slackPt } from "../model/Measures.ts"

const limits = {
  /** Above a heading both columns are empty for at least this, in em. */
  minClearEm: 0.5,
  /** Labels are at most this share as wide as what they stand beside. */
  maxLabelWidth: 0.6,
  /** The first line of it stands this much further below the one before than most lines do. */
  minGapToLeading: 1.25
} as const

/** The sections of two columns parted at `x`, from top to bottom; all pieces as one where their headings are not level. */
export const sections = (pieces: ReadonlyArray<Piece>, x: number): ReadonlyArray<ReadonlyArray<Piece>> => {
  const isLeft = (each: Piece) => each.box.x0 < x
  const starts =
    labelStarts(
      pieces.filter(isLeft),
      pieces.filter((each) => !isLeft(each))
    ) ?? headStarts(pieces, isLeft)
  const sorted = [...new Set(starts)].sort((a, b) => a - b)
  const sectionOf = (each: Piece) => sorted.filter((y) => each.box.y0 >= y - slackPt).length
  return [...Map.groupBy(pieces, sectionOf)].sort(([a], [b]) => a - b).map(([, section]) => section)
}

/**
 * Where labels begin, such as dates or terms, each level with the beginning of what it stands beside; others have nothing
 * beside them. Null where the column on the left is not made of them.
 */
const labelStarts = (left: ReadonlyArray<Piece>, right: ReadonlyArray<Piece>): ReadonlyArray<number> | null => {
  const widestOf = (pieces: ReadonlyArray<Piece>) => Math.max(0, ...pieces.map(({ box }) => width(box)))
  if (widestOf(left) > limits.maxLabelWidth * widestOf(right)) return null
  const down = (a: Piece, b: Piece) => a.box.y0 - b.box.y0
  const labels = left.toSorted(down).filter((each, i, all) => {
    const above = all[i - 1]
    return above === undefined || each.box.y0 - above.box.y1 > limits.minClearEm * each.size
  })
  const beside = right.toSorted(down)
  const distances = beside.map((each, i) => baselineOf(each) - baselineOf(beside[i - 1] ?? each))
  // two columns of their own
  if (distances.filter((each) => each < sameEdgePt).length > 1) return null
  const usual = distances.slice(1).sort((a, b) => a - b)[Math.floor(distances.length / 4)] ?? 0
  const firsts = beside.filter((_, i) => i === 0 || (distances[i] ?? 0) > limits.minGapToLeading * usual)
  const isLevel = (each: Piece) => firsts.some((first) => Math.abs(baselineOf(first) - baselineOf(each)) <= sameEdgePt)
  const isAlone = ({ box }: Piece) => !right.some((other) => overlap(other.box.y0, other.box.y1, box.y0, box.y1) > 0)
  const level = labels.filter(isLevel)
  if (level.length < minPair || !labels.every((each) => level.includes(each) || isAlone(each))) return null
  return labels.map(({ box }) => box.y0)
}

/** Where headings that stand level on both sides begin; nowhere if one does not. */
const headStarts = (pieces: ReadonlyArray<Piece>, isLeft: (each: Piece) => boolean): ReadonlyArray<number> => {
  const size = median(pieces.map((each) => each.size))
  const isBold = (each: Piece) => wordsOf(each).every((word) => word.bold)
  if (pieces.filter(isBold).length * 2 > pieces.length) return []
  const isHead = (each: Piece) =>
    isText(each) && (each.size > (1 + minSizeStep) * size || (isBold(each) && each.size >= size))
  const clear = (each: Piece) =>
    !pieces.some(
      (other) =>
        overlap(other.box.y0, other.box.y1, each.box.y0 - limits.minClearEm * each.size, each.box.y0) > 0 &&
        baselineOf(other) < baselineOf(each) - sameEdgePt
    )
  const heads = pieces.filter((each) => isHead(each) && clear(each))
  const areLevel = (a: Piece, b: Piece) => Math.abs(baselineOf(a) - baselineOf(b)) <= sameEdgePt
  const isPaired = (each: Piece) => heads.some((other) => isLeft(other) !== isLeft(each) && areLevel(other, each))
  const left = heads.filter(isLeft)
  if (left.length < minPair || !heads.every(isPaired)) return []
  return left.map((each) => Math.min(...heads.filter((other) => areLevel(other, each)).map(({ box }) => box.y0)))
}
