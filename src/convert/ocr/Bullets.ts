/** Bullets of lists, which a recogniser of letters takes for whatever letter is round or small. */

import type { Box } from "../model/Geometry.ts"
import { sameEdgePt } from "../model/Measures.ts"
import type { RecognisedLine, RecognisedWord } from "./Recognised.ts"

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

/** Where a bullet stands over the baseline, in heights of capitals, and the least share of ink there. */
const top = 0.85
const bottom = 0.05
const inked = 0.08

/**
 * Lines whose first mark is a bullet, two or more of them below one another, begin with one; so do lines in line with
 * their text that have ink, `inkIn` a box, where the bullet should be. `inkIn` says what share of a box is ink.
 */
export const bulleted = (
  lines: ReadonlyArray<RecognisedLine>,
  inkIn: (box: Box) => number
): ReadonlyArray<RecognisedLine> => {
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
