/**
 * Region[] → Block[]: lines that belong to one paragraph, item or listing; the last word on what a block is
 * belongs to the document stages.
 */

import { atBullets } from "../lines/bullets/Bullets.ts"
import { contents } from "../lines/Contents.ts"
import { type StyledLine, styled } from "../lines/Look.ts"
import { isListed, marked, startsItem } from "../lines/Markers.ts"
import { runs } from "../lines/Runs.ts"
import type { Block, Item, Paragraph, Provenance, Style, TextLine } from "../model/Block.ts"
import type { Box } from "../model/Geometry.ts"
import { around, centreX, greatest, median, union } from "../model/Geometry.ts"
import { isText, type Line, type Part, type Region } from "../model/Line.ts"
import { maxHeadingLines, minDisplay, minPair, minSeries, sameEdgePt, slackPt } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { plain } from "../model/Text.ts"
import { rowIn, upper } from "../tables/CarriedRows.ts"
import { ends, leadingsOf } from "./Breaks.ts"
import { spanOf } from "./Indents.ts"
import { isAddress, isShown, textEdges, withListingRows } from "./ListingRows.ts"
import { code, type Pitches, pitchesOf } from "./Listings.ts"
import { beforeBlank } from "./Openings.ts"
import { roomsOf } from "./Room.ts"

/** `pitches` are those of the whole page, where `regions` are not. */
export const blocks = (page: RawPage, regions: ReadonlyArray<Region>, pitches?: Pitches): ReadonlyArray<Block> => {
  const all = regions.map((region) => {
    const parts = region.parts.flatMap((part): ReadonlyArray<Part> => (isText(part) ? atBullets(part) : [part]))
    const rows = parts.filter(isText).map(styled)
    return { region: { ...region, parts }, rows: contents(withListingRows(rows, region)) }
  })
  const usual = pitches ?? pitchesOf(all.map(({ rows }) => rows))
  return all.flatMap(({ region, rows }) => inRegion(page, region, rows, usual))
}

const inRegion = (
  page: RawPage,
  whole: Region,
  rows: ReadonlyArray<StyledLine>,
  pitches: Pitches
): ReadonlyArray<Block> => {
  const region = { ...whole, box: measured(rows, whole.box) }
  const angle = region.parts.find(isText)?.angle ?? 0
  const place = (box: Box): Provenance => ({
    page: page.number,
    box,
    width: page.width,
    height: page.height,
    left: whole.box.x0,
    right: whole.box.x1,
    ...(region.boxed ? { boxed: region.boxed } : {}),
    ...(angle === 0 ? {} : { angle })
  })
  const largest = greatest(region.parts.map((part) => part.size))
  const usual = { leadings: leadingsOf(rows, region), rooms: roomsOf(rows, region), pitches, largest }
  const edges = textEdges(rows, region)
  const size = median(rows.flatMap(({ look, line }) => (look.mono ? [] : line.size)))
  const out: Array<Block> = []
  let current: Array<StyledLine> = []
  let start = Number.POSITIVE_INFINITY
  const close = (next?: StyledLine) => {
    if (current.length > 0) {
      const where = place(around(current.map((row) => row.line.box)))
      const isTitle = isDisplay(current, size)
      if (!isTitle && isShown(current, next, edges, region)) out.push(code(current, where))
      else if (isCentred(current)) out.push(...current.map((row) => text([row], place(row.line.box))))
      else out.push(isTitle ? text(current, where) : block(current, where, pitches))
    }
    current = []
    start = Number.POSITIVE_INFINITY
  }
  let next = 0
  region.parts.forEach((part, i) => {
    if (!isText(part)) {
      close()
      out.push({ kind: "table", rows: part.rows, place: place(part.box), size: part.size, colour: part.colour })
      return
    }
    const row = rows[next++] as StyledLine
    const formulas = part.words.filter((word) => word.formula?.isDisplay === true)
    if (formulas.length > 0) {
      close()
      for (const { formula, text, box } of formulas)
        out.push({ kind: "formula", latex: formula?.latex ?? null, text, place: place(box) })
      const rest = part.words.filter((word) => !formulas.includes(word))
      if (rest.length > 0) current.push(styled({ ...part, words: rest }))
      close()
      return
    }
    // a line of dots in a listing is a part of it
    const isOfListing = row.look.mono && current.at(-1)?.look.mono === true
    if (!isOfListing && beforeBlank(part.words).length === 0) {
      close(row)
      return
    }
    const after = region.parts[i + 1]?.kind === "text" ? rows[next] : undefined
    const [first, last] = [current[0], current.at(-1)]
    if (first !== undefined && last !== undefined) {
      const seam = { block: current, start, first, last, next: row, after, region, usual }
      if (ends(seam)) close(row)
    }
    current.push(row)
    start = Math.min(start, spanOf(row.line.box, (current[0] ?? row).against).start)
  })
  close()
  return out
}

/** The box of a region as wide as its text: lines of listings, which are never broken, may reach further. */
const measured = (rows: ReadonlyArray<StyledLine>, box: Box): Box => {
  const others = rows.filter((row) => !row.look.mono)
  if (others.length === rows.length || others.length < minSeries) return box
  return { ...box, x1: around(others.map((row) => row.line.box)).x1 }
}

/** Addresses, and other lines in typewriter whose middles stand below one another, are those of a title: lines of listings have one left edge. */
const isCentred = (rows: ReadonlyArray<StyledLine>): boolean => {
  const [first, ...others] = rows
  if (first === undefined || others.length === 0 || !rows.every(({ look, entry }) => look.mono && entry === undefined))
    return false
  const areSet = others.every(({ line: { box } }) => Math.abs(centreX(box) - centreX(first.line.box)) < 2 * slackPt)
  const isOne = others.every(({ line: { box } }) => Math.abs(box.x0 - first.line.box.x0) < sameEdgePt)
  const isAny = rows.length >= minSeries || rows.some(({ text }) => isAddress.test(text))
  return areSet && !isOne && isAny
}

/** A few lines larger than the text are a title, though it has nothing but names of a program in it. */
const isDisplay = (rows: ReadonlyArray<StyledLine>, body: number): boolean =>
  rows.length <= maxHeadingLines && body > 0 && rows.every(({ line }) => line.size > minDisplay * body)

/** What rows that belong together come to: a listing, an item or a paragraph. */
export const block = (rows: ReadonlyArray<StyledLine>, place: Provenance, pitches?: Pitches): Block => {
  const first = rows[0] as StyledLine
  return first.entry === undefined && first.look.mono && rows.length >= minPair && !isListed(first.line)
    ? code(rows, place, pitches)
    : text(rows, place)
}

/** Rows as an item or a paragraph, whatever they are set in. */
export const text = (rows: ReadonlyArray<StyledLine>, place: Provenance): Item | Paragraph => {
  const first = rows[0] as StyledLine
  if (first.entry !== undefined) return entry(rows, place)
  const sizes = rows.map((row) => row.line.size)
  const style = { ...first.look, size: median(sizes) }
  const gapOf = ({ line }: StyledLine) => (rows.length <= maxHeadingLines ? widestGap(line) : {})
  const lines = rows.map((row) => ({ ...textLine(row, place), ...gapOf(row) }))
  if (startsItem(first.line)) return item(first, lines, style, place)
  const row = place.box.y0 < upper * place.height ? rowIn(rows.map((each) => each.line)) : null
  return { kind: "paragraph", lines, style, place, ...(row === null ? {} : { row }) }
}

const textLine = ({ line }: StyledLine, { page }: Provenance): TextLine => {
  const before = beforeBlank(line.words)
  const words = before.length > 0 ? before : line.words
  return { runs: runs(words), page, box: words === line.words ? line.box : around(words.map((word) => word.box)) }
}

const widestGap = ({
  words,
  size
}: Line): { readonly gap: number; readonly gapAt?: number; readonly gapX?: number } => {
  const gaps = words.map((word, i) => (i === 0 ? 0 : word.box.x0 - (words[i - 1]?.box.x1 ?? 0)))
  const gap = Math.max(0, greatest(gaps))
  if (gap < size) return { gap }
  const before = words.slice(0, gaps.indexOf(gap))
  return { gap, gapAt: plain(runs(before)).length, gapX: before.at(-1)?.box.x1 ?? 0 }
}

const item = (first: StyledLine, lines: ReadonlyArray<TextLine>, style: Style, place: Provenance): Item => {
  const { marker = "", rest = [] } = marked(first.line) ?? {}
  const body: TextLine = {
    ...lines[0],
    page: place.page,
    runs: runs(rest),
    box: rest.map((word) => word.box).reduce(union, rest[0]?.box ?? first.line.box)
  }
  return { kind: "item", marker, depth: 0, lines: [body, ...lines.slice(1)], style, place }
}

/** An entry of a table of contents or an index is an item, with its own number where that makes one. */
const entry = (rows: ReadonlyArray<StyledLine>, place: Provenance): Item => {
  const first = rows[0] as StyledLine
  const style = { ...first.look, size: median(rows.map((row) => row.line.size)) }
  const lines = rows.map((row) => ({ ...textLine(row, place), ...widestGap(row.line) }))
  const found = /^\d+[.)]$/.test(first.line.words[0]?.text ?? "") && startsItem(first.line)
  return found
    ? { ...item(first, lines, style, place), entry: true }
    : { kind: "item", marker: "•", depth: 0, lines, style, place, entry: true }
}
