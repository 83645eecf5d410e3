/**
 * Block → Paragraph[][]: a block at the edge of its page, line by line. A line with text at its two ends and a wide gap between is two
 * texts, of which one may be a running head and the other not.
 */
import { type Block, type Item, isEntry, type Paragraph, type Run, type TextLine } from "../../model/Block.ts"
import { around } from "../../model/Geometry.ts"
import { farEm, maxHeaderLines } from "../../model/Measures.ts"
import { plain } from "../../model/Text.ts"
import { isAtEdge } from "./EdgeRows.ts"

/** The texts of a block in their lines; null where it is one text. */
export const partsOf = (block: Block): ReadonlyArray<ReadonlyArray<Paragraph>> | null => {
  const isText = block.kind === "paragraph" || isEntry(block)
  if (!isText || block.lines.length > maxHeaderLines || !isAtEdge(block)) return null
  const rows = block.lines.map((line) => ends(block, line))
  return rows.flat().length > 1 ? rows : null
}

/** What stands behind wide gaps of the lines of a block. */
export const behindGaps = (block: Block): ReadonlyArray<Paragraph> =>
  block.kind === "paragraph" || isEntry(block) ? block.lines.flatMap((line) => ends(block, line).slice(1)) : []

/** What stands before and behind the widest gap of a line, if that is wide. */
const ends = ({ place, style }: Paragraph | Item, line: TextLine): ReadonlyArray<Paragraph> => {
  const { box, runs, gap = 0, gapAt, gapX = box.x0 } = line
  const all = plain(runs).length
  const piece = (from: number, to: number, x0: number, x1: number): Paragraph => {
    const own = { ...box, x0, x1 }
    const text: TextLine = {
      runs: between(runs, from, to),
      page: line.page,
      box: own
    }
    return {
      kind: "paragraph",
      lines: [text],
      style,
      place: { ...place, box: own }
    }
  }
  // a raised mark before a tab is a note's, whose text is behind it
  const isMark = runs[0]?.baselineShift === 1
  if (gapAt === undefined || isMark || gap < farEm * style.size) return [piece(0, all, box.x0, box.x1)]
  return [piece(0, gapAt, box.x0, gapX), piece(gapAt + 1, all, gapX + gap, box.x1)]
}

/** What is left of a block, and what of it runs. */
export interface Rest {
  readonly body: Block | null
  readonly heads: ReadonlyArray<Block>
}

/**
 * What remains of a block once its running texts are taken out. A line goes as a whole where one of its texts runs and the other does
 * so too or is the title of a section, which changes from page to page. Where the text on the right alone runs, it alone goes; where
 * the one on the left alone does, the line stays, for it may be a label and its amount.
 */
export const restOf = (
  block: Block,
  rows: ReadonlyArray<ReadonlyArray<Paragraph>> | null,
  runs: (text: Block) => boolean,
  isTitle: (text: Block) => boolean
): Rest => {
  if (rows === null) return runs(block) ? { body: null, heads: [block] } : { body: block, heads: [] }
  const left = rows.map((row) => {
    if (row.some(runs) && row.every((text) => runs(text) || isTitle(text))) return []
    const [first, last] = row
    return first !== undefined && last !== undefined && runs(last) ? [first] : row
  })
  const kept = left.flat()
  if (!("style" in block) || kept.length === rows.flat().length) return { body: block, heads: [] }
  if (kept.length === 0) return { body: null, heads: [block] }
  const box = around(kept.map(({ place }) => place.box))
  const lines = kept.flatMap((text) => text.lines)
  return {
    body: { ...block, lines, place: { ...block.place, box } },
    heads: rows.flat().filter((text) => !kept.includes(text))
  }
}

/** The characters of a line from one place to another, in their runs. */
const between = (runs: ReadonlyArray<Run>, from: number, to: number): ReadonlyArray<Run> => {
  let at = 0
  return runs.flatMap((run) => {
    const text = run.text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += run.text.length
    return text === "" ? [] : [{ ...run, text }]
  })
}
