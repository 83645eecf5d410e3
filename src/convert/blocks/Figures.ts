import { area } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import type { RawPage } from "../model/Page.ts"

/** A picture covers at least this share of the page, and at most that: a larger one is its background. */
const least = 0.01
const most = 0.8

export const figures = (page: RawPage): ReadonlyArray<Line> =>
  page.images
    .filter((box) => area(box) > least * page.width * page.height && area(box) < most * page.width * page.height)
    .map((box) => ({ words: [], box, baseline: box.y1, size: 10, angle: 0, figure: true as const }))
