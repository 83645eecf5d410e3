/**
 * Block[] → Block[]: short blocks that stand out from the body become headings. One decision over named evidence, weighed in
 * one table; blocks of one style speak for one another. Levels come later.
 */

import { isFigureCaption, isTableCaption } from "../../lines/Captions.ts"
import type { Block, Heading, Paragraph } from "../../model/Block.ts"
import type { DocumentInfo } from "../../model/Document.ts"
import { weigh } from "../../model/Evidence.ts"
import { centreX } from "../../model/Geometry.ts"
import { longText, maxHeadingLines, minIndentEm, sameEdgePt, slackPt } from "../../model/Measures.ts"
import { printedLines, printedText, textOf } from "../../model/Text.ts"
import { type Statistics, styleKey } from "../Statistics.ts"
import { type Candidate, isCandidate, type Place } from "./Candidates.ts"
import { evidence, label } from "./HeadingEvidence.ts"
import { weights } from "./HeadingWeights.ts"
import { initialsIn } from "./Initials.ts"
import { numbering, ownNumber } from "./Numbering.ts"
import { withRepeats } from "./RepeatEvidence.ts"
import { surroundings } from "./Surroundings.ts"
import { labelsIn } from "./TextLabels.ts"

export const headings = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  stats: Statistics,
  info: Pick<DocumentInfo, "title" | "outline">
): ReadonlyArray<ReadonlyArray<Block>> => {
  const scores = scored(pages, stats, info)
  // too short to be weighed
  const initials = initialsIn(pages, stats)
  const isHeading = (block: Block): block is Candidate => (scores.get(block) ?? -1) > 0 || initials.has(block)
  return pages.map((blocks) =>
    merged(
      blocks.map((block) => (isHeading(block) ? heading(block) : block)),
      stats
    )
  )
}

/** Every block that may be a heading, with its score; above 0 it is one. */
const scored = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  stats: Statistics,
  info: Pick<DocumentInfo, "title" | "outline">
): ReadonlyMap<Block, number> => {
  const found = candidates(pages, stats, info)
  const others = agreements(found, weights)
  return new Map(
    found.map(
      ([block, evidence]) => [block, weigh({ ...evidence, agreement: others.get(block) ?? 0 }, weights)] as const
    )
  )
}

/** A candidate with its evidence. */
type Found = readonly [Candidate, Readonly<Record<string, number>>]

/** The candidates of a document, each with its evidence. */
export const candidates = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  stats: Statistics,
  info: Pick<DocumentInfo, "title" | "outline">
): ReadonlyArray<Found> => {
  const around = surroundings(pages, stats, info)
  const labels = labelsIn(pages, stats)
  return withRepeats(
    placesOf(pages, labels).map((place) => [place.block, evidence(place, around)] as const),
    stats
  )
}

/** No block says more than this of the others in its style. */
const maxScoreOfOne = 4

/** What the others of its style at its edge are thought to be, for each block, but for names and dates in a title block. */
export const agreements = (
  found: ReadonlyArray<Found>,
  worth: Readonly<Record<string, number>>
): ReadonlyMap<Candidate, number> => {
  const sums = new Map<string, { sum: number; count: number }>()
  const scores = found.flatMap(([block, evidence]) => {
    if (evidence["frontMatter"] === 1) return []
    const score = Math.max(-maxScoreOfOne, Math.min(maxScoreOfOne, weigh(evidence, worth)))
    const kind = kindOf(block)
    const same = sums.get(kind) ?? { sum: 0, count: 0 }
    same.sum += score
    same.count++
    sums.set(kind, same)
    return [[block, score, same] as const]
  })
  return new Map(scores.map(([block, score, { sum, count }]) => [block, (sum - score) / count] as const))
}

/** The style of a block, and whether it begins where its column does: a line of a title page is no heading's like. */
const kindOf = ({ style, place }: Candidate): string =>
  `${styleKey(style)}|${place.box.x0 < place.left + minIndentEm * style.size}`

const placesOf = (pages: ReadonlyArray<ReadonlyArray<Block>>, labels: ReadonlySet<Block>): ReadonlyArray<Place> => {
  const all = pages.flat().filter((block) => block.kind !== "note")
  const ends = new Map<number, number>()
  for (const block of all) {
    if (block.kind === "paragraph" && textOf(block).length < longText) continue
    ends.set(block.place.page, Math.max(ends.get(block.place.page) ?? 0, block.place.box.y0))
  }
  return all.flatMap((block, i) =>
    isCandidate(block) && !labels.has(block) && !isTitleOfAnother(printedText(block))
      ? [
          {
            block,
            before: all[i - 1],
            after: all[i + 1],
            second: all[i + 2],
            end: ends.get(block.place.page) ?? 0
          }
        ]
      : []
  )
}

/** The caption of a table or a figure is no heading, whatever it looks like. */
const isTitleOfAnother = (text: string): boolean => isTableCaption(text) || isFigureCaption(text)

const heading = (block: Candidate): Heading => ({
  kind: "heading",
  level: 1,
  lines: printedLines(block),
  style: { ...block.style, bold: block.style.bold || areWordsBold(block) },
  place: block.place
})

/** Whether most letters are bold but for names in typewriter, and formulas, which have no bold face. */
const areWordsBold = ({ lines }: Candidate): boolean => {
  let bold = 0
  let all = 0
  for (const run of lines.flatMap(({ runs }) => runs)) {
    if (run.mono || run.latex !== undefined) continue
    const letters = run.text.match(/\p{L}/gu)?.length ?? 0
    all += letters
    if (run.bold) bold += letters
  }
  return all > 0 && 2 * bold >= all
}

/** Lines this much larger than the body's are of titles. */
const display = 1.4
/** No further above a chapter's number stands the word for it, in em. */
const maxWordGapEm = 2

/** Lines of one heading that were taken for several. */
const merged = (blocks: ReadonlyArray<Block>, stats: Pick<Statistics, "size">): ReadonlyArray<Block> => {
  const out: Array<Block> = []
  for (const block of blocks) {
    const last = out.at(-1)
    const goesOn =
      last?.kind === "heading" &&
      (block.kind === "heading" || (block.kind === "paragraph" && isHung(last, block))) &&
      (isContinued(last, block, stats) || isLabelled(last, block))
    const isBehind = last?.kind === "paragraph" && block.kind === "heading"
    if (goesOn || (isBehind && (isNumberOf(last, block) || isWordOf(last, block)))) {
      const { x0, x1, y1 } = block.place.box
      const box = { ...last.place.box, x0: Math.min(last.place.box.x0, x0), x1: Math.max(last.place.box.x1, x1), y1 }
      const style = block.style.size > last.style.size ? block.style : last.style
      out[out.length - 1] = {
        ...block,
        kind: "heading",
        level: 1,
        lines: [...last.lines, ...block.lines],
        style,
        place: { ...last.place, box }
      }
    } else out.push(block)
  }
  return out
}

/** A number by itself right above a heading that begins where it does, or is centred as it is, in print as large. */
const isNumberOf = (number: Paragraph, { style, place: { box } }: Heading): boolean => {
  const { x0, y0, y1 } = number.place.box
  const isAligned = (by: number) => Math.abs(by) < minIndentEm * style.size
  return (
    ownNumber.test(textOf(number)) &&
    number.style.size > style.size - slackPt &&
    (isAligned(box.x0 - x0) || isAligned(centreX(box) - centreX(number.place.box))) &&
    box.y0 > y0 &&
    box.y0 - y1 < number.style.size
  )
}

/** `Chapter` by itself, close above its number. */
const isWordOf = (word: Paragraph, number: Heading): boolean => {
  const gap = number.place.box.y0 - word.place.box.y1
  return gap > 0 && gap < maxWordGapEm * number.style.size && label.test(`${textOf(word)} ${textOf(number)}`)
}

/** Set in from a heading above it that is full: the rest of a title, behind its number. */
const isHung = (a: Heading, b: Paragraph): boolean =>
  isFull(a) && b.place.box.x0 > a.place.box.x0 + minIndentEm * a.style.size

const isContinued = (a: Heading, b: Heading | Paragraph, { size }: Pick<Statistics, "size">): boolean => {
  const gap = b.place.box.y0 - a.place.box.y1
  return (
    !b.tagged &&
    (styleKey(a.style) === styleKey(b.style) || (a.style.size >= display * size && areCentred(a, b))) &&
    a.lines.length + b.lines.length <= maxHeadingLines &&
    gap > -a.style.size &&
    gap < 0.5 * a.style.size &&
    !numbering.test(textOf(b)) &&
    !/[.:!?]$/.test(textOf(a))
  )
}

/** Two centred lines of one size, whatever the font and the weight. */
const areCentred = (a: Heading, b: Heading | Paragraph): boolean =>
  Math.abs(a.style.size - b.style.size) < slackPt &&
  Math.abs(centreX(a.place.box) - centreX(b.place.box)) < sameEdgePt &&
  (isSetIn(a) || isSetIn(b))

const isSetIn = ({ place: { box, left }, style }: Heading | Paragraph): boolean =>
  box.x0 > left + minIndentEm * style.size

/** Its last line reaches the edge of the column, so that it may go on. */
const isFull = (a: Heading): boolean => (a.lines.at(-1)?.box.x1 ?? 0) > a.place.right - 2 * a.style.size

/** What comes next on a page of what only numbers a chapter is its title, however far below it. */
const isLabelled = (a: Heading, b: Heading | Paragraph): boolean =>
  label.test(textOf(a)) && b.place.box.y0 >= a.place.box.y0 && !numbering.test(textOf(b))
