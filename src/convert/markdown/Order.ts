/**
 * Block[] → Block[]: the order in which blocks are printed. A Markdown reader puts notes where it likes; pages that are
 * told apart keep theirs.
 */
import type { Block } from "../model/Block.ts"
import type { Options } from "../model/Options.ts"

export const inPrintingOrder = (
  blocks: ReadonlyArray<Block>,
  { page_breaks }: Pick<Options, "page_breaks">
): ReadonlyArray<Block> => (page_breaks === "none" ? notesLast(blocks) : blocks)

/** Notes at the end of the chapter that refers to them, so that they part neither its paragraphs nor its lists. */
const notesLast = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  const chapters: Array<Array<Block>> = [[]]
  for (const block of blocks) {
    if (block.kind === "heading" && block.level === 1) chapters.push([])
    chapters.at(-1)?.push(block)
  }
  return chapters.flatMap((chapter) => {
    const first = chapter.find((block) => block.kind === "note")
    if (first === undefined || chapter.slice(chapter.indexOf(first)).every((block) => isBelow(first, block)))
      return chapter
    return [...chapter.filter((block) => block.kind !== "note"), ...chapter.filter((block) => block.kind === "note")]
  })
}

/** With nothing but the foot of the page below it, a note is at the end as it is. */
const isBelow = (note: Block, { place }: Block): boolean =>
  place.page === note.place.page && place.box.y0 >= note.place.box.y0
