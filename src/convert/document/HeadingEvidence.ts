/**
 * Block in its place → evidence: what speaks for and against a block's being a heading, each under a name, from 0 (absent)
 * to 1. Nothing is decided here; what each is worth stands in `HeadingWeights.ts`.
 */

import { isCaption } from "../lines/Captions.ts"
import type { Block, Item, Paragraph } from "../model/Block.ts"
import { overlap } from "../model/Geometry.ts"
import { maxHeadingLines } from "../model/Measures.ts"
import { linesOf, textOf } from "../model/Text.ts"
import { numbering } from "./Numbering.ts"
import { type Statistics, sizeStep, styleKey } from "./Statistics.ts"

/** A block that may be a heading. */
export type Candidate = Paragraph | Item

/** What is known beyond the page. */
export interface Surroundings {
  readonly stats: Statistics
  /** Titles of the outline, as `normal` has them. */
  readonly titles: ReadonlySet<string>
  /** What the document says its own title is. */
  readonly title: string
  /** The document tags headings, so that what it tags as text it means as text. */
  readonly isTold: boolean
  /** The size of the largest text that may be a heading. */
  readonly largest: number
  /** The first page that has text. */
  readonly firstPage: number
  /** Share of the running text by the edge at which it begins, as `edgeOf` has it. */
  readonly edges: ReadonlyMap<number, number>
  /** Share of the larger or bold lines of the document that are numbered. */
  readonly numbered: number
  /** On which share of the pages the first block stands out so far, by `standOf`; of documents of several pages. */
  readonly headsPages: ReadonlyMap<number, number>
  /** The usual space between blocks, in em of the body. */
  readonly gap: number
}

export interface Place {
  readonly block: Candidate
  readonly before: Block | undefined
  readonly after: Block | undefined
  readonly second: Block | undefined
  /** Where the last text of the page begins that a heading may stand over. */
  readonly end: number
}

/** Headings have at most so many characters. */
const mostCharacters = 200

/** Whether a block is short enough, and has words. */
export const isCandidate = (block: Block): block is Candidate =>
  (block.kind === "paragraph" || block.kind === "item") &&
  block.lines.length > 0 &&
  block.lines.length <= maxHeadingLines &&
  !(block.kind === "item" && block.entry) &&
  /\p{L}{2}/u.test(fullText(block)) &&
  fullText(block).length <= mostCharacters

/** Where a block begins, in steps of three points. */
export const edgeOf = ({ place }: Block): number => Math.round(place.box.x0 / 3)

/** Text as titles are compared: letters and digits. */
export const normal = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]+/gu, "")

export const fullText = (block: Candidate): string =>
  block.kind === "item" ? `${block.marker} ${textOf(block)}` : textOf(block)

const known =
  /^(?:abstract|summary|introduction|contents|table of contents|references|bibliography|conclusions?|acknowledge?ments?|appendix|discussion|results|methods?|background|preface|foreword|glossary|index|related work|overview|literaturverzeichnis|zusammenfassung|einleitung|inhaltsverzeichnis|résumé|résumen)[:.]?$/i
/** `Chapter 2` on a line of its own, above the title. */
export const label =
  /^(?:(?:chapter|part|appendix|annex|kapitel|teil|anhang|chapitre|partie|annexe|capítulo|capitolo|hoofdstuk|глава)\s+(?:\d{1,3}|[IVXLC]{1,6}|\p{Lu})[.:]?|第\s*[\d一二三四五六七八九十百]+\s*[章部编編])$/iu
const address = /@|https?:|www\./
const counted = /^(?:\p{L}+\s)?(?:[\dIVXLC]+(?:\.\d+)*|\p{Lu})[.):]?\s|^第|^§/u
/** A number that says what it is part of, such as `2.1`; a mere `3.` may count the items of a list. */
const nested = /^(?:\p{L}+\s)?(?:\d+\.\d|[A-Z]\.\d)/u
const leaders = /(\. ?){4,}|…/

/** 0 at `from` and below, 1 at `to` and above. */
const ramp = (value: number, from: number, to: number): number => Math.min(1, Math.max(0, (value - from) / (to - from)))

/** How far a block stands out: by size, then weight, then capitals; 0 where it does not. */
export const standOf = ({ style }: Candidate, stats: Statistics): number => {
  const isBold = style.bold && !stats.bold
  const isLarger = style.size > 1.06 * stats.size
  return isLarger || isBold || style.caps ? sizeStep(style.size) * 4 + (isBold ? 2 : 0) + (style.caps ? 1 : 0) : 0
}

const flag = (is: boolean): number => (is ? 1 : 0)

export const evidence = (place: Place, known_: Surroundings): Readonly<Record<string, number>> => {
  const { block, before, after, second } = place
  const { stats, titles, title, isTold } = known_
  const { style, lines } = block
  const text = fullText(block)
  const words = Math.max(text.split(/\s+/).length, Math.ceil((text.match(ideograph)?.length ?? 0) / 2))
  const ratio = style.size / (stats.size || style.size)
  const isNumbered = numbering.test(text)
  const gaps = gapsOf(block, before, after)
  const isOver = after !== undefined && isBelow(block, after) && isBody(after, block)
  const next = after !== undefined && isText(after) ? after : undefined
  const share = (stats.styles.get(styleKey(style)) ?? 0) / (stats.characters || 1)
  const isBodySized = ratio < 1.06
  const stand = standOf(block, stats)
  const stands = ratio > 1.06 || (style.bold && !stats.bold) || style.caps
  const { box, height, left, right } = block.place
  return {
    larger: ramp(ratio, 1, 1.15),
    muchLarger: ramp(ratio, 1.15, 1.4),
    display: ramp(ratio, 1.4, 1.8),
    largest: flag(style.size >= known_.largest - 0.5) * ramp(ratio, 1.1, 1.4),
    titlePlace:
      flag(style.size >= known_.largest - 0.5 && block.place.page === known_.firstPage && box.y0 < height / 2) *
      ramp(ratio, 1.1, 1.4),
    smaller: ramp(1 - ratio, 0.03, 0.15),
    bold: flag(style.bold && !stats.bold),
    caps: flag(style.caps),
    italic: flag(style.italic),
    otherFont: flag(style.font !== stats.font),
    otherColour: flag(style.colour !== stats.colour),
    numbered: flag(isNumbered),
    label: flag(label.test(text)),
    numberedItalic: flag(isNumbered && style.italic && isOver),
    nested: flag(nested.test(text) && words <= 14),
    unnumbered: flag(!isNumbered && isBodySized) * ramp(known_.numbered, 0.5, 0.8),
    known: flag(known.test(text.replace(/^[\dIVXA-Z.]+\s+/, ""))),
    inOutline: flag(titles.has(normal(text))),
    isTitle: flag(title.length > 3 && normal(text) === title),
    taggedAsText: flag(isTold && block.tagged === true) * (1 - ramp(ratio, 1.15, 1.4)),
    endsOpen: flag(/[,;]$/.test(text)),
    endsSentence: flag((/[.!]["”’)]?$/.test(text) && words > 3) || /。$/.test(text)),
    endsColon: flag(/[:：]$/.test(text)),
    startsSmall: flag(/^\p{Ll}/u.test(text)),
    startsOddly: flag(/^[^\p{L}\p{N}([§¿¡"“«‘'„「『【<#$]/u.test(text)),
    address: flag(address.test(text)),
    numerals: ramp((text.match(/\p{N}/gu)?.length ?? 0) / text.length, 0.15, 0.5) * flag(!isNumbered),
    amount: flag(/\d[.,]\d{2}(?!\d)|[$€£¥]\s?\d/.test(text)),
    lines: ramp(lines.length, 1, 3) * flag(ratio < 1.3),
    wordy: ramp(words, 8, 20),
    item: flag(block.kind === "item" && !isNumbered),
    bullet: flag(block.kind === "item" && /^[^\d\p{L}(]/u.test(block.marker)),
    sibling: flag(isSibling(before, block) || isSibling(after, block)),
    twin: flag(next !== undefined && isBelow(block, next) && styleKey(next.style) === styleKey(style)),
    common: ramp(share, 0.1, 0.3) * ramp(stats.characters, 300, 1500),
    spaceAbove: ramp(gaps.above, 0.3, 1.5),
    spaceBelow: ramp(gaps.below, 0.3, 1.5),
    closeBelow: flag(gaps.below < gaps.above - 0.15),
    first: flag(gaps.isFirst),
    overText: flag(isOver),
    standingOverText: flag(isOver && stands),
    overSmaller: flag(
      next !== undefined &&
        isBelow(block, next) &&
        next.style.size < style.size - 0.5 &&
        (next.kind === "heading" || next.style.size > stats.size + 0.5 || next.style.bold)
    ),
    overIndented:
      flag(next?.kind === "paragraph" && isOver && next.place.box.x0 > box.x0 + 1.2 * style.size && !next.style.bold) *
      ramp(known_.edges.get(edgeOf(block)) ?? 0, 0.05, 0.25),
    overLarger: flag(next !== undefined && isNear(block, next) && next.style.size >= 1.2 * style.size),
    underLarger: flag(
      before !== undefined && isText(before) && isNear(before, block) && before.style.size >= 1.2 * style.size
    ),
    overHeadless: flag(
      next !== undefined &&
        isNear(block, next) &&
        next.style.size >= 1.2 * style.size &&
        second !== undefined &&
        !isBody(second, next)
    ),
    last: flag(after === undefined),
    atFoot: flag(box.y0 >= place.end && box.y0 > 0.85 * height && ratio < 1.5),
    atHead: flag(box.y1 < 0.08 * height),
    across: flag(isAcross(block) || isLevel(block, before) || isLevel(block, after)),
    spread: flag(lines.every(({ gap }) => gap !== undefined && gap > 4 * style.size) && !counted.test(text)),
    marks: flag(marksIn(block) >= 2),
    caption: flag(isCaption(text)),
    leaders: flag(leaders.test(text)),
    paged: flag(/\D\d{1,4}$/.test(text) && (isEntry(before) || isEntry(after))),
    full: flag((lines.at(-1)?.box.x1 ?? 0) > right - 1.5 * style.size && right - left > 20 * style.size && ratio < 1.3),
    indented: flag(box.x0 > left + 1.5 * style.size && Math.abs(box.x0 + box.x1 - left - right) > 3 * style.size),
    boxed: flag(block.place.boxed === true),
    boldLarger: flag(style.bold && !stats.bold) * ramp(ratio, 1, 1.15),
    largeCaps: flag(style.caps) * ramp(ratio, 1.15, 1.4),
    largeColour: flag(style.colour !== stats.colour) * ramp(ratio, 1.15, 1.4),
    headsPages: flag(stand > 0) * ramp(known_.headsPages.get(stand) ?? 0, 0.2, 0.6),
    wideAbove: ramp(gaps.above - known_.gap, 0.1, 1),
    centred: flag(box.x0 > left + 3 * style.size && Math.abs(box.x0 + box.x1 - left - right) < style.size)
  }
}

const isText = (block: Block): block is Exclude<Block, { kind: "table" | "code" | "figure" | "formula" }> =>
  block.kind === "paragraph" || block.kind === "item" || block.kind === "heading" || block.kind === "note"

/** What a heading stands over: text that is no larger than it is and does not stand out as it does, or anything that is no text. */
const isBody = (block: Block, over: Candidate | { readonly style: Candidate["style"] }): boolean =>
  !isText(block) ||
  (block.style.size <= over.style.size + 0.25 &&
    (block.style.bold !== over.style.bold || block.style.size < over.style.size - 0.25 || linesOf(block).length > 1) &&
    (lengthOf(textOf(block)) >= 40 || block.kind === "item"))

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/** Characters, of which an ideograph says as much as three. */
const lengthOf = (text: string): number => text.length + 2 * (text.match(ideograph)?.length ?? 0)

/** On the same page and further down, or behind it in the same line, or on the next page. */
const isBelow = (a: Block, b: Block): boolean =>
  b.place.page === a.place.page
    ? b.place.box.y0 > a.place.box.y0 - 1 && (b.place.box.y0 > a.place.box.y0 + 1 || b.place.box.y1 > a.place.box.y1)
    : b.place.page > a.place.page

const isNear = (a: Block, b: Block): boolean => {
  const gap = b.place.box.y0 - a.place.box.y1
  const size = isText(b) ? b.style.size : 10
  return a.place.page === b.place.page && gap > -0.5 * size && gap < 1.5 * size
}

/** Space above and below, in em, within the column; `isFirst` where nothing stands above. */
const gapsOf = (block: Candidate, before: Block | undefined, after: Block | undefined) => {
  const { box, page } = block.place
  const isWith = (other: Block | undefined): other is Block =>
    other !== undefined &&
    other.place.page === page &&
    overlap(other.place.box.x0, other.place.box.x1, box.x0, box.x1) > 0
  const above = isWith(before) && before.place.box.y1 <= box.y0 + block.style.size ? box.y0 - before.place.box.y1 : null
  const below = isWith(after) && after.place.box.y0 >= box.y1 - block.style.size ? after.place.box.y0 - box.y1 : null
  return {
    above: above === null ? 1 : above / block.style.size,
    below: below === null ? 0.5 : below / block.style.size,
    isFirst: above === null
  }
}

const marksIn = ({ lines }: Candidate): number =>
  lines.reduce(
    (sum, { runs }) => sum + runs.filter(({ baselineShift: shift, text }) => shift === 1 && /\S/.test(text)).length,
    0
  )

/** Two texts at both ends of a line near the top of the page. */
const isAcross = ({ lines: [first, second], place, style }: Candidate): boolean =>
  first?.gap !== undefined && second === undefined && first.gap > 5 * style.size && place.box.y1 < 0.12 * place.height

/** One of two texts at both ends of a row near the top of the page. */
const isLevel = ({ lines, place, style }: Candidate, other: Block | undefined): boolean =>
  other !== undefined &&
  other.place.page === place.page &&
  lines.length === 1 &&
  place.box.y1 < 0.12 * place.height &&
  Math.abs(other.place.box.y1 - place.box.y1) < 0.2 * style.size &&
  -overlap(other.place.box.x0, other.place.box.x1, place.box.x0, place.box.x1) > 5 * style.size

/** A line of a table of contents: beside one, a line that ends in a number is another. */
const isEntry = (block: Block | undefined): boolean =>
  block !== undefined &&
  ((block.kind === "item" && block.entry === true) || /(?:\. ?){4,}\s*[\divxlc]+$/.test(textOf(block)))

const isSibling = (other: Block | undefined, block: Block): boolean =>
  other?.kind === "item" && block.kind === "item" && styleKey(other.style) === styleKey(block.style)
