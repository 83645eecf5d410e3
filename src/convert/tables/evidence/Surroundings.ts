/** Box → what stands over it or under it. */
import { isTableCaption } from "../../lines/Captions.ts"
import { type Box, overlap } from "../../model/Geometry.ts"
import type { Line } from "../../model/Line.ts"
import { maxLeadingEm, minPair } from "../../model/Measures.ts"
import { textOf } from "./Spots.ts"

/** The lines in which captions of tables begin. */
export const captionsIn = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  lines.filter(({ words }) => isTableCaption(textOf(words)))

/** The caption of a table stands right over it, of a few lines, or right under it. */
export const isCaptioned = (box: Box, captions: ReadonlyArray<Line>): boolean =>
  captions.some(({ box: own, size }) => {
    const gap = Math.max(box.y0 - own.y1, own.y0 - box.y1)
    return gap >= -size / 2 && gap <= minPair * maxLeadingEm * size && overlap(own.x0, own.x1, box.x0, box.x1) > 0
  })
