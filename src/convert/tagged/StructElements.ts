/** StructElement → Block[]: what the tree says an element is, and the words in it. */

import { text as asText, block, blocks } from "../blocks/Blocks.ts"
import { code, type Pitches } from "../blocks/Listings.ts"
import { contents } from "../lines/Contents.ts"
import { line, lines } from "../lines/Lines.ts"
import { type StyledLine, styled } from "../lines/Look.ts"
import { marked, marker } from "../lines/Markers.ts"
import type { Block, Provenance } from "../model/Block.ts"
import type { Box } from "../model/Geometry.ts"
import { around, greatest, smallest } from "../model/Geometry.ts"
import type { Line, PlacedTable, Region, Word } from "../model/Line.ts"
import { maxLeadingGrowth, minDisplay, minIndentEm, minPair, sameRowEm, slackEm } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { printedLines } from "../model/Text.ts"
import type { StructElement } from "./Roles.ts"

export interface Found {
  readonly element: StructElement
  readonly lines: ReadonlyArray<Line>
  readonly box: Box
  /** It stands in place of the element's words, or of some of them. */
  readonly table?: PlacedTable
}

/** `left` is where text begins that is no item, on a page whose items have no labels. */
export const blocksOf = (
  page: RawPage,
  found: Found,
  words: ReadonlyArray<Word>,
  left: number,
  pitches: Pitches
): ReadonlyArray<Block> => {
  const { element, box, lines, table } = found
  const { number, width, height } = page
  const angle = lines[0]?.angle ?? 0
  const turned = angle === 0 ? {} : { angle }
  const place = { page: number, box, width, height, left: box.x0, right: box.x1, ...turned }
  if (table !== undefined) return [{ kind: "table", rows: table.rows, place, size: table.size, colour: table.colour }]
  const plainly = () => blocks(page, [{ parts: lines, box }], pitches)
  if (element.kind !== "heading" && contents(lines.map(styled)).some(({ entry }) => entry !== undefined))
    return plainly()
  if (element.kind === "group") return ofGroup(page, lines, pitches) ?? ofText(element, lines, place, pitches)
  if (element.kind === "table") return plainly()
  if (element.kind === "item") return ofItem(element.label, words, place, left, pitches)
  if (element.kind === "paragraph" && isLump(lines)) return blocks(page, columnsOf(lines))
  return ofText(element, lines, place, pitches)
}

/** A title and its text that are told to be one paragraph. */
const isLump = (lines: ReadonlyArray<Line>): boolean =>
  lines.some(({ words }, i) => words.every(({ size }) => size > minDisplay * (lines[i + 1]?.size ?? size)))

/** A group says nothing of what it holds: several blocks, or null for one. */
const ofGroup = (page: RawPage, lines: ReadonlyArray<Line>, pitches: Pitches): ReadonlyArray<Block> | null =>
  isOne(lines) ? null : blocks(page, columnsOf(lines), pitches)

const ofText = (
  element: Found["element"],
  lines: ReadonlyArray<Line>,
  place: Provenance,
  pitches: Pitches
): ReadonlyArray<Block> => {
  const made = block(lines.map(styled), place, pitches)
  if (element.kind === "heading") return [asHeading(made, element.level)]
  return made.kind === "paragraph" ? [{ ...made, tagged: true }] : [made]
}

/**
 * An item with its label, and the listing that it ends with. What has no label and is not set in is none: all of some documents is
 * told to be items.
 */
const ofItem = (
  mcids: ReadonlyArray<number>,
  words: ReadonlyArray<Word>,
  place: Provenance,
  left: number,
  pitches: Pitches
): ReadonlyArray<Block> => {
  const labels = new Set(mcids)
  const isLabel = (word: Word) => labels.has(word.mcid ?? -1)
  const text = inColumns(words.filter((word) => !isLabel(word)))
  const [first] = text
  if (first === undefined) return []
  const marker = labelOf(words.filter(isLabel), first)
  const { rows, listing } = parted(text.map(styled))
  const after = listing.length === 0 ? [] : [code(listing, place, pitches)]
  const made = asText(rows, place)
  if (made.kind === "item") return [marker === "" ? made : { ...made, marker }, ...after]
  const isItem = marker !== "" || place.box.x0 > left + minIndentEm * first.size
  return isItem
    ? [{ ...made, kind: "item", marker: marker || "•", depth: 0, tagged: true }, ...after]
    : [made, ...after]
}

/** The document tells of a text that it is no heading. */
export const asTold = (block: Block): Block =>
  block.kind === "paragraph" || block.kind === "item" ? { ...block, tagged: true } : block

/** What an item's label says, in the reading direction of the line that it stands before. */
const labelOf = (label: ReadonlyArray<Word>, first: Line): string =>
  label.length === 0
    ? ""
    : (marked(line([...label, ...first.words]))?.marker ?? label.map((word) => word.text).join(""))

/** An item's rows, and the listing that it ends with. */
const parted = (
  all: ReadonlyArray<StyledLine>
): { readonly rows: ReadonlyArray<StyledLine>; readonly listing: ReadonlyArray<StyledLine> } => {
  const from = all.findLastIndex((row) => !row.look.mono) + 1
  return all.length - from >= minPair
    ? { rows: all.slice(0, from), listing: all.slice(from) }
    : { rows: all, listing: [] }
}

/** Lines at one distance are one paragraph, unless a listing is among them. */
const isOne = (all: ReadonlyArray<Line>): boolean => {
  const steps = all.slice(1).map((each, i) => each.baseline - (all[i]?.baseline ?? 0))
  const down = steps.filter((step) => step > 0)
  if (greatest(down) > maxLeadingGrowth * smallest(down)) return false
  const rows = all.map(styled)
  const isListing = (row: StyledLine, i: number) => row.look.mono && rows[i + 1]?.look.mono === true
  if (rows.some(isListing) && rows.some((row) => !row.look.mono)) return false
  return true
}

const asHeading = (made: Block, level: number): Block =>
  made.kind === "paragraph" || made.kind === "item"
    ? { kind: "heading", level, lines: printedLines(made), style: made.style, place: made.place, tagged: true }
    : made

/** The lines of one block, column after column: a column begins where the text jumps up. */
export const inColumns = (words: ReadonlyArray<Word>): ReadonlyArray<Line> => {
  const out: Array<Line> = []
  let column: Array<Word> = []
  let lowest = Number.NEGATIVE_INFINITY
  const close = () => {
    for (const each of joinedRows(lines(column))) out.push(each)
    column = []
    lowest = Number.NEGATIVE_INFINITY
  }
  for (const word of words) {
    if (column.length > 0 && word.baseline < lowest - 2 * word.size && !isMarkerIn(column, word)) close()
    column.push(word)
    lowest = Math.max(lowest, word.baseline)
  }
  close()
  return out
}

/** A marker that is told after the text that it stands beside. */
const isMarkerIn = (column: ReadonlyArray<Word>, word: Word): boolean =>
  marker(word.text) !== null && column.some(({ baseline }) => Math.abs(baseline - word.baseline) < slackEm * word.size)

/** Lines with each column that they fill as a region of its own: its edge is where they end. */
const columnsOf = (all: ReadonlyArray<Line>): ReadonlyArray<Region> => {
  const out: Array<Array<Line>> = []
  for (const each of all) {
    const column = out.at(-1)
    const last = column?.at(-1)
    if (column === undefined || last === undefined || each.baseline < last.baseline - 2 * each.size) out.push([each])
    else column.push(each)
  }
  return out.map((column) => ({ parts: column, box: around(column.map((each) => each.box)) }))
}

/** Within a block a wide gap is a tab or a stretched space. */
const joinedRows = (parts: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const out: Array<Line> = []
  for (const part of parts) {
    const last = out.at(-1)
    const beside = last !== undefined && Math.abs(last.baseline - part.baseline) < sameRowEm * part.size
    if (last !== undefined && beside) out[out.length - 1] = line([...last.words, ...part.words])
    else out.push(part)
  }
  return out
}
