/**
 * Block[][] → Block[]: a paragraph that a column's or a page's edge cut in two is one again, and so is a listing that ends one
 * page and begins the next. Notes at the foot of a column stand between the halves; they step back behind.
 */

import { isCaption, isFigureCaption, isTableCaption, isTitled } from "../lines/Captions.ts"
import {
  type Block,
  type Code,
  continuedOn,
  type Item,
  isEntry,
  type Paragraph,
  type Provenance,
  type TextLine
} from "../model/Block.ts"
import { centreY, overlap } from "../model/Geometry.ts"
import { edgeShare, maxLeadingEm, sameEdgePt } from "../model/Measures.ts"
import { isEnded, runsOn, textOf } from "../model/Text.ts"
import { type Statistics, sizeStep } from "./Statistics.ts"

/** Maximum number of small blocks, such as notes and labels of a chart, between the halves of a paragraph. */
const maxBlocksBetween = 30
/** Narrower than this share of the page is no column, so that nothing can reach its edge. */
const minColumnShare = 0.25

type Text = Paragraph | Item

/** `size` is that of the body's text, in points; `asides` is what stands beside the text of all pages. */
export const flow = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  { size }: Pick<Statistics, "size">,
  asides: ReadonlyArray<Block> = []
): ReadonlyArray<Block> => {
  const named = asides.filter(({ kind }) => kind === "paragraph")
  const out: Array<Block> = []
  /** The last part of each paragraph that has been put together. */
  const tails = new Map<Block, Text>()
  /** Its lines, which it alone has: a paragraph may be a document long. */
  const grown = new Map<Block, Array<TextLine>>()
  const listings = new Map<Block, Array<string>>()
  const all = pages.flat()
  const captions = new Set(all.filter((block, i) => isTableCaptionBeside(block, all[i - 1], all[i + 1])))
  // what has been joined is known to be text, and may be too long to look at again
  const isText = (block: Block): block is Text => tails.has(block) || (isSentence(block) && !captions.has(block))
  for (const block of all) {
    const at = block.kind === "paragraph" && isText(block) ? halfOf(out, { tails, isText, size }, block) : -1
    const half = out[at]
    if (block.kind === "paragraph" && (half?.kind === "paragraph" || half?.kind === "item")) {
      const lines = grown.get(half) ?? [...half.lines]
      for (const line of block.lines) lines.push(line)
      const whole = { ...half, lines, continuedOn: continuedOn(half, block) }
      out[at] = whole
      tails.set(whole, block)
      grown.set(whole, lines)
    } else if (block.kind !== "code" || isNamed(block, named) || !goesOn(out, listings, block)) out.push(block)
  }
  return out
}

/** Whether a name in the margin of its page stands over a listing or beside its first line: what it names begins there. */
const isNamed = ({ place: { page, box }, lines }: Code, names: ReadonlyArray<Block>): boolean =>
  names.some(({ place }) => place.page === page && centreY(place.box) < box.y0 + (box.y1 - box.y0) / lines.length)

/** Puts the second half of a listing behind its first, if that is the last on the page before. */
const goesOn = (out: Array<Block>, listings: Map<Block, Array<string>>, second: Code): boolean => {
  const at = out.findLastIndex((block) => block.kind !== "note")
  const first = out[at]
  const last = first?.continuedOn?.at(-1) ?? first?.place
  if (first?.kind !== "code" || last === undefined || second.place.page !== last.page + 1 || !isAtFoot(last))
    return false
  const indent = furtherIn(first, last, second)
  if (indent === null) return false
  const known = listings.get(first)
  const lines = known ?? setIn(first.lines, -indent)
  for (const line of setIn(second.lines, indent)) lines.push(line)
  const whole = { ...first, lines, continuedOn: continuedOn(first, second) }
  out[at] = whole
  listings.set(whole, lines)
  return true
}

/** What is inside of something is no further in on the next page, in characters. */
const maxIndent = 40

/**
 * How many characters further in a listing goes on. The inside of something may begin a page; else what begins as far from the
 * edge of its page's text as before is no further in, as pages may have two margins. Null where it is another listing.
 */
const furtherIn = (first: Code, last: Provenance, { lines, place }: Code): number | null => {
  const columns = lines.reduce((most, line) => Math.max(most, line.length), 0)
  const advance = (place.box.x1 - place.box.x0) / columns
  const step = (a: number, b: number) => Math.round((b - a) / advance)
  const isInside = /^\s|[:{[(,]$/.test(first.lines.at(-1) ?? "")
  if (!isInside && step(last.box.x0 - last.left, place.box.x0 - place.left) === 0) return 0
  const indent = step(last.box.x0, place.box.x0)
  return Math.abs(indent) <= maxIndent ? indent : null
}

/** What a page's edge cuts ends in its lower half. */
const isAtFoot = ({ box, height }: Provenance): boolean => box.y1 >= height / 2

const setIn = (lines: ReadonlyArray<string>, by: number): Array<string> =>
  lines.map((line) => (by <= 0 || line === "" ? line : " ".repeat(by) + line))

interface Known {
  readonly tails: ReadonlyMap<Block, Text>
  /** Whether a block is text that may go on elsewhere. */
  readonly isText: (block: Block) => block is Text
  readonly size: number
}

/** Where the first half of `second` is, or -1. */
const halfOf = (out: ReadonlyArray<Block>, { tails, isText, size }: Known, second: Paragraph): number => {
  const shown: Array<Block> = []
  let isFloat = false
  for (let i = out.length - 1; i >= Math.max(0, out.length - 1 - maxBlocksBetween); i--) {
    const first = out[i] as Block
    if (first.kind === "heading") return -1
    if (isText(first) && sizeStep(first.style.size) === sizeStep(second.style.size)) {
      const tail = tails.get(first) ?? first
      const isBetween = (block: Block) =>
        isInColumn(block, tail, tail.lines.at(-1)) || isInColumn(block, second, second.lines[0])
      return (isFloat || !shown.some(isBetween)) && continues(tail, second) ? i : -1
    }
    // smaller text stands between the halves of larger text, but for the body's
    const isAside =
      !isText(first) || (first.style.size < second.style.size && sizeStep(first.style.size) !== sizeStep(size))
    if (!isAside || first.place.page < second.place.page - 1) return -1
    if (isShown(first)) shown.push(first)
    if (isCaptionOfFloat(first)) isFloat = true
  }
  return -1
}

/** What a text shows by itself, and then goes on behind: a listing, a formula. */
const isShown = (block: Block): boolean =>
  block.kind === "code" || block.kind === "formula" || (block.kind === "paragraph" && isCode(block))

/** Whether a block stands under or over a text rather than in the margin beside it. */
const isInColumn = ({ place }: Block, { place: { page, right } }: Text, line: TextLine | undefined): boolean =>
  line !== undefined && place.page === page && overlap(place.box.x0, place.box.x1, line.box.x0, right) > 0

/** What has a caption may stand anywhere. */
const isCaptionOfFloat = (block: Block): boolean => {
  const text = block.kind === "paragraph" ? textOf(block) : ""
  return isCaption(text) && isTitled(text)
}

const isTableCaptionBeside = (block: Block, before: Block | undefined, next: Block | undefined): boolean =>
  block.kind === "paragraph" && (before?.kind === "table" || next?.kind === "table") && isTableCaption(textOf(block))

/** Neither a caption of a figure, nor an entry of a table of contents, nor a bare page number. */
const isSentence = (block: Block): block is Text => {
  if ((block.kind !== "paragraph" && block.kind !== "item") || isEntry(block)) return false
  const text = textOf(block)
  return /\p{L}/u.test(text) && !isFigureCaption(text)
}

/** Whether a sentence goes on from a full line into the line right below it, though the two were read as columns of different width. */
const isBelow = (first: Text, second: Paragraph): boolean => {
  const { place: a, style } = first
  const b = second.place
  const last = first.lines.at(-1)?.box ?? a.box
  const next = second.lines[0]?.box ?? b.box
  if (b.page !== a.page || (b.left === a.left && b.right === a.right)) return false
  if (style.bold !== second.style.bold || style.mono !== second.style.mono) return false
  const leading = next.y0 - last.y0
  const isNext = leading > 0 && leading < maxLeadingEm * style.size && Math.abs(next.x0 - last.x0) < sameEdgePt
  const isFull = a.right - a.left > minColumnShare * a.width && last.x1 > a.right - edgeShare * (a.right - a.left)
  return isNext && isFull && runsOn(textOf(first), textOf(second))
}

/** Nothing but typewriter, as in a line of code that is shown by itself. */
const isCode = ({ style, lines }: Text): boolean =>
  style.mono && lines.every(({ runs }) => runs.every(({ mono, text }) => mono === true || text.trim() === ""))

const continues = (first: Text, second: Paragraph): boolean => {
  const a = first.place
  const b = second.place
  const isNextPage = b.page === a.page + 1
  const isNextColumn = b.page === a.page && (b.box.x0 > a.right || b.box.y0 < a.box.y0)
  if (!isNextPage && !isNextColumn) return isBelow(first, second)
  // text in the upper half of a page is not cut by its foot
  if (isNextPage && !isAtFoot(a)) return false
  if (first.style.bold !== second.style.bold || first.style.mono !== second.style.mono || isCode(first)) return false
  // a note
  if (second.lines[0]?.runs[0]?.baselineShift === 1) return false
  const text = textOf(first)
  const start = textOf(second)
  if (/[-‐\u00ad]$/.test(text)) return true
  if (isEnded(text)) return false
  const { x0, x1 } = first.lines.at(-1)?.box ?? a.box
  // a line that begins in the right half of its column is the last of several items side by side
  const isWide = x0 < (a.left + a.right) / 2 && x1 > a.right - edgeShare * (a.right - a.left)
  const full = isWide && a.right - a.left > minColumnShare * a.width
  return full ? !/^[•\-–]/.test(start) : /^\p{Ll}/u.test(start)
}
