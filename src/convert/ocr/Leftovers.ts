/** What a recogniser of running text passes over: letters alone in a cell, labels of a chart. */

import type { Box } from "../model/Geometry.ts"
import { sameRowEm } from "../model/Measures.ts"
import type { Segment } from "../model/Page.ts"
import { inkIn } from "./Ink.ts"
import type { Picture, RecognisedLine, RecognisedWord } from "./Recognised.ts"

/** The side of the squares that are looked at, in points: about half a letter. */
const squarePt = 3
/** A square with at least this share of ink is part of a letter or a picture. */
const inked = 0.12
/** Where more than this share of the squares is left, it is pictures that remain. */
const maxLeftShare = 0.04
/** Points around a word or rule that go with it. */
const margin = 0.7
const paper = 255

/**
 * The picture without these words (in pixels) and rules; null when there is nothing left to read. Where there is no ink
 * it is blank: a recogniser would look for letters in the grain of the paper, and take five times as long as for the page.
 */
export const remains = (picture: Picture, words: ReadonlyArray<Box>, rules: ReadonlyArray<Segment>): Picture | null => {
  const { width, height, scale } = picture
  const pixels = picture.pixels.slice()
  const clear = (x0: number, y0: number, x1: number, y1: number) => {
    const pad = margin * scale
    const from = Math.max(0, Math.floor(x0 - pad))
    const to = Math.min(width, Math.ceil(x1 + pad))
    for (let y = Math.max(0, Math.floor(y0 - pad)); y < Math.min(height, Math.ceil(y1 + pad)); y++)
      if (to > from) pixels.fill(paper, y * width + from, y * width + to)
  }
  for (const { x0, y0, x1, y1 } of words) clear(x0, y0, x1, y1)
  for (const { x0, y0, x1, y1, thickness } of rules) {
    const half = thickness / 2
    clear((x0 - half) * scale, (y0 - half) * scale, (x1 + half) * scale, (y1 + half) * scale)
  }
  const share = inkIn({ ...picture, pixels })
  const columns = Math.ceil(width / scale / squarePt)
  const rows = Math.ceil(height / scale / squarePt)
  const rest = new Uint8Array(pixels.length).fill(paper)
  let left = 0
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const box = { x0: column * squarePt, y0: row * squarePt, x1: (column + 1) * squarePt, y1: (row + 1) * squarePt }
      if (share(box) < inked) continue
      left++
      // with the squares around it, which hold the edges of its letter
      const from = Math.max(0, Math.floor((box.x0 - squarePt) * scale))
      const to = Math.min(width, Math.ceil((box.x1 + squarePt) * scale))
      const bottom = Math.min(height, Math.ceil((box.y1 + squarePt) * scale))
      for (let y = Math.max(0, Math.floor((box.y0 - squarePt) * scale)); y < bottom; y++)
        rest.set(pixels.subarray(y * width + from, y * width + to), y * width + from)
    }
  return left === 0 || left > maxLeftShare * rows * columns ? null : { ...picture, pixels: rest }
}

/** Both of these in heights of capitals. Words of a line are further apart than this ... */
const wordGap = 0.2
/** So many letters that no word beside them has were passed over, and are no part of one. */
const minPassedLetters = 3

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "")

const isPartOf = ({ text }: RecognisedWord, whole: RecognisedWord): boolean =>
  lettersOf(text).length < minPassedLetters || lettersOf(whole.text).includes(lettersOf(text))

/** What remains, as `found`, without parts of words that were `read`, and whose boxes the recogniser set beside them. */
export const withoutLeftovers = (
  found: ReadonlyArray<RecognisedLine>,
  read: ReadonlyArray<RecognisedLine>
): ReadonlyArray<RecognisedLine> =>
  found.map((line) => {
    const beside = read.filter(
      ({ angle, baseline, rise }) => angle === line.angle && Math.abs(line.baseline - baseline) < sameRowEm * rise
    )
    const isLeftover = (word: RecognisedWord) =>
      beside.some(({ rise, words }) =>
        words.some(
          (other) => Math.max(word.x0 - other.x1, other.x0 - word.x1) < wordGap * rise && isPartOf(word, other)
        )
      )
    return { ...line, words: line.words.filter((word) => !isLeftover(word)) }
  })
