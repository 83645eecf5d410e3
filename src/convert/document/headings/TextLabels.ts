/**
 * Block[][] → the blocks that label a text and are no headings, though they are as short and as bold: the terms of a definition list,
 * whose text is indented under them, and the labels of notes and items, which are indented together with their text. None is larger
 * than the text.
 */

import type { Block, Paragraph } from "../../model/Block.ts"
import {
  longText,
  minIndentEm,
  minPair,
  minSeries,
  minSizeStep,
  mostShare,
  nearlyAll,
  sameEdgePt
} from "../../model/Measures.ts"
import { countWhile } from "../../model/Sorted.ts"
import { normal, printedText, textOf } from "../../model/Text.ts"
import { type Statistics, styleKey } from "../Statistics.ts"
import { type Candidate, edgeOf, isCandidate } from "./Candidates.ts"
import { known } from "./HeadingEvidence.ts"
import { inParts, numbering } from "./Numbering.ts"

const limits = {
  /** Where text begins this far before a term, in em, that is of another column. */
  maxIndentEm: 8,
  /** Less of the document's running text than this stands by chance where terms do. */
  minTextShare: 0.04
} as const

/** How text ends that explains, as the fields of a form do not. */
const sentence = /[.!?:;…。)\]"'”’»]$/u

/** What might be a label, and the text below it. */
interface Pair {
  readonly block: Candidate
  readonly after: Paragraph
}

/** Shares of the running text. */
interface Running {
  /** What begins where its column does. */
  readonly flush: number
  /** What begins from one place up to another. */
  readonly within: (from: number, to: number) => number
}

export const labelsIn = (pages: ReadonlyArray<ReadonlyArray<Block>>, stats: Statistics): ReadonlySet<Block> => {
  const running = runningIn(pages.flat().filter(isRunning))
  const pairs = pages.flatMap((blocks) =>
    blocks.flatMap((block, i): ReadonlyArray<Pair> => {
      const after = blocks[i + 1]
      return isCandidate(block) && mayLabel(block, stats) && after?.kind === "paragraph" ? [{ block, after }] : []
    })
  )
  const alike = [...Map.groupBy(pairs, ({ block }) => `${styleKey(block.style)}|${edgeOf(block)}`).values()]
  const isText = running.flush >= mostShare
  const found = alike.filter((group) => areTerms(group, running) || (isText && areInset(group)))
  return new Set(
    found.flatMap((group) => group.filter((pair) => hangs(pair) || isInset(pair)).map(({ block }) => block))
  )
}

const isRunning = (block: Block): block is Paragraph =>
  block.kind === "paragraph" && !block.style.bold && textOf(block).length >= longText

const mayLabel = (block: Candidate, { size }: Statistics): boolean => {
  const text = printedText(block)
  const isNumbered = numbering.test(text) || inParts.test(text)
  return block.kind === "paragraph" && block.style.size <= (1 + minSizeStep) * size && !isNumbered
}

/** Several that differ, as parts that each section has do not, from nearly all of which sentences are set in, where other text stands no further in than they do. */
const areTerms = (group: ReadonlyArray<Pair>, running: Running): boolean => {
  const terms = group.filter(hangs)
  const [first] = terms
  if (first === undefined) return false
  const { place, style } = first.block
  const { x0 } = place.box
  return (
    terms.length >= minSeries &&
    terms.length >= nearlyAll * group.length &&
    new Set(terms.map(({ block }) => normal(printedText(block)))).size >= mostShare * terms.length &&
    terms.filter(({ after }) => sentence.test(textOf(after))).length >= mostShare * terms.length &&
    running.within(x0 - limits.maxIndentEm * style.size, x0 + minIndentEm * style.size) >= limits.minTextShare
  )
}

const isBelow = ({ block, after }: Pair): boolean => after.place.box.y0 > block.place.box.y0

const hangs = ({ block, after }: Pair): boolean =>
  isBelow({ block, after }) && after.place.box.x0 > block.place.box.x0 + minIndentEm * block.style.size

/** Nearly all are indented together with their texts, at least one of which has several lines, so that its edge is known. */
const areInset = (group: ReadonlyArray<Pair>): boolean => {
  const inset = group.filter(isInset)
  return inset.length >= nearlyAll * group.length && inset.some(({ after }) => after.lines.length >= minPair)
}

const isInset = (pair: Pair): boolean =>
  isBelow(pair) &&
  !isFlush(pair.block) &&
  !known.test(printedText(pair.block)) &&
  Math.abs(pair.after.place.box.x0 - pair.block.place.box.x0) <= sameEdgePt

/** Where its column begins. */
const isFlush = ({ place: { box, left }, style }: Candidate): boolean => box.x0 <= left + minIndentEm * style.size

const runningIn = (texts: ReadonlyArray<Paragraph>): Running => {
  const sorted = texts.toSorted((a, b) => a.place.box.x0 - b.place.box.x0)
  /** How much there is of the first so many. */
  const upTo = [0]
  let flush = 0
  for (const each of sorted) {
    const { length } = textOf(each)
    upTo.push((upTo.at(-1) ?? 0) + length)
    if (isFlush(each)) flush += length
  }
  const all = upTo.at(-1) || 1
  const lengthOf = (is: (text: Paragraph) => boolean) => upTo[countWhile(sorted, is)] ?? 0
  return {
    flush: flush / all,
    within: (from, to) =>
      (lengthOf(({ place }) => place.box.x0 <= to) - lengthOf(({ place }) => place.box.x0 < from)) / all
  }
}
