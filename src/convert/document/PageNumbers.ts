/**
 * Block[] → Text[][]: the rows at the head and the foot of one page that may run, told by that page alone: the outermost, short and
 * clear of the text. They do where they carry the page's number or the document's title, or come back on the other page.
 */

import type { Block, Item, Paragraph } from "../model/Block.ts"
import { edgeZone, minDisplay } from "../model/Measures.ts"
import { normal, textOf } from "../model/Text.ts"

/** What makes a row one that may run. */
const limits = {
  /** It stands at least this far from the text, in em. */
  minClearEm: 1.5,
  /** What stands in it has at most so many characters. */
  maxCharacters: 70
} as const

export type Text = Paragraph | Item

const isText = (block: Block): block is Text => block.kind === "paragraph" || block.kind === "item"

/** How the pages of a document are numbered. */
export interface Numbering {
  /** What is printed on a page, less the place of that page in the file, as far as known. */
  readonly offsets: ReadonlyArray<number>
  /** The only page of a document may have any number: it may have been taken out of another. */
  readonly isAlone: boolean
}

/** The rows of a page that carry its number. */
export const isNumberRow = (row: ReadonlyArray<Text>, numbering: Numbering): boolean => {
  const [number, ...numbers] = row.filter((block) => isNumber(block, numbering, row.length === 1))
  if (number === undefined || numbers.length > 0) return false
  return row.every((block) => block === number || !/^\d{1,3}$/.test(ownOf(block)))
}

/** A row of which one end, far from the other, says what the whole document is called. */
export const isTitleRow = (row: ReadonlyArray<Text>, title: string): boolean =>
  title !== "" && row.length > 1 && row.some((each) => normal(textOf(each)).startsWith(title))

/** The rows at the head and the foot of a page that may run: the outermost, short and clear of the text. */
export const edgeRows = (blocks: ReadonlyArray<Block>, body: number): ReadonlyArray<ReadonlyArray<Text>> => {
  return [edgeRow(blocks, body, true), edgeRow(blocks, body, false)]
}

const edgeRow = (all: ReadonlyArray<Block>, body: number, atFoot: boolean): ReadonlyArray<Text> => {
  const blocks = all.filter((block) => textOf(block) !== "")
  const outermost = blocks.toSorted((a, b) =>
    atFoot ? b.place.box.y1 - a.place.box.y1 : a.place.box.y0 - b.place.box.y0
  )[0]
  if (outermost === undefined) return []
  const row = blocks.filter((block) => isBeside(block, outermost))
  const others = all.filter((block) => !row.includes(block))
  const isShort = (block: Block): block is Text =>
    isText(block) &&
    block.lines.length === 1 &&
    textOf(block).length <= limits.maxCharacters &&
    block.style.size <= minDisplay * body
  const texts = row.filter(isShort)
  if (others.length === 0 || texts.length < row.length || !row.every(atFoot ? isAtFoot : isAtHead)) return []
  const clear = Math.min(
    ...others
      .filter((block) => textOf(block) !== "")
      .map(({ place: { box } }) => (atFoot ? outermost.place.box.y0 - box.y1 : box.y0 - outermost.place.box.y1))
  )
  return clear < limits.minClearEm * body ? [] : texts
}

/** In one row: the middle of each is at the height of the other. */
export const isBeside = ({ place: { box: a } }: Block, { place: { box: b } }: Block): boolean =>
  Math.abs(a.y0 + a.y1 - b.y0 - b.y1) < Math.min(a.y1 - a.y0, b.y1 - b.y0)

export const isAtHead = ({ place: { box, height } }: Block): boolean => box.y1 < edgeZone * height
export const isAtFoot = ({ place: { box, height } }: Block): boolean => box.y0 > (1 - edgeZone) * height

/** Where on a page something may run. */
export const isAtEdge = (block: Block): boolean => isAtHead(block) || isAtFoot(block)

const counted = /^(?:\p{L}{1,7}\.? )?(\d{1,4})(?: ?(?:\/|\||of|von|de|di|sur|из|av|z) ?(\d{1,4}))?$/u
const roman = /^[ivx]{1,5}$/

/** Whether all that a text says is the page's number. */
const isNumber = (block: Text, { offsets, isAlone }: Numbering, isOnly: boolean): boolean => {
  const own = ownOf(block)
  const alone = counted.exec(own)
  if (alone === null) return roman.test(own)
  return isOf(alone, block, offsets) || (isAlone && isOnly && /^\d+$/.test(own))
}

/** What a text says between dashes, bars and leaders. */
const ownOf = (block: Text): string => {
  const text = block.kind === "item" ? `${block.marker} ${textOf(block)}` : textOf(block)
  return text.replace(/^[-–—|…\s]+|[-–—|\s]+$/g, "")
}

const isOf = ([, own, all]: RegExpExecArray, { place }: Block, offsets: ReadonlyArray<number>): boolean =>
  offsets.includes(Number(own) - place.page) || (all !== undefined && Number(own) <= Number(all))
