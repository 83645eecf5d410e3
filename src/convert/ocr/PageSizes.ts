/** FinishedPage[] → FinishedPage[]: sizes that recognised pages share. Each page was measured by itself, and a pixel is much of a letter. */

import type { Block } from "../model/Block.ts"
import type { FinishedPage } from "../model/Document.ts"
import { textOf } from "../model/Text.ts"
import { sameSize } from "./Sizes.ts"

/** The size that most letters have draws those near it to itself, then the next one those that are left. */
export const evenSizes = (pages: ReadonlyArray<FinishedPage>): ReadonlyArray<FinishedPage> => {
  const recognised = pages.filter(({ method }) => method === "ocr")
  if (recognised.length < 2) return pages
  const letters = new Map<number, number>()
  for (const { blocks } of recognised)
    for (const block of blocks)
      if ("style" in block) letters.set(block.style.size, (letters.get(block.style.size) ?? 0) + textOf(block).length)
  const even = new Map<number, number>()
  for (const [size] of [...letters].sort(([, a], [, b]) => b - a)) {
    if (even.has(size)) continue
    for (const other of letters.keys())
      if (!even.has(other) && Math.abs(other - size) < sameSize * size) even.set(other, size)
  }
  const evened = (block: Block): Block =>
    "style" in block
      ? { ...block, style: { ...block.style, size: even.get(block.style.size) ?? block.style.size } }
      : block
  return pages.map((page) => (page.method === "ocr" ? { ...page, blocks: page.blocks.map(evened) } : page))
}
