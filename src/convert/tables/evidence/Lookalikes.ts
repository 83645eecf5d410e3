/** What looks like a table and is none: tables of contents, numbered formulas, forms, things side by side. Each answers from 0 to 1. */

import { isCalledContents, namesContents } from "../../lines/Contents.ts"
import { marker, roman } from "../../lines/Markers.ts"
import { flag, ramp } from "../../model/Evidence.ts"
import type { Box } from "../../model/Geometry.ts"
import { greatest, median, smallest } from "../../model/Geometry.ts"
import type { Line, LineWord } from "../../model/Line.ts"
import { minPair, minSeries, mostShare, nearlyAll } from "../../model/Measures.ts"
import { linesOf } from "../Grid.ts"
import type { Draft, DraftCell } from "../Proposal.ts"
import { field, isNumeral, lengthOf, mean, type Spot, share, wordCount } from "./Spots.ts"

const leaders = /(?:\. ?){4,}|…/
/** Share of the entries of contents that have leaders. */
const minLeaders = 0.3
const dots = /^[. ]+$/
/** A page that more follow, as in an index. */
const pageListed = /^(?:\d{1,4}(?:[-–]\d{1,4})?, ?)+$/
/** Share of texts that end so in no other table. */
const mostListed = 0.5
const equation = /^\(\d{1,3}(?:\.\d{1,3})*[a-z]?\)$/
/** A title with its section's number before it. */
export const numbered = /^\d+(?:\.\d+)*\.?\s/
/** So many pages in order are those of contents, whatever stands above. */
const longContents = 5

/** Titles with leaders, or with ascending pages behind them: of one word each only where there are many, or below the title of a table of contents. `columns` are the texts of each column, without the empty ones, and `rows` those of each row in one. */
export const contents = (
  columns: ReadonlyArray<ReadonlyArray<string>>,
  rows: ReadonlyArray<string>,
  isBelowTitle: () => boolean
): number => {
  const entries = columns
    .map((own) => own.filter((text) => !leaders.test(text) && !dots.test(text) && !namesContents(text)))
    .filter((own) => own.length > 0)
  if (columns.filter((own) => own.filter(isNumeral).length > rows.length / 2).length >= minSeries) return 0
  if ([columns.flat(), rows].some((all) => all.filter((text) => leaders.test(text)).length >= minLeaders * rows.length))
    return 1
  const all = columns.flat()
  if (share(all, (text) => pageListed.test(text)) > mostListed) return 1
  const last = (entries.at(-1) ?? []).flatMap((text) => text.split(" "))
  const titles = entries.at(-2) ?? []
  if (entries.length > 3)
    return flag(areInOrder(rows.map(endOf)) && rows.every((row) => numbered.test(row)) && isBelowTitle())
  if (last.length < minPair) return 0
  const words = mean(titles.map((text) => wordCount({ text })))
  const areFew = last.length < minSeries || (words < 2 && last.length < longContents)
  const areNumbered = titles.length > 0 && titles.every((text) => numbered.test(text))
  if (areFew && !areNumbered && !isBelowTitle()) return 0
  return flag(areInOrder(last))
}

const endOf = (row: string): string => row.slice(row.lastIndexOf(" ") + 1)

/** Whether texts are pages, nearly all of them in order. */
const areInOrder = (texts: ReadonlyArray<string>): boolean => {
  const pages = texts.map(pageNumber)
  const inOrder = pages.filter((page, i) => page !== -1 && (i === 0 || page >= (pages[i - 1] ?? 0))).length
  return inOrder >= nearlyAll * pages.length && pages[0] !== -1
}

const pageNumber = (text: string): number => {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  return /^[ivxl]{1,6}$/.test(text) ? roman(text) - 1000 : -1
}

/** Formulas with their numbers at the right. */
export const equations = (columns: ReadonlyArray<ReadonlyArray<string>>): number => {
  const numbers = columns.at(-1) ?? []
  return flag(numbers.length > 0 && numbers.every((text) => equation.test(text)))
}

/** Whether the title of a table of contents stands above. */
export const isBelowTitle = (box: Box, lines: ReadonlyArray<Line>): boolean =>
  lines.some((each) => each.baseline <= box.y0 + each.size && isCalledContents(each))

const isTyped = (words: ReadonlyArray<LineWord>): boolean =>
  lengthOf(words.filter(({ mono }) => mono)) > nearlyAll * lengthOf(words)

/** The share of rows in typewriter, as a listing's lines are: none where a row in another font names columns of which most texts are so. */
export const typedIn = (draft: Draft): number => {
  const rows = draft.map((row) => row.flatMap((cell) => cell.words)).filter((own) => own.length > 0)
  const isName = ({ words }: DraftCell) =>
    words.some(({ text }) => /\p{L}/u.test(text)) && !words.some(({ mono }) => mono)
  const [first = []] = draft
  const isNamed = first.length > 1 && first.every(isName) && share(rows.slice(1), isTyped) >= mostShare
  return isNamed ? 0 : share(rows, isTyped)
}

/** Of these signs code has up to so many in a hundred characters, in any font, and other texts no more than so few. */
const codeSigns = /[{}[\];=<>_"$#\\|]/g
const mostSigns = 0.2
const leastSigns = 0.1

/** How far they have the signs of code. */
export const signsIn = (texts: ReadonlyArray<Spot>): number => {
  const text = texts
    .map((each) => each.text)
    .join("")
    .replaceAll(" ", "")
  const signs = (text.match(codeSigns)?.length ?? 0) / Math.max(1, text.length)
  return ramp(signs, leastSigns, mostSigns)
}

/** What a note refers to may be an address alone. */
const address = /^(?:https?:\/\/|www\.)/

/** Markers before texts, with or without a full stop, of which a few may have a wide space in them, or items with nothing beside them. */
export const listed = ([first = [], second = [], ...rest]: ReadonlyArray<ReadonlyArray<Spot>>): number => {
  // a line of text with wide spaces has its parts in several columns
  if (first.length === 0 || 2 * new Set(rest.flat().map(({ row }) => row)).size > first.length) return 0
  const numbers = first.map((spot) => Number(spot.text))
  const isCounted = numbers.every((n, i) => i === 0 || n === (numbers[i - 1] ?? 0) + 1)
  const isText = median(second.map(wordCount)) >= 3 || second.every(({ text }) => address.test(text))
  const others = new Set([second, ...rest].flatMap((own) => own.map(({ row }) => row)))
  const isItem = ({ row, words: [mark] }: Spot) => !others.has(row) && marker(mark?.text ?? "")?.numeral === "bullet"
  return isCounted && first.length > 1 && (second.length === 0 || isText)
    ? 1
    : share(
        first,
        (spot) => isItem(spot) || (marker(spot.text) !== null && (second.length > 0 || !isNumeral(spot.text)))
      )
}

/** What a text is made of: letters and figures by turns, in one character each. */
const shapeOf = (text: string): string =>
  text
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "")
    .replace(/[\p{L}\p{M}]+/gu, "A")
    .replace(/\p{N}+/gu, "9")
    .replace(/9.*9/, "9")

/** Texts of a column that are compared with those of the next: each with each, so that their number has a bound. */
const mostCompared = 400

/** How much more alike what two columns say one after the other is, be it a line lower, than the texts of each. */
export const turned = (byColumn: ReadonlyArray<ReadonlyArray<Spot>>): number => {
  const columns = byColumn
    .filter((own) => own.length > 1)
    .map((own) => own.slice(0, mostCompared).map(({ text }) => shapeOf(text)))
  const alike = columns.map((own) => Math.max(mostIn(own), own.length > 3 ? mostIn(own.slice(1)) : 0))
  const by = columns
    .slice(1)
    .map((own, i) => sameIn(columns[i] ?? [], own) - Math.max(alike[i] ?? 0, alike[i + 1] ?? 0))
  return Math.max(0, mean(by))
}

/** The share of the kind of which most are. */
const mostIn = (own: ReadonlyArray<string>): number =>
  greatest([...Map.groupBy(own, (shape) => shape).values()].map((each) => each.length)) / own.length

/** The share of the shorter that comes in the same order in the other. */
const sameIn = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  let counts = b.map(() => 0)
  for (const each of a) {
    let before = 0
    let left = 0
    counts = b.map((other, i) => {
      const above = counts[i] ?? 0
      left = each === other ? before + 1 : Math.max(above, left)
      before = above
      return left
    })
  }
  return (counts.at(-1) ?? 0) / Math.min(a.length, b.length)
}

/** A label is this much smaller than what stands below it. */
export const labelSize = 0.92

/** Share of the texts that are labels in smaller letters, or stand below one, in one cell or two. */
export const labelled = (filled: ReadonlyArray<Spot>): number => {
  const sizes = filled.flatMap(({ words }) => words.map((word) => word.size))
  if (smallest(sizes) >= labelSize * greatest(sizes)) return 0
  const lines = filled.map(({ words }) => linesOf(words).map((line) => median(line.map((word) => word.size))))
  const isLabel = (first = 0, second = 0) => first < labelSize * second
  const within = lines.filter(([first, second]) => isLabel(first, second))
  const places = new Map(filled.map(({ row, column }, i) => [`${row} ${column}`, i]))
  const over = filled.filter(({ row, column, text }, i) => {
    const below = places.get(`${row + 1} ${column}`)
    const [first, second] = lines[i] ?? []
    return below !== undefined && !isNumeral(text) && second === undefined && isLabel(first, lines[below]?.[0])
  })
  // those of several columns over their values are a header
  const isHeader = over.length >= minSeries && over.every(({ row }) => row === 0)
  return Math.min(1, (within.length + (isHeader ? 0 : 2 * over.length)) / Math.max(1, filled.length))
}

/** Share of the texts that are labels with their values, on a line each, or on two beside others, in the column that has the fewest. */
export const fieldsIn = (columns: ReadonlyArray<ReadonlyArray<Spot>>): number =>
  Math.min(1, ...columns.filter((own) => own.length > 0).map(fieldsOf))

export const fieldsOf = (own: ReadonlyArray<Spot>): number => {
  const heights = own.flatMap(({ text, words }) => (field.test(text) ? [linesOf(words).length] : []))
  const most = heights.includes(1) ? 2 : 1
  return heights.filter((height) => height <= most).length / own.length
}
