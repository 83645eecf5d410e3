/**
 * EdgeRow on its page → evidence: what speaks for and against a row's running over or under the text, from 0 (absent) to 1, as far as a
 * page shows it that has no other beside it. What each is worth stands in `EdgeWeights.ts`.
 */

import { isCaption } from "../../lines/Captions.ts"
import { noteLabel, noteSign } from "../../lines/Markers.ts"
import type { Block, Style } from "../../model/Block.ts"
import { flag, ramp } from "../../model/Evidence.ts"
import { greatest } from "../../model/Geometry.ts"
import { farEm, minSeries, minSizeStep } from "../../model/Measures.ts"
import { normal, printedText, textOf } from "../../model/Text.ts"
import { inParts } from "../headings/Numbering.ts"
import type { EdgeRow, Text } from "./EdgeRows.ts"

/** What is known of the document. */
export interface EdgeSight {
  /** How most of it is set. */
  readonly body: Style
  readonly pages: number
  /** What the document says its own title is. */
  readonly title: string
  /** By how much page numbers in print differ from the places of their pages in the file, as far as known. */
  readonly offsets: ReadonlyArray<number>
  /** What the document calls its pages, by their place in the file. */
  readonly labels: ReadonlyMap<number, string>
  /** The largest size in which the document says something, by what that is called. */
  readonly sizes: ReadonlyMap<string, number>
  /** The rows that stand in the same place of the document's only other page. */
  readonly twins: ReadonlySet<EdgeRow>
  /** The rows with something farther out that comes back on other pages. */
  readonly inner: ReadonlySet<EdgeRow>
}

/** `isOutside`: a row that runs stands between this one and the text. */
export const edgeEvidence = (row: EdgeRow, sight: EdgeSight, isOutside: boolean): Readonly<Record<string, number>> =>
  withSilence({
    ...ofPlace(row, sight, isOutside),
    ...ofLook(row, sight),
    ...ofNumbers(row, sight),
    ...ofWords(row, sight)
  })

/** Evidence that only running heads have. Without any of it, and with no running row further in, a row is part of the page's text. */
const telling = ["number", "total", "counts", "title", "echo", "copyright", "issue", "link", "printed"]

const withSilence = (found: Readonly<Record<string, number>>): Readonly<Record<string, number>> => ({
  ...found,
  silent: flag([...telling, "outside", "twin"].every((name) => found[name] === 0))
})

const ofPlace = (row: EdgeRow, { body, pages, twins, inner }: EdgeSight, isOutside: boolean) => {
  const { texts, isFoot, clear } = row
  const [first] = texts
  const { page, height, box } = (first as Text).place
  const edge = (isFoot ? height - box.y1 : box.y0) / height
  return {
    foot: flag(isFoot),
    first: flag(page === 1 && !isFoot),
    many: ramp(pages, 2, 6),
    near: 1 - ramp(edge, 0.03, 0.1),
    clear: ramp(clear / body.size, 0.7, 3),
    touching: isOutside ? 0 : 1 - ramp(clear / body.size, 0.3, 1),
    outside: flag(isOutside),
    inside: flag(inner.has(row)),
    twin: flag(twins.has(row)),
    spread: flag(texts.length > 1),
    cells: ramp(texts.length, 3, 5)
  }
}

const ofLook = ({ texts }: EdgeRow, { body }: EdgeSight) => {
  const every = (is: (style: Style) => boolean) => flag(texts.every(({ style }) => is(style)))
  const ratio = greatest(texts.map(({ style }) => style.size)) / body.size
  return {
    smaller: ramp(1 - ratio, 0.03, 0.2),
    larger: ramp(ratio, 1.05, 1.3),
    display: ramp(ratio, 1.15, 1.4),
    bold: every((style) => style.bold && !body.bold),
    italic: every((style) => style.italic && !body.italic),
    mono: every((style) => style.mono && !body.mono),
    caps: every((style) => style.caps),
    otherFont: every((style) => style.font !== body.font),
    otherColour: every((style) => style.colour !== body.colour),
    lines: ramp(greatest(texts.map(({ lines }) => lines.length)), 1, 3),
    full: flag(
      texts.every(({ place: { box, left, right }, style }) => right - left - (box.x1 - box.x0) < farEm * style.size)
    )
  }
}

const counted = /^(?:\p{L}{1,7}\.? )?(\d{1,4})(?: ?(?:\/|\||of|von|de|di|sur|из|av|z|van|af|od|\/) ?(\d{1,4}))?$/u
/** Not within an address or another number. */
const total = /(?<![^\s([|·•–—])(\d{1,4}) ?(?:\/|of|von|de|di|sur|из|av|z|van|af|od) ?(\d{1,4})(?![^\s)\]|·•–—])/u
const roman = /^[ivx]{1,5}$/
/** At one end of a text; before a title it needs a sign between, where it is no section's. */
const ends = /^(\d{1,4})(?=$|\s*[|•·–—])|(?<=^|[^\d\s\p{L}.,:;(%/-]\s*|\s)(\d{1,4})$/gu

/** What a text says without dashes, bars and leaders at its ends; a row of dashes is a line and stays. */
const ownOf = (block: Text): string =>
  printedText(block)
    .replace(/^(?:[-–—|…]\s?){1,2}|(?:\s?[-–—|]){1,2}$/gu, "")
    .trim()

const ofNumbers = ({ texts }: EdgeRow, { offsets, labels }: EdgeSight) => {
  const page = texts[0]?.place.page ?? 1
  const isOwn = (digits: string | undefined) =>
    digits !== undefined && (offsets.includes(Number(digits) - page) || digits === labels.get(page))
  const own = texts.map(ownOf)
  const whole = own.map((text) => counted.exec(text))
  const isOf = (found: RegExpExecArray | null) => found?.[2] !== undefined && Number(found[1]) <= Number(found[2])
  const numbers = own.flatMap((text) => [...text.matchAll(ends)].map((found) => found[1] ?? found[2] ?? ""))
  const bare = own.filter((text) => /^\d{1,4}$/.test(text))
  const areData = (own.join(" ").match(/(?<!\S)\d{1,6}(?!\S)/g)?.length ?? 0) > minSeries
  return {
    number: flag(whole.some((found) => isOwn(found?.[1])) || own.some((text) => roman.test(text))),
    onlyNumber: flag(bare.length === 1 && own.length === 1),
    total: flag(own.some((text) => isOf(total.exec(text)))),
    counts: flag(!areData && numbers.some(isOwn)),
    figures: flag(areData)
  }
}

const link = /^https?:\/\/\S+$/i
/** A number right before a text. */
const isLed = ([first, second]: ReadonlyArray<Text>): boolean =>
  first !== undefined &&
  second !== undefined &&
  noteLabel(ownOf(first)) !== null &&
  second.place.box.x0 - first.place.box.x1 < farEm * second.style.size

const isRaised = ({ lines }: Text): boolean => lines[0]?.runs[0]?.baselineShift === 1

/** The sign of a note, which is none before a number, as in `§ 1`; or a numeral and a sentence. */
const note = new RegExp(`^(?:${noteSign}(?!\\s?\\d)|\\d{1,3}\\s?\\p{L}.*\\s.*\\s.*[.!?)]$)`, "u")
const date = /\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\b(?:19|20)\d\d\b/
/** When it was printed, as browsers say it. */
const printed = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AP]M)?$/i
const phone = /\+\d[\d\s()/.-]{7,}\d|\(\d{2,5}\)[\d\s/-]{5,}\d/
const issue = /\b(?:vol|issn|doi|isbn|arxiv)\b[.:]?\s*\d|doi\.org/i

/** What a line is called: without its number, and the page's. */
export const nameOf = (block: Block): string =>
  normal(textOf(block).replace(/^[\d\s.|–—-]+|(?<![\d\s.|–—-])[\d\s.|–—-]+$/g, ""))

const ofWords = ({ texts }: EdgeRow, { title, sizes, pages }: EdgeSight) => {
  const own = texts.map(ownOf)
  const some = (is: RegExp) => flag(own.some((text) => is.test(text)))
  const all = own.join(" ")
  // whose a document is, and where it is found, runs over its first page or over all: what a later page alone says of it is text
  const maySayIt = pages < minSeries || texts[0]?.place.page === 1
  const ofDocument = (is: RegExp) => (maySayIt ? some(is) : 0)
  return {
    title: flag(title !== "" && texts.some((text) => normal(textOf(text)).startsWith(title))),
    echo: flag(texts.some((text) => (sizes.get(nameOf(text)) ?? 0) > (1 + minSizeStep) * text.style.size)),
    copyright: ofDocument(/©|\(c\) (?:19|20)\d\d/i),
    issue: ofDocument(issue),
    link: ofDocument(link),
    formula: flag(texts.some(({ lines }) => lines.some(({ runs }) => runs.some(({ latex }) => latex !== undefined)))),
    signs: ramp((all.match(/[^\p{L}\p{N}\s.,:;()|/•·©&'’–—-]/gu)?.length ?? 0) / (all.length || 1), 0.05, 0.2),
    mail: some(/\S@\S/),
    phone: some(phone),
    date: some(date),
    printed: ofDocument(printed),
    amount: some(/(?:^|[\d\s])[.,]\d{2}(?![\d.])|[$€£¥]\s?\d/),
    caption: flag(own.some(isCaption)),
    nested: some(inParts),
    labelled: some(/^\p{L}[^:]{1,24}:\s?\S/u),
    named: some(/(?:[:#№]|\bn[or°º]\.?)\s?\d/i),
    asks: some(/[:?]$/),
    sentence: flag(own.some((text) => /[.!?]["”’)]?(?:\s+\d{1,4})?$/.test(text) && text.split(/\s+/).length > 4)),
    startsSmall: some(/^\p{Ll}/u),
    wordy: ramp(all.length, 40, 120),
    long: ramp(all.length, 100, 250),
    item: flag(texts.some(({ kind }) => kind === "item")),
    noted: flag(isLed(texts) || own.some((text) => note.test(text)) || texts.some(isRaised))
  }
}
