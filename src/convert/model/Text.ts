/** The text of runs and of blocks, without its styles. */
import type { Block, Run, TextLine } from "./Block.ts"

export const plain = (runs: ReadonlyArray<Run>): string => {
  let text = ""
  for (const run of runs) text += run.text
  return text
}

/** Parts lines of a cell of which the first was meant to end. */
export const lineSeparator = "\u2028"

export const linesOf = (block: Block): ReadonlyArray<TextLine> =>
  "lines" in block && block.kind !== "code" ? block.lines : []

/** The lines of a block, with the marker that they begin with in print. */
export const printedLines = (block: Block): ReadonlyArray<TextLine> => {
  const [first, ...rest] = linesOf(block)
  if (block.kind !== "item" || first === undefined) return linesOf(block)
  return [{ ...first, runs: [{ text: `${block.marker} ` }, ...first.runs] }, ...rest]
}

export const textOf = (block: Block): string =>
  linesOf(block)
    .map((line) => plain(line.runs))
    .join(" ")

/** Text as titles are compared: letters and digits. */
export const normal = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]+/gu, "")

/**
 * Embeddings, overrides and isolates of UAX #9. They move nothing on a page, whose glyphs have their places; in Markdown
 * they would show letters in another order than the page does, or make code look like what it is not.
 */
export const directions = /[\u202a-\u202e\u2066-\u2069]/g
