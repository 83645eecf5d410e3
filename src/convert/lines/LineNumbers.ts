/**
 * Word[], Line[] → Word[]: the numbers beside the lines of a listing go: they count up by one, below one another at one edge, and
 * beside each of them is typewriter, or nothing.
 */

import type { Line, Word } from "../model/Line.ts"
import { farEm, inLineEm, minPair, minSeries, sameEdgePt } from "../model/Measures.ts"

/** Numbers that follow one another are at most so many em apart. */
/** This share of them has text beside it. */
const minBesideTextShare = 0.5

interface Numbered {
  readonly line: Line
  readonly value: number
  readonly x0: number
  readonly x1: number
  readonly isFilled: boolean
}

/** `separate` are the lines of all the words. */
export const withoutLineNumbers = (words: ReadonlyArray<Word>, separate: ReadonlyArray<Line>): ReadonlyArray<Word> => {
  const isListed = words.some(({ mono }) => mono) && words.filter(isNumber).length >= minPair
  const gone = isListed ? numbersOf(separate) : new Set()
  return gone.size === 0 ? words : words.filter((word) => !gone.has(placeOf(word)))
}

/** Where the numbers of listings stand. */
const numbersOf = (separate: ReadonlyArray<Line>): ReadonlySet<string> => {
  const rows = Map.groupBy(separate, ({ baseline }) => Math.round(baseline / 2))
  const found = separate.flatMap((each) => numberedIn(each, rows)).sort((a, b) => a.line.baseline - b.line.baseline)
  const open: Array<Array<Numbered>> = []
  for (const each of found) {
    const chain = open.find((other) => follows(other.at(-1), each))
    if (chain) chain.push(each)
    else open.push([each])
  }
  return new Set(
    open
      .filter(
        (chain) =>
          chain.length >= ((chain[0]?.value ?? 1) > 1 ? minPair : minSeries) &&
          chain.filter(({ isFilled }) => isFilled).length >= minBesideTextShare * chain.length
      )
      .flatMap((chain) => chain.flatMap(({ line: { words } }) => words.slice(0, 1).map(placeOf)))
  )
}

const isNumber = ({ text }: Word): boolean => /^\d{1,4}$/.test(text)

const placeOf = ({ box, baseline, text }: Word): string => `${box.x0} ${baseline} ${text}`

const follows = (last: Numbered | undefined, next: Numbered): boolean => {
  if (last === undefined || next.value !== last.value + 1) return false
  const distance = next.line.baseline - last.line.baseline
  const isAligned = Math.abs(next.x1 - last.x1) < sameEdgePt || Math.abs(next.x0 - last.x0) < sameEdgePt
  return isAligned && distance > 0 && distance < farEm * Math.max(last.line.size, next.line.size)
}

/** A line that may begin with a number of a listing: before typewriter, or with nothing beside it. */
const numberedIn = (each: Line, rows: ReadonlyMap<number, ReadonlyArray<Line>>): ReadonlyArray<Numbered> => {
  const [first, second] = each.words
  if (first === undefined || each.angle !== 0 || !isNumber(first)) return []
  const row = Math.round(each.baseline / 2)
  const others = [row - 1, row, row + 1].flatMap((near) => rows.get(near) ?? []).filter((other) => other !== each)
  // a column of the listing itself
  if (others.some(({ box, words }) => box.x1 <= first.box.x0 && words.at(-1)?.mono === true)) return []
  const beside =
    second ?? others.filter((other) => other.box.x0 >= first.box.x1).sort((a, b) => a.box.x0 - b.box.x0)[0]?.words[0]
  if (beside !== undefined && (!beside.mono || beside.box.x0 - first.box.x1 < inLineEm * each.size)) return []
  const value = Number(first.text)
  return [{ line: each, value, x0: first.box.x0, x1: first.box.x1, isFilled: beside !== undefined }]
}
