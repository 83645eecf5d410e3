/**
 * Block[] → Block[]: the row at the head or the foot of one page that carries the page's number, told by that page alone: it is the
 * outermost, stands clear of the text, and what stands in it beside the number is short.
 */
import type { Block, Item, Paragraph } from "../model/Block.ts"
import { overlap } from "../model/Geometry.ts"
import { textOf } from "../model/Text.ts"

/** What makes a row one that carries the page's number. */
const limits = {
  /** Share of the page's height, at the top and at the bottom, in which it stands. */
  zone: 0.12,
  /** It stands at least this far from the text, in em. */
  minClearEm: 1.5,
  /** A number stands this far from what it shares its line with, in em. */
  minGapEm: 3,
  /** What stands beside the number has at most so many characters. */
  maxCharacters: 70,
  /** It is at most this much larger than the body. */
  maxSize: 1.1
} as const

type Text = Paragraph | Item

const isText = (block: Block): block is Text => block.kind === "paragraph" || block.kind === "item"

/** The only page of a document (`isAlone`) may have any number: it may have been taken out of another. */
export const numberRow = (blocks: ReadonlyArray<Block>, isAlone: boolean, body: number): ReadonlyArray<Block> => {
  const texts = blocks.filter((block) => textOf(block) !== "")
  return [...edgeRow(texts, isAlone, body, true), ...edgeRow(texts, isAlone, body, false)]
}

const edgeRow = (
  blocks: ReadonlyArray<Block>,
  isAlone: boolean,
  body: number,
  atFoot: boolean
): ReadonlyArray<Block> => {
  const outermost = blocks.toSorted((a, b) =>
    atFoot ? b.place.box.y1 - a.place.box.y1 : a.place.box.y0 - b.place.box.y0
  )[0]
  if (outermost === undefined) return []
  const row = blocks.filter(
    ({ place: { box } }) => overlap(box.y0, box.y1, outermost.place.box.y0, outermost.place.box.y1) > 0
  )
  const others = blocks.filter((block) => !row.includes(block))
  const { height } = outermost.place
  const isOutside = ({ place: { box } }: Block) =>
    atFoot ? box.y0 > (1 - limits.zone) * height : box.y1 < limits.zone * height
  const isShort = (block: Block) =>
    isText(block) &&
    block.lines.length === 1 &&
    textOf(block).length <= limits.maxCharacters &&
    block.style.size <= limits.maxSize * body
  if (others.length === 0 || !row.every((block) => isOutside(block) && isShort(block))) return []
  const clear = Math.min(
    ...others.map(({ place: { box } }) => (atFoot ? outermost.place.box.y0 - box.y1 : box.y0 - outermost.place.box.y1))
  )
  if (clear < limits.minClearEm * body) return []
  return row.filter((block) => isNumber(block as Text, isAlone)).length === 1 ? row : []
}

const counted = /^(?:\p{L}{1,7}\.? )?(\d{1,4})(?: ?(?:\/|\||of|von|de|di|sur|из|av|z) ?(\d{1,4}))?$/u
const first = /^(\d{1,4})(?: ?(?:\/|of) ?(\d{1,4}))? (?=\p{L})/u
const last = /(?<=\p{L}.*) (\d{1,4})(?: ?(?:\/|of) ?(\d{1,4}))?$/u

/** The page's number alone, or at one end of a line far from the rest of it. */
const isNumber = (block: Text, isAlone: boolean): boolean => {
  const text = block.kind === "item" ? `${block.marker} ${textOf(block)}` : textOf(block)
  const alone = counted.exec(text.replace(/^[-–—|\s]+|[-–—|\s]+$/g, ""))
  if (alone !== null) return isOf(alone, block) || (isAlone && /^\d+$/.test(alone[0]))
  const [line] = block.lines
  if ((line?.gap ?? 0) < limits.minGapEm * block.style.size) return false
  const beside = first.exec(text) ?? last.exec(text)
  return beside !== null && isOf(beside, block)
}

const isOf = ([, own, all]: RegExpExecArray, { place }: Block): boolean =>
  Number(own) === place.page || (all !== undefined && Number(own) <= Number(all))
