/** RawPage → what lies under and over its text: whether a reader can tell a glyph from it. */

import type { Box } from "../model/Geometry.ts"
import { area, holds } from "../model/Geometry.ts"
import type { RawPage } from "../model/Page.ts"

/** Colours that differ by no more than this in each channel look alike. */
const alike = 8
const white = 0xffffff
/** Areas smaller than this, in square points, are no background. */
const least = 20
/** The last so many areas are looked at: the topmost ones decide. */
const most = 2000

interface Background {
  /** Whether text of this colour, painted as the page's glyph number `at` at this place, cannot be seen. */
  readonly hides: (colour: number, x: number, y: number, at: number) => boolean
}

export const background = (page: RawPage): Background => {
  const fills = page.fills.filter((fill) => area(fill.box) > least).slice(-most)
  const drawn = [...page.images.slice(-most), ...page.drawings.slice(-most)]
  return {
    hides: (colour, x, y, at) => {
      for (let k = fills.length - 1; k >= 0; k--) {
        const fill = fills[k]
        if (fill === undefined || !holds(fill.box, x, y)) continue
        if (fill.at > at) {
          // painted over it: a reader sees the area alone
          if (fill.translucent !== true) return true
          continue
        }
        return fill.translucent !== true && areAlike(fill.colour, colour) && !isDrawnOn(drawn, x, y)
      }
      return areAlike(white, colour) && !isDrawnOn(drawn, x, y)
    }
  }
}

/** A picture may lie between the paper, or an area, and the text. */
const isDrawnOn = (boxes: ReadonlyArray<Box>, x: number, y: number): boolean => boxes.some((box) => holds(box, x, y))

const areAlike = (a: number, b: number): boolean =>
  Math.abs((a >> 16) - (b >> 16)) <= alike &&
  Math.abs(((a >> 8) & 0xff) - ((b >> 8) & 0xff)) <= alike &&
  Math.abs((a & 0xff) - (b & 0xff)) <= alike
