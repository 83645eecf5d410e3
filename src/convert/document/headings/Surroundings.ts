/** Block[][] → Surroundings: what is known of a whole document before any of its blocks is weighed. */

import { isDay } from "../../lines/Markers.ts"
import type { Block, Heading } from "../../model/Block.ts"
import type { DocumentInfo } from "../../model/Document.ts"
import { greatest, median } from "../../model/Geometry.ts"
import { longText, minSizeStep, sameEdgePt } from "../../model/Measures.ts"
import { normal, printedText, textOf } from "../../model/Text.ts"
import { type Statistics, styleKey } from "../Statistics.ts"
import { type Candidate, edgeOf, isCandidate, isLargest, lengthOf, type Surroundings, standOf } from "./Candidates.ts"
import { titlesInContents } from "./Contents.ts"
import { numbering } from "./Numbering.ts"

/** What is closer by this, in em, to the block above it belongs to that. */
const minCloserEm = 0.15
/** Blocks further apart, in em, stand in different parts of the page. */
const mostGap = 4

export const surroundings = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  stats: Statistics,
  { title, outline }: Pick<DocumentInfo, "title" | "outline">
): Surroundings => {
  const isOut = (block: Block): block is Candidate | Heading =>
    block.kind === "heading" ||
    (isCandidate(block) && (block.style.size > (1 + minSizeStep) * stats.size || (block.style.bold && !stats.bold)))
  const out = pages.flat().filter(isOut)
  const numbered = out.filter((block) => numbering.test(printedText(block))).length
  const edges = new Map<number, number>()
  for (const block of pages.flat()) {
    if (block.kind !== "paragraph" || block.style.bold || textOf(block).length < longText) continue
    edges.set(edgeOf(block), (edges.get(edgeOf(block)) ?? 0) + textOf(block).length / (stats.characters || 1))
  }
  const largest = pages
    .flat()
    .reduce((most, block) => (isCandidate(block) ? Math.max(most, block.style.size) : most), 0)
  const titles = new Set((outline ?? []).map((entry) => normal(entry.title)).filter((each) => lengthOf(each) > 2))
  return {
    headsPages: topsOf(pages, stats),
    gap: gapOf(pages, stats, isOut),
    stats,
    edges,
    largest,
    firstPage: pages.flat()[0]?.place.page ?? 1,
    ...frontOf(pages, titles, outline?.find((entry) => entry.page !== null)?.page ?? 0),
    titles,
    listed: titlesInContents(pages),
    title: normal(title ?? ""),
    isTold: pages.some((blocks) => blocks.some((block) => block.kind === "heading")),
    numbered: numbered / Math.max(4, out.length)
  }
}

/**
 * The lines of the first page that give authors, dates and the like. On a title page, which is one without running text, lists and tables,
 * or one before the first page that the outline names, those are all lines but the largest. On any other first page they are what stands
 * before the first title of the outline, and the centred lines right under a centred title.
 */
const frontOf = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  titles: ReadonlySet<string>,
  /** The page of the first title of the outline, or 0. */
  begun: number
): Pick<Surroundings, "front" | "cover"> => {
  const [page = [], ...others] = pages.filter((blocks) => blocks.length > 0)
  const largest = greatest(page.filter(isCandidate).map(({ style }) => style.size))
  const isUnder = (block: Block): block is Candidate => isCandidate(block) && !isLargest(block, largest)
  const isBare = (block: Block) => block.kind === "paragraph" && textOf(block).length < longText
  const isCover = others.length > 0 && (page.every(isBare) || begun > (page[0]?.place.page ?? begun))
  const opening = page.findIndex((block) => isUnder(block) && titles.has(normal(printedText(block))))
  const front = isCover ? page : [...page.slice(0, Math.max(0, opening)), ...underTitle(pages, largest)]
  const [title, ...rivals] = isCover ? page.filter((block) => isCandidate(block) && !isUnder(block)) : []
  return { front: new Set(front.filter(isUnder)), cover: rivals.length === 0 ? title : undefined }
}

/**
 * The lines that follow the largest text of the first page and are centred under it, or are not bold, begin where it does and are closer
 * to it than to what they stand over, up to the first that is not or that is numbered.
 * Those that are set as texts further on are left out, since they are centred headings.
 */
const underTitle = (pages: ReadonlyArray<ReadonlyArray<Block>>, largest: number): ReadonlyArray<Block> => {
  const candidates = pages.flat()
  const [title, ...others] = candidates.slice(
    candidates.findIndex((block) => isCandidate(block) && isLargest(block, largest))
  )
  if (title === undefined) return []
  const isCentred = ({ place: { box, page } }: Block) =>
    page === title.place.page &&
    Math.abs(box.x0 + box.x1 - title.place.box.x0 - title.place.box.x1) < 2 * sameEdgePt &&
    Math.abs(box.x0 - title.place.box.x0) > sameEdgePt
  const isSubtitle = (block: Block, i: number) =>
    isCandidate(block) &&
    !block.style.bold &&
    Math.abs(block.place.box.x0 - title.place.box.x0) < sameEdgePt &&
    roomBetween(others[i - 1] ?? title, block) < roomBetween(block, others[i + 1]) - minCloserEm * block.style.size
  // where no B. follows, A. is the initial of an author
  const isLettered = others.some((block) => isCandidate(block) && /^B\.\s/.test(printedText(block)))
  const isFirst = (block: Candidate) =>
    isNumbered(printedText(block)) && (isLettered || !/^[A-Z]\.\s/.test(printedText(block)))
  const end = others.findIndex(
    (block, i) => !isCandidate(block) || !(isCentred(block) || isSubtitle(block, i)) || isFirst(block)
  )
  const front = others.slice(0, Math.max(0, end)).filter(isCandidate)
  const looks = new Set(
    others.slice(Math.max(0, end)).flatMap((block) => (isCandidate(block) ? styleKey(block.style) : []))
  )
  return front.filter(({ style }) => !looks.has(styleKey(style)))
}

/** The room between a block and the next below it. */
const roomBetween = ({ place: above }: Block, next: Block | undefined): number =>
  next === undefined || next.place.page !== above.page || next.place.box.y0 < above.box.y0
    ? Number.POSITIVE_INFINITY
    : next.place.box.y0 - above.box.y1

const isNumbered = (text: string): boolean => numbering.test(text) && !isDay(text)

/** The share of the pages whose first block stands out so far, where there are several. */
const topsOf = (pages: ReadonlyArray<ReadonlyArray<Block>>, stats: Statistics): ReadonlyMap<number, number> => {
  const tops = pages.flatMap(([top]) => (top !== undefined && isCandidate(top) ? [standOf(top, stats)] : []))
  const counts = [...Map.groupBy(tops, (stand) => stand)].filter(([, same]) => same.length > 1)
  return new Map(counts.map(([stand, same]) => [stand, same.length / pages.length] as const))
}

/** The usual space between blocks of text, in em. */
const gapOf = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  { size }: Statistics,
  isOut: (block: Block) => boolean
): number => {
  const gaps = pages.flatMap((blocks) =>
    blocks.slice(1).flatMap((block, i) => {
      const gap = block.place.box.y0 - (blocks[i] as Block).place.box.y1
      return gap >= 0 && gap < mostGap * size && "style" in block && !isOut(block) ? [gap / (size || 1)] : []
    })
  )
  return median(gaps)
}
