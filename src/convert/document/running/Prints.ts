/** Block[][] → Map<string, Seen[]>: what of each line stays the same where it comes back on other pages. */

import type { Block, Paragraph } from "../../model/Block.ts"
import { greatest, smallest } from "../../model/Geometry.ts"
import { isAtFoot, isAtHead, widestMargin } from "./EdgeRows.ts"
import { mayRun, wordsOf } from "./HeadLines.ts"
import type { Seen } from "./Repeats.ts"

/** What may run, by what stays the same of it. */
export const byPrint = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  pieces: ReadonlySet<Block>,
  told: ReadonlyArray<ReadonlyArray<Paragraph>>
): ReadonlyMap<string, ReadonlyArray<Seen>> => {
  const groups = new Map<string, Array<Seen>>()
  pages.forEach((blocks, page) => {
    const top = smallest(blocks.map(({ place }) => place.box.y0))
    const foot = greatest(blocks.map(({ place }) => place.box.y1))
    const endOf = ({ place: { box, height } }: Block) => {
      if (box.y0 === top && box.y1 < widestMargin * height) return "top"
      return box.y1 === foot && box.y0 > (1 - widestMargin) * height ? "foot" : null
    }
    for (const block of [...blocks, ...(told[page] ?? [])])
      for (const print of printsOf(block, endOf(block), pieces.has(block))) {
        const seen = { page, y: block.place.box.y0, block }
        const same = groups.get(print)
        if (same) same.push(seen)
        else groups.set(print, [seen])
      }
  })
  return groups
}

/** Head or foot of the page; null when the block stands in neither. */
export const zoneOf = (block: Block): "top" | "foot" | null =>
  !mayRun(block) ? null : isAtHead(block) ? "top" : isAtFoot(block) ? "foot" : null

/** What a block says, whatever its case and its spaces. */
const sayingOf = (block: Block): string => wordsOf(block).toLowerCase().replace(/\s+/g, " ").trim()

/** How often each of these texts is said, as far as it may be the print of a text at the head or foot of a page. */
export const sayings = (texts: ReadonlyArray<Block>): ReadonlyMap<string, number> => {
  const out = new Map<string, number>()
  for (const text of texts)
    for (const zone of ["top", "foot"]) {
      const print = `${zone}|${sayingOf(text)}`
      out.set(print, (out.get(print) ?? 0) + 1)
    }
  return out
}

/** A number that may be the page's; and what says before it that it numbers something else. */
const number = /(?<![\p{L}\p{N}.,:#№/])\d{1,4}(?![\p{L}\p{N}:]|[.,]\d)/gu
const counts = /(?:[:#№]|\bn[or°º]\.?) $/
export const bare = /\|\W*@-?\d+\W*$/
const roman = /^[ivxlc]+$/
const wordOrDay = /\p{L}{2}|\d[./-]\d{1,2}[./-]\d/u

/**
 * By what a line that may run is recognised on other pages: its text, and its text with a number replaced by its distance from the
 * number of the page. A block that is not at the edge of its page but only the outermost of what stands there (`end`), and a piece of a
 * line that has no word and no date, can be nothing but a page number. Text at an angle is stamped over its page, such as `Draft`.
 */
const printsOf = (block: Block, end: "top" | "foot" | null, isPiece: boolean): ReadonlyArray<string> => {
  const isStamped = block.place.angle !== undefined
  const zone = isStamped ? "over" : (zoneOf(block) ?? end)
  if (zone === null || !mayRun(block)) return []
  const text = sayingOf(block)
  const { page } = block.place
  const numbers = [...text.matchAll(number)].filter(
    ({ 0: digits, index }) => Number(digits) === page || !counts.test(text.slice(0, index))
  )
  const outer = numbers.filter((_, i) => i < 2 || i > numbers.length - 3)
  const counted = outer.map(({ 0: digits, index }) => {
    const [before, behind] = [text.slice(0, index), text.slice(index + digits.length)]
    const mark = `@${Number(digits) - page}`
    // left and right pages have their number at their outer edge
    return behind === "" ? `${mark} ${before}`.trim() : `${before}${mark}${behind}`
  })
  const prints = [text, ...counted, ...(roman.test(text) ? ["@roman"] : [])].map((print) => `${zone}|${print}`)
  const isNumber = (zoneOf(block) === null && !isStamped) || (isPiece && !wordOrDay.test(text))
  const isBare = (print: string) => bare.test(print) || (isPiece ? /@roman$/ : /[|](?:@roman|\d{1,4})$/).test(print)
  return isNumber ? prints.filter(isBare) : prints
}
