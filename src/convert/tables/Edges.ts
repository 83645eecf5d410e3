/** RawPage → Ruling[]: every way in which a border is painted, as straight pieces along one axis. */
import type { Box } from "../model/Geometry.ts"
import { around } from "../model/Geometry.ts"
import { maxDrawn, sameEdgePt, white, wholePage } from "../model/Measures.ts"
import type { Fill, RawPage, Segment } from "../model/Page.ts"

/** A straight piece along one axis: `at` is its place on the other axis, `from` and `to` its ends. */
export interface Ruling {
  readonly horizontal: boolean
  readonly at: number
  readonly from: number
  readonly to: number
}

/** An area or a picture at most this thick, in points, is a line. */
const maxThickness = 3
/** Shorter lines, in points, are dashes, ticks and parts of letters. */
export const minLength = 6
/** A tinted area at most this high, in points, may be a cell. */
const maxTintHeight = 400
/** No gap between areas is seen below this, in points. */
const seamPt = 0.2
/** A page with more pieces than this is a drawing. */
export const maxEdges = 6000
/** A dot of a dotted border is no longer than this, in points, and no longer than this factor of its thickness. */
const dotLength = 3.2
const dotShape = 1.6

/** What is painted as a line: strokes, thin areas, dots of dotted borders, mitred sides, thin pictures. */
export const drawnEdges = (page: RawPage): ReadonlyArray<Ruling> => {
  const isUnderline = underlines(page)
  const thin = [...page.drawings, ...page.images].flatMap(asLine)
  return [...page.segments.flatMap(pieces), ...thin].filter((each) => !isUnderline(each))
}

/** The sides of tinted areas: cells without lines around them, and the upper and lower ones of several that are a row of a grid. */
export const tintEdges = (
  page: RawPage,
  isNone: (box: Box) => boolean,
  isRow: (box: Box) => boolean
): ReadonlyArray<Ruling> => {
  const found = page.fills.filter((fill) => fill.colour !== white && isCell(fill.box, page))
  const rows = Map.groupBy(found, ({ box }) => `${Math.round(box.y0)} ${Math.round(box.y1)}`)
  const edges = seamless([...rows.values()]).flatMap((row) => {
    const whole = around(row.map(({ box }) => box))
    if (row.length > 1 && isRow(whole)) return sides(whole).filter(({ horizontal }) => horizontal)
    return row.flatMap(({ box }) => (isNone(box) ? [] : sides(box)))
  })
  return edges.length > maxEdges ? [] : edges
}

/** Areas alone in their rows that meet others as wide in the same tint, as one: nobody sees where each of them ends. */
const seamless = (rows: ReadonlyArray<ReadonlyArray<Fill>>): ReadonlyArray<ReadonlyArray<Fill>> => {
  const out: Array<ReadonlyArray<Fill>> = []
  for (const row of rows.toSorted(([a], [b]) => (a?.box.y0 ?? 0) - (b?.box.y0 ?? 0))) {
    const [above, ...others] = out.at(-1) ?? []
    const [below, ...more] = row
    const isOne =
      above !== undefined &&
      below !== undefined &&
      others.length + more.length === 0 &&
      above.colour === below.colour &&
      areFlush(above.box, below.box) &&
      Math.abs(below.box.y0 - above.box.y1) < seamPt
    if (isOne) out[out.length - 1] = [{ ...above, box: around([above.box, below.box]) }]
    else out.push(row)
  }
  return out
}

/** From one edge to the other. */
export const areFlush = (a: Box, b: Box): boolean =>
  Math.abs(a.x0 - b.x0) < sameEdgePt && Math.abs(a.x1 - b.x1) < sameEdgePt

/** What reaches the head or the foot of its page is a band across it. */
const isCell = (box: Box, page: RawPage): boolean => {
  const height = box.y1 - box.y0
  if (box.y0 < sameEdgePt || box.y1 > page.height - sameEdgePt) return false
  return height <= maxTintHeight && height >= minLength && box.x1 - box.x0 <= wholePage * page.width
}

const sides = ({ x0, y0, x1, y1 }: Box): ReadonlyArray<Ruling> => [
  { horizontal: true, at: y0, from: x0, to: x1 },
  { horizontal: true, at: y1, from: x0, to: x1 },
  { horizontal: false, at: x0, from: y0, to: y1 },
  { horizontal: false, at: x1, from: y0, to: y1 }
]

/** A dot may belong to a line in either direction. */
const pieces = (segment: Segment): ReadonlyArray<Ruling> => {
  const length = Math.max(segment.x1 - segment.x0, segment.y1 - segment.y0)
  if (length > dotLength || length > dotShape * segment.thickness) return [along(segment)]
  const x = (segment.x0 + segment.x1) / 2
  const y = (segment.y0 + segment.y1) / 2
  return [
    { horizontal: true, at: y, from: x - length / 2, to: x + length / 2 },
    { horizontal: false, at: x, from: y - length / 2, to: y + length / 2 }
  ]
}

const along = (box: Box): Ruling =>
  box.x1 - box.x0 >= box.y1 - box.y0
    ? { horizontal: true, at: (box.y0 + box.y1) / 2, from: box.x0, to: box.x1 }
    : { horizontal: false, at: (box.x0 + box.x1) / 2, from: box.y0, to: box.y1 }

const asLine = (box: Box): ReadonlyArray<Ruling> => {
  const [thin, long] = [box.x1 - box.x0, box.y1 - box.y0].sort((a, b) => a - b)
  return (thin ?? 0) <= maxThickness && (long ?? 0) >= minLength ? [along(box)] : []
}

/** Links are underlined: a line along the foot of a link is no border. */
const underlines = ({ links }: RawPage): ((each: Ruling) => boolean) => {
  const boxes = links.slice(0, maxDrawn).map(({ box }) => box)
  return ({ horizontal, at, from, to }) =>
    horizontal &&
    boxes.some(
      ({ x0, y0, x1, y1 }) =>
        from >= x0 - sameEdgePt && to <= x1 + sameEdgePt && at > y0 && Math.abs(at - y1) <= sameEdgePt
    )
}
