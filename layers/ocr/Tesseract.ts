/** A picture of a page → its words, whichever way it lies and however crooked. */

import type { Segment } from "../../src/convert/model/Page.ts"
import { bulleted } from "../../src/convert/ocr/Bullets.ts"
import { inkIn, rulesOf, strokeOf, threshold, withoutRules } from "../../src/convert/ocr/Ink.ts"
import { otherLanguage } from "../../src/convert/ocr/Language.ts"
import { remains, withoutLeftovers } from "../../src/convert/ocr/Leftovers.ts"
import { evened } from "../../src/convert/ocr/Light.ts"
import type { Picture, Recognised, RecognisedLine } from "../../src/convert/ocr/Recognised.ts"
import { confidenceIn, confidenceOf, confidentLines } from "../../src/convert/ocr/Scan.ts"
import { slopeOf } from "../../src/convert/ocr/Skew.ts"
import { despeckled } from "../../src/convert/ocr/Specks.ts"
import { enlarged, halved, type Quarters, straightened, turned } from "../../src/convert/ocr/Turn.ts"
import { type FoundLine, type FoundWord, found, recogniser, show } from "./Core.ts"

/** Lines that rise by less than this, in radians, are level enough. */
const level = 0.003
/** Lines that rise by more than this, in radians, the recogniser does not see: 3°. */
const crooked = 0.05
/** A page read with less confidence may lie on its side or stand on its head. */
const doubtful = 0.75
/** Fewer letters say nothing of which way a page lies. */
const fewest = 8

/** Letters narrower than this, in pixels, run together with points and signs: the print is small, some 7 points at 200 dpi. */
const smallPrint = 10
/** Words of fewer signs say little of how wide letters are. */
const fewestInWord = 3
/** Maximum enlargement of a picture, and maximum number of its pixels then: an A4 page of 200 dpi fits. */
const mostTimes = 2
const mostPixels = 16_000_000
/** Pages of more letters, such as newspapers', take so long to read that there is no time for doing so twice. */
const mostLetters = 8_000

/** Words read on their own are believed from here on: nothing beside them bears them out. */
const certain = 0.75
/** Tesseract's page segmentation modes: columns and blocks of an upright page; one block, in which nothing is passed over. */
const upright = "3"
const block = "6"

type Api = ReturnType<typeof recogniser>

/** Lines in points. */
const linesOf = (lines: ReadonlyArray<FoundLine>, picture: Picture): ReadonlyArray<RecognisedLine> => {
  const { scale } = picture
  const ink = threshold(picture)
  return lines.map(({ baseline, words }) => {
    const angle = angleOf(words)
    const { x0, x1, y0, y1 } = baseline
    const across = angle === 0 ? y0 + y1 : angle === 90 ? x0 + x1 : -x0 - x1
    return {
      angle,
      baseline: across / 2 / scale,
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
          x0: from / scale,
          x1: to / scale,
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

const bare = (picture: Picture) => {
  const rules = rulesOf(picture)
  return { picture, rules, bare: withoutRules(picture, rules) }
}

/** The lines of a level picture are looked for once: of a newspaper that takes as long as reading a usual page. */
const attempt = (api: Api, picture: Picture) => {
  try {
    // so that it does not guess
    api.SetVariable("user_defined_dpi", String(Math.round(72 * picture.scale)))
    const drawn = bare(picture)
    show(api, drawn.bare)
    api.FindLines()
    const slope = api.GetGradient()
    const isLevel = Math.abs(slope) < level
    const straight = isLevel ? drawn : bare(straightened(picture, slope))
    if (!isLevel) show(api, straight.bare)
    api.Recognize(null)
    const read = found(api)
    const lines = linesOf(read, straight.picture)
    const boxes = read.flatMap(({ words }) => words.map(({ bbox }) => bbox))
    return { lines, boxes, rules: straight.rules, picture: straight.picture, ...trust(lines) }
  } finally {
    api.Clear()
  }
}

/** How sure the recogniser was of all it saw, and how much sense it made of it. */
const trust = (lines: ReadonlyArray<RecognisedLine>) => {
  const words = confidentLines(lines).flatMap((line) => line.words)
  const letters = words.reduce((sum, word) => sum + word.text.length, 0)
  const confidence = confidenceOf(lines.flatMap((line) => line.words))
  return { letters, confidence, sense: letters * confidenceOf(words) ** 2 }
}

/** The turn that sets most letters upright: a recogniser reads what runs up or down as well, but not as columns. */
const uprightTurn = (lines: ReadonlyArray<RecognisedLine>): Quarters => {
  const letters = { 0: 0, 90: 0, 270: 0 }
  for (const { angle, words } of lines) for (const { text } of words) letters[angle] += text.length
  if (letters[90] > letters[0] + letters[270]) return 3
  return letters[270] > letters[0] + letters[90] ? 1 : 0
}

/** What is left on the page once its words and rules are gone, read as if it were one block. */
const missed = (
  api: Api,
  { picture, boxes, lines }: ReturnType<typeof attempt>,
  rules: ReadonlyArray<Segment>
): ReadonlyArray<RecognisedLine> => {
  const rest = lines.length === 0 ? null : remains(picture, boxes, rules)
  if (rest === null) return []
  const usual = lines.map(({ rise }) => rise).toSorted((a, b) => a - b)[lines.length >> 1] ?? 0
  try {
    api.SetVariable("tessedit_pageseg_mode", block)
    show(api, rest)
    api.Recognize(null)
    return withoutLeftovers(linesOf(found(api), rest), lines).filter(
      ({ rise, angle, words }) =>
        angle === 0 && rise > usual / 2 && rise < usual * 2 && confidenceOf(words) >= certain && hasLetters(words)
    )
  } finally {
    api.SetVariable("tessedit_pageseg_mode", upright)
    api.Clear()
  }
}

/** How wide the letters of the narrower words are, in pixels: wider ones lost letters; heights would take in the rules of tables. */
const letterWidth = ({ picture, lines }: ReturnType<typeof attempt>): number => {
  const words = lines.flatMap((line) => line.words).filter(({ text }) => text.length >= fewestInWord)
  const widths = words.map(({ text, x0, x1 }) => ((x1 - x0) / text.length) * picture.scale).toSorted((a, b) => a - b)
  return widths[widths.length >> 2] ?? smallPrint
}

/** Small print is read once more from a larger picture, in which the recogniser tells its lines and words apart. */
const readLarger = (api: Api, read: ReturnType<typeof attempt>): ReturnType<typeof attempt> => {
  const times = Math.min(mostTimes, Math.sqrt(mostPixels / read.picture.pixels.length))
  if (times <= 1 || read.letters > mostLetters || letterWidth(read) >= smallPrint) return read
  const again = attempt(api, enlarged(read.picture, times))
  return again.sense > read.sense ? again : read
}

const hasLetters = (words: ReadonlyArray<{ readonly text: string }>) =>
  words.some(({ text }) => /[\p{L}\p{N}]/u.test(text))

/** The turn in which a page reads best, tried at half its size. */
const bestTurn = (api: Api, picture: Picture): Quarters => {
  const small = halved(picture)
  const turns: ReadonlyArray<Quarters> = [0, 1, 2, 3]
  const tried = turns.map((quarters) => ({ quarters, ...attempt(api, turned(small, quarters)) }))
  const best = tried.reduce((a, b) => (b.sense > 1.2 * a.sense ? b : a))
  return best.letters < fewest ? 0 : (((best.quarters + uprightTurn(best.lines)) % 4) as Quarters)
}

/** How far text ran counter-clockwise that so many quarters set upright, in degrees. */
const ranAt = [0, 270, 180, 90] as const

/** A page that is plainly written in another language than those it is expected in is read as that. */
export const recognise = (drawn: Picture, expected: ReadonlyArray<string>): Recognised => {
  const picture = despeckled(evened(drawn))
  let languages = expected
  let api = recogniser(languages)
  let read = attempt(api, picture)
  const isDoubtful = () => read.confidence < doubtful || read.letters < fewest
  const slope = isDoubtful() ? slopeOf(picture) : 0
  if (Math.abs(slope) > crooked) {
    const straight = attempt(api, straightened(picture, slope))
    if (straight.sense > read.sense) read = straight
  }
  const quarters = isDoubtful() ? bestTurn(api, read.picture) : uprightTurn(read.lines)
  if (quarters !== 0) read = attempt(api, turned(read.picture, quarters))
  const other = otherLanguage(read.lines, languages)
  if (other !== null) {
    languages = [other]
    api = recogniser(languages)
    read = attempt(api, read.picture)
  }
  const upright = read.picture
  read = readLarger(api, read)
  const segments = read.rules
  return {
    languages,
    width: upright.width / upright.scale,
    height: upright.height / upright.scale,
    lines: bulleted([...read.lines, ...missed(api, read, segments)], inkIn(read.picture)),
    segments,
    asDrawn: upright === picture,
    turned: ranAt[quarters]
  }
}
