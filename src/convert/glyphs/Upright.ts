/**
 * RawPage → RawPage: a page most of whose text runs sideways, or is written downwards in columns from the right, turned so
 * that it can be read in lines.
 */

import type { Box } from "../model/Geometry.ts"
import { maxTabEm, mostShare, slackEm } from "../model/Measures.ts"
import { Flag, type GlyphTable, type RawPage, withBoxes } from "../model/Page.ts"
import { ideograph } from "../model/Text.ts"

/** How far the top of an ideograph is above its baseline, in em. */
const ideographRiseEm = 0.88

export const upright = (page: RawPage): RawPage => {
  const counts = new Map<number, number>()
  let downwards = 0
  for (let i = 0; i < page.glyphs.length; i++) if (isDownward(page, i)) downwards++
  if (downwards > mostShare * page.glyphs.length) return turn(page, 270)
  for (let i = 0; i < page.glyphs.length; i++) {
    const angle = page.glyphs.angle[i] ?? 0
    if (angle !== 0) counts.set(angle, (counts.get(angle) ?? 0) + 1)
  }
  for (const angle of [90, 180, 270] as const) {
    if ((counts.get(angle) ?? 0) > mostShare * page.glyphs.length) return turn(page, angle)
  }
  return page
}

const isDownward = ({ glyphs }: RawPage, i: number): boolean =>
  glyphs.angle[i] === 0 &&
  mayStack(glyphs, i) &&
  (((glyphs.flags[i] ?? 0) & Flag.vertical) !== 0 || isStacked(glyphs, i, i + 1) || isStacked(glyphs, i - 1, i))

/** No ideograph comes before this. */
const firstIdeograph = 0x2e80

const mayStack = ({ text, flags }: GlyphTable, i: number): boolean => {
  if (((flags[i] ?? 0) & Flag.vertical) !== 0) return true
  const own = text[i] ?? ""
  return own.charCodeAt(0) >= firstIdeograph && ideograph.test(own)
}

/** Whether two glyphs that are painted one after the other stand one below the other, though an ideograph's font may know of lines alone. */
const isStacked = (glyphs: GlyphTable, above: number, below: number): boolean => {
  if (!mayStack(glyphs, above) || !mayStack(glyphs, below)) return false
  const em = glyphs.size[above] ?? 0
  const step = (glyphs.y[below] ?? 0) - (glyphs.y[above] ?? 0)
  return Math.abs((glyphs.x[below] ?? 0) - (glyphs.x[above] ?? 0)) < slackEm * em && step > 0 && step < maxTabEm * em
}

/** Where a point goes when text running at `angle` is turned upright. */
const point =
  (page: RawPage, angle: 90 | 180 | 270) =>
  (x: number, y: number): readonly [number, number] =>
    angle === 90 ? [page.height - y, x] : angle === 180 ? [page.width - x, page.height - y] : [y, page.width - x]

const turn = (page: RawPage, angle: 90 | 180 | 270): RawPage => {
  const move = point(page, angle)
  const { glyphs } = page
  const x = glyphs.x.slice()
  const y = glyphs.y.slice()
  const angles = glyphs.angle.slice()
  const flags = glyphs.flags.slice()
  for (let i = 0; i < glyphs.length; i++) {
    const to = move(glyphs.x[i] ?? 0, glyphs.y[i] ?? 0)
    x[i] = to[0]
    y[i] = to[1]
    angles[i] = ((glyphs.angle[i] ?? 0) - angle + 360) % 360
    if (angle !== 270 || !isDownward(page, i)) continue
    // glyphs stay upright in a column: a letter's top is where the line goes on from, and its side is what the line stands on
    x[i] = to[0] - ideographRiseEm * (glyphs.size[i] ?? 0)
    angles[i] = 0
    flags[i] = (flags[i] ?? 0) & ~Flag.vertical
  }
  const box = (from: Box): Box => {
    const a = move(from.x0, from.y0)
    const b = move(from.x1, from.y1)
    return { x0: Math.min(a[0], b[0]), y0: Math.min(a[1], b[1]), x1: Math.max(a[0], b[0]), y1: Math.max(a[1], b[1]) }
  }
  const sideways = angle !== 180
  return {
    ...withBoxes(page, box),
    width: sideways ? page.height : page.width,
    height: sideways ? page.width : page.height,
    turned: angle,
    glyphs: { ...glyphs, x, y, angle: angles, flags }
  }
}
