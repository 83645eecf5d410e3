/** RawPage → Figure[]: the pictures on a page. */
import type { Figure } from "../model/Block.ts"
import { area } from "../model/Geometry.ts"
import type { RawPage } from "../model/Page.ts"

/** A picture covers at least this share of the page, and at most that: a larger one is its background. */
const least = 0.01
const most = 0.8

export const figures = ({ number, width, height, images }: RawPage): ReadonlyArray<Figure> =>
  images
    .filter((box) => area(box) > least * width * height && area(box) < most * width * height)
    .map((box) => ({
      kind: "figure",
      alt: "",
      place: { page: number, box, width, height, left: box.x0, right: box.x1 }
    }))
