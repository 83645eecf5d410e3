/**
 * Block in its place → evidence: what speaks for and against a block's being a heading, each under a name, from 0 (absent)
 * to 1. Nothing is decided here; what each is worth stands in `HeadingWeights.ts`.
 */

import { isCaption, isOrigin } from "../../lines/Captions.ts"
import { isDay } from "../../lines/Markers.ts"
import type { Block } from "../../model/Block.ts"
import { flag, ramp } from "../../model/Evidence.ts"
import { longText, minDisplay, minSizeStep } from "../../model/Measures.ts"
import { normal, printedText, textOf, unspacedWords } from "../../model/Text.ts"
import { styleKey } from "../Statistics.ts"
import { type Candidate, isLargest, type Place, type Surroundings, standOf } from "./Candidates.ts"
import { ofNeighbours, overSize } from "./NeighbourEvidence.ts"
import { inParts, numbering } from "./Numbering.ts"

export const known =
  /^(?:abstract|summary|introduction|contents|table of contents|references|bibliography|conclusions?|acknowledge?ments?|appendix|discussion|results|methods?|background|preface|foreword|glossary|index|related work|overview|literaturverzeichnis|zusammenfassung|einleitung|inhaltsverzeichnis|résumé|résumen)[:.]?$/i
/** `Chapter 2`, or the number alone in words, on a line of its own, above the title. */
export const label =
  /^(?:(?:chapter\s+)?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty(?:-\p{L}+)?)|(?:chapter|part|appendix|annex|kapitel|teil|anhang|chapitre|partie|annexe|capítulo|capitolo|hoofdstuk|глава)\s+(?:\d{1,3}|[IVXLC]{1,6}|\p{Lu})[.:]?|第\s*[\d一二三四五六七八九十百]+\s*[章部编編])$/iu
/** A mail address, or the beginning of a web address. */
const address = /[\p{L}\p{N}]@[\p{L}\p{N}]+\.\p{L}|https?:|www\./u
const counted = /^(?:\p{L}+\s)?(?:[\dIVXLC]+(?:\.\d+)*|\p{Lu})[.):]?\s|^第|^§/u
/** A number that says what it is part of, such as `2.1`; a mere `3.` may count the items of a list. */
const nested = /^(?:\p{L}+\s)?(?:\d+\.\d|[A-Z]\.\d)/u
/** What a program's text calls something by, such as `map.get(key)`. */
const identifier = /^[\w$.#:-]+(?:\(.*\))?$/

/** What no name has: a prompt, a directive, a text in quotation marks. */
const statement = /^(?:#\w+ |[$>%] )|["“”]/

/** What is measured of a block once, for several pieces of evidence. */
interface Sight {
  readonly place: Place
  readonly around: Surroundings
  readonly text: string
  /** Its text as titles are compared. */
  readonly name: string
  readonly isDated: boolean
  readonly isNumbered: boolean
  /** Its size by that of the body. */
  readonly ratio: number
  /** How far it is larger than the body, and larger than any text but a heading is. */
  readonly isLarger: number
  readonly isLarge: number
  /** Whether it is no larger than the rest of a paragraph or a list may be. */
  readonly mayBeText: number
}

/** Sizes by that of the body: text may be up to the first, what stands at the foot of a page up to the second; titles begin at the third. */
const sizes = { text: 1.3, foot: 1.5, least: 1.1, large: 1.4, largest: 1.8 } as const
/** Shares of the page's height: what stands over the first is at its head, below the second at its foot. */
const headShare = 0.08
const footShare = 0.85
/** Gaps within a line that part it into two texts, in em, and what its ends are off the middle. */
const partsEm = 4
const offCentreEm = 3
/** A line that ends so near to its column's edge is full, and one that begins so far from it is set in; a narrow column shows neither. */
const edgeEm = 1.5
const minColumnEm = 20
/** A number with its title has no more words. */
const maxNestedWords = 14

export const evidence = (place: Place, around: Surroundings): Readonly<Record<string, number>> => {
  const text = printedText(place.block)
  const ratio = place.block.style.size / (around.stats.size || place.block.style.size)
  const isDated = isDay(text)
  const isNumbered = (!isDated && numbering.test(text)) || (inParts.test(text) && isCodeBehindNumber(place.block))
  const isLarger = ramp(ratio, 1, minDisplay)
  const isLarge = ramp(ratio, minDisplay, sizes.large)
  const mayBeText = flag(ratio < sizes.text)
  const sight = { place, around, text, name: normal(text), isDated, isNumbered, ratio, isLarger, isLarge, mayBeText }
  return { ...ofLook(sight), ...ofWords(sight), ...ofNeighbours(place, around, sight.isNumbered), ...ofPlace(sight) }
}

/** The name of a command or a function, however it is spelled, is set in typewriter. */
const isCodeBehindNumber = ({ lines }: Candidate): boolean => {
  const runs = lines.flatMap(({ runs }) => runs).filter(({ text }) => text.trim() !== "")
  return runs.length > 1 && runs.slice(1).every(({ mono }) => mono === true)
}

/** How it is set, beside how the document is. */
const ofLook = ({ place, around, ratio, isLarger, isLarge, mayBeText }: Sight) => {
  const { style, lines } = place.block
  const { stats, largest, isTold, headsPages } = around
  const isBold = style.bold && !stats.bold
  const isColoured = style.colour !== stats.colour
  const smaller = ramp(1 - Math.max(ratio, overSize(place)), 0.03, 0.15)
  const isSubtitle = isBold && !isAtHead(place)
  const stand = standOf(place.block, stats)
  return {
    larger: isLarger,
    display: ramp(ratio, sizes.large, sizes.largest),
    largest: flag(isLargest(place.block, largest)) * ramp(ratio, sizes.least, sizes.large),
    smaller: flag(!isSubtitle) * smaller,
    boldSmaller: flag(isSubtitle) * smaller,
    bold: flag(isBold),
    boldLarger: flag(isBold) * isLarger,
    caps: flag(style.caps),
    largeCaps: flag(style.caps) * isLarge,
    italic: flag(style.italic),
    otherFont: flag(style.font !== stats.font),
    otherColour: flag(isColoured),
    largeColour: flag(isColoured) * isLarge,
    taggedAsText: flag(isTold && place.block.tagged === true) * (1 - isLarge),
    lines: ramp(lines.length, 1, 3) * mayBeText,
    running:
      ramp((stats.runningStyles.get(styleKey(style)) ?? 0) / (stats.characters || 1), 0.05, 0.2) *
      ramp(stats.characters, 300, 1500),
    headsPages: flag(stand > 0) * ramp(headsPages.get(stand) ?? 0, 0.2, 0.6)
  }
}

/** What it says, and how it begins and ends. */
const ofWords = ({ place: { block, before }, around, text, name, isDated, isNumbered, ratio, mayBeText }: Sight) => {
  const words = Math.max(text.split(/\s+/).length, Math.ceil(unspacedWords(text)))
  const isName = identifier.test(text) && /\S[.(_$]|\p{Ll}\p{Lu}/u.test(text.replace(/[.:]$/, ""))
  const isKnown = known.test(text.replace(/^[\dIVXA-Z.]+\s+/, ""))
  return {
    numbered: flag(isNumbered),
    label: flag(label.test(text)),
    nested: flag(nested.test(text) && words <= maxNestedWords),
    unnumbered: flag(!isNumbered && !isKnown && ratio < 1 + minSizeStep) * ramp(around.numbered, 0.5, 0.8),
    known: flag(isKnown),
    day: flag(isDated),
    frontMatter: flag(!isKnown && around.front.has(block)),
    inOutline: flag(around.titles.has(name)),
    isTitle: flag(around.title.length > 3 && name === around.title),
    endsOpen: flag(/[,;]$/.test(text)),
    endsSentence: flag((/[.!]["”’)]?$/.test(text) && words > 3) || /。$/.test(text)),
    endsColon: flag(/[:：]$/.test(text)),
    startsSmall: flag(/^\p{Ll}/u.test(text) && !isName),
    name: flag(isName),
    announced: flag(block.style.mono && before?.kind === "paragraph" && isAnnouncing(before)) * mayBeText,
    statement: flag(block.style.mono && statement.test(text)) * mayBeText,
    startsOddly: flag(/^[^\p{L}\p{N}([§¿¡"“«‘'„「『【<#$]/u.test(text)),
    address: flag(address.test(text)),
    numerals: ramp((text.match(/\p{N}/gu)?.length ?? 0) / text.length, 0.15, 0.5) * flag(!isNumbered),
    amount: flag(/\d[.,]\d{2}(?!\d|\+|\.\d)|[$€£¥]\s?\d/.test(isNumbered ? text.replace(inParts, "") : text)),
    wordy: ramp(words, 8, 20),
    item: flag(block.kind === "item" && !isNumbered),
    bullet: flag(block.kind === "item" && /^[^\d\p{L}(]/u.test(block.marker)),
    marks: ramp(marksIn(block), 0, 2),
    caption: flag(isCaption(text) || isOrigin(text))
  }
}

/** Whether a text says that something follows, such as a line of code. */
const isAnnouncing = (block: Block): boolean => /[:：]$/.test(textOf(block))

/** Where it stands on its page and in its column. */
const ofPlace = ({ place, around, text, name, ratio, mayBeText }: Sight) => {
  const { block, after, end } = place
  const { style, lines } = block
  const { box, height, left, right, page, boxed } = block.place
  const isOffCentre = Math.abs(box.x0 + box.x1 - left - right) > offCentreEm * style.size
  const isSetIn = box.x0 > left + edgeEm * style.size
  // centred text below it says that it is centred as everything is, as on a title page
  const isOverText =
    after?.kind === "paragraph" && textOf(after).length > longText && after.place.box.x0 < left + edgeEm * style.size
  const isInPlace = page === around.firstPage && box.y0 < height / 2
  return {
    titlePlace: Math.max(
      flag(block === around.cover),
      flag(isInPlace && (isLargest(block, around.largest) || around.titleLines.has(block))) *
        ramp(ratio, sizes.least, sizes.large)
    ),
    atFoot: flag(box.y0 >= end && box.y0 > footShare * height && ratio < sizes.foot),
    atHead: flag(isAtHead(place)),
    // running heads have titles of the contents too
    inContents: flag(!isAtHead(place) && around.listed.has(name) && !around.titles.has(name)),
    spread: flag(lines.every(({ gap }) => gap !== undefined && gap > partsEm * style.size) && !counted.test(text)),
    full:
      flag((lines.at(-1)?.box.x1 ?? 0) > right - edgeEm * style.size && right - left > minColumnEm * style.size) *
      mayBeText,
    indented: flag(isSetIn && isOffCentre),
    centredCaps:
      flag(style.caps && isSetIn && !isOffCentre && lines.length === 1 && isOverText && !isAtHead(place)) * mayBeText,
    // what nothing in the box stands below of is a heading with a box, or a bar, of its own, if it is larger than text
    boxed: flag(boxed === true && (after?.place.boxed === true || style.mono || ratio < sizes.least))
  }
}

const isAtHead = ({ block: { place } }: Place): boolean => place.box.y1 < headShare * place.height

/** Marks of notes. */
const marksIn = ({ lines }: Candidate): number =>
  lines.reduce((sum, { runs }) => sum + runs.filter(({ baselineShift: shift }) => shift === 1).length, 0)
