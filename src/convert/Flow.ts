/**
 * Block[][] → Block[]: a paragraph that a column's or a page's edge cut in two is one again. Notes at the foot of a column
 * stand between its halves; they step back behind it.
 */
import { sizeStep, textOf } from "./Census.ts"
import type { Block, Item, Paragraph } from "./Page.ts"

/** So many small blocks may stand between the halves of a paragraph. */
const notes = 6
/** A last line reaches the column's edge when it ends within this share of its width. */
const reaches = 0.08
/** Narrower than this share of the page is no column, so that nothing can reach its edge. */
const column = 0.25

export const flow = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlyArray<Block> => {
  const out: Array<Block> = []
  for (const block of pages.flat()) {
    const at = block.kind === "paragraph" ? halfOf(out, block) : -1
    const half = out[at]
    if (half !== undefined && (half.kind === "paragraph" || half.kind === "item"))
      out[at] = { ...half, lines: [...half.lines, ...(block as Paragraph).lines], place: half.place }
    else out.push(block)
  }
  return out
}

/** Where the first half of `second` is, or -1. */
const halfOf = (out: ReadonlyArray<Block>, second: Paragraph): number => {
  for (let i = out.length - 1; i >= Math.max(0, out.length - 1 - notes); i--) {
    const first = out[i] as Block
    if (first.kind === "heading") return -1
    const isText = first.kind === "paragraph" || first.kind === "item"
    if (isText && sizeStep(first.style.size) === sizeStep(second.style.size)) return continues(first, second) ? i : -1
    const isNote = first.kind !== "paragraph" || first.style.size < second.style.size
    if (!isNote || first.place.page < second.place.page - 1) return -1
  }
  return -1
}

const continues = (first: Paragraph | Item, second: Paragraph): boolean => {
  const a = first.place
  const b = second.place
  const moved = b.page === a.page + 1 || (b.page === a.page && (b.box.x0 > a.right || b.box.y0 < a.box.y0))
  if (!moved || first.style.bold !== second.style.bold || first.style.mono !== second.style.mono) return false
  const text = textOf(first)
  const start = textOf(second)
  if (/[-‐\u00ad]$/.test(text) && /^\p{Ll}/u.test(start)) return true
  if (/[.!?:;。！？]["'”’)\]]*$/u.test(text)) return false
  const end = first.lines.at(-1)?.box.x1 ?? 0
  const full = end > a.right - reaches * (a.right - a.left) && a.right - a.left > column * a.width
  return full ? !/^[•\-–]/.test(start) : /^\p{Ll}/u.test(start)
}
