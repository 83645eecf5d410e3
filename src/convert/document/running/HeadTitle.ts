/** Block[][] → Block[]: a title that later pages repeat over their text is no running head of the first page. */

import type { Block, Paragraph } from "../../model/Block.ts"
import { greatest, overlap } from "../../model/Geometry.ts"
import { sameEdgePt } from "../../model/Measures.ts"
import { printedText } from "../../model/Text.ts"
import { prominence } from "../Statistics.ts"
import { isAtHead } from "./EdgeRows.ts"
import { wordsOf } from "./HeadLines.ts"
import { maxHeightOffset } from "./Repeats.ts"

/**
 * What stands out at the head of the `first` page as nothing else on it does, and the lines below it that other pages repeat with
 * it. `told` are the lines that the document itself sets apart as running heads, `body` the size of its text.
 */
export const headTitle = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  told: ReadonlyArray<ReadonlyArray<Paragraph>>,
  first: number,
  body: number
): ReadonlyArray<Block> => {
  const texts = [...(told[first] ?? []), ...(pages[first] ?? [])].filter((block) => "style" in block)
  const most = greatest(texts.map(({ style }) => prominence(style)))
  const foremost = texts.filter((each) => prominence(each.style) === most)
  if (
    most <= prominence({ size: body, bold: false, caps: false, italic: false }) ||
    !foremost.every((each) => isAtHead(each) && each.style.size >= body)
  )
    return []
  const later = pages.flatMap((blocks, page) => (page > first ? [...blocks, ...(told[page] ?? [])] : []))
  const isRepeated = (block: Block) => /\p{L}{2}/u.test(wordsOf(block)) && later.some((other) => isCopyOf(other, block))
  // beside it in its row, and set as it is, may stand the page's number
  const [title] = (foremost.length > 1 ? foremost.filter(isRepeated) : foremost).toSorted(
    (a, b) => a.place.box.y0 - b.place.box.y0
  )
  if (title === undefined || isPageNumber(title, later)) return []
  const { x0, x1, y1 } = title.place.box
  const isBelow = ({ place: { box } }: Block) => box.y0 >= y1 - sameEdgePt && overlap(box.x0, box.x1, x0, x1) > 0
  return [title, ...texts.filter((each) => isAtHead(each) && isBelow(each) && isRepeated(each))]
}

/** A number after one word, which is another on the pages after. */
const isPageNumber = (block: Block, later: ReadonlyArray<Block>): boolean => {
  const text = printedText(block)
  if (!numberOnly.test(text)) return false
  const uncounted = (each: string) => each.replace(/\d+/g, "#")
  const isLike = (other: Block) => isLevel(other, block) && uncounted(wordsOf(other)) === uncounted(text)
  const copies = later.filter(isLike)
  return copies.length > 0 && copies.every((other) => wordsOf(other) !== text)
}

/** One word before a number, and one before another that says how many there are. */
const numberOnly = /^\P{L}*\p{L}+\.?\s*\d\P{L}*(?:\p{L}+\s*\d\P{L}*)?$/u

const isLevel = (a: Block, b: Block): boolean => Math.abs(a.place.box.y0 - b.place.box.y0) <= maxHeightOffset

const isCopyOf = (a: Block, b: Block): boolean => isLevel(a, b) && wordsOf(a) === wordsOf(b)
