/**
 * Line[] → Line[]: a fraction set in three storeys becomes part of the line its bar stands in, `(a + b)/c`, so that a
 * formula is read from left to right.
 */

import { line } from "../lines/Lines.ts"
import type { Box } from "../model/Geometry.ts"
import { around, greatest, overlap, width } from "../model/Geometry.ts"
import type { Line, LineWord, Word } from "../model/Line.ts"
import type { RawPage, Segment } from "../model/Page.ts"

/** A bar is at most this thick and long, in points. A page with more bars than this is a drawing. */
const maxBarPt = 1.5
const maxBarLengthPt = 300
const mostBars = 300
/** How far a storey may stand out over its bar, in points. */
const maxStoreyOverhangPt = 2
/** Baselines of the upper and the lower storey, and of the line itself, below the bar, in em. */
const upperEm = [-1.1, -0.1] as const
const lowerEm = [0.45, 1.5] as const
/** A radical sign hangs down from its baseline. */
const radicalEm = [-0.3, 0.4] as const
const axisEm = [0.05, 0.5] as const
/** One numeral, one letter or one name: a denominator of more is bracketed. */
const single = /^(?:\p{N}[\p{N}.,]*|\p{L}|\p{L}{3,})!?$/u
/** The line goes on within this many em of the bar. */
const maxGapToTextEm = 1.2
type Range = readonly [number, number]

export const fractions = (page: RawPage, lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const bars = page.segments.filter(isBar)
  return bars.length > mostBars ? lines : bars.toSorted((a, b) => width(a) - width(b)).reduce(withBar, lines)
}

const isBar = (each: Segment): boolean =>
  each.y1 - each.y0 < 0.5 && each.thickness <= maxBarPt && width(each) > 2 && width(each) < maxBarLengthPt

const isWithin = (at: number, [from, to]: Range, size: number): boolean => at >= from * size && at <= to * size

/** The lines with the fraction that `bar` parts set into its line, if it parts one. */
const withBar = (lines: ReadonlyArray<Line>, bar: Segment): ReadonlyArray<Line> => {
  const near = lines.filter(({ baseline, size, angle }) => angle === 0 && Math.abs(baseline - bar.y0) < 1.5 * size)
  if (near.length === 0) return lines
  const operandLines = (range: Range) =>
    near.filter(
      ({ box, baseline, size }) =>
        box.x0 > bar.x0 - maxStoreyOverhangPt &&
        box.x1 < bar.x1 + maxStoreyOverhangPt &&
        isWithin(baseline - bar.y0, range, size)
    )
  const radicals = operandLines(radicalEm).filter((each) => each.words.every((word) => word.text === "√"))
  const above = operandLines(upperEm).filter((each) => !radicals.includes(each))
  const below = [...operandLines(lowerEm), ...radicals]
  if (!isBarOf(bar, above, below)) return lines
  const own = near.filter(
    (each) =>
      !above.includes(each) &&
      !below.includes(each) &&
      isWithin(each.baseline - bar.y0, axisEm, each.size) &&
      overlap(each.box.x0, each.box.x1, bar.x0, bar.x1) > -maxGapToTextEm * each.size &&
      each.words.every(({ box }) => overlap(box.x0, box.x1, bar.x0, bar.x1) <= maxStoreyOverhangPt)
  )
  const [first] = own
  if (first === undefined) return lines
  const [numerator = [], denominator = []] = [above, below].map((part) =>
    part.flatMap((each) => levelled(each, first.baseline)).sort((a, b) => a.box.x0 - b.box.x0)
  )
  const isFactor = single.test(denominator.map((word) => (word.baselineShift === 0 ? word.text : "")).join(""))
  const fraction = [
    ...grouped(numerator, isTerm(numerator)),
    mark(numerator, "/"),
    ...grouped(denominator, isFactor && isTerm(denominator))
  ]
  const whole = line([...own.flatMap((each) => each.words), ...spread(fraction, bar)])
  const gone = new Set([...above, ...below, ...own])
  return [...lines.filter((each) => !gone.has(each)), whole]
}

/** A bar is as long as the longer storey and the shorter one stands in its middle; a rule of a table or a chart is not. */
const isBarOf = (bar: Segment, above: ReadonlyArray<Line>, below: ReadonlyArray<Line>): boolean => {
  const [first] = above
  if (first === undefined || below.length === 0) return false
  const boxes = [above, below].map((part) => around(part.map((each) => each.box)))
  const isMiddle = (box: Box) => Math.abs(box.x0 + box.x1 - bar.x0 - bar.x1) < first.size
  return boxes.every(isMiddle) && width(bar) < greatest(boxes.map(width)) + first.size
}

/** A storey's words on the baseline of the fraction's line; what is raised or lowered in it stays so. */
const levelled = (storey: Line, baseline: number): ReadonlyArray<LineWord> =>
  storey.words.map((word) => moved(word, word.box.x0, word.box.x1, word.baseline + baseline - storey.baseline))

const moved = <T extends Word>(word: T, x0: number, x1: number, baseline: number): T => {
  const down = baseline - word.baseline
  return { ...word, baseline, box: { x0, x1, y0: word.box.y0 + down, y1: word.box.y1 + down } }
}

/** No sum, and nothing in it stands apart. */
const isTerm = (words: ReadonlyArray<LineWord>): boolean =>
  words.every((word, i) => (i === 0 || word.noSpaceBefore) && !/[+−±∓=/-]/.test(word.text))

/** In brackets, unless it needs none. */
const grouped = (words: ReadonlyArray<LineWord>, needsNone: boolean): ReadonlyArray<LineWord> => {
  const opened = words.map((word, i) => (i === 0 ? { ...word, noSpaceBefore: true } : word))
  return needsNone ? opened : [mark(words, "("), ...opened, mark(words, ")")]
}

/** A sign that no glyph of the page is, in the style of the words beside it. */
const mark = (words: ReadonlyArray<LineWord>, text: string): LineWord => {
  const level = words.find((word) => word.baselineShift === 0) ?? (words[0] as LineWord)
  return { ...level, text, noSpaceBefore: true, bold: false, italic: false, spaced: false }
}

/** Words side by side over the length of a bar, each as wide as its text is long, so that they are read in this order. */
const spread = (words: ReadonlyArray<LineWord>, { x0, x1 }: Pick<Box, "x0" | "x1">): ReadonlyArray<LineWord> => {
  const all = words.reduce((sum, word) => sum + word.text.length, 0)
  const step = (x1 - x0) / (all || 1)
  let at = x0
  return words.map((word, i) => {
    const from = at
    at += word.text.length * step
    return { ...moved(word, from, at, word.baseline), spaced: i > 0 && !word.noSpaceBefore }
  })
}
