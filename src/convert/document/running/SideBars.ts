/**
 * Block[][] → Block[]: what stands beside the text of most slides, unchanged and in one place: the talk's title, its author,
 * the names of its parts. Where pages are upright it may be a form's labels beside what was filled in.
 */

import type { Block } from "../../model/Block.ts"
import { overlap } from "../../model/Geometry.ts"
import { minSeries } from "../../model/Measures.ts"
import { textOf } from "../../model/Text.ts"
import { isAtEdge } from "./EdgeRows.ts"
import { maxHeightOffset, minShareOfPages, repeats, type Seen } from "./Repeats.ts"

export const besideText = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlyArray<Block> => {
  const places = Map.groupBy(pages.flatMap(seenOn), ({ block }) => {
    const column = Math.round(block.place.box.x0 / maxHeightOffset)
    return `${column}|${textOf(block)}`
  })
  const back = [...places.values()].map((same) => repeats(same, pages.length, minSeries))
  const known = new Set(back.flat().map(({ block }) => block))
  const texts = pages.map((blocks) =>
    blocks.filter((block) => ("style" in block || block.kind === "table") && !known.has(block) && !isAtEdge(block))
  )
  const isClear = ({ block, page }: Seen) => texts[page]?.every((text) => !isOver(block, text)) === true
  // what stands in one place and says one thing is judged by itself: a title over the text of a few slides is none of the bar's
  return back.flatMap((same) => {
    const isBeside = same.some(({ block }) => isLeft(block) || isRight(block))
    return isBeside && same.filter(isClear).length >= minShareOfPages * same.length
      ? same.map(({ block }) => block)
      : []
  })
}

const isLeft = ({ place: { box, width } }: Block): boolean => box.x1 < width / 2
const isRight = ({ place: { box, width } }: Block): boolean => box.x0 > width / 2

const seenOn = (blocks: ReadonlyArray<Block>, page: number): ReadonlyArray<Seen> =>
  blocks.flatMap((block) =>
    block.kind === "paragraph" && block.place.width > block.place.height ? [{ page, y: block.place.box.y0, block }] : []
  )

const isOver = ({ place: { box: a } }: Block, { place: { box: b } }: Block): boolean =>
  overlap(a.x0, a.x1, b.x0, b.x1) > 0
