/**
 * Piece[] of two columns → Piece[][]: columns whose headings stand level, such as a text and its translation or rows of articles, are
 * read section by section, and so are columns that rules cross. In columns of running text headings stand level only by chance.
 */
import { around, centreY, greatest, median, overlap, smallest, width } from "../../model/Geometry.ts"
import { baselineOf, isText, type Piece, wordsOf } from "../../model/Line.ts"
import {
  maxLeadingEm,
  maxLeadingGrowth,
  minPair,
  minSizeStep,
  nearlyAll,
  sameEdgePt,
  slackPt
} from "../../model/Measures.ts"
import type { Stretch } from "../Shapes.ts"

const limits = {
  /** Above a heading both columns are empty for at least this, in em. */
  minClearEm: 0.5,
  /** Labels are at most this share as wide as what they stand beside. */
  maxLabelWidth: 0.6
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
  const found = [...Map.groupBy(pieces, sectionOf)].sort(([a], [b]) => a - b).map(([, section]) => section)
  return withHeads(found, isHeadIn(pieces))
}

/** Sections that begin with the headings that stand over them, one on each side. */
const withHeads = (
  found: ReadonlyArray<ReadonlyArray<Piece>>,
  isHead: (each: Piece) => boolean
): ReadonlyArray<ReadonlyArray<Piece>> => {
  const out: Array<ReadonlyArray<Piece>> = []
  let over: ReadonlyArray<Piece> = []
  for (const section of found) {
    const whole = [...over, ...section]
    over = section.length >= minPair && section.every(isHead) ? whole : []
    if (over.length === 0) out.push(whole)
  }
  if (over.length > 0) out.push(over)
  return out
}

/**
 * Where the labels in the left column begin, such as dates or terms: each is level with the beginning of a text on the right, or has
 * nothing beside it. Null if the left column has anything else.
 */
const labelStarts = (left: ReadonlyArray<Piece>, right: ReadonlyArray<Piece>): ReadonlyArray<number> | null => {
  const widestOf = (pieces: ReadonlyArray<Piece>) => Math.max(0, greatest(pieces.map(({ box }) => width(box))))
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
  const firsts = beside.filter((_, i) => i === 0 || (distances[i] ?? 0) > maxLeadingGrowth * usual)
  const isLevel = (each: Piece) => firsts.some((first) => Math.abs(baselineOf(first) - baselineOf(each)) <= sameEdgePt)
  const isAlone = ({ box }: Piece) => !right.some((other) => overlap(other.box.y0, other.box.y1, box.y0, box.y1) > 0)
  const level = labels.filter(isLevel)
  if (level.length < minPair || !labels.every((each) => level.includes(each) || isAlone(each))) return null
  return labels.map(({ box }) => box.y0)
}

const isBold = (each: Piece): boolean => wordsOf(each).every((word) => word.bold)

/** Whether a line is larger than most, or bold. */
export const isHeadIn = (pieces: ReadonlyArray<Piece>): ((each: Piece) => boolean) => {
  const size = median(pieces.map((each) => each.size))
  return (each) => isText(each) && (each.size > (1 + minSizeStep) * size || (isBold(each) && each.size >= size))
}

/** Where headings that stand level on both sides begin; nowhere if one does not, or some have text beside them. */
const headStarts = (pieces: ReadonlyArray<Piece>, isLeft: (each: Piece) => boolean): ReadonlyArray<number> => {
  if (pieces.filter(isBold).length * 2 > pieces.length) return []
  const isHead = isHeadIn(pieces)
  const isClear = (each: Piece, among: ReadonlyArray<Piece>) =>
    !among.some(
      (other) =>
        overlap(other.box.y0, other.box.y1, each.box.y0 - limits.minClearEm * each.size, each.box.y0) > 0 &&
        baselineOf(other) < baselineOf(each) - sameEdgePt
    )
  const sides = Map.groupBy(pieces, isLeft)
  // a title of both is larger than any of them, and nothing stands beside it
  const isTitle = (each: Piece) =>
    !(sides.get(!isLeft(each)) ?? []).some(({ box }) => box.y0 < each.box.y1) &&
    pieces.every((other) => other === each || (1 + minSizeStep) * other.size < each.size)
  const own = pieces.filter((each) => isHead(each) && isClear(each, sides.get(isLeft(each)) ?? []) && !isTitle(each))
  const heads = own.filter((each) => isClear(each, pieces))
  const areLevel = (a: Piece, b: Piece) => Math.abs(baselineOf(a) - baselineOf(b)) <= sameEdgePt
  const isPaired = (each: Piece) => heads.some((other) => isLeft(other) !== isLeft(each) && areLevel(other, each))
  const left = heads.filter(isLeft)
  if (left.length < minPair || heads.length < nearlyAll * own.length) return []
  if (!heads.every(isPaired)) return pictureStarts(pieces, heads, isLeft)
  return left.map((each) => smallest(heads.filter((other) => areLevel(other, each)).map(({ box }) => box.y0)))
}

/**
 * Where headings begin whose texts have nothing but pictures beside them: up to the next heading all text is in one of the columns, which
 * need not be the same under each heading.
 */
const pictureStarts = (
  pieces: ReadonlyArray<Piece>,
  heads: ReadonlyArray<Piece>,
  isLeft: (each: Piece) => boolean
): ReadonlyArray<number> => {
  const starts = heads.map(({ box }) => box.y0).sort((a, b) => a - b)
  const texts = pieces.filter((each) => !heads.includes(each))
  const isOneSided = (from: number, i: number) => {
    const to = starts[i + 1]
    // a page's foot may stand below the last
    if (to === undefined) return true
    const own = texts.filter(({ box }) => overlap(box.y0, box.y1, from, to) > slackPt)
    return own.length > 0 && own.every((each) => isLeft(each) === isLeft(own[0] as Piece))
  }
  const sides = new Set(texts.filter(({ box }) => box.y0 >= (starts[0] ?? 0)).map(isLeft))
  return sides.size > 1 && starts.every(isOneSided) ? starts : []
}

/** Two columns parted at `x`, cut at each rule that crosses both: what is above a rule is read before what is below. A heading right above a rule is read by itself. */
export const ruledOff = (
  pieces: ReadonlyArray<Piece>,
  x: number,
  rules: ReadonlyArray<Stretch>
): ReadonlyArray<ReadonlyArray<Piece>> => {
  if (rules.length === 0) return [pieces]
  const box = around(pieces.map((each) => each.box))
  const cuts = rules
    .filter(({ from, to }) => x - from >= nearlyAll * (x - box.x0) && to - x >= nearlyAll * (box.x1 - x))
    .map(({ at }) => at)
    .toSorted((a, b) => a - b)
  const bands = Map.groupBy(pieces, (each) => cuts.filter((at) => at < centreY(each.box)).length)
  return [...bands]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([i, band]) => {
      const head = headOn(cuts[i] ?? Number.POSITIVE_INFINITY, band)
      return head === undefined ? [band] : [band.filter((each) => each !== head), [head]]
    })
}

/** The heading that stands on a rule, with nothing beside it. */
const headOn = (rule: number, above: ReadonlyArray<Piece>): Piece | undefined => {
  const last = above.toSorted((a, b) => baselineOf(b) - baselineOf(a))[0]
  const isOn =
    last !== undefined &&
    rule - baselineOf(last) < maxLeadingEm * last.size &&
    above.every((each) => each === last || each.box.y1 <= last.box.y0 + slackPt)
  return isOn && isHeadIn(above)(last) ? last : undefined
}
