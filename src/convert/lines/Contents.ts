/**
 * StyledLine[] → StyledLine[]: the lines of a table of contents or an index. Leaders, the dots that lead the eye from a title to its
 * page, are no text: they go, and an entry is what ends in a page number behind one.
 */

import { around } from "../model/Geometry.ts"
import type { Line, LineWord } from "../model/Line.ts"
import {
  maxHeadingLines,
  maxLeadingEm,
  minLeaderEm,
  minPair,
  minSeries,
  nearlyAll,
  sameEdgePt,
  sameRowEm,
  slackPt
} from "../model/Measures.ts"
import { countWhile } from "../model/Sorted.ts"
import { leader } from "../model/Text.ts"
import { line } from "./Lines.ts"
import type { StyledLine } from "./Look.ts"
import { look } from "./Look.ts"

/** A leader has at least this many dots. */
export const leastDots = 4
/** Page numbers, one or, in an index, several. */
const numbers =
  /^(?:[A-Z]{0,2}[-–.]?\p{Nd}{1,4}(?:[-–]\p{Nd}{1,4})?[a-z]?|[ivxlc]{1,7}(?:[-–](?:\p{Nd}{1,4}|[ivxlc]{1,7}))?),?$/u
/** A number that a leader touches. */
const glued = /[.…·․_‥](\p{Nd}{1,4}|[ivxlc]{1,7})$/u
/** Maximum number of rows from such a title to an entry, on each side. */
const maxRowsToEntry = 3

/** What a table of contents is called. Below it, titles need no leaders before their pages. */
const called =
  /^(?:(?:table of )?contents|inhalt(?:sverzeichnis)?|table des matières|sommaire|[ií]ndice|sumário|inhoud(?:sopgave)?|содержание|оглавление|目次|目[录錄])[:.]?$/iu

/** What is printed where a leader was. */
const mark = "…"

/** Rows with their leaders dropped. `entry` says that a row ends an entry, `entered` that the next row goes on with it. */
export const contents = (rows: ReadonlyArray<StyledLine>): ReadonlyArray<StyledLine> => {
  const found = paged(rows.map(led))
  if (found.every((row) => row.entry === undefined)) return rows
  const ends = (row: StyledLine | undefined): boolean => row?.entry === "end"
  const flushed = found.map((row, i): StyledLine => {
    const near = [
      ...found.slice(Math.max(0, i - maxRowsToEntry), i),
      ...found.slice(i + 1, i + 1 + maxRowsToEntry)
    ].filter(ends)
    const words = parted(row.line.words)
    // a long title leaves room for few dots
    const isLike = ({ line: { box } }: StyledLine) => Math.abs(box.x1 - row.line.box.x1) <= sameEdgePt
    const isBeside =
      near.some(isLike) || (near.length > 0 && isDots(words.at(-2)) && words.at(-1)?.noSpaceBefore !== true)
    // a number without a title, such as 1 / 22, is the page's own
    const isTitled = words.slice(0, -1).some(({ text }) => /\p{L}/u.test(text))
    const isEntry = row.entry === undefined && isBeside && isTitled && isNumber(words.at(-1))
    return isEntry ? marked(row, words) : row
  })
  const out = [...flushed]
  for (let i = 1; i < out.length; i++) {
    if (!ends(out[i])) continue
    for (let k = i - 1; k >= Math.max(1, i - maxHeadingLines + 1); k--) {
      const [upper, lower] = [out[k] as StyledLine, out[k + 1] as StyledLine]
      // only between entries: what stands above the first is a heading as often as not
      if (
        upper.entry !== undefined ||
        !isBroken(upper, lower) ||
        !out.slice(Math.max(0, k - maxHeadingLines), k).some(ends)
      )
        break
      out[k] = { ...upper, entry: "part" }
    }
  }
  return out
}

/** Whether a text is the title of a table of contents. */
export const namesContents = (text: string): boolean => called.test(text)

/** Whether a line is the title of a table of contents. */
export const isCalledContents = ({ words }: Line): boolean =>
  words.length <= 3 && namesContents(words.map(({ text }) => text).join(" "))

/** Line[] → Line[]: below the title of a table of contents, the pages in a column far off are in the rows of their titles. */
export const withPages = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const title = lines.find(isCalledContents)
  if (title === undefined) return lines
  const below = lines.filter((each) => each.baseline > title.baseline).sort((a, b) => a.baseline - b.baseline)
  const isPage = ({ words }: Line): boolean => words.length === 1 && isNumber(words[0])
  const columns = Map.groupBy(below.filter(isPage), ({ box }) => Math.round(box.x1 / sameEdgePt))
  const isNext = (page: Line | undefined) =>
    page !== undefined && page.baseline - title.baseline < 2 * maxLeadingEm * title.size
  const pages = [...columns.values()].filter(
    (column) =>
      column.length >= (isNext(column[0]) ? minPair : minSeries) &&
      arePages(column.map(({ words }) => words[0]?.text ?? ""))
  )
  const taken = new Set<Line>()
  const titles = below.filter((each) => !isPage(each))
  const rows = pages.flat().flatMap((page) => {
    const before = rowBefore(page, titles)
    if (before === undefined || taken.has(before)) return []
    taken.add(before)
    return [[before, page] as const]
  })
  const joined = new Map(rows.map(([before, page]) => [before, line([...before.words, ...page.words])] as const))
  const gone = new Set(rows.map(([, page]) => page))
  return lines.flatMap((each) => (gone.has(each) ? [] : [joined.get(each) ?? each]))
}

/** The nearest of the lines, which are in order, in whose row it stands. */
const rowBefore = (page: Line, titles: ReadonlyArray<Line>): Line | undefined => {
  const reach = sameRowEm * page.size
  let nearest: Line | undefined
  for (let i = countWhile(titles, ({ baseline }) => baseline < page.baseline - reach); i < titles.length; i++) {
    const each = titles[i] as Line
    if (each.baseline > page.baseline + reach) break
    if (each.box.x1 < page.box.x0 && each.box.x1 > (nearest?.box.x1 ?? Number.NEGATIVE_INFINITY)) nearest = each
  }
  return nearest
}

/** Whether nearly all numbers follow one another in order; those in Roman figures may stand anywhere. */
const arePages = (numbers: ReadonlyArray<string>): boolean => {
  const pages = numbers.map(Number).filter((page) => !Number.isNaN(page))
  const steps = pages.slice(1).filter((page, i) => page >= (pages[i] ?? 0)).length
  return steps >= nearlyAll * (pages.length - 1)
}

/** Below the title of a table of contents, the rows that end in a page at its right edge, as entries. */
const paged = (rows: ReadonlyArray<StyledLine>): ReadonlyArray<StyledLine> => {
  const title = rows.findIndex(({ line }) => isCalledContents(line))
  if (title < 0) return rows
  const below = rows.slice(title + 1).filter((row) => row.entry === undefined && isPaged(row))
  const own = new Set(below)
  // where others have leaders, these do as far as a reader is concerned
  const isLed = rows.some((row) => row.entry !== undefined)
  const isNext = own.has(rows[title + 1] as StyledLine)
  if (own.size < (isLed || isNext ? minPair : minSeries)) return rows
  const entered = (row: StyledLine): StyledLine =>
    isLed ? entry(row, row.line.words.slice(0, -1), row.line.words.slice(-1)) : { ...row, entry: "end" }
  return rows.map((row) => (own.has(row) ? entered(row) : row))
}

/** Whether a row ends in a page, far behind a title. */
const isPaged = ({ line }: StyledLine): boolean => isNumber(line.words.at(-1)) && isFar(line, line.words.length - 1)

const isFar = ({ words, size }: Line, at: number): boolean => {
  const [before, word] = [words[at - 1], words[at]]
  return before !== undefined && word !== undefined && word.box.x0 - before.box.x1 > minLeaderEm * size
}

/** Whether a row ends in a page at the column's right edge, and nothing else in it is far from the rest but its number. */
export const endsAtPage = (row: StyledLine, right: number): boolean =>
  row.line.box.x1 >= right - sameEdgePt &&
  isPaged(row) &&
  !row.line.words.some((_, at) => at > 1 && at < row.line.words.length - 1 && isFar(row.line, at))

/** Whether a word is the number of a page; the mark of a note is none. */
export const isNumber = (word: LineWord | undefined): boolean =>
  word !== undefined && word.baselineShift !== 1 && numbers.test(word.text)

/** A comma between the numbers of pages that stands by itself, as it does where they are in italics and it is not. */
export const isComma = (word: LineWord | undefined): boolean => word?.text === ","

/** Whether a title goes on in the row below: in the same look, at the distance of lines, and without a number of its own. */
const isBroken = (upper: StyledLine, lower: StyledLine): boolean =>
  upper.look.bold === lower.look.bold &&
  Math.abs(upper.line.size - lower.line.size) < slackPt &&
  lower.line.box.x0 >= upper.line.box.x0 - upper.line.size &&
  lower.line.baseline - upper.line.baseline <= maxLeadingEm * upper.line.size &&
  upper.line.box.x1 > lower.line.box.x0 &&
  !/^\d+(?:\.\d+)*\.?\s/.test(lower.text)

/** A row with its leader replaced by a mark, if it has one. A leader may stand alone, with its title in the row above. */
const led = (row: StyledLine): StyledLine => {
  const words = parted(row.line.words)
  let to = words.length
  while (to > 0 && (isNumber(words[to - 1]) || isComma(words[to - 1]))) to--
  let from = to
  let count = 0
  while (from > 0 && leader.test((words[from - 1] as LineWord).text)) count += (words[--from] as LineWord).text.length
  // the title and the leader may touch
  const end = words[from - 1]
  const start = undotted(end?.text ?? "")
  const own = (end?.text.length ?? 0) - start.length
  if (count + own < leastDots) return row
  const title = end === undefined || own < 2 ? words.slice(0, from) : [...words.slice(0, from - 1), ...part(end, start)]
  return entry(row, title, words.slice(to))
}

/** Words whose last is taken apart where a leader and a number touch it. */
const parted = (words: ReadonlyArray<LineWord>): ReadonlyArray<LineWord> => {
  const last = words.at(-1)
  const [, number] = glued.exec(last?.text ?? "") ?? []
  if (last === undefined || number === undefined) return words
  const before = last.text.slice(0, -number.length)
  const start = undotted(before)
  const led = before.slice(start.length)
  if (start !== "" && led.length < 2) return words
  return [...words.slice(0, -1), ...part(last, start), { ...last, text: led }, { ...last, text: number }]
}

const undotted = (text: string): string => {
  let end = text.length
  while (end > 0 && leader.test(text[end - 1] ?? "")) end--
  return text.slice(0, end)
}

const part = (word: LineWord, text: string): ReadonlyArray<LineWord> => (text === "" ? [] : [{ ...word, text }])

const isDots = (word: LineWord | undefined): boolean => word !== undefined && /^[.·․]+$/.test(word.text)

/** An entry whose title needs no leader, or a dot or two, to reach its number. */
const marked = (row: StyledLine, words: ReadonlyArray<LineWord>): StyledLine => {
  let to = words.length - 1
  while (to > 1 && isDots(words[to - 1])) to--
  return entry(row, words.slice(0, to), words.slice(-1))
}

const entry = (row: StyledLine, title: ReadonlyArray<LineWord>, tail: ReadonlyArray<LineWord>): StyledLine => {
  const [first] = tail
  if (first === undefined) return row
  const dots: LineWord = {
    ...first,
    text: mark,
    noSpaceBefore: false,
    bold: false,
    italic: false,
    mono: false,
    href: null
  }
  const words = [...title, dots, { ...first, noSpaceBefore: false }, ...tail.slice(1)]
  const line: Line = { ...row.line, words, box: around(words.map((word) => word.box)) }
  const text = words.map((word, i) => (i > 0 && !word.noSpaceBefore ? " " : "") + word.text).join("")
  return { ...row, line, look: look({ ...line, words: title.length === 0 ? words : title }), text, entry: "end" }
}
