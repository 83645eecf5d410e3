/**
 * RawPage, Word[] → the same as in a mirror, where the page is read from right to left: what comes after it reads every page
 * from left to right. `json/Places.ts` turns places back.
 */

import type { Block } from "../model/Block.ts"
import type { Box } from "../model/Geometry.ts"
import { greatest } from "../model/Geometry.ts"
import type { Line, LineWord, Word } from "../model/Line.ts"
import { type RawPage, withBoxes } from "../model/Page.ts"
import { isRightToLeft } from "./Direction.ts"
import { line, lines } from "./Lines.ts"

export interface Facing {
  readonly page: RawPage
  readonly words: ReadonlyArray<Word>
}

export const facing = (page: RawPage, words: ReadonlyArray<Word>): Facing => {
  if (!words.some(({ text }) => isRightToLeft(text)) || !isRightToLeft(words.map((word) => word.text).join("")))
    return { page, words }
  return {
    page: mirrored(page),
    words: lines(words).flatMap((each) =>
      each.angle === 0
        ? inCells(each, page).flatMap((own) => inReadingOrder(line(own, "right").words, page.width))
        : [...each.words]
    )
  }
}

/** `box` as a mirror shows it, on a page so wide; and back. */
export const mirror = ({ x0, x1, ...rest }: Box, width: number): Box => ({ ...rest, x0: width - x1, x1: width - x0 })

/** The words of a line, parted where a rule stands between them. */
const inCells = ({ words }: Line, { segments }: RawPage): ReadonlyArray<ReadonlyArray<LineWord>> => {
  const [first] = words
  if (first === undefined) return []
  const middle = (first.box.y0 + first.box.y1) / 2
  const rules = segments.filter(({ y0, y1 }) => y0 < middle && y1 > middle).map(({ x0 }) => x0)
  const cellOf = ({ box }: LineWord) => rules.filter((x) => x < (box.x0 + box.x1) / 2).length
  return [...Map.groupBy(words, cellOf).values()]
}

/** What was found before its page was seen so, there too. */
export const withPlace = <A extends Block>(block: A, { mirrored, width }: RawPage): A => {
  const { box, left, right, ...rest } = block.place
  return mirrored
    ? { ...block, place: { ...rest, box: mirror(box, width), left: width - right, right: width - left } }
    : block
}

/** The words of a line one behind the other as they are read, from where the mirror shows its beginning. */
const inReadingOrder = (words: ReadonlyArray<LineWord>, width: number): ReadonlyArray<Word> => {
  const seen = words.toSorted((a, b) => a.box.x0 - b.box.x0)
  const gapBefore = new Map(seen.map((word, i) => [word, i === 0 ? 0 : word.box.x0 - (seen[i - 1]?.box.x1 ?? 0)]))
  const places = new Map(seen.map((word, i) => [word, i]))
  const gaps = words.map((word, i) => {
    const last = words[i - 1]
    const [at = 0, before = 0] = [places.get(word), last && places.get(last)]
    const isBeside = last !== undefined && Math.abs(at - before) === 1
    return isBeside ? (gapBefore.get(at < before ? last : word) ?? 0) : null
  })
  const sum = (values: ReadonlyArray<number>) => values.reduce((total, each) => total + each, 0)
  const known = gaps.filter((gap) => gap !== null)
  const between = (sum([...gapBefore.values()]) - sum(known)) / Math.max(1, gaps.length - 1 - known.length)
  let x = width - greatest(words.map((word) => word.box.x1))
  return words.map((word, i) => {
    if (i > 0) x += gaps[i] ?? (word.noSpaceBefore ? 0 : between)
    const x0 = x
    x += word.box.x1 - word.box.x0
    const spaced = i > 0 && !word.noSpaceBefore
    const box = { ...word.box, x0, x1: x }
    return { ...word, box, spaced, mirrored: true, noSpaceBefore: undefined, baselineShift: undefined }
  })
}

const mirrored = (page: RawPage): RawPage => {
  const { glyphs, width } = page
  return {
    ...withBoxes(page, (box) => mirror(box, width)),
    mirrored: true,
    glyphs: { ...glyphs, x: glyphs.x.map((x, i) => width - x - (glyphs.w[i] ?? 0)) }
  }
}
