/**
 * Block[][] → TitleBlock: what the first page says before its text begins. The largest line is the title, and with it stand authors,
 * dates and the like.
 */

import { isDay } from "../../lines/Markers.ts"
import { type Block, isEntry } from "../../model/Block.ts"
import { around, greatest } from "../../model/Geometry.ts"
import { longText, minDisplay, minIndentEm, minPair, minSizeStep, sameEdgePt, slackPt } from "../../model/Measures.ts"
import { linesOf, normal, printedText, textOf } from "../../model/Text.ts"
import { type Statistics, styleKey } from "../Statistics.ts"
import { type Candidate, isCandidate, isLargest, lengthOf } from "./Candidates.ts"
import { known, label } from "./HeadingEvidence.ts"
import { numbering } from "./Numbering.ts"

export interface TitleBlock {
  /** The title, and other lines as large. */
  readonly titleLines: ReadonlySet<Block>
  /** The lines that give authors, dates and the like. */
  readonly front: ReadonlySet<Block>
  /** The largest text of a title page, if no other is as large. */
  readonly cover: Block | undefined
}

/** Parts of a document have titles that may be larger than its own, which is no smaller than this share of them. */
const leastTitle = 0.8
/** What is closer by this, in em, to the block above it belongs to that. */
const minCloserEm = 0.15
/** A heading in the title block, such as an abstract's, is no further from its text, in em. */
const maxHeadGapEm = 1
/** The mark of a note is so wide, in em: its line, without it, is centred. */
const markEm = 0.5
const maxMark = 3

/**
 * On a title page, which is one without running text, lists and tables, or one before the first page that the outline names, the front
 * matter is all lines but the largest. On any other first page it is what stands before the first title of the outline, and what goes with
 * the largest of the lines before the text.
 */
export const titleBlock = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  stats: Pick<Statistics, "size">,
  /** Titles of the outline on the first page, as `normal` has them. */
  outlined: ReadonlySet<string>,
  /** The page of the first of them, or 0. */
  begun: number
): TitleBlock => {
  const [page = [], ...others] = pages.filter((blocks) => blocks.length > 0)
  const isRunning = runningFor(stats.size)
  const isBare = (block: Block) => block.kind === "paragraph" && !isRunning(block)
  const isCover = others.length > 0 && (page.every(isBare) || begun > (page[0]?.place.page ?? begun))
  const most = largestOf(page)
  const isTold = (block: Block) =>
    isCandidate(block) && !isLargest(block, most) && outlined.has(normal(printedText(block)))
  const isLettered = pages.some((blocks) => blocks.some((block) => /^B\.\s/.test(printedText(block))))
  const start = Math.max(
    0,
    page.findIndex((block) => isCandidate(block) && block.style.size >= leastTitle * most)
  )
  const opening = page.findIndex(
    (block, i) => i >= start && (isTold(block) || isRunning(block) || isOpening(block, isLettered))
  )
  const top = isCover ? page : page.slice(start, opening < 0 ? undefined : opening)
  const largest = largestOf(top)
  const titles = top.filter((block) => isCandidate(block) && isLargest(block, largest))
  const front = isCover
    ? page
    : [
        ...page.slice(0, Math.max(0, page.findIndex(isTold))),
        ...withTitle(titles[0], top, page[opening], pages, stats.size)
      ]
  const heads = new Set(page.filter((_, i) => isHead(page[i - 1], page[i], page[i + 1], isRunning)))
  return {
    titleLines: new Set(titles),
    front: new Set(front.filter((block) => isCandidate(block) && !isLargest(block, largest) && !heads.has(block))),
    cover: isCover && titles.length === 1 ? titles[0] : undefined
  }
}

/** Whether a block in the middle, or larger than the text or the contents below it, is in bold or another face and closer to that than to what it stands under. */
const isHead = (
  before: Block | undefined,
  block: Block | undefined,
  next: Block | undefined,
  isRunning: (block: Block) => boolean
): boolean => {
  if (block === undefined || next === undefined || !isCandidate(block) || !("style" in next)) return false
  if (!isRunning(next) && !isEntry(next)) return false
  const { bold, font, size } = block.style
  const isOtherFace = font !== next.style.font && Math.abs(size - next.style.size) < slackPt
  const room = roomBetween(block, next)
  const least = bold ? slackPt : minCloserEm * size
  const isOut = isMiddle(block) || size > (1 + minSizeStep) * next.style.size
  return isOut && (bold || isOtherFace) && room < maxHeadGapEm * size && room < roomBetween(before, block) - least
}

const largestOf = (blocks: ReadonlyArray<Block>): number =>
  greatest(blocks.flatMap((block) => (isCandidate(block) ? block.style.size : [])))

/** Whether a text is long and hardly larger than the body, and its lines have one edge rather than one centre. */
const runningFor =
  (size: number) =>
  (block: Block): boolean => {
    if (lengthOf(textOf(block)) < longText || ("style" in block && block.style.size >= minDisplay * size)) return false
    const lines = linesOf(block)
    const isRagged = lines.some(({ box }) => Math.abs(box.x0 - block.place.box.x0) > sameEdgePt)
    return !isRagged || lines.some(({ box }) => Math.abs(box.x0 + box.x1 - middle(block)) > 2 * sameEdgePt)
  }

/** What is of no title block: the text and what has a place in it, or the first of the sections. */
const isOpening = (block: Block, isLettered: boolean): boolean => {
  if (block.kind === "note" || block.kind === "figure") return false
  if (block.kind === "item" && !/^[A-Z–—-]\.?$/.test(block.marker)) return true
  if (block.kind !== "paragraph" && block.kind !== "item") return true
  const text = printedText(block)
  return known.test(text) || label.test(text) || isFirst(text, isLettered)
}

/** Whether a text is numbered as a section is, and is no day, address or, where no B. follows, initial of an author. */
const isFirst = (text: string, isLettered: boolean): boolean =>
  numbering.test(text) && !isDay(text) && !/^\d{3}|\b\d{4}\b/.test(text) && (isLettered || !/^[A-Z]\.\s/.test(text))

/**
 * The lines before the text that are centred where the title is, or are not bold, begin where it does and are closer to it than to what
 * they stand over. Where no text follows they end with the first that is neither. Those that are set as centred texts further on, or as
 * larger ones that begin where they do, are left out, since they are headings.
 */
const withTitle = (
  title: Block | undefined,
  top: ReadonlyArray<Block>,
  text: Block | undefined,
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  size: number
): ReadonlyArray<Block> => {
  if (title === undefined) return []
  const middles = middlesOf(top)
  const isCentred = (block: Block) =>
    Math.abs((middles.get(block) ?? middle(block)) - middle(title)) <
      2 * sameEdgePt + markEm * (marks(block) + marks(title)) &&
    (Math.abs(block.place.box.x0 - title.place.box.x0) > sameEdgePt || (isCandidate(block) && isMiddle(block)))
  const isSubtitle = (block: Candidate, i: number) =>
    !block.style.bold &&
    Math.abs(block.place.box.x0 - title.place.box.x0) < sameEdgePt &&
    roomBetween(top[i - 1], block) < roomBetween(block, top[i + 1] ?? text) - minCloserEm * block.style.size
  const here = new Set(top)
  const looks = new Set<string>()
  for (const block of pages.flat()) {
    if (!isCandidate(block) || here.has(block)) continue
    if (isCentred(block) || isMiddle(block)) looks.add(styleKey(block.style))
    else if (block.style.size > (1 + minSizeStep) * size) looks.add(placed(block))
  }
  const out: Array<Block> = []
  for (let i = top.indexOf(title) + 1; i < top.length; i++) {
    const block = top[i]
    if (block === undefined || !isCandidate(block)) continue
    const isHeading = looks.has(styleKey(block.style)) || looks.has(placed(block))
    if ((isCentred(block) || isSubtitle(block, i)) && !isHeading) out.push(block)
    else if (text === undefined) break
  }
  return out
}

/** How a text is set, and where it begins. */
const placed = ({ style, place }: Candidate): string => `${styleKey(style)} ${Math.round(place.box.x0)}`

/** Twice the middle of a block. */
const middle = ({ place: { box } }: Block): number => box.x0 + box.x1

/** Twice the middle of all that stands in one row, for each block of several. */
const middlesOf = (blocks: ReadonlyArray<Block>): ReadonlyMap<Block, number> => {
  const rows = Map.groupBy(blocks, ({ place: { box } }) => Math.round(box.y0 / sameEdgePt))
  const out = new Map<Block, number>()
  for (const row of rows.values()) {
    const { x0, x1 } = around(row.map(({ place }) => place.box))
    for (const block of row) if (row.length >= minPair) out.set(block, x0 + x1)
  }
  return out
}

/** How wide the marks of notes are that a block may end with. */
const marks = (block: Block): number => {
  const last = linesOf(block).at(-1)?.runs.at(-1)
  const isMark = last !== undefined && (last.baselineShift === 1 || last.note !== undefined || last.latex !== undefined)
  return isMark && "style" in block ? block.style.size * Math.min(maxMark, last.text.length) : 0
}

/** Whether a block stands in the middle of its column. */
const isMiddle = ({ place, style }: Candidate): boolean =>
  place.box.x0 > place.left + minIndentEm * style.size &&
  Math.abs(place.box.x0 + place.box.x1 - place.left - place.right) < 2 * sameEdgePt

/** The room between a block and the next below it. */
const roomBetween = (above: Block | undefined, next: Block | undefined): number =>
  above === undefined ||
  next === undefined ||
  next.place.page !== above.place.page ||
  next.place.box.y0 < above.place.box.y0
    ? Number.POSITIVE_INFINITY
    : next.place.box.y0 - above.place.box.y1
