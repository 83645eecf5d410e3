/**
 * RawPage, Line[] → Figure[] and what they leave of the page: pictures and drawings with their panels and labels, each as one
 * thing. What is drawn lies in clusters; captions tell which of them belong together; labels join what they stand at; a sum
 * of evidence decides. What a figure has taken is no text, no rule and no tint of the page any more.
 */

import type { Figure } from "../model/Block.ts"
import { type Box, isInside } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { slackPt } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { alternatives } from "./Alternatives.ts"
import { figureCandidates, isFigure } from "./Candidates.ts"
import { isMostlyIn } from "./Evidence.ts"
import { inReadingOrder } from "./LabelOrder.ts"
import { parameters } from "./Parameters.ts"
import { inRows } from "./Rows.ts"
import { sheetOf } from "./Sheets.ts"

const { overhangPt } = parameters

export interface Figures {
  readonly figures: ReadonlyArray<Figure>
  /** The page without what is drawn in its figures. */
  readonly page: RawPage
  /** Words of its labels; those of the text are the others. */
  readonly isLabel: (word: { readonly box: Box; readonly angle: number }) => boolean
}

const keyOf = ({ box, angle }: { readonly box: Box; readonly angle: number }) => `${box.x0} ${box.y0} ${angle}`

export const figures = (page: RawPage, lines: ReadonlyArray<Line>): Figures => {
  const candidates = figureCandidates(page, lines)
  const winners = candidates.filter((each) => isFigure(each, lines))
  const sheet = sheetOf(page, lines, candidates, winners)
  const found = sheet === null ? inRows(winners, lines) : [sheet]
  if (found.length === 0) return { figures: [], page, isLabel: () => false }
  const taken = new Set(found.flatMap(({ labels }) => labels.flatMap(({ line }) => line.words.map(keyOf))))
  // what a page says is text where it says nothing else: a drawing with a title, a card, a chart cut out for itself
  const isAllSaid = lines.every((line) => line.words.every((word) => taken.has(keyOf(word))))
  const isOutside = (box: Box) =>
    !found.some((each) => isMostlyIn(box, each.box) || isInside(box, each.box, 2 * slackPt))
  const inOrder = found.toSorted((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0)
  const said = alternatives(page.structure, found.length)
  return {
    figures: inOrder.map(({ box: all, labels, marks }, i) => {
      const isPicture = marks.length === 1 && labels.length === 0 && marks[0]?.kind === "picture"
      const box = clipped(isPicture ? all : grown(all), page)
      return {
        kind: "figure",
        alt: said[i] ?? "",
        labels: isAllSaid ? "" : inReadingOrder(labels),
        ...(isPicture ? { isPicture: true as const } : {}),
        place: { page: page.number, box, width: page.width, height: page.height, left: box.x0, right: box.x1 }
      }
    }),
    page: isAllSaid
      ? page
      : {
          ...page,
          segments: page.segments.filter(isOutside),
          fills: page.fills.filter(({ box }) => isOutside(box)),
          drawings: page.drawings.filter(isOutside)
        },
    isLabel: (word) => !isAllSaid && taken.has(keyOf(word))
  }
}

const grown = ({ x0, y0, x1, y1 }: Box): Box => ({
  x0: x0 - overhangPt,
  y0: y0 - overhangPt,
  x1: x1 + overhangPt,
  y1: y1 + overhangPt
})

const clipped = ({ x0, y0, x1, y1 }: Box, page: RawPage): Box => ({
  x0: Math.max(0, x0),
  y0: Math.max(0, y0),
  x1: Math.min(page.width, x1),
  y1: Math.min(page.height, y1)
})
