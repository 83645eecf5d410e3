/** How large the print of a picture is, before anything in it is read. */

import { median } from "../../model/Geometry.ts"
import { blobAt } from "../Ink.ts"
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
  const { width, height, scale } = picture
  const seen = new Uint8Array(picture.pixels.length)
  const heights: Array<number> = []
  const step = Math.max(1, Math.floor(height / sampledRows))
  for (let row = step >> 1; row < height; row += step)
    for (let at = row * width; at < (row + 1) * width; at++) {
      const blob = blobAt(picture, ink, seen, at)
      if (blob === null) continue
      const [wide, high] = [blob.x1 - blob.x0 + 1, blob.y1 - blob.y0 + 1]
      const isLetter =
        high >= lowest * scale && high <= highest * scale && wide >= slimmest * high && wide <= widest * high
      if (isLetter) heights.push(high)
    }
  return heights.length < minPixelLetters ? null : emPerSmallLetter * median(heights)
}
