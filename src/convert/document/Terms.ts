/**
 * Block[][] → the terms of definition lists among them: short bold lines that stand where running text does, each over a
 * paragraph that is indented. What is bold over text at its own edge, or further out than any text, may be a heading.
 */

import type { Block, Paragraph } from "../model/Block.ts"
import { textOf } from "../model/Text.ts"
import type { Statistics } from "./Statistics.ts"

/** A list has so many terms at least. */
const least = 2
/** What a term means is indented by this, in em, and begins within so many em below it. */
const leastIndent = 1.2
const mostIndent = 6
const below = 1.6
/** Running text has so many characters; this share of all of it stands at the terms' edge, within so many points. */
const running = 60
const share = 0.25
const aligned = 2
/** Sizes this much apart are two sizes. */
const sized = 1.06

export const terms = (pages: ReadonlyArray<ReadonlyArray<Block>>, stats: Statistics): ReadonlySet<Block> => {
  const found = pages.flatMap((blocks) =>
    blocks.filter((block, i): block is Paragraph => isTerm(block, blocks[i + 1], stats))
  )
  if (found.length < least) return new Set()
  const texts = pages
    .flat()
    .filter((block) => block.kind === "paragraph" && !block.style.bold)
    .map((block) => ({ x: block.place.box.x0, length: textOf(block).length }))
    .filter(({ length }) => length >= running)
  const all = texts.reduce((sum, { length }) => sum + length, 0)
  const at = (x: number) => texts.reduce((sum, text) => (Math.abs(text.x - x) <= aligned ? sum + text.length : sum), 0)
  const kept = found.filter((block) => at(block.place.box.x0) >= share * all)
  return new Set(kept.length < least ? [] : kept)
}

const isTerm = (block: Block, after: Block | undefined, stats: Statistics): boolean => {
  if (block.kind !== "paragraph" || block.lines.length > 1 || !block.style.bold) return false
  if (after === undefined || (after.kind !== "paragraph" && after.kind !== "item") || after.style.bold) return false
  const { size } = block.style
  if (size > sized * stats.size || size < after.style.size / sized) return false
  const by = after.place.box.x0 - block.place.box.x0
  const gap = after.place.box.y0 - block.place.box.y1
  return by >= leastIndent * size && by <= mostIndent * size && gap > -size && gap < below * size
}
