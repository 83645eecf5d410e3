/**
 * Block between its neighbours → evidence: what stands before and behind a block, and how far from it, that speaks for and
 * against its being a heading.
 */

import { type Block, type Heading, isEntry } from "../../model/Block.ts"
import { flag, ramp } from "../../model/Evidence.ts"
import { overlap } from "../../model/Geometry.ts"
import { linesOf, printedText, textOf } from "../../model/Text.ts"
import { styleKey } from "../Statistics.ts"
import { type Candidate, edgeOf, lengthOf, type Place, type Surroundings } from "./Candidates.ts"

export const ofNeighbours = (place: Place, around: Surroundings, isNumbered: boolean) => {
  const { block, before, after, second } = place
  const { style } = block
  const { box } = block.place
  const gaps = gapsOf(block, before, after)
  const isOver = after !== undefined && isBelow(block, after) && isBody(after, block)
  const next = after !== undefined && isText(after) ? after : undefined
  const isOverLarger = next !== undefined && isNear(block, next) && isLargerThan(next, block)
  const edge = around.edges.get(edgeOf(block)) ?? 0
  return {
    numberedItalic: flag(isNumbered && style.italic && isOver),
    sibling: flag(isSibling(before, block) || isSibling(after, block)),
    twin: flag(next !== undefined && isBelow(block, next) && styleKey(next.style) === styleKey(style)),
    spaceBelow: ramp(gaps.below, 0.3, 1.5),
    closeBelow: flag(gaps.below < gaps.above - 0.15),
    closeAbove: flag(gaps.above < gaps.below - 0.15),
    underFigure: flag(
      before !== undefined && before.kind === "table" && isBelow(before, block) && gaps.above < mostUnder
    ),
    wideAbove: ramp(gaps.above - around.gap, 0.1, 1),
    last: flag(after === undefined),
    overText: flag(isOver),
    overSmaller: flag(next !== undefined && isBelow(block, next) && isSmallerHeading(next, block, around)),
    overIndented:
      flag(next?.kind === "paragraph" && isOver && next.place.box.x0 > box.x0 + 1.2 * style.size && !next.style.bold) *
      ramp(edge, 0.05, 0.25),
    outdented:
      flag(isNumbered && next !== undefined && isOver && next.place.box.x0 > box.x0 + style.size) *
      ramp(next === undefined ? 0 : (around.edges.get(edgeOf(next)) ?? 0), 0.4, 0.7) *
      (1 - ramp(edge, 0.02, 0.1)),
    overLarger: flag(isOverLarger),
    overHeadless: flag(isOverLarger && second !== undefined && !isBody(second, next)),
    across: flag(isAcross(block) || isLevel(block, before) || isLevel(block, after)),
    paged: flag(/\D\d{1,4}$/.test(printedText(block)) && (namesPage(before) || namesPage(after)))
  }
}

/** Maximum distance, in em, between a table and what is said about it below. */
const mostUnder = 1.5

/** The size of a block by that of the text that it stands over, such as an abstract's; 0 over none. */
export const overSize = ({ block, after }: Place): number =>
  after !== undefined && isText(after) && isBelow(block, after) && isBody(after, block)
    ? block.style.size / after.style.size
    : 0

type Text = Candidate | Heading

const isText = (block: Block): block is Text =>
  block.kind === "paragraph" || block.kind === "item" || block.kind === "heading"

/** Whether a block can be what a heading stands over: no larger than the heading and not set as it is, or no text at all. */
const isBody = (block: Block, over: Pick<Text, "style">): boolean =>
  !isText(block) ||
  (block.style.size <= over.style.size + 0.25 &&
    (block.style.bold !== over.style.bold || block.style.size < over.style.size - 0.25 || linesOf(block).length > 1) &&
    (lengthOf(textOf(block)) >= 40 || block.kind === "item"))

const isLargerThan = (block: Text, other: Text): boolean => block.style.size >= 1.2 * other.style.size

/** Smaller than what stands over it, though no running text. */
const isSmallerHeading = ({ style }: Text, over: Text, { stats }: Surroundings): boolean =>
  style.size < over.style.size - 0.5 && (style.size > stats.size + 0.5 || style.bold)

/** On the same page and further down, or behind it in the same line, or on the next page. */
const isBelow = (a: Block, b: Block): boolean =>
  b.place.page === a.place.page
    ? b.place.box.y0 > a.place.box.y0 - 1 && (b.place.box.y0 > a.place.box.y0 + 1 || b.place.box.y1 > a.place.box.y1)
    : b.place.page > a.place.page

const isNear = (a: Block, b: Text): boolean => {
  const gap = b.place.box.y0 - a.place.box.y1
  const { size } = b.style
  return a.place.page === b.place.page && gap > -0.5 * size && gap < 1.5 * size
}

/** Space above and below, in em, within the column. */
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
    below: below === null ? 0.5 : below / block.style.size
  }
}

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

/** Whether a block is an entry of a table of contents that names its page: beside one, a line that ends in a number is another. */
const namesPage = (block: Block | undefined): boolean => isEntry(block) && /(?:\d|\s[ivxlc]+)$/i.test(textOf(block))

const isSibling = (other: Block | undefined, block: Block): boolean =>
  other?.kind === "item" && block.kind === "item" && styleKey(other.style) === styleKey(block.style)
