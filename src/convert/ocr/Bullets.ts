/** Bullets of lists, which a recogniser of letters takes for whatever letter is round or small. */

import { type Box, width } from "../model/Geometry.ts"
import { rowStepPt, sameEdgePt, slackEm } from "../model/Measures.ts"
import { blobsOf, threshold } from "./Ink.ts"
import type { Picture, RecognisedLine, RecognisedWord } from "./Recognised.ts"

/** What bullets are taken for and what begins no line otherwise. */
const mistaken = /^[«»¢®©°§¥•■▪●◆]$/u
/** What bullets are taken for and may as well be meant: bullets only in the company of the others. */
const doubtful = /^[*+.·~=eo-]$/u

const first = (line: RecognisedLine): string => [...(line.words[0]?.text ?? "")][0] ?? ""

/** The mark may be stuck to the word after it: `«At` for `• At`. */
const isStuck = (line: RecognisedLine): boolean => {
  const text = line.words[0]?.text ?? ""
  return /^[«•■▪●][\p{L}\p{N}]/u.test(text) && !line.words.some((word) => word.text.includes("»"))
}

const isAlone = (line: RecognisedLine): boolean =>
  line.words.length > 1 && [...(line.words[0]?.text ?? "")].length === 1

const marked = (line: RecognisedLine): RecognisedLine => {
  const [word, ...others] = line.words
  if (word === undefined) return line
  const [, ...rest] = [...word.text]
  const wide = (word.x1 - word.x0) / (rest.length + 1)
  // told by its company, and not by how it was read
  const bullet: RecognisedWord = { ...word, text: "•", confidence: 1, x1: word.x0 + Math.min(wide, line.rise / 2) }
  const stuck = rest.length > 0 ? [{ ...word, text: rest.join(""), x0: word.x0 + 1.5 * wide }] : []
  return { ...line, words: [bullet, ...stuck, ...others] }
}

/** One sign that is read with less confidence, where others have a bullet, is a bullet of a shape of its own: a box with a tick. */
const doubtfully = 0.75

/** A bullet is round or square, wider and higher than the first of these, in points, and than the others, in heights of capitals. */
const leastDiscPt = 0.9
const discRise = [0.12, 0.62] as const
const mostDiscPt = 8
/** Discs of one size may differ by this, in points: a pixel. */
const pixelPt = 0.4
const aspect = 1.4
/** So much of it is ink: a ring has the least. */
const leastInk = 0.35
/** Paper on its left and right, in its own widths, and the gap before its text, in heights of capitals. */
const freeBefore = 2
const freeBehind = 0.5
const gapBehind = [0.2, 4] as const
/** The middle of one is higher than this over the baseline, in heights of capitals: that of a full stop is not. */
const leastMiddle = 0.15

/** What may be bullets in a picture, in points: small, round or square, with paper beside them. */
export const discsIn = (picture: Picture): ReadonlyArray<Box> => {
  const { pixels, scale } = picture
  const ink = threshold(picture)
  const inkFrom = (x0: number, x1: number, y0: number, y1: number) => {
    let count = 0
    for (let y = y0; y <= y1; y++)
      for (let x = Math.max(0, x0); x <= Math.min(picture.width - 1, x1); x++)
        if ((pixels[y * picture.width + x] ?? 255) <= ink) count++
    return count
  }
  return blobsOf(picture, ink, mostDiscPt * scale).flatMap(({ x0, y0, x1, y1 }) => {
    const [wide, high] = [x1 - x0 + 1, y1 - y0 + 1]
    const [less, more] = wide < high ? [wide, high] : [high, wide]
    if (less < leastDiscPt * scale || more > aspect * less) return []
    if (inkFrom(x0, x1, y0, y1) < leastInk * wide * high) return []
    const before = Math.ceil(freeBefore * wide)
    const behind = Math.ceil(freeBehind * wide)
    if (inkFrom(x0 - 1 - before, x0 - 2, y0, y1) + inkFrom(x1 + 2, x1 + 1 + behind, y0, y1) > 0) return []
    return [{ x0: x0 / scale, x1: (x1 + 1) / scale, y0: y0 / scale, y1: (y1 + 1) / scale }]
  })
}

/** The line with a bullet at this place, where a sign of its first word may have been read. */
const withDisc = (line: RecognisedLine, { x0, x1 }: Box): RecognisedLine => {
  const bullet: RecognisedWord = { text: "•", confidence: 1, x0, x1, stroke: 0 }
  const [first, ...others] = line.words
  if (first === undefined || first.x0 > x1) return { ...line, words: [bullet, ...line.words] }
  const [, ...rest] = [...first.text]
  const left = rest.length === 0 ? [] : [{ ...first, text: rest.join(""), x0: x1 + gapBehind[0] * line.rise }]
  return { ...line, words: [bullet, ...left, ...others] }
}

/** For each line the disc right before its text, if it has one. */
const discBefore = (discs: ReadonlyArray<Box>): ((line: RecognisedLine) => Box | undefined) => {
  const byRow = Map.groupBy(discs, ({ y0, y1 }) => Math.floor((y0 + y1) / 2 / rowStepPt))
  return ({ angle, words, baseline, rise }) => {
    const [first, second] = words
    if (angle !== 0 || first === undefined) return undefined
    const row = Math.floor((baseline - rise / 2) / rowStepPt)
    return [row - 1, row, row + 1]
      .flatMap((each) => byRow.get(each) ?? [])
      .find(({ x0, x1, y0, y1 }) => {
        const middle = (baseline - (y0 + y1) / 2) / rise
        const side = Math.max(x1 - x0, y1 - y0) / rise
        // it was not read, is a word of its own, or is the first sign of one
        const isRead = first.x0 < x1
        const isOwn = isRead && first.x1 < x1 + gapBehind[0] * rise
        const text = isOwn ? second : first
        const gap = isRead && !isOwn ? gapBehind[0] : ((text?.x0 ?? 0) - x1) / rise
        return (
          (!isRead || Math.abs(first.x0 - x0) < slackEm * rise) &&
          middle > leastMiddle &&
          middle < top &&
          side > discRise[0] &&
          side < discRise[1] &&
          gap >= gapBehind[0] &&
          gap < gapBehind[1]
        )
      })
  }
}

/** The lines with the bullets that stand before two of them or more, one below the other. */
const withDiscs = (lines: ReadonlyArray<RecognisedLine>, discs: ReadonlyArray<Box>): ReadonlyArray<RecognisedLine> => {
  const found = lines.map(discBefore(discs))
  const columns = Map.groupBy(
    found.filter((disc) => disc !== undefined),
    ({ x0 }) => Math.round(x0 / sameEdgePt)
  )
  const isInCompany = (disc: Box) =>
    [-1, 0, 1].some((step) =>
      columns
        .get(Math.round(disc.x0 / sameEdgePt) + step)
        ?.some(
          (other) => other !== disc && Math.abs(width(other) - width(disc)) <= Math.max(pixelPt, slackEm * width(disc))
        )
    )
  return lines.map((line, i) => {
    const disc = found[i]
    return disc === undefined || !isInCompany(disc) ? line : withDisc(line, disc)
  })
}

/** Where a bullet stands over the baseline, in heights of capitals, and the least share of ink there. */
const top = 0.85
const bottom = 0.05
const inked = 0.08

/**
 * Lines whose first mark is a bullet, two or more of them below one another, begin with one: one of the `discs` of the
 * picture, or a sign that they are taken for; so do lines in line with their text that have ink, `inkIn` a box, where the
 * bullet should be. `inkIn` says what share of a box is ink.
 */
export const bulleted = (
  read: ReadonlyArray<RecognisedLine>,
  inkIn: (box: Box) => number,
  discs: ReadonlyArray<Box> = []
): ReadonlyArray<RecognisedLine> => {
  const lines = withDiscs(read, discs)
  const sure = lines.filter(
    (line) => line.angle === 0 && (isStuck(line) || (isAlone(line) && mistaken.test(first(line))))
  )
  const columns = new Map<number, Array<RecognisedLine>>()
  const column = (x: number) => Math.round(x / sameEdgePt)
  for (const line of sure) {
    const at = column(line.words[0]?.x0 ?? 0)
    columns.set(at, [...(columns.get(at) ?? []), line])
  }
  const near = (at: number) => [at - 1, at, at + 1].flatMap((each) => columns.get(each) ?? [])
  const isSure = new Set(sure)
  const found = lines.map((line) => {
    const company = near(column(line.words[0]?.x0 ?? 0)).length
    if (isSure.has(line)) return company > 1 || first(line) === "•" ? marked(line) : line
    return isAlone(line) && doubtful.test(first(line)) && company > 0 ? marked(line) : line
  })
  const bullets = new Map<number, RecognisedWord>()
  const places = new Map<number, RecognisedWord>()
  for (const { words } of found) {
    const [bullet, text] = words
    if (bullet?.text !== "•" || text === undefined) continue
    bullets.set(column(text.x0), bullet)
    places.set(column(bullet.x0), bullet)
  }
  const around = (of: ReadonlyMap<number, RecognisedWord>, x: number) =>
    [0, -1, 1].map((step) => of.get(column(x) + step)).find((bullet) => bullet !== undefined)
  return found.map((line) => {
    const [word, ...others] = line.words
    if (word === undefined || word.text === "•" || line.angle !== 0) return line
    const place = isAlone(line) && word.confidence < doubtfully ? around(places, word.x0) : undefined
    if (place !== undefined) return { ...line, words: [place, ...others] }
    const bullet = around(bullets, word.x0)
    // what begins where the bullet would be was read already
    if (bullet === undefined || word.x0 < bullet.x1) return line
    const { rise, baseline } = line
    const box = { x0: bullet.x0, x1: bullet.x1, y0: baseline - top * rise, y1: baseline - bottom * rise }
    return inkIn(box) >= inked ? { ...line, words: [bullet, ...line.words] } : line
  })
}
