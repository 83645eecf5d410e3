/** Whether something pale is seen: by its own colour on paper, or by that of an area painted under it. */
import { channels, contrast } from "./Contrast.ts"
import type { Box } from "./Geometry.ts"
import { white } from "./Measures.ts"

/** What an area or a shape is painted with; `alpha` is how much of it is seen, from 0 to 1. */
interface Paint {
  readonly colour: number
  readonly alpha: number
}

/** The greys of watermarks have less contrast with paper than this, as the WCAG measure it. */
const watermarkContrast = 1.4

/** Whether a filling is paper or a watermark on it. */
export const isFaint = ({ colour, alpha }: Paint): boolean => {
  const [r, g, b] = channels(colour)
  const seen = r === g && g === b ? 255 - Math.round((255 - r) * alpha) : 0
  return contrast(white, seen * 0x010101) < watermarkContrast
}

/** A ground is at least so wide and high, in points. */
const leastSide = 20
/** What lies under a shape is looked for among so many of the last grounds. */
const most = 64
/** What is more translucent than this is no ground, and is not seen on one. */
const leastAlpha = 0.5

/** The areas of a page on which others may stand, in the order in which they are painted. */
export class Grounds {
  readonly #found: Array<{ readonly box: Box; readonly colour: number }> = []

  add(box: Box, { colour, alpha }: Paint): void {
    if (alpha < leastAlpha || box.x1 - box.x0 < leastSide || box.y1 - box.y0 < leastSide) return
    this.#found.push({ box, colour })
    if (this.#found.length > most) this.#found.shift()
  }

  /** Whether a shape is seen on the ground that it lies on. */
  show({ x0, y0, x1, y1 }: Box, { colour, alpha }: Paint): boolean {
    const ground = this.#found.findLast(({ box }) => x0 >= box.x0 && x1 <= box.x1 && y0 >= box.y0 && y1 <= box.y1)
    return ground !== undefined && alpha >= leastAlpha && contrast(ground.colour, colour) >= watermarkContrast
  }
}
