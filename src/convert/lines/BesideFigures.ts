/**
 * Line[] → Line[]: texts that begin right behind figures, as in a spreadsheet without a grid: the figures stand flush at the right edge of
 * their column and the texts flush at the left edge of the next, with less or more between them than a space of the page.
 */

import { greatest, median, smallest } from "../model/Geometry.ts"
import type { Line, LineWord } from "../model/Line.ts"
import { maxGapEm, minPair, minSeries, slackEm, slackPt } from "../model/Measures.ts"
import { isFigure, isPlainWord } from "../model/Text.ts"

/** What is between two cells differs from a space by at least this, in em. */
const minOddEm = 0.025

/** A figure and the word right behind it on its line. */
interface Meeting {
  readonly figure: LineWord
  readonly word: LineWord
  /** It begins a row of fewer lines than a table's, as the number of a title does. */
  readonly isLeading: boolean
}

export const besideFigures = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const rows = Map.groupBy(lines, ({ baseline }) => Math.round(baseline))
  const isLeading = (each: Line) => {
    const row = rows.get(Math.round(each.baseline)) ?? []
    return row.length < minSeries && row.every(({ box }) => box.x0 >= each.box.x0)
  }
  const met = lineUp(
    lines.flatMap((each) => meetingsIn(each, isLeading)),
    ({ figure }) => figure.box.x1
  )
    .flatMap((own) => lineUp(own, ({ word }) => word.box.x0))
    .filter(({ length }) => length >= minSeries)
  if (met.length === 0) return lines
  const space = spaceIn(lines)
  const begun = new Set(met.filter((own) => areCells(own, space)).flatMap((own) => own.map(({ word }) => word)))
  if (begun.size === 0) return lines
  const apart = (word: LineWord): LineWord => (begun.has(word) ? { ...word, begins: true, noSpaceBefore: false } : word)
  return lines.map((each) =>
    each.words.some((word) => begun.has(word)) ? { ...each, words: each.words.map(apart) } : each
  )
}

const meetingsIn = (each: Line, isLeading: (each: Line) => boolean): ReadonlyArray<Meeting> =>
  each.angle !== 0
    ? []
    : each.words.slice(1).flatMap((word, i) => {
        const figure = each.words[i] as LineWord
        const gap = gapOf({ figure, word }) / each.size
        const isMet = gap > slackEm && gap < maxGapEm && !word.mono && word.size === figure.size
        if (!isMet || !isWhole(figure.text) || !/[\p{L}\p{N}]/u.test(word.text)) return []
        return [{ figure, word, isLeading: i === 0 && isLeading(each) }]
      })

const gapOf = ({ figure, word }: Pick<Meeting, "figure" | "word">): number => word.box.x0 - figure.box.x1

/** An amount, and neither the marker of an item nor a part of a list of figures. */
const isWhole = (text: string): boolean => isFigure(text) && /[\d%]$/.test(text) === !text.startsWith("(")

/** Those whose places differ by rounding alone, together. */
const lineUp = (all: ReadonlyArray<Meeting>, at: (each: Meeting) => number): ReadonlyArray<ReadonlyArray<Meeting>> => {
  const out: Array<Array<Meeting>> = []
  let from = Number.NEGATIVE_INFINITY
  for (const each of all.toSorted((a, b) => at(a) - at(b))) {
    if (at(each) - from <= slackPt) out.at(-1)?.push(each)
    else {
      out.push([each])
      from = at(each)
    }
  }
  return out
}

/** Not figures with their unit, nor days of a date. Where no space tells, and before titles, figures of unlike width must end in line. */
const areCells = (own: ReadonlyArray<Meeting>, space: number | null): boolean => {
  if (new Set(own.map(({ word }) => word.text)).size < minPair) return false
  const starts = own.map(({ figure }) => figure.box.x0)
  const isFlush = greatest(starts) - smallest(starts) > slackPt
  if (!isFlush && (space === null || own.some((each) => each.isLeading))) return false
  const gap = median(own.map((each) => gapOf(each) / each.word.size))
  return space === null || Math.abs(gap - space) > minOddEm
}

/** How wide a space between words is, in em; null where there is none. */
const spaceIn = (lines: ReadonlyArray<Line>): number | null => {
  const gaps = lines.flatMap(({ words, size }) =>
    words.slice(1).flatMap((word, i) => {
      const last = words[i] as LineWord
      const gap = word.box.x0 - last.box.x1
      const isSpace = gap > slackEm * size && gap < maxGapEm * size && word.size === last.size
      return isSpace && isPlainWord(last.text) && isPlainWord(word.text) ? [gap / size] : []
    })
  )
  return gaps.length === 0 ? null : median(gaps)
}
