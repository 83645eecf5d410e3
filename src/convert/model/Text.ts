/** The text of runs and of blocks, without its styles. */
import type { Block, Run, TextLine } from "./Block.ts"

export const plain = (runs: ReadonlyArray<Run>): string => {
  let text = ""
  for (const run of runs) text += run.text
  return text
}

export const linesOf = (block: Block): ReadonlyArray<TextLine> =>
  block.kind === "paragraph" || block.kind === "item" || block.kind === "heading" || block.kind === "note"
    ? block.lines
    : []

export const textOf = (block: Block): string =>
  linesOf(block)
    .map((line) => plain(line.runs))
    .join(" ")
