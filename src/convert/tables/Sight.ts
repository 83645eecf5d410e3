/** What detectors look at: the upright lines of a page and its rulings, and what of them stands in a box. */

import { line } from "../lines/Lines.ts"
import { rowsOf } from "../lines/TextRows.ts"
import type { Box } from "../model/Geometry.ts"
import { centreX, holds } from "../model/Geometry.ts"
import type { Line, LineWord } from "../model/Line.ts"
import { middleEm } from "../model/Measures.ts"
import type { Sight } from "./Proposal.ts"

/** How high the middle of the small letters of a word or line stands. */
export const middleOf = ({ baseline, size }: Pick<LineWord, "baseline" | "size">): number => baseline - middleEm * size

export const isIn = (box: Box, word: LineWord): boolean => holds(box, centreX(word.box), middleOf(word))

export const touches = (a: Box, b: Box): boolean => a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1

/** The lines in a box, or what of them is in it. */
const partsIn = ({ lines }: Pick<Sight, "lines">, box: Box): ReadonlyArray<Line> => {
  const out: Array<Line> = []
  for (const each of lines) {
    if (!touches(each.box, box)) continue
    const words = each.words.filter((word) => isIn(box, word))
    if (words.length === each.words.length) out.push(each)
    else if (words.length > 0) out.push(line(words))
  }
  return out
}

export const wordsIn = (sight: Pick<Sight, "lines">, box: Box): ReadonlyArray<LineWord> =>
  partsIn(sight, box).flatMap(({ words }) => words)

/** The words in a box as lines over its whole width, from top to bottom. */
export const linesIn = (sight: Sight, box: Box): ReadonlyArray<Line> => rowsOf(partsIn(sight, box))
