/**
 * The rows of two groups of lines side by side → evidence, from 0 to 1, for their being entries of contents or of an index: titles that end
 * with pages, behind leaders or not, in an order that goes down one group and on in the other.
 */

import { flag, ramp } from "../../model/Evidence.ts"
import { greatest, smallest } from "../../model/Geometry.ts"
import type { LineWord } from "../../model/Line.ts"
import { minPair, minSeries, nearlyAll } from "../../model/Measures.ts"
import { leader } from "../../model/Text.ts"
import { isComma, isNumber, leastDots } from "../Contents.ts"

/** A row by what an entry may have. */
interface Entry {
  readonly title: string
  readonly isLed: boolean
  /** -1 without. */
  readonly page: number
  readonly baseline: number
}

/** The rows of a group from top to bottom, each with its words from left to right. */
export type Rows = ReadonlyArray<ReadonlyArray<LineWord>>

/** Entries of both groups, and what they say. */
export const entryEvidence = (left: Rows, right: Rows) => {
  const top = greatest([left, right].map((rows) => rows[0]?.[0]?.baseline ?? 0))
  const foot = smallest([left, right].map((rows) => rows.at(-1)?.[0]?.baseline ?? 0))
  // what stands above or below one of them has no part in both
  const isBeside = ([first]: ReadonlyArray<LineWord>) =>
    first !== undefined && first.baseline > top - 2 * first.size && first.baseline < foot + 2 * first.size
  const sides = [left, right].map((rows) =>
    rows
      .filter(isBeside)
      .map(entryOf)
      .filter(({ title }) => !isInitial(title))
  )
  const [before = [], behind = []] = sides
  if (areAcross(before, behind)) return { led: 0, ordered: 0 }
  const least = (of: (side: ReadonlyArray<Entry>) => number) => Math.min(of(before), of(behind))
  return {
    /** Dots lead from titles to pages on both sides: no row of a table is so twice. */
    led: least((side) =>
      ramp(
        share(side, (each) => each.isLed && isEntry(each)),
        0.1,
        0.4
      )
    ),
    /** Titles or pages are in an order that goes on from the end of the left one to the beginning of the right one, as no row that runs over both is. */
    ordered:
      least((side) => ramp(coveredIn(side), 0.5, 0.8)) *
      Math.max(...orders.map((of) => orderOf(before.flatMap(of), behind.flatMap(of))))
  }
}

const entryOf = (row: ReadonlyArray<LineWord>): Entry => {
  let to = row.length
  while (to > 0 && (isNumber(row[to - 1]) || isComma(row[to - 1]))) to--
  let from = to
  let dots = 0
  while (from > 0 && leader.test(row[from - 1]?.text ?? "")) dots += row[--from]?.text.length ?? 0
  const title = row.slice(0, from).map(({ text }) => text)
  const page = row[to]?.text
  return {
    title: title.join(" "),
    isLed: dots >= leastDots,
    page: page === undefined ? -1 : Number.parseInt(page, 10),
    baseline: row[0]?.baseline ?? 0
  }
}

/** A letter before a number may be of the number. */
const isTitled = ({ title }: Entry): boolean => /\p{L}.*\p{L}/u.test(title)

const isEntry = (each: Entry): boolean => isTitled(each) && each.page !== -1

/** The letter that stands over the entries that begin with it. */
const isInitial = (title: string): boolean => /^\p{L}$/u.test(title)

const share = (side: ReadonlyArray<Entry>, is: (each: Entry) => boolean): number =>
  side.length === 0 ? 0 : side.filter(is).length / side.length

/** Titles go on over no more rows than this before the one with their page. */
const maxOpen = 2

/** The share of rows that are an entry, the beginning of one, or go on with its pages. */
const coveredIn = (side: ReadonlyArray<Entry>): number => {
  const isPart = (each: Entry, i: number) => side.slice(i, i + maxOpen + 1).some(isEntry) || (i > 0 && !isTitled(each))
  return side.length === 0 ? 0 : side.filter(isPart).length / side.length
}

/** What puts entries in order: the number of a section, its page, its name. */
const orders: ReadonlyArray<(each: Entry) => ReadonlyArray<string | number>> = [
  ({ title }) => {
    const [, number] = /^(\d{1,3}(?:\.\d{1,3}){0,4})\.? ./.exec(title) ?? []
    return number === undefined ? [] : [number.split(".").reduce((sum, part, i) => sum + Number(part) / 1000 ** i, 0)]
  },
  (each) => (isEntry(each) && each.page >= 0 ? [each.page] : []),
  (each) => {
    const [name] = /\p{L}.*/u.exec(each.title.toLowerCase()) ?? []
    return name === undefined || !isEntry(each) ? [] : [name]
  }
]

/** Whether numbers go up from row to row over both groups, as those of a form's lines do. */
const areAcross = (left: ReadonlyArray<Entry>, right: ReadonlyArray<Entry>): boolean => {
  const at = new Map(right.map((each) => [Math.round(each.baseline), each.page] as const))
  const rows = left.flatMap(({ baseline, page }) => {
    const y = Math.round(baseline)
    const beside = at.get(y) ?? at.get(y - 1) ?? at.get(y + 1) ?? -1
    return page > 0 && beside > 0 ? [[page, beside] as const] : []
  })
  const isNext = ([page, beside]: readonly [number, number], i: number) =>
    page <= beside && beside <= (rows[i + 1]?.[0] ?? beside)
  return rows.length >= minSeries && rows.filter(isNext).length >= nearlyAll * rows.length
}

type Keys = ReadonlyArray<string | number>

const orderOf = (left: Keys, right: Keys): number => {
  const [last, first] = [left.at(-1), right[0]]
  if (last === undefined || first === undefined || last > first || Math.min(left.length, right.length) < minPair)
    return 0
  const [before, behind] = [stepsOf(left), stepsOf(right)]
  const least = Math.min(...[before, behind].map(({ up, down }) => up / (up + down + 0.5)))
  return flag(before.up + behind.up >= minSeries) * ramp(least, 0.5, 0.8)
}

/** How many keys come after the one above them, and how many before. */
const stepsOf = (keys: Keys): { readonly up: number; readonly down: number } => {
  const steps = keys.slice(1).map((key, i) => stepOf(keys[i] ?? key, key))
  return { up: steps.filter((step) => step > 0).length, down: steps.filter((step) => step < 0).length }
}

const stepOf = (above: string | number, below: string | number): number => (below > above ? 1 : below < above ? -1 : 0)
