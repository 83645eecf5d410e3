/**
 * Seam → does a block end there by where its rows stand and how much room they leave? Indents are those of the reading direction:
 * an Arabic line starts at its right edge.
 */

import type { StyledLine } from "../lines/Look.ts"
import { startsItem } from "../lines/Markers.ts"
import { type Box, width } from "../model/Geometry.ts"
import type { LineWord, Region } from "../model/Line.ts"
import { edgeShare, maxLeadingEm, maxTabEm, minIndentEm, minSizeStep, sameEdgePt } from "../model/Measures.ts"
import { isEnded, runsOn } from "../model/Text.ts"
import { leastRoom, roomBefore, sentence, wouldFit } from "./Room.ts"
import type { Seam } from "./Seam.ts"

/** Minimum gap between a label and the text of its paragraph, in em; maximum number of words in the label. */
const minTabEm = 0.9
const maxLabelWords = 3
/** A tab is this much wider than the line's other spaces, which may be stretched. */
const minTabToSpace = 2

/** From where to where something reaches along the reading direction. */
interface Span {
  readonly start: number
  readonly end: number
}

export const spanOf = ({ x0, x1 }: Box, against: boolean): Span =>
  against ? { start: -x1, end: -x0 } : { start: x0, end: x1 }

/** Whether the next row begins something by where it stands: centred, hanging, indented, back at the edge, or because the last row had room for its first word. */
export const beginsByPlace = (seam: Seam): boolean => {
  const { block, start, first, last, next, region } = seam
  const span = ({ line }: StyledLine) => spanOf(line.box, first.against)
  const [opens, a, b] = [span(first), span(last), span(next)]
  if (isCentred(a, b) && !isFlush(block.slice(-2).map(span)) && !isOpening(seam, b)) return areApart(seam)
  const isItem = startsItem(first.line)
  const hangingIndent = hangOf(first)
  if (hangingIndent !== null && areLabelled(first, next)) return true
  if (isLabelled(seam, b.start, opens.start)) return true
  if (isOpen(last, next, region)) return false
  const indent = minIndentEm * last.line.size
  // the text of a paragraph hangs from its label, as an item's does from its own
  const isHung = isItem || isNear(hangingIndent, b.start)
  if (!isHung && b.start > start + indent)
    return block.length > 1 ? b.start > a.start + indent || isOver(seam) : isFirstIndent(seam, a, b)
  if (isItem && b.start < opens.start - indent) return true
  const isUneven = Math.abs(a.start - opens.start) > sameEdgePt || (block.length > 1 && wouldFit(last, next, region))
  const isBack = isUneven && b.start < a.start - indent && b.start <= opens.start + sameEdgePt
  return isBack || hadRoom(seam)
}

/** Whether a row that is set in further than the first one begins a paragraph, rather than hanging from it. */
const isFirstIndent = ({ first, last, next, after, region }: Seam, a: Span, b: Span): boolean => {
  const span = ({ box }: Pick<Region, "box">) => spanOf(box, first.against)
  const reaches = a.end > Math.max(span(region).end, b.end) - edgeShare * width(region.box)
  const isEven = after !== undefined && Math.abs(span(after.line).start - b.start) < sameEdgePt
  const isHanging = hangOf(first) === null && b.start - a.start <= maxTabEm * last.line.size
  const goesOn =
    (/^\p{Ll}/u.test(next.text) && !isEnded(last.text)) ||
    (/^\p{Lo}/u.test(next.text) && /[\p{L}、，]$/u.test(last.text)) ||
    (leadsOn.test(last.text) && isHanging && !wouldFit(last, next, region))
  return !(reaches && (isEven || goesOn))
}

/** Whether the next row begins with a label in the margin, its text flush with the paragraph above, which may have ended. Notes in the margin stand beside any line. */
const isLabelled = ({ last, next, region }: Seam, label: number, text: number): boolean =>
  label < text - minIndentEm * last.line.size &&
  /\p{L}/u.test(next.line.words[0]?.text ?? "") &&
  isNear(hangOf(next), text) &&
  (closing.test(last.text) || wouldFit(last, next, region))

/** Whether the next row begins as a sentence does and its first word would have fitted on the last row, so that this was ended there. */
const hadRoom = ({ first, last, next, region, usual }: Seam): boolean => {
  const own = usual.rooms.get(next) ?? leastRoom(last)
  // a sentence goes on with a number more often than one begins with it, but not among lines of which each is a quantity
  const isCounted = own === Number.NEGATIVE_INFINITY && quantity.test(first.text) && quantity.test(next.text)
  const mayGoOn = !isCounted && /\p{Ll}$/u.test(last.text) && /^\p{N}/u.test(next.text)
  const room = mayGoOn ? Math.max(edgeShare * width(region.box), own) : own
  return roomBefore(last, next, region) > room && sentence.test(next.text) && closes.test(last.text)
}

/** A number and what it counts: neither a title's number nor a date. */
const quantity = /^\p{N}+(?:[.,/–-]\p{N}+)?\s*\p{Ll}/u

/** A full line whose sentence goes on in small letters below it, wherever that stands. */
const isOpen = (last: StyledLine, next: StyledLine, region: Region): boolean =>
  runsOn(last.text, next.text) && !wouldFit(last, next, region)

/** Whether a paragraph that hangs from its first line was ended there, before another that belongs to it. */
const isOver = (seam: Seam): boolean => closing.test(seam.last.text) && hadRoom(seam)

/** What a line closes with that is the last of its paragraph; it may be short instead. */
const closing = /[.:!?…;)"”’\]\p{N}]$/u
const closes = new RegExp(`${closing.source}|^.{0,60}$`, "u")

const isCentred = (a: Span, b: Span): boolean =>
  Math.abs(a.start + a.end - b.start - b.end) < 2 * sameEdgePt && Math.abs(a.start - b.start) > sameEdgePt

/** What hardly any name or date ends with: a comma, a colon, or a short word such as "and" or "of". */
const leadsOn = /(?:[-,:]["”’]?|(?:^|\s)(?:\p{Ll}{1,4}|&))$/u

/** Whether two centred lines, smaller than the largest text, are two texts, such as an author and a date: far apart, or so short that both would fit on one line. */
const areApart = ({ last, next, region, usual }: Seam): boolean => {
  const { box } = region
  // a manuscript's lines are as far apart; an address begins with a small letter
  const goesOn = isOpen(last, next, region) && !/^\S*(?:@|:\/\/)/.test(next.text)
  const { baseline, size } = last.line
  const isFar = next.line.baseline - baseline > maxLeadingEm * size
  // one word alone is the rest of a label
  const isOwn = sentence.test(next.text) && /[\s\p{N}]/u.test(next.text) && !leadsOn.test(last.text)
  const isShort = isOwn && width(last.line.box) + size + width(next.line.box) < width(box)
  return (isFar || isShort) && !goesOn && usual.largest > (1 + minSizeStep) * size
}

/** Whether the next row is the first of a paragraph, set in and full, whose second stands further out and ends where it does: its centre is not meant. */
const isOpening = ({ first, last, next, after, region }: Seam, b: Span): boolean => {
  if (after === undefined) return false
  const [c, whole] = [after.line.box, region.box].map((box) => spanOf(box, first.against))
  const { size } = last.line
  return (
    c !== undefined &&
    whole !== undefined &&
    b.end > whole.end - edgeShare * width(region.box) &&
    Math.abs(b.end - c.end) < sameEdgePt &&
    b.start > c.start + minIndentEm * size &&
    b.start - c.start < maxTabEm * size &&
    Math.abs(after.line.size - next.line.size) <= minSizeStep * next.line.size
  )
}

/** Lines that start below one another and are not of one length: their centre is where it happens to be. */
const isFlush = ([a, b]: ReadonlyArray<Span>): boolean =>
  a !== undefined &&
  b !== undefined &&
  Math.abs(a.start - b.start) < sameEdgePt &&
  Math.abs(a.end - b.end) > 2 * sameEdgePt

export const isNear = (a: number | null, b: number): boolean => a !== null && Math.abs(a - b) < sameEdgePt

/** Where the text starts behind a label such as `2.1` or `Note`, which a tab sets apart; null without one. */
export const hangOf = ({ line: { words, size }, against }: StyledLine): number | null => {
  let widest = 0
  let second = 0
  let at = 0
  for (let i = 1; i < words.length; i++) {
    const before = spanOf((words[i - 1] as LineWord).box, against)
    const gap = spanOf((words[i] as LineWord).box, against).start - before.end
    if (gap > widest) {
      second = widest
      widest = gap
      at = i
    } else second = Math.max(second, gap)
  }
  const isTab = at <= maxLabelWords && widest > minTabEm * size && widest > minTabToSpace * second
  return isTab ? spanOf((words[at] as LineWord).box, against).start : null
}

/** Whether two rows have labels at one place, and their texts at another: they are two paragraphs. */
const areLabelled = (a: StyledLine, b: StyledLine): boolean => {
  const { against } = a
  const starts = spanOf(a.line.box, against).start - spanOf(b.line.box, against).start
  const hangingIndent = Math.abs(starts) < sameEdgePt ? hangOf(a) : null
  return hangingIndent !== null && isNear(hangOf(b), hangingIndent)
}
