/** Block[] → Block[]: the caption beside a figure is its text. */
import { isFigureCaption } from "../blocks/Captions.ts"
import type { Block } from "../model/Block.ts"
import { overlap } from "../model/Geometry.ts"
import { textOf } from "../model/Text.ts"

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
