/** Block[] → Block[]: of a small line over a large one, one is a heading: the one that something stands under. */

import type { Block, Heading } from "../model/Block.ts"
import { textOf } from "../model/Text.ts"
import { numbering } from "./Numbering.ts"
import { styleKey } from "./Statistics.ts"

/** A heading this much smaller than the one right below it, no further from it than so many of its em, is a line over a title. */
const minTitleRatio = 1.2
const overTitle = 1.5

/**
 * Headings, without the lines over titles that say what they belong to: nothing stands under those. Where it is the larger
 * lines that mostly have nothing under them, such as the answers on a slide, the smaller ones are their headings.
 */
export const withoutEyebrows = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  const pairs = blocks.flatMap((block, i): ReadonlyArray<readonly [Heading, Heading, number]> => {
    const next = blocks[i + 1]
    return block.kind === "heading" && next?.kind === "heading" && isEyebrow(block, next) ? [[block, next, i]] : []
  })
  if (pairs.length === 0) return blocks
  const looks = ([over, title]: readonly [Heading, Heading, number]) => styleKey(over.style) + styleKey(title.style)
  const gone = new Set<Block>()
  for (const same of Object.values(Object.groupBy(pairs, looks))) {
    const bare = same?.filter(([, title, i]) => !standsOver(title, blocks[i + 2])) ?? []
    for (const [over, title] of same ?? [])
      gone.add(bare.length >= leastBare && 2 * bare.length > (same?.length ?? 0) ? title : over)
  }
  return blocks.map((block) =>
    block.kind === "heading" && gone.has(block)
      ? { kind: "paragraph", lines: block.lines, style: block.style, place: block.place }
      : block
  )
}

/** So many titles with nothing under them are none. */
const leastBare = 2

const isEyebrow = (block: Heading, next: Heading): boolean => {
  const gap = next.place.box.y0 - block.place.box.y1
  const is = next.style.size >= minTitleRatio * block.style.size && gap >= 0 && gap < overTitle * next.style.size
  const isOne = block.lines.length === 1 && !numbering.test(textOf(block)) && next.place.page === block.place.page
  return is && isOne && block.tagged !== true && next.tagged !== true
}

/** Whether the next block is text, below the title. */
const standsOver = (title: Heading, next: Block | undefined): boolean =>
  next !== undefined && next.kind !== "heading" && next.place.box.y0 > title.place.box.y0
