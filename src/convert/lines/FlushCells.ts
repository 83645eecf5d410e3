/**
 * Line[] → Line[]: texts that begin the next cell right behind others. These stand flush at the right edge of their column, as figures of a
 * spreadsheet without a grid or the amounts of a recipe do, and the texts flush at the left edge of the next, with another space between
 * than the page's.
 */

import { greatest, median, smallest } from "../model/Geometry.ts"
import type { Line, LineWord } from "../model/Line.ts"
import { maxGapEm, minPair, minSeries, slackEm, slackPt } from "../model/Measures.ts"
import { isFigure, isPlainWord } from "../model/Text.ts"
import { marker } from "./Markers.ts"

/** What is between a figure and the next cell differs from a space by at least this, in em. */
const minOddEm = 0.025
/** What is between any other text and the next cell is wider than a space by at least this factor. */
const minWider = 1.6

/** A word and the next one on its line. */
interface Meeting {
  readonly last: LineWord
  readonly word: LineWord
  /** It begins a row of fewer lines than a table's, as the number of a title does. */
  readonly isLeading: boolean
}

export const flushCells = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const rows = Map.groupBy(lines, ({ baseline }) => Math.round(baseline))
  const isLeading = (each: Line) => {
    const row = rows.get(Math.round(each.baseline)) ?? []
    return row.length < minSeries && row.every(({ box }) => box.x0 >= each.box.x0)
  }
  const met = lineUp(
    lines.flatMap((each) => meetingsIn(each, isLeading)),
    ({ last }) => last.box.x1
  )
    .flatMap((own) => lineUp(own, ({ word }) => word.box.x0))
    .filter(({ length }) => length >= minSeries)
  if (met.length === 0) return lines
  const space = spaceIn(lines)
  const cells = met.flatMap((own) => {
    const figures = own.filter(({ last }) => isWhole(last.text))
    return areBehindFigures(figures, space) ? figures : areBehindTexts(own, space, lines) ? own : []
  })
  const begun = new Set(cells.map(({ word }) => word))
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
        const last = each.words[i] as LineWord
        const gap = gapOf({ last, word }) / each.size
        const isMet = gap > slackEm && gap < maxGapEm && !word.mono && word.size === last.size
        if (!isMet || !/[\p{L}\p{N}]/u.test(word.text)) return []
        return [{ last, word, isLeading: i === 0 && isLeading(each) }]
      })

const gapOf = ({ last, word }: Pick<Meeting, "last" | "word">): number => word.box.x0 - last.box.x1

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
const areBehindFigures = (own: ReadonlyArray<Meeting>, space: number | null): boolean => {
  if (own.length < minSeries || areAlike(own)) return false
  if (!areFlush(own) && (space === null || own.some((each) => each.isLeading))) return false
  return space === null || Math.abs(gapIn(own) - space) > minOddEm
}

/** Texts of unlike width end in line, none of them the marker of an item, and no line beside them runs over the strip behind them. */
const areBehindTexts = (own: ReadonlyArray<Meeting>, space: number | null, lines: ReadonlyArray<Line>): boolean => {
  if (space === null || areAlike(own) || !areFlush(own) || gapIn(own) < minWider * space) return false
  if (own.some(({ last }) => marker(last.text) !== null)) return false
  const [x0, x1] = [greatest(own.map(({ last }) => last.box.x1)), smallest(own.map(({ word }) => word.box.x0))]
  const [y0, y1] = [smallest(own.map(({ word }) => word.box.y0)), greatest(own.map(({ word }) => word.box.y1))]
  const isOver = ({ box }: LineWord) => box.x0 < x1 - slackPt && box.x1 > x0 + slackPt
  return !lines.some(({ box, words }) => box.y0 < y1 && box.y1 > y0 && words.some(isOver))
}

const areAlike = (own: ReadonlyArray<Meeting>): boolean => new Set(own.map(({ word }) => word.text)).size < minPair

const areFlush = (own: ReadonlyArray<Meeting>): boolean => {
  const starts = own.map(({ last }) => last.box.x0)
  return greatest(starts) - smallest(starts) > slackPt
}

const gapIn = (own: ReadonlyArray<Meeting>): number => median(own.map((each) => gapOf(each) / each.word.size))

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
