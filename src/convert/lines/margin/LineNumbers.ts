/**
 * Word[], Line[] → Word[]: removes the numbers before the lines of a listing or beside those of a manuscript. Such numbers are aligned
 * below one another and count up by one, or in a manuscript by two, five or ten. Beside those of a listing stands typewriter or nothing;
 * those of a manuscript are small and stand left or right of everything else.
 */

import { greatest, median, smallest } from "../../model/Geometry.ts"
import { type Line, type Word, wordKey } from "../../model/Line.ts"
import {
  farEm,
  inLineEm,
  minPair,
  minSeries,
  minSizeStep,
  mostShare,
  nearlyAll,
  sameEdgePt,
  scriptShare,
  slackPt
} from "../../model/Measures.ts"
import { countWhile } from "../../model/Sorted.ts"
import { isData } from "./Data.ts"
import { isNumber, type Numbered, numberedIn } from "./Numbered.ts"

/** Minimum number of numbered lines in a manuscript, by the steps in which it may number them. */
const steps: ReadonlyArray<readonly [number, number]> = [
  [1, 10],
  [2, 10],
  [5, 4],
  [10, 4]
]
const minManuscriptLines = 4
/** Rows of a table are numbered one by one, or at most two of their lines are: not every fifth. */
const minCounted = 5
/** A page has no more columns of numbers on one side. */
const mostMargins = 4

/** `separate` are the lines of all the words. */
export const withoutLineNumbers = (words: ReadonlyArray<Word>, separate: ReadonlyArray<Line>): ReadonlyArray<Word> => {
  const count = words.filter(isNumber).length
  if (count < minPair) return words
  const listed = words.some(({ mono }) => mono) ? numbered(separate) : []
  const numbers = listed.flatMap(({ line }) => line.words.slice(0, 1))
  const gone = new Set([...numbers, ...(count < minManuscriptLines ? [] : margins(separate))].map(wordKey))
  if (gone.size === 0) return words
  const kept = words.filter((word) => !gone.has(wordKey(word)))
  if (listed.length === 0) return kept
  const first = new Set(listed.flatMap(({ beside }) => beside.slice(0, 1)).map(wordKey))
  // what is numbered as the lines of a listing are is one of them, in whatever font
  const others = new Set(listed.flatMap(({ beside, isOther }) => (isOther ? beside : [])).map(wordKey))
  return kept.map((word) => {
    const key = wordKey(word)
    const isNumbered = first.has(key)
    return isNumbered || others.has(key) ? { ...word, mono: true, ...(isNumbered ? { isNumbered } : {}) } : word
  })
}

/** The lines of listings that have numbers. */
const numbered = (separate: ReadonlyArray<Line>): ReadonlyArray<Numbered> => {
  const rows = Map.groupBy(separate, ({ baseline }) => Math.round(baseline / 2))
  return chainsOf(separate.flatMap((each) => numberedIn(each, rows)))
    .filter(
      (chain) =>
        chain.length >= (isBegun(chain) ? minPair : minSeries) &&
        areOfCode(chain) &&
        2 * chain.filter(({ isFilled }) => isFilled).length >= chain.length &&
        (chain.some(({ isSmall }) => isSmall) || !isData(chain, separate)) &&
        !areLinks(chain)
    )
    .flat()
}

/** Whether two numbers are enough: they go on from other lines, or are small, which steps and items are not. */
const isBegun = (chain: ReadonlyArray<Numbered>): boolean =>
  (chain[0]?.value ?? 1) > 1 || chain.every(({ isSmall, isOther, isTag }) => isSmall && (!isOther || isTag))

/** Most of what is numbered is code, or a tag among code. */
const areOfCode = (chain: ReadonlyArray<Numbered>): boolean => {
  const filled = chain.filter(({ isFilled }) => isFilled)
  return (
    !filled.some((each) => each.isOther) ||
    (!filled.every((each) => each.isOther) &&
      2 * filled.filter((each) => each.isOther && !each.isTag).length <= filled.length)
  )
}

/** Notes that are addresses of pages are numbered, too, and set in typewriter. */
const areLinks = (chain: ReadonlyArray<Numbered>): boolean =>
  chain.filter(({ isLink }) => isLink).length > mostShare * chain.length

/** To how many numbers of the value before it, the last ones above it, a number is compared. */
const mostOpen = 100

const lastOf = (chain: ReadonlyArray<Numbered>): number => chain.at(-1)?.line.baseline ?? 0

const chainsOf = (numbers: ReadonlyArray<Numbered>, step = 1): ReadonlyArray<ReadonlyArray<Numbered>> => {
  const open: Array<Array<Numbered>> = []
  // those that may go on, by the next number of each
  const before = new Map<number, Array<Array<Numbered>>>()
  for (const each of numbers.toSorted((a, b) => a.line.baseline - b.line.baseline)) {
    const waiting = before.get(each.value) ?? []
    const near = waiting.slice(-mostOpen).filter((other) => follows(other.at(-1), each, step))
    // of two listings the nearer
    const [chain = []] = near.sort((a, b) => lastOf(b) - lastOf(a))
    if (chain.length === 0) open.push(chain)
    else waiting.splice(waiting.lastIndexOf(chain), 1)
    chain.push(each)
    const same = before.get(each.value + step)
    if (same) same.push(chain)
    else before.set(each.value + step, [chain])
  }
  return open
}

/** The numbers beside the lines of a manuscript: rows of a table are numbered in the size of the rest of them. */
const margins = (separate: ReadonlyArray<Line>): ReadonlyArray<Word> => {
  const upright = separate.filter(({ angle }) => angle === 0)
  const size = median(upright.flatMap(({ words }) => words.map((word) => word.size)))
  const numbers = upright.flatMap((line) =>
    line.words.flatMap((word, i): ReadonlyArray<Numbered> => {
      if (!isNumber(word) || !isApart(line.words, i)) return []
      const { x0, x1 } = word.box
      const isSmall = word.size < scriptShare * size
      const value = Number(word.text)
      return [
        {
          line,
          word,
          value,
          x0,
          x1,
          isFilled: true,
          beside: [],
          isOther: false,
          isTag: false,
          isLink: false,
          isSmall,
          size
        }
      ]
    })
  )
  return steps
    .flatMap(([step, least]) =>
      chainsOf(
        numbers.filter(({ value }) => value % step === 0),
        step
      )
        .filter((chain) => chain.length >= least)
        .sort((a, b) => b.length - a.length)
        .slice(0, mostMargins)
        .filter((chain) => (step === 1 || isWhole(chain, numbers)) && isMargin(chain, upright, step))
    )
    .flatMap((chain) => chain.map(({ word }) => word))
}

/** Whether a word ends its line, or begins it, or stands far from the words beside it. */
const isApart = (words: ReadonlyArray<Word>, i: number): boolean => {
  const [before, word, after] = [words[i - 1], words[i], words[i + 1]]
  if (word === undefined) return false
  const isFar = (gap: number) => gap > inLineEm * word.size
  return (
    before === undefined ||
    after === undefined ||
    (isFar(word.box.x0 - before.box.x1) && isFar(after.box.x0 - word.box.x1))
  )
}

/** Whether no number stands in the column of others but these, as where every line is numbered. */
const isWhole = (chain: ReadonlyArray<Numbered>, numbers: ReadonlyArray<Numbered>): boolean => {
  const [first] = chain
  const own = new Set(chain)
  return (
    first !== undefined &&
    !numbers.some(
      (each) =>
        !own.has(each) &&
        areAligned(each, first) &&
        each.line.baseline > first.line.baseline &&
        each.line.baseline < lastOf(chain)
    )
  )
}

/**
 * From the first number to the last nearly all else stands right of them, or left, and most of it is larger; or nothing else stands below or
 * above one of them, and from each to the next there are as many lines as they count.
 */
const isMargin = (chain: ReadonlyArray<Numbered>, upright: ReadonlyArray<Line>, step: number): boolean => {
  const from = chain[0]?.line.baseline ?? 0
  const to = lastOf(chain)
  const [x0, x1] = [smallest(chain.map((each) => each.x0)), greatest(chain.map((each) => each.x1))]
  const own = new Set(chain.map(({ word }) => word))
  const small = chain[0]?.word.size ?? 0
  const [left, right] = [new Set<number>(), new Set<number>()]
  let [all, large, before, behind, within] = [0, 0, 0, 0, 0]
  for (const { words, baseline } of upright) {
    if (baseline < from || baseline > to) continue
    for (const word of words) {
      if (own.has(word)) continue
      all++
      if (word.box.x0 <= x1) before++
      if (word.box.x1 >= x0) behind++
      if (word.box.x0 <= x1 && word.box.x1 >= x0) within++
      if (small < (1 - minSizeStep) * word.size) large++
      const side = word.box.x1 < x0 ? left : right
      side.add(Math.round(word.baseline))
    }
  }
  const counts = () => [left, right].some((side) => countsLines(chain, side, step))
  if (large > mostShare * all && Math.min(before, behind) <= (1 - nearlyAll) * all)
    // far apart they may be those of notes
    return chain.every((each, i) => i === 0 || isNear(chain[i - 1], each, step)) || counts()
  return step >= minCounted && within === 0 && counts()
}

/** Whether there are as many lines from each number to the next as they count; one more or less where they count several. */
const countsLines = (chain: ReadonlyArray<Numbered>, baselines: ReadonlySet<number>, step: number): boolean => {
  const sorted = [...baselines].sort((a, b) => a - b).filter((each, i, all) => i === 0 || each - (all[i - 1] ?? 0) > 1)
  const over = chain.map(({ line }) => countWhile(sorted, (each) => each <= line.baseline + slackPt))
  const counts = over.slice(1).map((count, i) => count - (over[i] ?? 0))
  return (
    counts.filter((count) => Math.abs(count - step) <= (step < minCounted ? 0 : 1)).length >= nearlyAll * counts.length
  )
}

const areAligned = (a: Numbered, b: Numbered): boolean =>
  Math.abs(a.x1 - b.x1) < sameEdgePt || Math.abs(a.x0 - b.x0) < sameEdgePt

const follows = (last: Numbered | undefined, next: Numbered, step: number): boolean => {
  return last !== undefined && areAligned(last, next) && (last.isSmall || isNear(last, next, step))
}

const isNear = (last: Numbered | undefined, next: Numbered, step: number): boolean =>
  last !== undefined && next.line.baseline - last.line.baseline < step * farEm * Math.max(last.size, next.size)
