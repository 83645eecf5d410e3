/** Block[] → EdgeRow[]: the rows at the head and at the foot of a page, from its edge inwards, up to what cannot run over or under a text. */

import type { Block, Item, Paragraph } from "../../model/Block.ts"
import { smallest } from "../../model/Geometry.ts"
import { edgeZone, maxHeaderLines } from "../../model/Measures.ts"
import { textOf } from "../../model/Text.ts"

export type Text = Paragraph | Item

export interface EdgeRow {
  /** From left to right. */
  readonly texts: ReadonlyArray<Text>
  readonly isFoot: boolean
  /** How far it is from all that is further in, in points; infinite where nothing is. */
  readonly clear: number
}

export const edgeRows = (blocks: ReadonlyArray<Block>, isFoot: boolean): ReadonlyArray<EdgeRow> => {
  const out: Array<EdgeRow> = []
  let left = blocks
  while (out.length < maxHeaderLines) {
    const [outermost] = left.toSorted((a, b) =>
      isFoot ? b.place.box.y1 - a.place.box.y1 : a.place.box.y0 - b.place.box.y0
    )
    if (outermost === undefined) break
    const row = left.filter((block) => block === outermost || isBeside(block, outermost))
    const texts = row.filter(isText).toSorted((a, b) => a.place.box.x0 - b.place.box.x0)
    const isNumbered = isFoot && out.length === 0 && isPageNumber(row)
    if (texts.length < row.length || !(isNumbered || row.every(isFoot ? isAtFoot : isAtHead))) break
    left = left.filter((block) => !row.includes(block))
    const inner = smallest(left.map(({ place: { box } }) => (isFoot ? -box.y1 : box.y0)))
    const own = smallest(row.map(({ place: { box } }) => (isFoot ? box.y0 : -box.y1)))
    out.push({ texts, isFoot, clear: inner + own })
  }
  return out
}

/** A page's number, outside all else on its page, stands within this share of the page's height from its edge. */
export const widestMargin = 0.3

const isPageNumber = ([only, second]: ReadonlyArray<Block>): boolean =>
  only?.kind === "paragraph" &&
  second === undefined &&
  /^\d{1,4}$/.test(textOf(only)) &&
  only.place.box.y0 > (1 - widestMargin) * only.place.height

const isText = (block: Block): block is Text =>
  (block.kind === "paragraph" || (block.kind === "item" && block.entry !== true)) &&
  block.lines.length <= maxHeaderLines

/** In one row: the middle of each is at the height of the other. */
export const isBeside = ({ place: { box: a } }: Block, { place: { box: b } }: Block): boolean =>
  Math.abs(a.y0 + a.y1 - b.y0 - b.y1) < Math.min(a.y1 - a.y0, b.y1 - b.y0)

export const isAtHead = ({ place: { box, height } }: Block): boolean => box.y1 < edgeZone * height
export const isAtFoot = ({ place: { box, height } }: Block): boolean => box.y0 > (1 - edgeZone) * height

/** Where on a page something may run. */
export const isAtEdge = (block: Block): boolean => isAtHead(block) || isAtFoot(block)
