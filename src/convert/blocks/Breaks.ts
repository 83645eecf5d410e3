/**
 * StyledLine[], StyledLine → does a block end here? Four questions, in order; the first that has an answer decides: are both rows of
 * one kind, are they close to one another, do they look alike, what do they say? Else it shows in where they stand (`Indents.ts`).
 */

import { endsAtPage } from "../lines/Contents.ts"
import type { StyledLine } from "../lines/Look.ts"
import { isListed, isTypedRule, type Marker, marked, marker, startsItem } from "../lines/Markers.ts"
import { median, width } from "../model/Geometry.ts"
import type { LineWord, Region } from "../model/Line.ts"
import {
  maxLeadingEm,
  maxLeadingGrowth,
  minSeries,
  minSizeStep,
  sameEdgePt,
  slackEm,
  usualLeadingEm
} from "../model/Measures.ts"
import { isEnded, runsOn } from "../model/Text.ts"
import { beginsByPlace, hangOf, isNear, spanOf } from "./Indents.ts"
import { goesOnWith } from "./Listings.ts"
import { asideOf, beforeBlank, isKeyed, isLed, isNoted, isRunIn } from "./Openings.ts"
import { sentence, wouldFit } from "./Room.ts"
import type { Leadings, Seam } from "./Seam.ts"

/** Maximum distance between lines of one paragraph, in em; and where most lines stand so far apart, as in a manuscript. */
const looseLeadingEm = 2.2
const doubleLeadingEm = 2.75
/** A distance of baselines this many times the usual one parts two paragraphs where the words let one end: signs of formulas move lines, but seldom just there. */
const minParting = 1.15
/** Sizes of one text that was recognised from a picture differ by no more than this factor. */
const maxSizeGrowth = 1.35
/** Minimum width of a full line of a manuscript, in em. */
const minManuscriptEm = 20
/** What a text goes on with that did not begin as a sentence does, in which names of a program may head each line. */
const plainWord = /^\p{Ll}+[,.;:)]*(?:\s|$)/u
/** A paragraph's first line is set in by no more than this, in em; a term stands further from the text that hangs from it. */
const maxFirstIndentEm = 1.6

/**
 * The usual distance between baselines, by size: the median over neighbouring lines of one size, but no more than the median over
 * those pairs whose first line is full. A line that ends early may end a paragraph, with extra space after it.
 */
export const leadingsOf = (rows: ReadonlyArray<StyledLine>, region: Region): Leadings => {
  const distances = new Map<number, Array<{ readonly distance: number; readonly isFull: boolean }>>()
  for (let i = 1; i < rows.length; i++) {
    const [last, next] = [rows[i - 1] as StyledLine, rows[i] as StyledLine]
    const [a, b] = [last.line, next.line]
    const distance = b.baseline - a.baseline
    if (Math.abs(a.size - b.size) > minSizeStep * a.size || distance > doubleLeadingEm * a.size || distance <= 0)
      continue
    const key = Math.round(a.size)
    const same = distances.get(key)
    const found = { distance, isFull: !wouldFit(last, next, region) }
    if (same) same.push(found)
    else distances.set(key, [found])
  }
  return new Map(
    [...distances].flatMap(([size, found]) => {
      const all = found.map(({ distance }) => distance)
      const full = found.flatMap(({ distance, isFull }) => (isFull ? [distance] : []))
      const [close, whole] = [all.filter((each) => each <= looseLeadingEm * size), median(all)]
      const isManuscript = all.length > 2 * minSeries && minSeries * close.length < all.length
      if (!isManuscript && close.length === 0) return []
      const usual = isManuscript ? whole : median(close)
      return [[size, full.length < minSeries ? usual : Math.min(usual, median(full))] as const]
    })
  )
}

/** Whether the next row begins something new. */
export const ends = (seam: Seam): boolean =>
  endsByKind(seam) ?? endsByDistance(seam) ?? endsByLook(seam) ?? endsByWords(seam) ?? beginsByPlace(seam)

/** Rows of another direction, size or typeface, entries of contents, notes and listings; null where both are of one text. */
const endsByKind = ({ first, last, next, region, usual }: Seam): boolean | null => {
  const { size, baseline, box } = last.line
  if (Math.abs(next.line.baseline - baseline) < slackEm * size && next.line.box.x0 > box.x1) return true
  if (last.entry !== undefined || next.entry !== undefined) return last.entry !== "part"
  const isOtherSize = Math.abs(size - next.line.size) > minSizeStep * Math.max(size, next.line.size)
  if (isOtherSize && !isTorn(last, next, region) && !isOneSize(last, next, region)) return true
  if (first.look.mono !== next.look.mono && !goesOn(last, next, region)) return true
  if (isNoted(next.line) || (next.look.mono && isListed(next.line))) return true
  return first.look.mono && next.look.mono ? !goesOnWith(last, next, usual.pitches) : null
}

/** Whether the next row is further below than the rows of the block are from one another, further than rows of any text are, or above it. */
const endsByDistance = (seam: Seam): true | null => {
  const { block, last, next, region, usual } = seam
  const { size, baseline } = last.line
  const distance = next.line.baseline - baseline
  if (distance > 0 && distance <= doubleLeadingEm * size && isRunning(seam)) return null
  const own = block.length > 1 ? baseline - (block.at(-2) as StyledLine).line.baseline : 0
  const loosest = (isInManuscript(seam) ? doubleLeadingEm : looseLeadingEm) * size
  const leading = own > 0 ? own : Math.min(usual.leadings.get(Math.round(size)) ?? usualLeadingEm * size, loosest)
  const growth = mayBeLast(last, next, region) ? minParting : maxLeadingGrowth
  return distance > growth * leading || distance > loosest || distance < 0 || isAlone(seam, distance) || null
}

/** Whether the words let a paragraph end between two lines: where a sentence does, or where the lower line's first word had room above. */
const mayBeLast = (last: StyledLine, next: StyledLine, region: Region): boolean =>
  !runsOn(last.text, next.text) && (isEnded(last.text) || wouldFit(last, next, region))

/** Whether a sentence ends early, and the next line is as far below as no lines of one paragraph are, though there may be none to measure by. */
const isAlone = ({ last, next, region }: Seam, distance: number): boolean =>
  distance > maxLeadingEm * last.line.size && isEnded(last.text) && wouldFit(last, next, region)

/** In another weight or colour, where that is not a part of a sentence or a link. */
const endsByLook = ({ first, last, next, region }: Seam): boolean | null => {
  if (isTypedRule(last.line.words) || isTypedRule(next.line.words)) return true
  const isOther = first.look.bold !== next.look.bold && last.look.bold !== next.look.bold
  if (isOther && !isPlain(last, next, region, ({ bold }) => bold)) return !isMidSentence(last, next, region)
  const isColoured = first.look.colour !== next.look.colour && last.look.colour !== next.look.colour
  if (!isColoured || next.text.length <= 3 || isLinkWithin(last, next) || isOneColour(last, next, region)) return null
  if (startsItem(next.line)) return true
  return isMidLink(last, next) ? wouldFit(last, next, region) : last.line.box.x1 < region.box.x1 - 2 * last.line.size
}

/** Whether a sentence goes on over the row's end in unmarked words, though most of one of the rows is marked: bold, typewriter or a link. */
const isPlain = (
  last: StyledLine,
  next: StyledLine,
  region: Region,
  isMarked: (word: LineWord) => boolean
): boolean => {
  const [a, b] = seamOf(last, next)
  if (a === undefined || b === undefined || isMarked(a) || isMarked(b)) return false
  return !wouldFit(last, next, region) || runsOn(last.text, next.text)
}

/** The words with letters between which a row ends. */
const seamOf = (last: StyledLine, next: StyledLine): ReadonlyArray<LineWord | undefined> => [
  last.line.words.findLast(isLettered),
  next.line.words.find(isLettered)
]

const isLettered = ({ text }: LineWord): boolean => /[\p{L}\p{N}]/u.test(text)

const isOneColour = (last: StyledLine, next: StyledLine, region: Region): boolean => {
  const [a, b] = seamOf(last, next)
  return a?.colour === b?.colour && isPlain(last, next, region, ({ href }) => href !== null)
}

/** Whether the words end a block: after a row with leaders or with blanks to be filled in, after a title with what belongs to it far behind, before an item, a run-in title or a key; null where they do not say. */
const endsByWords = (seam: Seam): true | null => {
  const { first, last, next, region } = seam
  const isTitle = last === first && next.line.box.x0 < (asideOf(last, region.box.x1) ?? 0) - last.line.size
  if ((isLed(last) || isTitle) && sentence.test(next.text)) return true
  if (beforeBlank(last.line.words) !== last.line.words) return true
  if (endsAtPage(last, region.box.x1) || isRunIn(last, next)) return true
  if (startsItem(next.line) && mayStart(seam)) return true
  const isLike = startsItem(first.line) || (isKeyed(first) && isNear(first.line.box.x0, next.line.box.x0))
  return (isLike && isKeyed(next) && wouldFit(last, next, region)) || null
}

/** Whether a full line of text goes on in a sentence, where most lines stand far apart. */
const isInManuscript = (seam: Seam): boolean => {
  const { last, usual } = seam
  const { size } = last.line
  if ((usual.leadings.get(Math.round(size)) ?? 0) <= looseLeadingEm * size) return false
  return isFull(seam) && !isEnded(last.text) && !last.text.endsWith(")")
}

/** Whether a full line of text goes on in small letters right below, which it does however far apart the lines are; code and what has a key or a label may begin so. */
const isRunning = (seam: Seam): boolean => {
  const { first, last, next } = seam
  const isBelow = Math.abs(last.line.box.x0 - next.line.box.x0) < sameEdgePt
  const isPlain = !next.look.mono && !isKeyed(next) && hangOf(next) === null
  const isText = sentence.test(first.text) || plainWord.test(next.text)
  return isBelow && isPlain && isText && runsOn(last.text, next.text) && isFull(seam)
}

const isFull = ({ last, next, region }: Seam): boolean =>
  width(last.line.box) > minManuscriptEm * last.line.size && !wouldFit(last, next, region)

/** Two lines of one sentence, one below the other, whose sizes differ only because the text was recognised from a picture. */
const isTorn = (last: StyledLine, next: StyledLine, region: Region): boolean =>
  Math.max(last.line.size, next.line.size) <= maxSizeGrowth * Math.min(last.line.size, next.line.size) &&
  /[^\s.:!?…;。"”’]$/u.test(last.text) &&
  /^\p{Ll}{2}/u.test(next.text) &&
  !last.look.mono &&
  !next.look.mono &&
  next.line.box.x0 - last.line.box.x0 < sameEdgePt &&
  last.line.box.x0 - next.line.box.x0 < maxFirstIndentEm * last.line.size &&
  !wouldFit(last, next, region) &&
  next.line.baseline - last.line.baseline < maxLeadingEm * Math.min(last.line.size, next.line.size)

/** A full line whose sentence goes on in the same size, though most of the next line is larger or smaller, as a name or a command may be. */
const isOneSize = (last: StyledLine, next: StyledLine, region: Region): boolean => {
  const [a, b] = seamOf(last, next)
  return (
    a !== undefined &&
    b !== undefined &&
    Math.abs(a.size - b.size) < minSizeStep * a.size &&
    runsOn(last.text, next.text) &&
    !wouldFit(last, next, region)
  )
}

/** A full line whose sentence goes on in bold, or a full bold line whose sentence goes on in small letters. */
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
  if (isPlain(last, next, region, ({ mono }) => mono)) return true
  const { x0 } = next.line.box
  const isMid = /[\p{L}\p{N},(/-]$/u.test(last.text)
  if (isNear(last.line.box.x0, x0) && isMid) return true
  const isBehindMarker = x0 > last.line.box.x0 + sameEdgePt && x0 < textOf(last)
  if (isBehindMarker || isNear(textOf(last), x0) || isNear(hangOf(last), x0)) return !wouldFit(last, next, region)
  return isMid && x0 < last.line.box.x0 && x0 > last.line.box.x0 - maxFirstIndentEm * last.line.size
}

/** Where a row's text starts, behind its marker if it has one. */
const textOf = ({ line }: StyledLine): number => marked(line)?.rest[0]?.box.x0 ?? line.box.x0

/** A line that is all link, in a link's colour, where the sentence goes on; or one link over both lines. */
const isLinkWithin = (last: StyledLine, next: StyledLine): boolean =>
  (isOneLink(last.line.words.at(-1)?.href, next.line.words[0]?.href) && runsOn(last.text, next.text)) ||
  (isLink(next) ? /[\p{Ll},]$/u.test(last.text) : isLink(last) && /^\p{Ll}/u.test(next.text))

/** Lines of which one has its colour from the links in it, where no sentence ends. */
const isMidLink = (last: StyledLine, next: StyledLine): boolean =>
  !isEnded(last.text) && [last, next].some(({ line: { words } }) => words.some(({ href }) => href !== null))

const isLink = ({ line: { words } }: StyledLine): boolean => words.every(({ href }) => href !== null)

const isOneLink = (a: string | null | undefined, b: string | null | undefined): boolean =>
  typeof a === "string" && a === b

/** A numeral or a dash at the start of a line is a marker only where a sentence or an item ends, or a line before the first of its kind. */
const mayStart = (seam: Seam): boolean => {
  const { block, first, last, next, region } = seam
  const { size } = last.line
  const own = marker(next.line.words[0]?.text ?? "")
  const [a, b, whole] = [last.line.box, next.line.box, region.box].map((box) => spanOf(box, first.against))
  if (isWithin(seam, own)) return false
  const isShort = (own?.value ?? 0) <= 1 && (a?.end ?? 0) < (whole?.end ?? 0) - 2 * size
  if (isShort || startsItem(first.line)) return true
  const isParted = isEnded(last.text) || last.text.endsWith(",")
  const shift = ((b?.start ?? 0) - (a?.start ?? 0)) / size
  if (own?.numeral !== "bullet") return isParted || /[)\]]["'”’]?$/.test(last.text) || shift < -1
  // the second line of a paragraph stands further out than its first
  const isBelow = shift < slackEm && shift > -(block.length === 1 ? maxFirstIndentEm : 1)
  return isParted || !isBelow || !/^[-–—−]$/.test(own.text)
}

/**
 * Whether a numeral that is not the first of its kind stands below a full line of an item where the item's text does: no list is there that
 * it could be of, but an initial, or an option of a command, may open any line.
 */
const isWithin = ({ first, last, next, region }: Seam, own: Marker | null): boolean =>
  own !== null &&
  own.value > 1 &&
  !first.against &&
  startsItem(first.line) &&
  isNear(textOf(first), next.line.box.x0) &&
  !isNear(first.line.box.x0, next.line.box.x0) &&
  !wouldFit(last, next, region)
