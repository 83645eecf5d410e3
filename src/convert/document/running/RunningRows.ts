/**
 * Block[][] → Block[]: the rows at the edges of each page that run by what that page alone shows of them: one decision over
 * named evidence (`EdgeEvidence.ts`, `EdgeWeights.ts`).
 */

import { type Block, isEntry, type Style } from "../../model/Block.ts"
import { weigh } from "../../model/Evidence.ts"
import { heaviest } from "../../model/Geometry.ts"
import { maxHeadingLines } from "../../model/Measures.ts"
import { linesOf, textOf } from "../../model/Text.ts"
import { sizeStep, styleKey } from "../Statistics.ts"
import { type EdgeSight, edgeEvidence, nameOf } from "./EdgeEvidence.ts"
import { type EdgeRow, edgeRows } from "./EdgeRows.ts"
import { edgeWeights } from "./EdgeWeights.ts"

/**
 * `all` are the pages with all their blocks, `back` the blocks that are known to repeat from page to page. `left` are the pages to be
 * judged here: the blocks that do not repeat, and those that stand in one row with such a block.
 */
export const runningRows = (
  all: ReadonlyArray<ReadonlyArray<Block>>,
  left: ReadonlyArray<ReadonlyArray<Block>>,
  back: ReadonlySet<Block>,
  known: Pick<EdgeSight, "body" | "title" | "offsets" | "labels">
): ReadonlyArray<Block> => {
  const rows = left.map((blocks) => [edgeRows(blocks, false), edgeRows(blocks, true)])
  const isInner = (row: EdgeRow, page: number) =>
    all[page]?.some((block) => back.has(block) && isFartherOut(block, row))
  const inner = new Set(rows.flatMap((page, i) => page.flat().filter((row) => isInner(row, i))))
  const sight = { ...known, pages: all.length, sizes: sizesOf(all), twins: new Set<EdgeRow>(), inner }
  const isNumbered = (page: ReadonlyArray<ReadonlyArray<EdgeRow>>, i: number) =>
    all[i]?.some((block) => back.has(block)) ||
    page.flat().some((row) => edgeEvidence(row, sight, false)["number"] === 1)
  const twins = rows.length === 2 && rows.every(isNumbered) ? twinsOf(rows) : sight.twins
  return rows.flat().flatMap((some) => runningOf(some, { ...sight, twins }))
}

/** The rows that run, from the edge of the page inwards. They are judged from the innermost out, since a row outside one that runs is likelier to run. */
const runningOf = (rows: ReadonlyArray<EdgeRow>, sight: EdgeSight): ReadonlyArray<Block> => {
  let isOutside = false
  const run = rows.toReversed().map((row) => {
    isOutside = weigh(edgeEvidence(row, sight, isOutside), edgeWeights) > 0
    return isOutside
  })
  const inner = run.toReversed().indexOf(false)
  return rows.slice(0, inner < 0 ? rows.length : inner).flatMap(({ texts }) => texts)
}

/** Nearer to the edge that the row is at; text at an angle is stamped over its page. */
const isFartherOut = ({ place: { box, angle } }: Block, { texts, isFoot }: EdgeRow): boolean => {
  const middle = (box.y0 + box.y1) / 2
  return angle === undefined && texts.every(({ place }) => (isFoot ? middle > place.box.y1 : middle < place.box.y0))
}

/** The largest size in which each short text stands. Entries of a table of contents do not count: they repeat headings in another size. */
export const sizesOf = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlyMap<string, number> => {
  const out = new Map<string, number>()
  for (const block of pages.flat()) {
    if (!("style" in block) || linesOf(block).length > maxHeadingLines) continue
    if (isEntry(block)) continue
    const name = nameOf(block)
    if (name !== "") out.set(name, Math.max(out.get(name) ?? 0, block.style.size))
  }
  return out
}

/** Of a document of two pages, the rows at the edges of both that say the same. */
const twinsOf = (rows: ReadonlyArray<ReadonlyArray<ReadonlyArray<EdgeRow>>>): ReadonlySet<EdgeRow> => {
  const [one = [], two = []] = rows.map((some) => some.flat())
  const nameOf = ({ texts }: EdgeRow) => texts.map(textOf).join(" ")
  return new Set(
    one.flatMap((row) => two.filter((other) => nameOf(row) === nameOf(other)).flatMap((other) => [row, other]))
  )
}

/** The most frequent size, and the most frequent style among the text of that size. */
export const bodyStyle = (pages: ReadonlyArray<ReadonlyArray<Block>>): Style => {
  const sizes = new Map<number, number>()
  const styles = new Map<string, { readonly style: Style; characters: number }>()
  for (const block of pages.flat()) {
    if (!("style" in block)) continue
    const { style } = block
    const size = sizeStep(style.size)
    const { length } = textOf(block)
    sizes.set(size, (sizes.get(size) ?? 0) + length)
    const same = styles.get(styleKey(style)) ?? { style, characters: 0 }
    same.characters += length
    styles.set(styleKey(style), same)
  }
  const size = heaviest(sizes) ?? 0
  const [most] = [...styles.values()]
    .filter(({ style }) => sizeStep(style.size) === size)
    .toSorted((a, b) => b.characters - a.characters)
  return { ...(most?.style ?? plainStyle), size }
}

export const plainStyle: Style = {
  size: 0,
  font: "",
  bold: false,
  italic: false,
  mono: false,
  caps: false,
  colour: 0
}
