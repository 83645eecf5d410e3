/** How crooked a page lies, where it is too crooked for a recogniser to see its lines. */

import { threshold } from "./Ink.ts"
import type { Picture } from "./Recognised.ts"

/** Further than this, in degrees, nobody lays a page; a turn by a quarter is another matter. */
const furthest = 15
/** Between two slopes that are tried, in degrees: over the width of a page a line and a half. */
const step = 0.5
/** A sample of this many points of ink tells as much as all of them. */
const enoughInk = 60_000

/** Points of ink spread over the page, as x and y in turn. */
const inkOf = (picture: Picture): Int32Array => {
  const { width, pixels } = picture
  const ink = threshold(picture)
  const every = Math.max(1, Math.floor(pixels.length / (16 * enoughInk)))
  const points: Array<number> = []
  // an odd step, so that columns of pixels are not met again and again
  for (let at = 0; at < pixels.length; at += every | 1)
    if ((pixels[at] ?? 255) <= ink) points.push(at % width, Math.floor(at / width))
  return Int32Array.from(points)
}

/** In radians, how far lines rise to the right: the slope along which ink gathers in rows with gaps between them. */
export const slopeOf = (picture: Picture): number => {
  const points = inkOf(picture)
  // rows of a point and a half: lines are told apart, letters are not
  const row = 1.5 * picture.scale
  const reach = Math.ceil((picture.width * Math.tan((furthest * Math.PI) / 180)) / row)
  const rows = new Uint32Array(2 * reach + Math.ceil(picture.height / row) + 2)
  let best = { slope: 0, sharp: 0 }
  for (let degrees = -furthest; degrees <= furthest; degrees += step) {
    const slope = (degrees * Math.PI) / 180
    const rise = Math.tan(slope)
    rows.fill(0)
    for (let i = 0; i < points.length; i += 2) {
      const at = Math.round(((points[i + 1] ?? 0) + (points[i] ?? 0) * rise) / row) + reach
      rows[at] = (rows[at] ?? 0) + 1
    }
    let sharp = 0
    for (let i = 1; i < rows.length; i++) sharp += ((rows[i] ?? 0) - (rows[i - 1] ?? 0)) ** 2
    if (sharp > best.sharp) best = { slope, sharp }
  }
  return best.slope
}
