/** Block[] → whether so much is lost or torn that they cannot be what the page says. */

import type { Block } from "../model/Block.ts"
import type { Word } from "../model/Line.ts"
import { minSample, nearlyAll } from "../model/Measures.ts"
import { lettersIn, linesOf, plain } from "../model/Text.ts"

/** From this many paragraphs on that begin in the middle of a sentence a page was read wrongly: of two thousand pages of all kinds two have as many. */
const mostTorn = 30

/** Whether words are lost: the reading is given up for the plainer one, lines in their order, without tables. */
export const isCollapsed = (blocks: ReadonlyArray<Block>, words: ReadonlyArray<Word>): boolean => {
  const shown = words.reduce((sum, { text }) => sum + written(text), 0)
  return shown >= minSample && blocks.reduce((sum, block) => sum + lengthOf(block), 0) < nearlyAll * shown
}

/** Whether the page was read across its columns, or its lines in pieces, as far as its paragraphs tell. */
export const isTorn = (blocks: ReadonlyArray<Block>): boolean => blocks.filter(isWithin).length >= mostTorn

const isWithin = (block: Block): boolean =>
  block.kind === "paragraph" && /^\p{Ll}/u.test(plain(block.lines[0]?.runs ?? []))

const lengthOf = (block: Block): number => {
  if (block.kind === "table") return block.rows.flat().reduce((sum, cell) => sum + written(plain(cell.runs)), 0)
  if (block.kind === "code") return written(block.lines.join(""))
  if (block.kind === "formula") return written(block.text)
  const marker = block.kind === "item" ? block.marker.length : 0
  return marker + linesOf(block).reduce((sum, line) => sum + written(plain(line.runs)), 0)
}

/** How many letters and numerals a text has. Nothing else is compared: formulas are given with blanks of their own, and leaders and lines to be written on are left out. */
const written = (text: string): number => lettersIn(text, "numerals")
