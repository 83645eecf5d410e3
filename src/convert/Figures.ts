/** RawPage → Line[]: pictures, each standing among the lines as one of them; later, the caption beside each as its text. */
import { isFigureCaption } from "./Captions.ts"
import { textOf } from "./Census.ts"
import { area, overlap } from "./Geometry.ts"
import type { Block, Line, RawPage } from "./Page.ts"

/** A picture covers at least this share of the page, and at most that: a larger one is its background. */
const least = 0.01
const most = 0.8

export const figures = (page: RawPage): ReadonlyArray<Line> =>
  page.images
    .filter((box) => area(box) > least * page.width * page.height && area(box) < most * page.width * page.height)
    .map((box) => ({ words: [], box, baseline: box.y1, size: 10, angle: 0, figure: true as const }))

/** Figures with the text of the caption that stands next to them, below rather than above. */
export const captioned = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> =>
  blocks.map((block, i) => {
    if (block.kind !== "figure") return block
    const beside = [blocks[i + 1], blocks[i - 1]].find(
      (other) => other?.kind === "paragraph" && isFigureCaption(textOf(other)) && isNear(block, other)
    )
    return beside ? { ...block, alt: textOf(beside) } : block
  })

const isNear = (figure: Block, other: Block): boolean =>
  figure.place.page === other.place.page &&
  overlap(figure.place.box.x0, figure.place.box.x1, other.place.box.x0, other.place.box.x1) > 0
