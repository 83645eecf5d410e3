/** How large the print of a picture is, before anything in it is read. */

import { median } from "../../model/Geometry.ts"
import type { Picture } from "../Recognised.ts"

/** What hangs together in ink and is so high, in points, may be a letter; so wide for its height, it is neither a rule nor a stroke of one. */
const lowest = 1.5
const highest = 40
const slimmest = 1 / 4
const widest = 4
/** Rows of pixels between those whose letters are looked at, as a share of the picture: enough to meet a thousand on a full page. */
const sampledRows = 120
/** Fewer letters are no text in columns. */
const minPixelLetters = 100
/** Font size over the height of small letters. */
const emPerSmallLetter = 2

/** Font size of most of the print, in pixels, from the height of its letters; null where there is little of it. */
export const emOf = (picture: Picture, ink: number): number | null => {
  const { width, height, pixels, scale } = picture
  const seen = new Uint8Array(pixels.length)
  const heights: Array<number> = []
  const step = Math.max(1, Math.floor(height / sampledRows))
  for (let row = step >> 1; row < height; row += step)
    for (let at = row * width; at < (row + 1) * width; at++) {
      if ((pixels[at] ?? 255) > ink || seen[at] === 1) continue
      const { wide, high } = extentOf(picture, ink, seen, at)
      const isLetter =
        high >= lowest * scale && high <= highest * scale && wide >= slimmest * high && wide <= widest * high
      if (isLetter) heights.push(high)
    }
  return heights.length < minPixelLetters ? null : emPerSmallLetter * median(heights)
}

/** Of what hangs together in ink with this pixel. */
const extentOf = ({ width, height, pixels }: Picture, ink: number, seen: Uint8Array, start: number) => {
  const found = [start]
  seen[start] = 1
  let [x0, y0, x1, y1] = [width, height, 0, 0]
  for (let at = found.pop(); at !== undefined; at = found.pop()) {
    const x = at % width
    const y = (at - x) / width
    if (x < x0) x0 = x
    if (x > x1) x1 = x
    if (y < y0) y0 = y
    if (y > y1) y1 = y
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
      for (let beside = v * width + Math.max(0, x - 1); beside <= v * width + Math.min(width - 1, x + 1); beside++) {
        if (seen[beside] === 1 || (pixels[beside] ?? 255) > ink) continue
        seen[beside] = 1
        found.push(beside)
      }
  }
  return { wide: x1 - x0 + 1, high: y1 - y0 + 1 }
}
