/**
 * StyledLine[] → StyledLine[]: which rows are lines of code though not all of them is in typewriter. The lines of a box are, and lines
 * with names of arguments, in italics or in brackets, that stand below one another as those of a listing do.
 */

import type { StyledLine } from "../lines/Look.ts"
import { isListed } from "../lines/Markers.ts"
import { greatest, median, width } from "../model/Geometry.ts"
import type { Line, LineWord, Region } from "../model/Line.ts"
import {
  maxLeadingEm,
  maxTabEm,
  minIndentEm,
  minPair,
  minSeries,
  minSizeStep,
  mostShare,
  nearlyAll,
  slackEm,
  slackPt
} from "../model/Measures.ts"
import { isEnded } from "../model/Text.ts"
import { isNoted } from "./Openings.ts"
import { wouldFit } from "./Room.ts"

export const withListingRows = (rows: ReadonlyArray<StyledLine>, region: Region): ReadonlyArray<StyledLine> =>
  withDisplays(region.boxed ? asListing(rows) : rows, region)

const asCode = (row: StyledLine): StyledLine => ({ ...row, look: { ...row.look, mono: true } })

/** The lines of a box of which nearly all is typewriter are a listing, those in bold or in italics as well; a title over it is larger. */
const asListing = (rows: ReadonlyArray<StyledLine>): ReadonlyArray<StyledLine> => {
  const lengthOf = (words: Line["words"]) => words.reduce((sum, { text }) => sum + text.length, 0)
  const all = rows.flatMap(({ line }) => line.words)
  const isListing = rows.length >= minSeries && lengthOf(all.filter(({ mono }) => mono)) >= nearlyAll * lengthOf(all)
  if (!isListing) return rows
  const size = median(rows.flatMap(({ look, line }) => (look.mono ? [line.size] : [])))
  const isOne = ({ line }: StyledLine) => Math.abs(line.size - size) <= minSizeStep * size
  return rows.map((row) => (isOne(row) ? asCode(row) : row))
}

/** The rows of displays of which one is code with other words in it. */
const withDisplays = (rows: ReadonlyArray<StyledLine>, region: Region): ReadonlyArray<StyledLine> => {
  const mixed = rows.map(isMixed)
  if (!mixed.includes(true)) return rows
  const out = [...rows]
  for (let from = 0; from < rows.length; ) {
    let to = from + 1
    if (isOfDisplay(rows[from], mixed[from]))
      while (to < rows.length && isOfDisplay(rows[to], mixed[to]) && isBelow(rows[to - 1], rows[to])) to++
    const own = rows.slice(from, to)
    const isCode = own.some(({ line }) => line.words.some(({ mono, text }) => mono && /\p{L}/u.test(text)))
    if (own.length >= minPair && isCode && mixed.slice(from, to).includes(true) && areApart(rows, from, to, region))
      for (let i = from; i < to; i++) out[i] = asCode(rows[i] as StyledLine)
    from = to
  }
  return out
}

const isOfDisplay = (row: StyledLine | undefined, mixed: boolean | undefined): boolean =>
  mixed === true || (row?.look.mono === true && row.entry === undefined && !isListed(row.line))

/** Names of arguments by themselves are no longer, in words. */
const maxNameWords = 3
/** What ends a name is text, where it is not code: a list of names, a sentence. */
const punctuation = /[^.…][.,;:!?]$/u
const opens = /[⟨〈]/gu
const closes = /[⟩〉]/gu

/** Whether a row is code, and else names of its arguments: in italics, or in angle brackets; or signs. */
const isMixed = (row: StyledLine): boolean => {
  const { words } = row.line
  if (row.look.mono || row.entry !== undefined || row.against || !words.some(({ mono }) => mono)) return false
  if (isListed(row.line)) return false
  let [depth, names] = [0, 0]
  return words.every((word, i) => {
    if (i > 0 && word.box.x0 - (words[i - 1]?.box.x1 ?? 0) > maxTabEm * word.size) return false
    if (word.mono) {
      names = 0
      return true
    }
    const [open, close] = [count(word, opens), count(word, closes)]
    const isWithin = depth > 0 || open > 0
    depth = Math.max(0, depth + open - close)
    if (isWithin) return true
    if (word.formula !== undefined || word.baselineShift !== 0 || punctuation.test(word.text)) return false
    names = word.italic ? names + 1 : names
    return names <= maxNameWords && (word.italic || !/[\p{L}\p{N},;:]/u.test(word.text))
  })
}

const count = ({ text }: LineWord, of: RegExp): number => text.match(of)?.length ?? 0

const isBelow = (last: StyledLine | undefined, next: StyledLine | undefined): boolean => {
  if (last === undefined || next === undefined) return false
  const { size } = last.line
  const step = next.line.baseline - last.line.baseline
  const isOne = Math.abs(size - next.line.size) <= minSizeStep * size
  return isOne && step > (1 - slackEm) * size && step < maxLeadingEm * size + slackPt
}

/** Whether rows begin and end apart from the text over and under them, and most of them end early or are set in, as no text is that runs on. */
const areApart = (rows: ReadonlyArray<StyledLine>, from: number, to: number, region: Region): boolean => {
  const own = rows.slice(from, to)
  const [before, first, last, after] = [rows[from - 1], rows[from], rows[to - 1], rows[to]]
  if (first === undefined || last === undefined) return false
  // all that a box holds
  if (region.boxed && own.length === rows.length) return true
  const short = own.slice(1).filter((row, i) => wouldFit(own[i] as StyledLine, row, region))
  const isSetIn = (row: StyledLine) => row.line.box.x0 >= region.box.x0 + minIndentEm * row.line.size
  if (short.length < mostShare * (own.length - 1) && !own.every(isSetIn)) return false
  const isBegun =
    before === undefined || !isBelow(before, first) || isEnded(before.text) || wouldFit(before, first, region)
  const isOver = after === undefined || !isBelow(last, after) || wouldFit(last, after, region)
  return isBegun && isOver
}

/** Smallest and largest indent, in em, of a line of code that is shown by itself. A centred web address under a title stands further in. */
const shownIndentEm = [0.8, 6] as const

/** Where the text begins over or under each row, whichever is further left: not that of labels, which are much narrower. */
export const textEdges = (rows: ReadonlyArray<StyledLine>, { box }: Region): ReadonlyMap<StyledLine, number> => {
  const widest = greatest(rows.map(({ look, line }) => (look.mono ? 0 : width(line.box))))
  const isText = ({ look, line }: StyledLine) => !look.mono && 2 * width(line.box) > widest
  const out = new Map<StyledLine, number>()
  let edge = Number.POSITIVE_INFINITY
  for (const row of rows) {
    if (isText(row)) edge = row.line.box.x0
    out.set(row, edge)
  }
  edge = Number.POSITIVE_INFINITY
  for (const row of rows.toReversed()) {
    if (isText(row)) edge = row.line.box.x0
    const nearest = Math.min(edge, out.get(row) ?? edge)
    out.set(row, Number.isFinite(nearest) ? nearest : box.x0)
  }
  return out
}

/** An address of the web or of mail by itself. */
export const isAddress = /^(?:[a-z]+:\/\/\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/

/**
 * Whether this is a line of typewriter that is shown by itself, with the number of a line of a listing or indented: not a term, whose text is
 * indented further, and not a link.
 */
export const isShown = (
  [row, ...others]: ReadonlyArray<StyledLine>,
  next: StyledLine | undefined,
  edges: ReadonlyMap<StyledLine, number>,
  { box }: Region
): boolean => {
  if (row === undefined || others.length > 0 || row.entry !== undefined || row.against) return false
  const { line } = row
  if (line.words[0]?.isNumbered === true && row.look.mono) return true
  if (!line.words.every(({ mono }) => mono) || line.words.every(({ href }) => href !== null)) return false
  // a tag in the middle of text is its name more often than a listing
  if (line.words.some(({ isSignOfCode }) => isSignOfCode)) return false
  if (isListed(line) || isNoted(line) || isAddress.test(row.text)) return false
  const isSetIn = (from: number) => {
    const depth = (line.box.x0 - from) / line.size
    return depth >= shownIndentEm[0] && depth <= shownIndentEm[1]
  }
  const hangs = next !== undefined && !next.look.mono && next.line.box.x0 > line.box.x0 + shownIndentEm[0] * line.size
  return !hangs && (isSetIn(box.x0) || isSetIn(edges.get(row) ?? box.x0))
}
