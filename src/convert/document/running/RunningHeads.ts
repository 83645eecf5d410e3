/**
 * Block[][] → Block[][] and RunningHead[]: running heads, running feet and page numbers are no part of the text. They are
 * known by coming back: the same text at the same height of several pages, but for one number that counts up as the pages
 * do. Lines that differ in other figures are data, however alike they look.
 */

import { type Block, isEntry, type Paragraph, type RunningHead, type Style } from "../../model/Block.ts"
import { smallest } from "../../model/Geometry.ts"
import { minDisplay, minPair, minSeries, sameEdgePt } from "../../model/Measures.ts"
import { normal } from "../../model/Text.ts"
import { lookOf, styleKey } from "../Statistics.ts"
import { nameOf } from "./EdgeEvidence.ts"
import { isBeside } from "./EdgeRows.ts"
import { asRunningHead, toldOf } from "./HeadLines.ts"
import { headTitle } from "./HeadTitle.ts"
import { bare, byPrint, sayings, zoneOf } from "./Prints.ts"
import { maxHeightOffset, minShareOfPages, repeats, type Seen } from "./Repeats.ts"
import { bodyStyle, runningRows } from "./RunningRows.ts"
import { behindGaps, partsOf, type Rest, restOf } from "./SharedLines.ts"
import { besideText } from "./SideBars.ts"
import { withoutEdgeRows } from "./TableEdges.ts"

/** A line that changes is this far from the text, in em. */
const minClearEm = 0.7

/** The text of each page, what runs over and under it, and what stands beside it. */
export interface Parted {
  readonly bodies: ReadonlyArray<ReadonlyArray<Block>>
  readonly heads: ReadonlyArray<RunningHead>
  readonly asides: ReadonlyArray<ReadonlyArray<Block>>
}

/**
 * `asides` stand beside the text of each page already; `called` is what the document says its title is, and `labels` what it
 * calls its pages.
 */
export const withoutRunningHeads = (
  read: ReadonlyArray<ReadonlyArray<Block>>,
  asides: ReadonlyArray<ReadonlyArray<Block>>,
  called: string | null,
  labels: ReadonlyMap<number, string>
): Parted => {
  const found = withoutEdgeRows(read)
  const parts = new Map(
    found.flatMap((blocks) =>
      blocks.map((block, i) => [block, isAmongEntries(blocks, i) ? null : partsOf(block)] as const)
    )
  )
  const pages = found.map((blocks) => blocks.flatMap((block) => parts.get(block)?.flat() ?? [block]))
  const body = bodyStyle(pages)
  const split = new Map([...parts].flatMap(([block, rows]) => (rows === null ? [] : [[block, rows] as const])))
  // kinds of what is defined, each behind its name, are also where no page ends
  const within = sayings(found.flat().flatMap((block) => (parts.get(block) === null ? behindGaps(block) : [])))
  const told = asides.map(toldOf)
  // split as the lines of pages without tags are
  const toldTexts = told.map((lines) => lines.flatMap((each) => partsOf(each)?.flat() ?? [each]))
  const gone = new Set(running(pages, split, { body, title: normal(called ?? ""), labels, told: toldTexts, within }))
  const first = pages.findIndex((blocks) => blocks.length > 0)
  for (const block of headTitle(pages, told, first, body.size)) gone.delete(block)
  if (gone.size === 0) return { bodies: found, heads: [], asides }
  /** What the blocks of one text say, found when it is first needed. */
  let whole: ReadonlySet<string> | null = null
  const isTitle = (text: Block) => {
    whole ??= new Set(found.flat().flatMap((block) => (parts.get(block) ? [] : nameOf(block))))
    return whole.has(nameOf(text))
  }
  const left = found.map((blocks) =>
    blocks.map((block) => restOf(block, parts.get(block) ?? null, (text) => gone.has(text), isTitle))
  )
  const isBare = (blocks: ReadonlyArray<Rest>, page: number) =>
    blocks.length > 0 && blocks.every(({ body }) => body === null) && !asides[page]?.some(isFigure)
  // where chapters begin on the right, up to half of the pages have nothing but running heads; where more would, as in a set of cards, these are the text
  const mayBeBlank = left.filter(isBare).length * 2 <= left.filter((blocks) => blocks.length > 0).length
  const heads: Array<RunningHead> = []
  const bodies = left.map((blocks, page) => {
    if (isBare(blocks, page) && !mayBeBlank) return found[page] ?? []
    heads.push(...blocks.flatMap(({ heads }) => heads.flatMap(asRunningHead)))
    return blocks.flatMap(({ body }) => body ?? [])
  })
  return { bodies, heads, asides }
}

/** Whether a block is one of several entries of a table of contents: no farther from the next entry than that is from the one after it. */
const isAmongEntries = (blocks: ReadonlyArray<Block>, at: number): boolean =>
  [1, -1].some((step) => {
    const [one, next, third] = [at, at + step, at + 2 * step].map((i) => blocks[i]).filter(isEntry)
    if (one === undefined || next === undefined || third === undefined) return false
    const apart = (a: Block, b: Block) => step * (b.place.box.y0 - a.place.box.y0)
    return apart(one, next) <= apart(next, third) + sameEdgePt
  })

const isFigure = ({ kind }: Block): boolean => kind === "figure"

/** What is larger is a title. */
const isRunningSize = (block: Block, body: number): boolean => "style" in block && block.style.size <= minDisplay * body

const running = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  split: ReadonlyMap<Block, ReadonlyArray<ReadonlyArray<Block>>>,
  known: {
    readonly body: Style
    readonly title: string
    readonly labels: ReadonlyMap<number, string>
    readonly told: ReadonlyArray<ReadonlyArray<Paragraph>>
    readonly within: ReadonlyMap<string, number>
  }
): ReadonlySet<Block> => {
  const { size } = known.body
  const pieces = new Set([...split.values()].flatMap((rows) => rows.flatMap((row) => (row.length > 1 ? row : []))))
  const { blocks: repeated, offsets } = repeatedOn(pages, pieces, known)
  const back = new Set(repeated)
  // a block of which no part repeats is judged as a whole if it is an entry of a table of contents, or none of its lines has two texts
  const wholeOf = new Map(
    [...split].flatMap(([block, rows]) =>
      (isEntry(block) || !rows.flat().some((part) => pieces.has(part))) && !rows.flat().some((part) => back.has(part))
        ? rows.flat().map((part) => [part, block] as const)
        : []
    )
  )
  const left = pages.map((blocks) => {
    const others = blocks.filter((block) => !back.has(block))
    const seen = blocks.filter((block) => !back.has(block) || others.some((other) => isBeside(block, other)))
    return [...new Set(seen.map((block) => wholeOf.get(block) ?? block))]
  })
  const alone = new Set(
    runningRows(pages, left, back, { ...known, offsets: [0, ...offsets] }).flatMap(
      (each) => split.get(each)?.flat() ?? each
    )
  )
  for (const rows of split.values())
    if (rows.length > 1 && !rows.flat().every((part) => alone.has(part) || back.has(part)))
      for (const part of rows.flat()) alone.delete(part)
  return new Set([...repeated, ...besideText(pages), ...inPlace(pages, size, back), ...alone])
}

/** The blocks that repeat from page to page, and by how much the page numbers in them differ from the places of their pages in the file. */
const repeatedOn = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  pieces: ReadonlySet<Block>,
  { body: usual, told, within }: Parameters<typeof running>[2]
) => {
  const offsets: Array<number> = []
  const body = usual.size
  const blocks = [...byPrint(pages, pieces, told)].flatMap(([print, group]) => {
    const isOfPieces = group.some(({ block }) => pieces.has(block))
    const isPairEnough = print.startsWith("over") ? pages.length < minSeries : bare.test(print) && !isOfPieces
    const found = repeats(group, pages.length, isPairEnough ? minPair : minSeries)
    if (isOfPieces && (within.get(print) ?? 0) >= Math.max(minSeries, found.length)) return []
    const offset = /@(-?\d+)/.exec(print)?.[1]
    if (found.length >= minSeries && offset !== undefined) offsets.push(Number(offset))
    const isTitle =
      print.startsWith("top") &&
      (offset === undefined || !isOfPieces) &&
      (found.some(({ block }) => !isRunningSize(block, body)) ||
        found.every(({ page, block }) => isSubtitle(block, pages[page] ?? [], body)))
    const foremost = found.toSorted((a, b) => a.page - b.page)[0]
    const stays = foremost !== undefined && isTitle && isLargestOf(foremost, pages)
    const first = stays ? foremost.page : null
    const areHeadings = !usual.bold && found.every(({ page, block }) => isHeading(block, pages[page] ?? []))
    return areHeadings || (isTitle && areSlides(found, pages))
      ? []
      : found.flatMap(({ page, block }) => (page === first ? [] : [block]))
  })
  return { blocks, offsets }
}

const isLargestOf = ({ page, block }: Seen, pages: ReadonlyArray<ReadonlyArray<Block>>): boolean =>
  "style" in block && (pages[page] ?? []).every((each) => !("style" in each) || each.style.size <= block.style.size)

/** Whether other slides have another title in the same place: then this one belongs to its slide, though the slide before has the same. */
const areSlides = (same: ReadonlyArray<Seen>, pages: ReadonlyArray<ReadonlyArray<Block>>): boolean => {
  const [first] = same
  if (first === undefined || first.block.place.width <= first.block.place.height) return false
  const own = new Set(same.map(({ page }) => page))
  return pages.some((blocks, page) => !own.has(page) && blocks.some((block) => isInPlaceOf(block, first.block)))
}

/** In bold, and nearer to the text below than to what stands above: every chapter may begin with the same section. */
const isHeading = (block: Block, blocks: ReadonlyArray<Block>): boolean => {
  if (!("style" in block) || !block.style.bold) return false
  const { y0, y1 } = block.place.box
  const others = blocks.filter((each) => each !== block && !isBeside(each, block))
  const below = smallest(others.flatMap(({ place: { box } }) => (box.y0 >= y0 ? [box.y0 - y1] : [])))
  const above = smallest(others.flatMap(({ place: { box } }) => (box.y0 < y0 ? [y0 - box.y1] : [])))
  return below < above && Number.isFinite(above)
}

/** Right below a title, and beginning where it does. */
const isSubtitle = (block: Block, blocks: ReadonlyArray<Block>, body: number): boolean =>
  blocks.some(({ place: { box }, ...title }) => {
    const { x0, y0, y1 } = block.place.box
    const isAbove = box.y0 < y0 && Math.abs(y0 - box.y1) <= y1 - y0
    return "style" in title && title.style.size > minDisplay * body && isAbove && Math.abs(box.x0 - x0) <= sameEdgePt
  })

const isInPlaceOf = (a: Block, b: Block): boolean =>
  "style" in a &&
  "style" in b &&
  styleKey(a.style) === styleKey(b.style) &&
  Math.abs(a.place.box.y0 - b.place.box.y0) <= maxHeightOffset

/**
 * Lines whose text changes from page to page: the first or last line of most pages, at one height and in one style, well
 * apart from the text, and most of them what stands as a title somewhere else.
 */
const inPlace = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  body: number,
  known: ReadonlySet<Block>
): ReadonlyArray<Block> => {
  const byHeight = new Map<string, Array<Block>>()
  for (const blocks of pages) {
    const sorted = blocks.filter((block) => !known.has(block)).sort((a, b) => a.place.box.y0 - b.place.box.y0)
    for (const outer of [sorted[0], sorted.at(-1)]) {
      if (outer === undefined) continue
      const row = sorted.filter((block) => isBeside(block, outer))
      const inner = sorted.filter((block) => !row.includes(block))
      const { y0, y1 } = outer.place.box
      const gap = smallest(inner.map(({ place: { box } }) => Math.max(box.y0 - y1, y0 - box.y1)))
      for (const block of row) {
        if (block.kind !== "paragraph" || zoneOf(block) === null || block.lines.length > 1) continue
        if (inner.length === 0 || gap < minClearEm * block.style.size || !isRunningSize(block, body)) continue
        const height = `${Math.round(y0 / maxHeightOffset)}|${lookOf(block.style, "font")}`
        const same = byHeight.get(height)
        if (same) same.push(block)
        else byHeight.set(height, [block])
      }
    }
  }
  const often = [...byHeight.values()].filter((same) => {
    const { size } = new Set(same.map(({ place }) => place.page))
    return size > minSeries && 2 * size >= minShareOfPages * pages.length
  })
  if (often.length === 0) return []
  const outermost = new Set([...byHeight.values()].flat())
  const places = new Map<string, Set<number>>()
  for (const [page, blocks] of pages.entries())
    for (const block of blocks) {
      if (outermost.has(block)) continue
      const name = nameOf(block)
      const own = places.get(name)
      if (own) own.add(page)
      else places.set(name, new Set([page]))
    }
  return often
    .filter((same) => {
      const names = [...new Set(same.map(nameOf))]
      const counts = new Map<number, number>()
      for (const name of names) for (const page of places.get(name) ?? []) counts.set(page, (counts.get(page) ?? 0) + 1)
      // where none comes back, a page that says several of them is a table of contents, which says the same of headings
      const isContents = (page: number) => names.length === same.length && (counts.get(page) ?? 0) >= minSeries
      const isTitle = (name: string) => [...(places.get(name) ?? [])].some((page) => !isContents(page))
      const titles = new Set(names.filter(isTitle))
      return 2 * same.filter((block) => titles.has(nameOf(block))).length > same.length
    })
    .flat()
}
