/**
 * Block[] → whether they can be what the page says. A reading that is not is given up for the plainer one: lines in their
 * order, without tables.
 */

import type { Block, Table } from "../model/Block.ts"
import type { Word } from "../model/Line.ts"
import { minSample, nearlyAll } from "../model/Measures.ts"
import { linesOf, plain } from "../model/Text.ts"

/** A table of so many places in all whose cells cover more others than half of them is no table: a form, or a page's layout. */
const leastPlaces = 60

export const isCollapsed = (blocks: ReadonlyArray<Block>, words: ReadonlyArray<Word>): boolean => {
  const shown = words.reduce((sum, { text }) => sum + text.length, 0)
  if (shown >= minSample && blocks.reduce((sum, block) => sum + lengthOf(block), 0) < nearlyAll * shown) return true
  return blocks.some((block) => block.kind === "table" && isPatchwork(block))
}

const isPatchwork = ({ rows }: Table): boolean => {
  const cells = rows.flat()
  const places = cells.reduce((sum, { columns, rows }) => sum + columns * rows, 0)
  return places >= leastPlaces && 2 * (places - cells.length) > places
}

const lengthOf = (block: Block): number => {
  if (block.kind === "table")
    return block.rows.flat().reduce((sum, cell) => sum + plain(cell.runs).replace(/\s/g, "").length, 0)
  if (block.kind === "code") return block.lines.join("").replace(/\s/g, "").length
  const marker = block.kind === "item" ? block.marker.length : 0
  return marker + linesOf(block).reduce((sum, line) => sum + plain(line.runs).replace(/\s/g, "").length, 0)
}
