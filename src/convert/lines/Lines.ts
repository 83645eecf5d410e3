/**
 * Word[] → Line[]: words that stand side by side on one baseline, with what is raised or lowered beside them. A gap wider
 * than a word space ends a line, for it may be a gutter or the edge of a cell; a later stage knows which. So does a gap
 * without a space where all others have one.
 */

import { areaAt } from "../model/Areas.ts"
import { aroundAll, centreX, heaviest, median, overlap, sameRow } from "../model/Geometry.ts"
import type { Line, LineWord, Word } from "../model/Line.ts"
import {
  maxGapEm,
  minGutterEm,
  minSample,
  minSizeStep,
  rowStepPt,
  scriptShare,
  slackEm,
  touchEm
} from "../model/Measures.ts"
import type { Area } from "../model/Page.ts"
import { withSignsOfCode } from "./CodeSigns.ts"
import { ordered } from "./Direction.ts"
import { marker, noteLabel } from "./Markers.ts"
import { withoutFalseScripts } from "./Scripts.ts"

/** How far words may overlap, in em: kerning and italics do. */
const maxOverlapEm = 0.6
/** Share of the lower word's height that both must have in common. */
export const minSharedHeight = 0.5
/** Baselines of words of one size may differ by this, of words of two sizes by `maxScriptShiftEm`, in em of the larger. */
const maxJitterEm = 0.3
const maxScriptShiftEm = 0.65
/** A word this much larger or smaller than its neighbour is a drop cap or a big symbol and stands alone. */
const maxSizeRatio = 2.3
/** The least shift of what is raised or lowered, in em. */
const minRaisedEm = 0.12
const minLoweredEm = 0.06
/** How far the mark of a note is raised, in em of the word it touches. */
const minMarkRaisedEm = 0.2
const maxMarkRaisedEm = 0.75
/** Maximum distance from the baseline, in em, of a figure of an index that is as large as the letters it touches. */
const index = /^\d{1,2}$/
const maxIndexShiftEm = 0.5
/** A note's own mark is this far before its text, in em of the text: a tab. */
const maxNoteTabEm = 2

interface Open {
  readonly words: Array<Word>
  x1: number
  /** The word that sets the line's height: the largest. */
  main: Word
}

export const lines = (words: ReadonlyArray<Word>, areas: ReadonlyArray<Area> = []): ReadonlyArray<Line> => {
  const at = (angle: number, same: ReadonlyArray<Word>) =>
    angle === 0 && areas.length > 0 ? inEach(areas, same) : atOneAngle(same)
  const angle = words[0]?.angle ?? 0
  // most pages
  if (words.every((word) => word.angle === angle)) return at(angle, words)
  return [...Map.groupBy(words, (word) => word.angle)]
    .sort(([a], [b]) => a - b)
    .flatMap(([angle, same]) => at(angle, same))
}

/** No line goes on over a gutter. */
const inEach = (areas: ReadonlyArray<Area>, words: ReadonlyArray<Word>): ReadonlyArray<Line> =>
  [...Map.groupBy(words, ({ box, baseline }) => areaAt(areas, centreX(box), baseline)).values()]
    .flatMap(atOneAngle)
    .sort(topmost)

const topmost = (a: Line, b: Line): number => a.baseline - b.baseline || a.box.x0 - b.box.x0
const leftmost = (a: Word, b: Word): number =>
  a.box.x0 < b.box.x0 ? -1 : a.box.x0 > b.box.x0 ? 1 : a.baseline - b.baseline

const atOneAngle = (words: ReadonlyArray<Word>): ReadonlyArray<Line> => {
  const open: Array<Open> = []
  const rows = rowsOf(words, writesSpaces(words))
  for (const word of words.toSorted(leftmost)) {
    const found = rows.nearest(word)
    if (found === undefined) {
      const begun = { words: [word], x1: word.box.x1, main: word }
      open.push(begun)
      rows.add(begun, word)
      continue
    }
    found.words.push(word)
    found.x1 = Math.max(found.x1, word.box.x1)
    if (word.size > found.main.size * (1 + minSizeStep)) {
      found.main = word
      rows.add(found, word)
    }
  }
  return open.map((each) => line(each.words)).sort(topmost)
}

/** Whether every space of the text is written, as far as its words tell in the order in which they are drawn: recognisers do so. */
const writesSpaces = (words: ReadonlyArray<Word>): boolean => {
  let spaces = 0
  for (let i = 1; i < words.length; i++) {
    const [last, word] = [words[i - 1] as Word, words[i] as Word]
    if (Math.abs(last.baseline - word.baseline) > slackEm * word.size) continue
    const gap = word.box.x0 - last.box.x1
    if (gap < touchEm * word.size || gap > maxGapEm * word.size) continue
    if (!word.spaced) return false
    spaces++
  }
  return spaces >= minSample
}

/** Lines that may go on, by the baselines of their largest words. */
const rowsOf = (words: ReadonlyArray<Word>, isSpaced: boolean) => {
  const rows = new Map<number, Array<Open>>()
  /** No word goes on a line that ends further before it. */
  const reach = maxNoteTabEm * words.reduce((most, { size }) => Math.max(most, size), 0)
  const rowOf = (word: Word) => Math.floor(word.baseline / rowStepPt)
  return {
    add: (line: Open, by: Word) => {
      const same = rows.get(rowOf(by))
      if (same === undefined) rows.set(rowOf(by), [line])
      else if (!same.includes(line)) same.push(line)
    },
    /** The line that a word goes on: of those that it fits, the nearest, in height above all. */
    nearest: (word: Word): Open | undefined => {
      const row = rowOf(word)
      const { x0 } = word.box
      let best: Open | undefined
      let least = Number.POSITIVE_INFINITY
      for (let at = row - 1; at <= row + 1; at++)
        for (const line of rows.get(at) ?? none) {
          if (x0 - line.x1 > reach) continue
          const distance = Math.abs(line.main.baseline - word.baseline) * 4 + Math.abs(x0 - line.x1)
          if (distance >= least || !fits(line, word, isSpaced)) continue
          best = line
          least = distance
        }
      return best
    }
  }
}

const none: ReadonlyArray<Open> = []

const fits = (line: Open, word: Word, isSpaced: boolean): boolean => {
  const { main } = line
  if (isMarked(line, word)) return true
  const large = Math.max(main.size, word.size)
  const small = Math.min(main.size, word.size)
  const gap = word.box.x0 - line.x1
  if (gap > maxGapEm * Math.max(small, Math.min(large, 2 * small) * 0.7) || gap < -maxOverlapEm * large)
    return overlaid(line, word)
  if (large > maxSizeRatio * small) return false
  if (isSpaced && !word.spaced && gap > minGutterEm * large) return false
  const apart = Math.abs(main.baseline - word.baseline)
  return (
    sameRow(main.box, word.box) >= minSharedHeight &&
    apart <= (small > scriptShare * large ? maxJitterEm : maxScriptShiftEm) * large
  )
}

/** A mark high above the word it touches, or high before the text of its note, or an index as large as its word. */
const isMarked = (line: Open, word: Word): boolean => {
  const last = line.words.at(-1) as Word
  const gap = word.box.x0 - line.x1
  if (word.size < scriptShare * last.size)
    return Math.abs(gap) < touchEm * last.size && noteLabel(word.text) !== null && isRaised(word, last)
  if (word.size < last.size)
    return (
      Math.abs(gap) < touchEm * last.size &&
      index.test(word.text) &&
      Math.abs(word.baseline - last.baseline) < maxIndexShiftEm * last.size
    )
  return (
    last.size < scriptShare * word.size &&
    line.words.length === 1 &&
    gap >= 0 &&
    gap < maxNoteTabEm * word.size &&
    noteLabel(last.text) !== null &&
    isRaised(last, word)
  )
}

const isRaised = (small: Word, large: Word): boolean => {
  const up = (large.baseline - small.baseline) / large.size
  return up > minMarkRaisedEm && up < maxMarkRaisedEm
}

/** A stacked superscript over a subscript, or an accent over its letter, stands inside the line. */
const overlaid = (line: Open, word: Word): boolean => {
  const last = line.words.at(-1) as Word
  const wide = Math.min(last.box.x1 - last.box.x0, word.box.x1 - word.box.x0)
  return (
    word.size < scriptShare * line.main.size &&
    2 * overlap(last.box.x0, last.box.x1, word.box.x0, word.box.x1) > wide &&
    last.size < scriptShare * line.main.size &&
    Math.abs(line.main.baseline - word.baseline) <= maxScriptShiftEm * line.main.size
  )
}

/** Where words stand that are neither raised nor lowered. */
const baselineIn = (words: ReadonlyArray<Word>): number => {
  const first = words[0]?.baseline ?? 0
  // most lines
  return words.every(({ baseline }) => baseline === first) ? first : median(words.map(({ baseline }) => baseline))
}

/** The size of most characters, and the largest. */
const sizesOf = (all: ReadonlyArray<Word>): { readonly size: number; readonly largest: number } => {
  // text beside a larger bullet is no superscript, nor is text behind a larger initial, nor code beside a larger asterisk
  const words = all.every(({ mono }) => mono)
    ? orAll(all.filter(isLettered), all)
    : marker(all[0]?.text ?? "")?.shape === "•" || isInitial(all)
      ? all.slice(1)
      : all
  const sizes = new Map<number, number>()
  for (const word of words) sizes.set(word.size, (sizes.get(word.size) ?? 0) + word.text.length * word.size)
  return { size: heaviest(sizes) ?? 0, largest: words.reduce((most, word) => Math.max(most, word.size), 0) }
}

const isLettered = ({ text }: Word): boolean => /[\p{L}\p{N}]/u.test(text)

const orAll = (some: ReadonlyArray<Word>, all: ReadonlyArray<Word>): ReadonlyArray<Word> =>
  some.length > 0 ? some : all

/** One capital, larger than the small letters that touch it. */
const isInitial = ([first, second]: ReadonlyArray<Word>): boolean =>
  first !== undefined &&
  second !== undefined &&
  first.size > second.size &&
  second.box.x0 - first.box.x1 < touchEm * first.size &&
  /^\p{Lu}$/u.test(first.text) &&
  /^\p{Ll}/u.test(second.text)

/** A word of another line that stands in this one as it did there. */
const isPlaced = (word: Word, shift: LineWord["baselineShift"], isTouching: boolean): word is LineWord =>
  word.baselineShift === shift && word.noSpaceBefore === isTouching

/**
 * The line that words in any order make, with baseline shifts, spaces and reading direction; `otherwise` is the direction if no letter
 * tells. A letter that overlaps the one before it, such as the A in TeX's logo, belongs to its word and is no superscript.
 */
export const line = (words: ReadonlyArray<Word>, otherwise?: "right"): Line => {
  const first = words[0]?.size ?? 0
  // most lines
  const isEven = words.every((word) => word.size === first)
  const { size, largest } = isEven ? { size: first, largest: first } : sizesOf(words)
  const usual = size < scriptShare * largest ? largest : size
  const ofSize = isEven ? words : words.filter((word) => word.size === usual)
  const baseline = baselineIn(ofSize)
  const sorted = words.every((word, i) => i === 0 || leftmost(words[i - 1] as Word, word) <= 0)
    ? words
    : words.toSorted(leftmost)
  const placed: Array<LineWord> = []
  let before: Word | undefined
  for (const word of sorted) {
    const up = (baseline - word.baseline) / largest
    const isSmall = word.size < scriptShare * largest
    const gap = before === undefined ? 0 : word.box.x0 - before.box.x1
    const isWithin = gap < -slackEm * largest && /^\p{L}$/u.test(word.text)
    const shift = isSmall && up > minRaisedEm && !isWithin ? 1 : isSmall && up < -minLoweredEm ? -1 : 0
    const limit =
      before === undefined
        ? 0
        : before.font === word.font && before.size === word.size
          ? Math.min(before.gap, word.gap)
          : touchEm * Math.min(before.size, word.size)
    const isTouching = before !== undefined && !word.spaced && gap < limit
    placed.push(isPlaced(word, shift, isTouching) ? word : { ...word, baselineShift: shift, noSpaceBefore: isTouching })
    before = word
  }
  const box = aroundAll(ofSize)
  const span = ofSize === words ? box : aroundAll(words)
  return {
    kind: "text",
    words: ordered(withSignsOfCode(withoutFalseScripts(placed)), otherwise),
    box: { x0: span.x0, y0: box.y0, x1: span.x1, y1: box.y1 },
    baseline,
    size: usual,
    angle: words[0]?.angle ?? 0
  }
}
