/**
 * Block[] → whether they can be what the page says. A reading that is not is given up for the plainer one: lines in their
 * order, without tables.
 */

import type { Block } from "../model/Block.ts"
import type { Word } from "../model/Line.ts"
import { minSample, nearlyAll } from "../model/Measures.ts"
import { linesOf, plain } from "../model/Text.ts"

export const isCollapsed = (blocks: ReadonlyArray<Block>, words: ReadonlyArray<Word>): boolean => {
  const shown = words.reduce((sum, { text }) => sum + written(text), 0)
  return shown >= minSample && blocks.reduce((sum, block) => sum + lengthOf(block), 0) < nearlyAll * shown
}

const lengthOf = (block: Block): number => {
  if (block.kind === "table") return block.rows.flat().reduce((sum, cell) => sum + written(plain(cell.runs)), 0)
  if (block.kind === "code") return written(block.lines.join(""))
  if (block.kind === "formula") return written(block.text)
  const marker = block.kind === "item" ? block.marker.length : 0
  return marker + linesOf(block).reduce((sum, line) => sum + written(plain(line.runs)), 0)
}

/** Letters and numerals alone: formulas are told with blanks, and what leads to a page's number, or is to be written on, is not told. */
const written = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
