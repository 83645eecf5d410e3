/**
 * Block[][] → Block[][]: entries of a table of contents that nothing on their page shows to be such (`lines/Contents.ts`), for they go on
 * from the page before, or are numbered throughout, or name titles that come again (`ListedTitles.ts`). All entries → the titles that
 * they list.
 */

import { type Block, type Item, isEntry, type Paragraph } from "../../model/Block.ts"
import { minPair, minSeries, nearlyAll, sameEdgePt } from "../../model/Measures.ts"
import { normal, printedLines, printedText, textOf } from "../../model/Text.ts"
import { lineOf } from "../TableLines.ts"
import { withListedTitles } from "./ListedTitles.ts"

/** The number of a page behind a title, with what is left of its leader. */
const page = /(?<![\s.…])[\s.…]*(?<!\d)(\d{1,4})$/
/** The number of a section. */
const numbered = /^\d{1,3}(?:\.\d{1,3})*\.?$/

/** An entry stands in no more lines. */
const maxEntryLines = 3
/** Minimum number of entries that are known by their numbers alone … */
const minNumbered = 6
/** … of which the first names a page before this: a list may end in years. */
const firstYear = 1000

export const withContents = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlyArray<ReadonlyArray<Block>> =>
  withListedTitles(withUncalled(pages))

/** Titles that entries list, as `normal` has them. */
export const titlesInContents = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlySet<string> =>
  new Set(pages.flatMap((blocks) => titlesOf(blocks.filter(isEntry))))

/** The pages of contents rise, those of an index do not. */
const titlesOf = (items: ReadonlyArray<Item>): ReadonlyArray<string> => {
  const entries = items.map(named).filter((each) => each !== null)
  const rising = entries.filter(({ number }, i) => number >= (entries[i - 1]?.number ?? 0))
  const isContents = entries.length >= minSeries && rising.length >= nearlyAll * entries.length
  return isContents ? entries.map(({ title }) => normal(title)) : []
}

export const withUncalled = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlyArray<ReadonlyArray<Block>> => {
  let before: ReadonlyArray<Block> = []
  return pages.map((blocks) => {
    const last = lastPageOf(before)
    const carried = carriedOver(goneOn(withNumbered(withoutTables(blocks, last))), last)
    if (blocks.length > 0) before = carried
    return carried
  })
}

const isText = (block: Block): block is Paragraph | Item => block.kind === "paragraph" || block.kind === "item"

/** Rows of a table below an entry, or at the head of the page after it, that name pages which go on from its own are entries as well. */
const withoutTables = (blocks: ReadonlyArray<Block>, last: number | null): ReadonlyArray<Block> => {
  const out: Array<Block> = []
  for (const block of blocks) {
    const above = block.kind !== "table" ? null : out.length === 0 ? last : lastPageOf(out)
    for (const each of above === null ? [block] : opened(block, above)) out.push(each)
  }
  return out
}

const opened = (block: Block, above: number): ReadonlyArray<Block> => {
  const rows = block.kind === "table" ? block.rows.flatMap((row) => lineOf(block, row) ?? []) : []
  const isContents = rows.length >= minPair && risingFrom(rows, 0, above, isText) === rows.length
  return isContents ? rows.map(asEntry) : [block]
}

/** The page that the last entry of these blocks names, where their last are entries. */
const lastPageOf = (blocks: ReadonlyArray<Block>): number | null => {
  const last = blocks.findLast(({ kind }) => kind !== "note")
  return last !== undefined && isEntry(last) ? pageIn(last) : null
}

/** The page that a block names at its end, if it may be an entry. */
const pageIn = (block: Block): number | null => {
  const found = isText(block) && block.lines.length <= maxEntryLines ? named(block) : null
  return found !== null && /\p{L}/u.test(found.title) ? found.number : null
}

/** A title and the page that it names at its end. */
const named = (block: Paragraph | Item): { readonly title: string; readonly number: number } | null => {
  const text = printedText(block)
  const [end, number] = page.exec(text) ?? []
  return end === undefined ? null : { title: text.slice(0, -end.length), number: Number(number) }
}

/** From one block on, how many name pages that do not fall. */
const risingFrom = (
  blocks: ReadonlyArray<Block>,
  from: number,
  least: number,
  isLike: (block: Block) => boolean
): number => {
  let page = least
  let to = from
  for (; to < blocks.length; to++) {
    const block = blocks[to] as Block
    const own = pageIn(block)
    if (own === null || own < page || !isLike(block)) break
    page = own
  }
  return to - from
}

const isFlushWith =
  (other: Block) =>
  ({ place }: Block): boolean =>
    Math.abs(place.box.x1 - other.place.box.x1) <= sameEdgePt

/** The first blocks that end in numbers at one edge, which go on from the last of the page before; a running head may stand over them. */
const carriedOver = (blocks: ReadonlyArray<Block>, last: number | null): ReadonlyArray<Block> => {
  const [first] = blocks
  if (last === null || first === undefined) return blocks
  const from = (pageIn(first) ?? -1) >= last ? 0 : 1
  const count = risingFrom(blocks, from, last, isFlushWith(blocks[from] ?? first))
  return count < minPair ? blocks : blocks.map((block, i) => (i >= from && i < from + count ? asEntry(block) : block))
}

/** What stands below entries as they do, and names pages that go on from theirs. */
const goneOn = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  const out = [...blocks]
  let entries = 0
  for (let i = 0; i < out.length; i++) {
    const above = out[i - 1]
    if (above === undefined || !isEntry(above)) continue
    if (++entries < minSeries || isEntry(out[i] as Block)) continue
    const count = risingFrom(out, i, pageIn(above) ?? Number.POSITIVE_INFINITY, isFlushWith(above))
    for (let k = i; k < i + count; k++) out[k] = asEntry(out[k] as Block)
  }
  return out
}

/** Blocks one after the other that begin in the number of a section and end in that of a page. */
const withNumbered = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  const out = [...blocks]
  for (let i = 0; i < out.length; ) {
    const count = risingFrom(out, i, 0, isNumbered)
    if (count >= minNumbered && (pageIn(out[i] as Block) ?? firstYear) < firstYear)
      for (let k = i; k < i + count; k++) out[k] = asEntry(out[k] as Block)
    i += Math.max(1, count)
  }
  return out
}

const isNumbered = (block: Block): boolean =>
  isText(block) && numbered.test(block.kind === "item" && !isEntry(block) ? block.marker : startOf(block))

const startOf = (block: Paragraph | Item): string => textOf(block).split(/\s/, 1)[0] ?? ""

const asEntry = (block: Block): Block => {
  if (!isText(block) || isEntry(block)) return block
  const { style, place } = block
  return { kind: "item", marker: "•", depth: 0, lines: printedLines(block), style, place, entry: true }
}
