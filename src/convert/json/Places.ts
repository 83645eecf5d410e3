/** Boxes in the frame in which a page's text is upright → boxes on the page as it is shown. */
import { mirror } from "../lines/Mirror.ts"
import type { Provenance } from "../model/Block.ts"
import type { PageView } from "../model/Document.ts"
import { type Box, onPage } from "../model/Geometry.ts"
import type { ResultBox } from "../model/Result.ts"

/** Five decimals tell points apart on a page of 2 m. */
const decimals = 1e5

/** `box`, in points, as the page shows it. */
export const asShown = (box: Box, { turned, mirrored, width, height }: PageView): Box => {
  const { x0, y0, x1, y1 } = mirrored ? mirror(box, turned % 180 === 0 ? width : height) : box
  if (turned === 90) return { x0: y0, y0: height - x1, x1: y1, y1: height - x0 }
  if (turned === 180) return { x0: width - x1, y0: height - y1, x1: width - x0, y1: height - y0 }
  if (turned === 270) return { x0: width - y1, y0: x0, x1: width - y0, y1: x1 }
  return { x0, y0, x1, y1 }
}

/** Where a block stands on its page as it is shown. A mirror shows text that runs at an angle where it is. */
export const placeAsShown = ({ box, angle = 0 }: Pick<Provenance, "box" | "angle">, view: PageView): Box => {
  const { mirrored: _, ...unmirrored } = view
  return angle === 0 ? asShown(box, view) : asShown(onPage(box, angle), unmirrored)
}

/** `box`, of a page as it is shown, in fractions of the page; what lies beyond its edges is cut off. */
export const fractions = (shown: Box, view: PageView): ResultBox => {
  const [x, width] = stretch(shown.x0 / view.width, shown.x1 / view.width)
  const [y, height] = stretch(shown.y0 / view.height, shown.y1 / view.height)
  return { x, y, width, height }
}

/** A start and a length that end within the page though they are rounded. */
const stretch = (from: number, to: number): readonly [number, number] => {
  const start = within(from)
  const end = Math.max(start, within(to))
  const length = Math.round((end - start) * decimals) / decimals
  return [start, start + length > 1 ? Math.floor((1 - start) * decimals) / decimals : length]
}

const within = (value: number): number =>
  Number.isFinite(value) ? Math.round(Math.min(1, Math.max(0, value)) * decimals) / decimals : 0
