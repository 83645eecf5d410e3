/** RawPage → what lies under and over its text: whether a reader can tell a glyph from it. */

import { channels, contrast } from "../model/Contrast.ts"
import type { Box } from "../model/Geometry.ts"
import { area, greatest, holds } from "../model/Geometry.ts"
import { white } from "../model/Measures.ts"
import type { Fill, RawPage } from "../model/Page.ts"

/** Colours of less contrast than this, as the WCAG measure it, look alike: near-white on white. */
const leastContrast = 1.15
/** Areas smaller than this, in square points, are no background. */
const minArea = 20
/** Maximum number of areas looked at, from the last: the topmost ones decide. */
const maxAreas = 2000

export interface Background {
  readonly fills: ReadonlyArray<Fill>
  readonly drawn: ReadonlyArray<Box>
}

export const backgroundOf = (page: RawPage): Background => ({
  fills: page.fills.filter((fill) => area(fill.box) > minArea).slice(-maxAreas),
  drawn: [...page.images.slice(-maxAreas), ...page.drawings.slice(-maxAreas)]
})

/** Whether text of this colour, painted as the page's glyph number `at` at this place, cannot be seen. */
export const hides = ({ fills, drawn }: Background, colour: number, x: number, y: number, at: number): boolean => {
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

/** A picture may lie between the paper, or an area, and the text. */
const isDrawnOn = (boxes: ReadonlyArray<Box>, x: number, y: number): boolean => boxes.some((box) => holds(box, x, y))

const areAlike = (a: number, b: number): boolean =>
  a === b || (contrast(a, b) < leastContrast && hueApart(a, b) <= maxHueStep)

/** Red on green may have no contrast, and is still seen. */
const maxHueStep = 24

const hueApart = (a: number, b: number): number => {
  const [x, y] = [channels(a), channels(b)]
  return greatest(x.map((each, i) => Math.abs(each - (y[i] ?? 0))))
}
