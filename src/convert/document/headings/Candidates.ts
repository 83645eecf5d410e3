/** Which blocks may be headings, and what is known around them. */

import { type Block, type Item, isEntry, type Paragraph } from "../../model/Block.ts"
import { maxHeadingLines, minSizeStep, sameEdgePt, slackPt } from "../../model/Measures.ts"
import { ideographs, printedText } from "../../model/Text.ts"
import { prominence, type Statistics } from "../Statistics.ts"

/** A block that may be a heading. */
export type Candidate = Paragraph | Item

/** What is known beyond the page. */
export interface Surroundings {
  readonly stats: Statistics
  /** Titles of the outline, as `normal` has them. */
  readonly titles: ReadonlySet<string>
  /** Titles that a printed table of contents lists, as `normal` has them. */
  readonly listed: ReadonlySet<string>
  /** What the document says its own title is. */
  readonly title: string
  /** The document tags headings, so that what it tags as text it means as text. */
  readonly isTold: boolean
  /** The size of the largest text that may be a heading. */
  readonly largest: number
  /** The first page that has text. */
  readonly firstPage: number
  /** The title in its place, and other lines as large. */
  readonly titleLines: ReadonlySet<Block>
  /** The lines of that page that give authors, dates and the like: not its title. */
  readonly front: ReadonlySet<Block>
  /** The largest text of a title page, if no other is as large. */
  readonly cover: Block | undefined
  /** Share of the running text by the edge at which it begins, as `edgeOf` has it. */
  readonly edges: ReadonlyMap<number, number>
  /** Share of the larger or bold lines of the document that are numbered. */
  readonly numbered: number
  /** By how far a block stands out (`standOf`): the share of the pages that begin with a block that does so. Only if several do. */
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

/** A title whose lines are centred may have more than a heading has. */
const maxTitleLines = 6
/** Maximum number of characters in a heading. */
const mostCharacters = 200

/** A version, which heads what changed in it. */
const version = /^\[?(?:v?\d+\.\d+\.(?:\d+|x)|(?:\d{4}[/.-]\d{1,2}[/.-]\d{1,2}\s+)?v\.?\d)/
/** Two letters, two ideographs that are spaced out, or one capital behind a number. */
const word = /\p{L}{2}|^\p{Lo}\s{1,2}\p{Lo}$|^\d{1,3}(?:\.\d{1,3})*\.?\s{1,2}\p{Lu}$/u

/** Whether a block is short enough, has words, and is not stamped aslant over its page, such as `Draft`. */
export const isCandidate = (block: Block): block is Candidate => {
  if (block.kind !== "paragraph" && block.kind !== "item") return false
  const { length } = block.lines
  if (length > maxTitleLines || (length > maxHeadingLines && !areCentred(block))) return false
  if (isEntry(block) || (block.place.angle ?? 0) % 90 !== 0) return false
  const text = printedText(block)
  return text.length <= mostCharacters && (word.test(text) || version.test(text))
}

/** Whether the lines of a block have one centre, and not one edge. */
const areCentred = ({ lines, place: { box } }: Candidate): boolean =>
  lines.some((line) => Math.abs(line.box.x0 - box.x0) > sameEdgePt) &&
  lines.every((line) => Math.abs(line.box.x0 + line.box.x1 - box.x0 - box.x1) < 2 * sameEdgePt)

/** Whether a block is as large as the largest text of the document, that its title may be. */
export const isLargest = ({ style }: Candidate, largest: number): boolean => style.size >= largest - slackPt

/** Where a block begins, in steps of three points. */
export const edgeOf = ({ place }: Block): number => Math.round(place.box.x0 / 3)

/** Characters, of which an ideograph says as much as three. */
export const lengthOf = (text: string): number => text.length + 2 * ideographs(text)

/** How far a block stands out of the text; 0 where it does not. */
export const standOf = ({ style }: Candidate, stats: Statistics): number => {
  const isBold = style.bold && !stats.bold
  const isLarger = style.size > (1 + minSizeStep) * stats.size
  return isLarger || isBold || style.caps ? prominence({ ...style, bold: isBold }) : 0
}
