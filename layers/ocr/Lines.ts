/** Lines as the recogniser found them → lines in points. */

import { strokeOf, threshold } from "../../src/convert/ocr/Ink.ts"
import type { Picture, RecognisedLine } from "../../src/convert/ocr/Recognised.ts"
import { confidenceIn } from "../../src/convert/ocr/Scan.ts"
import type { FoundLine, FoundWord } from "./Core.ts"

/** Lines that were found in this picture, which begins at `x`, `y` of the page, in points. */
export const linesOf = (
  lines: ReadonlyArray<FoundLine>,
  picture: Picture,
  { x, y } = { x: 0, y: 0 }
): ReadonlyArray<RecognisedLine> => {
  const { scale } = picture
  const ink = threshold(picture)
  return lines.map(({ baseline, words }) => {
    const angle = angleOf(words)
    const { x0, x1, y0, y1 } = baseline
    const across = angle === 0 ? y0 + y1 : angle === 90 ? x0 + x1 : -x0 - x1
    // along the line and across it
    const [start, off] = angle === 0 ? [x, y] : angle === 90 ? [-y, x] : [y, -x]
    return {
      angle,
      baseline: across / 2 / scale + off,
      rise: riseOf(words, angle, across / 2) / scale,
      words: words.map(({ text, confidence, bbox, signs }) => {
        const [from, to] = angle === 0 ? [bbox.x0, bbox.x1] : angle === 90 ? [-bbox.y1, -bbox.y0] : [bbox.y0, bbox.y1]
        return {
          text: text.trim(),
          confidence: confidenceIn(
            text,
            confidence / 100,
            signs.map((sign) => sign / 100)
          ),
          x0: from / scale + start,
          x1: to / scale + start,
          stroke: angle === 0 ? strokeOf(picture, bbox, ink) / scale : 0
        }
      })
    }
  })
}

/** Height of small letters over that of capitals: 0.68 in Times, 0.72 in Helvetica; the t lies between. */
const smallLetters = 0.7
const letterT = 0.9
const hasTall = /[^acegmnopqrstuvwxyz.,:;·•*~'"“”‘’«»–—=+_-]/u

/**
 * How high the tall letters of a line rise over its baseline, in pixels: the middle of what its words say. The
 * recogniser's own figure is a third off where it sees few letters.
 */
const riseOf = (words: ReadonlyArray<FoundWord>, angle: RecognisedLine["angle"], baseline: number): number => {
  const rises = words.flatMap(({ text, bbox: { x0, x1, y0 } }) => {
    const rise = angle === 0 ? baseline - y0 : angle === 90 ? baseline - x0 : x1 + baseline
    if (!/[\p{L}\p{N}]/u.test(text)) return []
    const share = hasTall.test(text) ? 1 : text.includes("t") ? letterT : smallLetters
    return Array.from(text, () => rise / share)
  })
  rises.sort((a, b) => a - b)
  return Math.max(1, rises[rises.length >> 1] ?? 1)
}

/** Lines that run up or down are found by their words, which are higher than wide, and the order of these. */
const angleOf = (words: ReadonlyArray<FoundWord>): RecognisedLine["angle"] => {
  let upright = 0
  let sideways = 0
  for (const { text, bbox } of words) {
    if (text.length < 2) continue
    if (bbox.y1 - bbox.y0 > 1.2 * (bbox.x1 - bbox.x0)) sideways += text.length
    else upright += text.length
  }
  if (sideways <= upright) return 0
  const first = words[0]?.bbox
  const last = words.at(-1)?.bbox
  return first !== undefined && last !== undefined && last.y0 > first.y0 ? 270 : 90
}
