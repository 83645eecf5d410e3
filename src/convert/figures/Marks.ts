/** RawPage → Mark[]: what is painted on a page and may be part of a figure, without its paper and its decoration. */
import { channels } from "../model/Contrast.ts"
import { area, type Box, height, width } from "../model/Geometry.ts"
import { white, wholePage } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"

/** What is painted on a page and is no glyph. */
export interface Mark {
  readonly kind: "picture" | "path" | "tint" | "rule"
  readonly box: Box
  /** Of a tint. */
  readonly colour?: number
}

/** What covers more of the page than this is what the page is printed on. */
const mostOfPage = 0.75
/** A tint this light, in each channel, is paper. */
const paper = 0xf6

const isPaper = (colour: number): boolean => colour === white || channels(colour).every((channel) => channel >= paper)

export const marksOf = (page: RawPage): ReadonlyArray<Mark> => {
  const whole = page.width * page.height
  const isDecoration = decorations(page)
  const isSmaller = (box: Box) => area(box) < mostOfPage * whole && !isBand(box, page)
  const strips = page.images.filter((box) => width(box) > wholePage * page.width)
  const isStriped = strips.reduce((sum, box) => sum + area(box), 0) > mostOfPage * whole
  const isPicture = (box: Box) => isSmaller(box) && !(isStriped && strips.includes(box))
  return [
    ...page.images.filter(isPicture).map((box) => ({ kind: "picture" as const, box })),
    ...page.drawings
      .filter((box) => isSmaller(box) && !isDecoration(box))
      .map((box) => ({ kind: isRule(box) ? ("rule" as const) : ("path" as const), box })),
    ...page.fills
      .filter(({ box, colour }) => isSmaller(box) && !isPaper(colour) && !isDecoration(box))
      .map(({ box, colour }) => ({ kind: "tint" as const, box, colour })),
    ...page.segments.filter((box) => !isDecoration(box)).map((box) => ({ kind: "rule" as const, box }))
  ]
}

/** An outline this thin and this long, in points, is a rule: browsers paint the sides of a frame so. */
const maxRulePt = 1.5
const minRulePt = 30

const isRule = (box: Box): boolean =>
  Math.min(width(box), height(box)) <= maxRulePt && Math.max(width(box), height(box)) >= minRulePt

/** A strip along an edge of the page is this share of its breadth at most, and ends this close to the edge, in points. */
const maxBandShare = 0.25
const maxBandInset = 9

/** A strip along an edge of the page, most of its length: what the page is decorated with. */
const isBand = (box: Box, page: RawPage): boolean =>
  (height(box) > 0.7 * page.height &&
    width(box) < maxBandShare * page.width &&
    (box.x0 < maxBandInset || box.x1 > page.width - maxBandInset)) ||
  (isStrip(box, page) && (box.y0 < maxBandInset || box.y1 > page.height - maxBandInset))

const isStrip = (box: Box, page: RawPage): boolean =>
  width(box) > 0.9 * page.width && height(box) < maxBandShare * page.height

/** Whether something is drawn on the strips that lie one below the other from the head of the page, or up from its foot: the bars over and under a slide, with their marks. */
const decorations = (page: RawPage): ((box: Box) => boolean) => {
  const strips = page.fills.map(({ box }) => box).filter((box) => isStrip(box, page))
  if (strips.length === 0) return () => false
  let [head, foot] = [0, page.height]
  for (const { y0, y1 } of strips.toSorted((a, b) => a.y0 - b.y0))
    if (y0 < head + maxBandInset && y1 < maxBandShare * page.height) head = Math.max(head, y1)
  for (const { y0, y1 } of strips.toSorted((a, b) => b.y1 - a.y1))
    if (y1 > foot - maxBandInset && page.height - y0 < maxBandShare * page.height) foot = Math.min(foot, y0)
  return ({ y0, y1 }) => y1 <= head || y0 >= foot
}
