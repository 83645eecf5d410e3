/**
 * StyledLine[], StyledLine → does a block end here? Leading, size, weight, markers and indents say that something new begins. Indents are
 * those of the reading direction: an Arabic line starts at its right edge.
 */

import type { StyledLine } from "../lines/Look.ts"
import { isListed, isTypedRule, marked, marker, startsItem } from "../lines/Markers.ts"
import type { Box } from "../model/Geometry.ts"
import { median, width } from "../model/Geometry.ts"
import type { LineWord, Region } from "../model/Line.ts"
import {
  edgeShare,
  minIndentEm,
  minSeries,
  minSizeStep,
  sameEdgePt,
  slackEm,
  usualLeadingEm
} from "../model/Measures.ts"
import { goesOnWith, type Pitches } from "./Listings.ts"
import { beforeBlank, isKeyed, isLed, isNoted, isPaged, isRunIn } from "./Openings.ts"
import { leastRoom, type Rooms, roomBefore, sentence } from "./Room.ts"

/** A distance of baselines this many times the usual one ends a paragraph. */
export const maxLeading = 1.35
/** Maximum distance between lines of one paragraph, in em; and where most lines stand so far apart, as in a manuscript. */
const loosestEm = 2.2
const doubleEm = 2.75
/** Minimum width of a full line of a manuscript, in em. */
const minManuscriptEm = 20
/** A paragraph's first line is set in by no more than this, in em; a term stands further from the text that hangs from it. */
const maxFirstIndentEm = 1.6
/** The text of a paragraph stands this far behind its label, in em, and the label has at most so many words. */
const minTabEm = 0.9
const maxLabelWords = 3
/** A tab is this much wider than the line's other spaces, which may be stretched. */
const minTabToSpace = 2

export type Leadings = ReadonlyMap<number, number>

/** What is usual in a region: how far its lines stand from one another, and how much room they leave. */
export interface Usual {
  readonly leadings: Leadings
  readonly rooms: Rooms
  readonly pitches: Pitches
}

/** The usual distance of baselines by size: the median over neighbours of one size. */
export const leadingsOf = (rows: ReadonlyArray<StyledLine>): Leadings => {
  const distances = new Map<number, Array<number>>()
  for (let i = 1; i < rows.length; i++) {
    const [a, b] = [(rows[i - 1] as StyledLine).line, (rows[i] as StyledLine).line]
    const distance = b.baseline - a.baseline
    if (Math.abs(a.size - b.size) > minSizeStep * a.size || distance > doubleEm * a.size || distance <= 0) continue
    const key = Math.round(a.size)
    const same = distances.get(key)
    if (same) same.push(distance)
    else distances.set(key, [distance])
  }
  return new Map(
    [...distances].flatMap(([size, all]) => {
      const [close, whole] = [all.filter((each) => each <= loosestEm * size), median(all)]
      const isManuscript = all.length > 2 * minSeries && minSeries * close.length < all.length
      return isManuscript || close.length > 0 ? [[size, isManuscript ? whole : median(close)] as const] : []
    })
  )
}

/** Whether `next` begins something new after the rows of a block; `after` is the row after it. */
export const ends = (
  block: ReadonlyArray<StyledLine>,
  next: StyledLine,
  after: StyledLine | undefined,
  region: Region,
  { leadings, rooms, pitches }: Usual
): boolean => {
  const first = block[0] as StyledLine
  const last = block.at(-1) as StyledLine
  const size = last.line.size
  const distance = next.line.baseline - last.line.baseline
  if (last.line.angle !== next.line.angle) return true
  if (Math.abs(distance) < slackEm * size && next.line.box.x0 > last.line.box.x1) return true
  if (last.entry !== undefined || next.entry !== undefined) return last.entry !== "part"
  if (Math.abs(size - next.line.size) > minSizeStep * Math.max(size, next.line.size) && !isTorn(last, next, region))
    return true
  if (first.look.mono !== next.look.mono && !goesOn(last, next, region)) return true
  const own = block.length > 1 ? last.line.baseline - (block.at(-2) as StyledLine).line.baseline : 0
  const loosest = (isInManuscript(block, next, region, leadings) ? doubleEm : loosestEm) * size
  const leading = own > 0 ? own : Math.min(leadings.get(Math.round(size)) ?? usualLeadingEm * size, loosest)
  if (isNoted(next.line) || (next.look.mono && isListed(next.line))) return true
  if (first.look.mono && next.look.mono) return !goesOnWith(last, next, pitches)
  if (distance > maxLeading * leading || distance > loosest || distance < 0) return true
  if (first.look.mono) return false
  if (isTypedRule(last.line.words) || isTypedRule(next.line.words)) return true
  if (first.look.bold !== next.look.bold && last.look.bold !== next.look.bold) return !isMidSentence(last, next, region)
  const isColoured = first.look.colour !== next.look.colour && last.look.colour !== next.look.colour
  if (isColoured && next.text.length > 3 && !isLinkWithin(last, next))
    return (
      startsItem(next.line) ||
      (isMidLink(last, next) ? wouldFit(last, next, region) : last.line.box.x1 < region.box.x1 - 2 * size)
    )
  if (isLed(last) && sentence.test(next.text)) return true
  if (beforeBlank(last.line.words) !== last.line.words) return true
  if (isPaged(last, region) || isRunIn(last, next)) return true
  if (startsItem(next.line) && mayStart(block, next, region)) return true
  const isLike = startsItem(first.line) || (isKeyed(first) && isNear(first.line.box.x0, next.line.box.x0))
  if (isLike && isKeyed(next) && wouldFit(last, next, region)) return true
  return geometry(block, next, after, region, rooms)
}

/** Whether a full line of text goes on, where most lines stand far apart: in a sentence, or as those before it did. */
const isInManuscript = (
  block: ReadonlyArray<StyledLine>,
  next: StyledLine,
  region: Region,
  leadings: Leadings
): boolean => {
  const last = block.at(-1) as StyledLine
  const { size, box } = last.line
  if ((leadings.get(Math.round(size)) ?? 0) <= loosestEm * size) return false
  const isText = width(box) > minManuscriptEm * size && !wouldFit(last, next, region)
  return isText && (block.length > 2 || !sentence.test(next.text) || !/[.:!?…;)]["”’]?$/.test(last.text))
}

/** From where to where something reaches along the reading direction. */
interface Span {
  readonly start: number
  readonly end: number
}

const spanOf = ({ x0, x1 }: Box, against: boolean): Span =>
  against ? { start: -x1, end: -x0 } : { start: x0, end: x1 }

const geometry = (
  block: ReadonlyArray<StyledLine>,
  next: StyledLine,
  after: StyledLine | undefined,
  region: Region,
  rooms: Rooms
): boolean => {
  const first = block[0] as StyledLine
  const last = block.at(-1) as StyledLine
  const size = last.line.size
  const { against } = first
  const span = ({ line }: StyledLine) => spanOf(line.box, against)
  const opens = span(first)
  const a = span(last)
  const b = span(next)
  const right = Math.max(spanOf(region.box, against).end, b.end)
  if (isCentred(a, b) && !isFlush(block.slice(-2).map(span))) return areApart(last, next, region)
  const left = Math.min(...block.map((row) => span(row).start))
  const hanging = startsItem(first.line)
  const hangingIndent = hangOf(first)
  // the text of a paragraph hangs from its label, as an item's does from its own
  const isHung = hangingIndent !== null && Math.abs(b.start - hangingIndent) < sameEdgePt
  if (hangingIndent !== null && areLabelled(first, next)) return true
  if (isOpen(last, next, region)) return false
  const isIndented = b.start > left + minIndentEm * size && !hanging && !isHung
  if (isIndented && block.length > 1) return b.start > a.start + minIndentEm * size
  if (isIndented) {
    const reaches = a.end > right - edgeShare * width(region.box)
    const isEven = after !== undefined && Math.abs(span(after).start - b.start) < sameEdgePt
    return !(reaches && (isEven || (/^\p{Ll}/u.test(next.text) && !/[.!?:;]$/.test(last.text))))
  }
  if (hanging && b.start < opens.start - minIndentEm * size) return true
  // a sentence goes on with a number more often than one begins with it
  const least =
    /\p{Ll}$/u.test(last.text) && /^\p{N}/u.test(next.text) ? edgeShare * width(region.box) : Number.NEGATIVE_INFINITY
  const isNew =
    roomBefore(last, next, region) > Math.max(least, rooms.get(next) ?? leastRoom(last)) &&
    sentence.test(next.text) &&
    closes.test(last.text)
  if (
    block.length > 1 &&
    b.start < a.start - minIndentEm * size &&
    b.start <= opens.start + sameEdgePt &&
    (block.length > 2 || Math.abs(a.start - opens.start) > sameEdgePt)
  )
    return isNew || Math.abs(a.start - opens.start) > sameEdgePt
  return isNew
}

/** Whether the first word of `next` would have found room at the end of the line before it: then that line was ended. */
export const wouldFit = (last: StyledLine, next: StyledLine, region: Pick<Region, "box">): boolean =>
  roomBefore(last, next, region) > leastRoom(last)

/** A full line whose sentence goes on in small letters below it, wherever that stands. */
const isOpen = (last: StyledLine, next: StyledLine, region: Region): boolean =>
  /[\p{Ll},]$/u.test(last.text) && /^\p{Ll}{2}/u.test(next.text) && !wouldFit(last, next, region)

/** What a line closes with that is the last of its paragraph. */
const closes = /[.:!?…;)"”’\]\p{N}]$|^.{0,60}$/u

const isCentred = (a: Span, b: Span): boolean =>
  Math.abs(a.start + a.end - b.start - b.end) < 2 * sameEdgePt && Math.abs(a.start - b.start) > sameEdgePt

/** Centred lines further apart than those of any text, and smaller than a title: an author, and the date below. */
const areApart = (last: StyledLine, next: StyledLine, { parts }: Region): boolean => {
  const { baseline, size } = last.line
  const isFar = next.line.baseline - baseline > maxLeading * usualLeadingEm * size
  return isFar && parts.some((part) => part.size > (1 + minSizeStep) * size)
}

/** Lines that start below one another and are not of one length: their centre is where it happens to be. */
const isFlush = ([a, b]: ReadonlyArray<Span>): boolean =>
  a !== undefined &&
  b !== undefined &&
  Math.abs(a.start - b.start) < sameEdgePt &&
  Math.abs(a.end - b.end) > 2 * sameEdgePt

const isNear = (a: number | null, b: number): boolean => a !== null && Math.abs(a - b) < sameEdgePt

/** Where the text starts behind a label such as `2.1` or `Note`, which a tab sets apart; null without one. */
const hangOf = ({ line: { words, size }, against }: StyledLine): number | null => {
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
export const areLabelled = (a: StyledLine, b: StyledLine): boolean => {
  const { against } = a
  const starts = spanOf(a.line.box, against).start - spanOf(b.line.box, against).start
  const hangingIndent = Math.abs(starts) < sameEdgePt ? hangOf(a) : null
  return hangingIndent !== null && isNear(hangOf(b), hangingIndent)
}

/** Two lines of one sentence, below one another: a letter that was recognised as larger makes no line another text's. */
const isTorn = (last: StyledLine, next: StyledLine, region: Region): boolean =>
  Math.max(last.line.size, next.line.size) <= maxLeading * Math.min(last.line.size, next.line.size) &&
  /[^\s.:!?…;。"”’]$/u.test(last.text) &&
  /^\p{Ll}{2}/u.test(next.text) &&
  !last.look.mono &&
  !next.look.mono &&
  next.line.box.x0 - last.line.box.x0 < sameEdgePt &&
  last.line.box.x0 - next.line.box.x0 < maxFirstIndentEm * last.line.size &&
  !wouldFit(last, next, region) &&
  next.line.baseline - last.line.baseline < usualLeadingEm * maxLeading * Math.min(last.line.size, next.line.size)

/** A full line whose sentence has not ended goes on in bold; a bold one goes on in small letters. */
const isMidSentence = (last: StyledLine, next: StyledLine, region: Region): boolean =>
  last.line.box.x1 > region.box.x1 - last.line.size * 2 &&
  !/[.:!?;…。]["'”’)\]]*$/u.test(last.text) &&
  (next.look.bold ? /[\p{Ll},-]["'”’)\]]*$/u.test(last.text) : /^\p{Ll}/u.test(next.text)) &&
  !(startsItem(last.line) && next.line.box.x0 < last.line.box.x0 - sameEdgePt) &&
  Math.abs(last.line.box.x0 - next.line.box.x0) < 2 * last.line.size

/**
 * A line that is all typewriter may be the middle of a sentence: where the lines of its paragraph, item or term stand, and
 * the sentence, a path or a link has not ended, or there was no room for it before.
 */
const goesOn = (last: StyledLine, next: StyledLine, region: Region): boolean => {
  if (isOneLink(last.line.words.at(-1)?.href, next.line.words[0]?.href)) return true
  if (last.look.mono) return false
  const { x0 } = next.line.box
  const isMid = /[\p{L}\p{N},(/-]$/u.test(last.text)
  if (isNear(last.line.box.x0, x0) && isMid) return true
  if (isNear(textOf(last), x0) || isNear(hangOf(last), x0)) return !wouldFit(last, next, region)
  return isMid && x0 < last.line.box.x0 && x0 > last.line.box.x0 - maxFirstIndentEm * last.line.size
}

/** Where a row's text starts, behind its marker if it has one. */
const textOf = ({ line }: StyledLine): number => marked(line)?.rest[0]?.box.x0 ?? line.box.x0

/** A line that is all link, in a link's colour, where the sentence goes on. */
const isLinkWithin = (last: StyledLine, next: StyledLine): boolean =>
  isLink(next) ? /[\p{Ll},]$/u.test(last.text) : isLink(last) && /^\p{Ll}/u.test(next.text)

/** Lines of which one has its colour from the links in it, where no sentence ends. */
const isMidLink = (last: StyledLine, next: StyledLine): boolean =>
  !/[.:!?…。]["'”’)\]]*$/u.test(last.text) &&
  [last, next].some(({ line: { words } }) => words.some(({ href }) => href !== null))

const isLink = ({ line: { words } }: StyledLine): boolean => words.every(({ href }) => href !== null)

const isOneLink = (a: string | null | undefined, b: string | null | undefined): boolean =>
  typeof a === "string" && a === b

/** A numeral at the start of a line is a marker only where a sentence or an item ends, or a line before the first of its kind. */
const mayStart = (block: ReadonlyArray<StyledLine>, next: StyledLine, region: Region): boolean => {
  const first = block[0] as StyledLine
  const last = block.at(-1) as StyledLine
  const { size } = last.line
  const own = marker(next.line.words[0]?.text ?? "")
  const [a, b, whole] = [last.line.box, next.line.box, region.box].map((box) => spanOf(box, first.against))
  const isShort = (own?.value ?? 0) <= 1 && (a?.end ?? 0) < (whole?.end ?? 0) - 2 * size
  const ended = /[.:;,!?)\]]["'”’]?$/.test(last.text) || isShort
  return own?.numeral === "bullet" || ended || startsItem(first.line) || (b?.start ?? 0) < (a?.start ?? 0) - size
}
