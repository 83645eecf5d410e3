/** Which pixels of a picture are of letters, as far as gutters are concerned. */

import type { Picture } from "../Recognised.ts"

/** In em: what is no thicker than this and higher than any letter is a rule. */
const maxRuleEm = 0.3
const minRuleEm = 1.5

/** 1 where there is ink, but for upright rules; else 0. Ink is at most as light as `ink`, `em` the size of most print in pixels. */
export const lettersOf = (picture: Picture, ink: number, em: number): Uint8Array => {
  const { width, height } = picture
  const out = inkOf(picture, ink, maxRuleEm * em)
  const tall = minRuleEm * em
  /** Where the thin ink in each column of pixels began. */
  const since = new Int32Array(width)
  for (let y = 0; y <= height; y++)
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (y < height && out[at] === 2) continue
      const from = since[x] ?? 0
      since[x] = y + 1
      if (from === y) continue
      const mark = y - from > tall ? 0 : 1
      for (let row = from; row < y; row++) out[row * width + x] = mark
    }
  return out
}

/** 1 where there is ink, 2 where that is no wider than `most`. */
const inkOf = ({ width, pixels }: Picture, ink: number, most: number): Uint8Array => {
  const out = new Uint8Array(pixels.length)
  for (let from = 0; from < pixels.length; from++) {
    if ((pixels[from] ?? 255) > ink) continue
    const end = from - (from % width) + width
    let to = from + 1
    while (to < end && (pixels[to] ?? 255) <= ink) to++
    out.fill(to - from <= most ? 2 : 1, from, to)
    from = to - 1
  }
  return out
}
