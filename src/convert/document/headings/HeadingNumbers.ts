/** Block[] → Block[]: a number on a line of its own and the title under it are one block, which may be a heading. */

import type { Block, Paragraph } from "../../model/Block.ts"
import { maxLeadingEm, minSizeStep } from "../../model/Measures.ts"
import { textOf } from "../../model/Text.ts"
import type { Statistics } from "../Statistics.ts"
import { type Candidate, isCandidate } from "./Candidates.ts"

/** `3`, `2.1.`, `IV.`, `B.` */
const number = /^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,5}\.?|\p{Lu}\.)$/u

export const withNumbers = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  stats: Statistics
): ReadonlyArray<ReadonlyArray<Block>> =>
  pages.map((blocks) => {
    const out: Array<Block> = []
    for (const block of blocks) {
      const last = out.at(-1)
      if (last?.kind === "paragraph" && isCandidate(block) && isNumberOf(last, block, stats)) {
        out[out.length - 1] = under(last, block)
      } else out.push(block)
    }
    return out
  })

const standsOut = ({ style }: Candidate, stats: Statistics): boolean =>
  style.size > (1 + minSizeStep) * stats.size || (style.bold && !stats.bold)

/** It looks as much like a heading as the title does, and stands at its left edge or over its middle. */
const isNumberOf = (a: Paragraph, b: Candidate, stats: Statistics): boolean => {
  const [above, below] = [a.place.box, b.place.box]
  const gap = below.y0 - above.y1
  const { size } = b.style
  return (
    a.lines.length === 1 &&
    number.test(textOf(a)) &&
    standsOut(a, stats) &&
    standsOut(b, stats) &&
    a.style.size >= size &&
    a.place.page === b.place.page &&
    gap > -size &&
    gap < maxLeadingEm * size &&
    (Math.abs(above.x0 - below.x0) < size || Math.abs(above.x0 + above.x1 - below.x0 - below.x1) < size)
  )
}

const under = (a: Paragraph, b: Candidate): Candidate => ({
  ...b,
  lines: [...a.lines, ...b.lines],
  place: {
    ...b.place,
    box: {
      x0: Math.min(a.place.box.x0, b.place.box.x0),
      y0: a.place.box.y0,
      x1: Math.max(a.place.box.x1, b.place.box.x1),
      y1: b.place.box.y1
    }
  }
})
