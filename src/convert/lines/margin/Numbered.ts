/** Line → Numbered[]: a number that may be that of a line of a listing, and what stands beside it. */

import { type Line, type LineWord, textOf, type Word } from "../../model/Line.ts"
import { inLineEm, scriptShare, slackPt } from "../../model/Measures.ts"
import { isAddress } from "../Look.ts"

export interface Numbered {
  readonly line: Line
  readonly word: Word
  readonly value: number
  readonly x0: number
  readonly x1: number
  readonly isFilled: boolean
  /** The words beside it, and whether they are in another font than code is. */
  readonly beside: ReadonlyArray<Word>
  readonly isOther: boolean
  /** They stand in the brackets of a tag, such as begins and ends a part of a program. */
  readonly isTag: boolean
  /** It numbers an address of a page. */
  readonly isLink: boolean
  /** It is smaller than what it numbers: then it may stand close to it, and far from the next number. */
  readonly isSmall: boolean
  /** The size of the text that it numbers. */
  readonly size: number
}

export const isNumber = ({ text }: Word): boolean => text.length <= 4 && /^\d{1,4}$/.test(text)

/** The brackets of a tag that is all that a line says. */
const tag = /^[⟨〈<].*[⟩〉>]$/u

/** A line that may begin with a number of a listing: before typewriter, with nothing beside it, or smaller than what stands there. */
export const numberedIn = (each: Line, rows: ReadonlyMap<number, ReadonlyArray<Line>>): ReadonlyArray<Numbered> => {
  const [first, second] = each.words
  if (first === undefined || each.angle !== 0 || !isNumber(first)) return []
  const row = Math.round(each.baseline / 2)
  const others = [row - 1, row, row + 1].flatMap((near) => rows.get(near) ?? []).filter((other) => other !== each)
  const next = others.filter((other) => other.box.x0 >= first.box.x1).sort((a, b) => a.box.x0 - b.box.x0)[0]
  const words: ReadonlyArray<LineWord> = second === undefined ? (next?.words ?? []) : each.words.slice(1)
  const [beside] = words
  const isSmall =
    beside !== undefined &&
    first.size < scriptShare * beside.size &&
    Math.abs(first.baseline - beside.baseline) < slackPt
  // a column of the listing itself
  const isColumn = others.some(({ box, words }) => box.x1 <= first.box.x0 && words.at(-1)?.mono === true)
  if (isColumn && !isSmall) return []
  const gap = isSmall ? 0 : inLineEm * each.size
  if (beside !== undefined && ((!beside.mono && !isSmall) || beside.box.x0 - first.box.x1 < gap)) return []
  const { x0, x1 } = first.box
  const isFilled = beside !== undefined
  const isLink = isFilled && isAddress(beside)
  const isTag = tag.test(textOf(words))
  const value = Number(first.text)
  const isOther = beside?.mono === false
  return [
    {
      line: each,
      word: first,
      value,
      x0,
      x1,
      isFilled,
      beside: words,
      isOther,
      isTag,
      isLink,
      isSmall,
      size: each.size
    }
  ]
}
