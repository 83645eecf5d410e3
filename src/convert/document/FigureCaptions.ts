/** Block[] → Block[]: lines that say what a table, a picture or a listing is are captions, and a picture's caption is its text. */
import { isCaption, isFigureCaption, isTitled } from "../lines/Captions.ts"
import type { Block, Caption, Paragraph } from "../model/Block.ts"
import { overlap } from "../model/Geometry.ts"
import { textOf } from "../model/Text.ts"

/** A caption of more lines is a text that begins with a picture's number. */
const maxCaptionLines = 12

export const captions = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> =>
  blocks.map((block) => (block.kind === "paragraph" && isOwn(block) ? caption(block) : block))

const isOwn = (block: Paragraph): boolean => {
  const text = textOf(block)
  return block.lines.length <= maxCaptionLines && isCaption(text) && isTitled(text)
}

const caption = ({ lines, style, place, continuedOn }: Paragraph): Caption => ({
  kind: "caption",
  lines,
  style,
  place,
  ...(continuedOn === undefined ? {} : { continuedOn })
})

/** Figures with the text of the caption that stands next to them, below rather than above. */
export const captioned = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> =>
  blocks.map((block, i) => {
    if (block.kind !== "figure") return block
    const beside = [blocks[i + 1], blocks[i - 1]].find(
      (other) => other !== undefined && mayBeCaption(other) && isNear(block, other)
    )
    return beside ? { ...block, caption: textOf(beside) } : block
  })

const mayBeCaption = (block: Block): boolean =>
  (block.kind === "caption" || block.kind === "paragraph") && isFigureCaption(textOf(block))

const isNear = (figure: Block, other: Block): boolean =>
  figure.place.page === other.place.page &&
  overlap(figure.place.box.x0, figure.place.box.x1, other.place.box.x0, other.place.box.x1) > 0
