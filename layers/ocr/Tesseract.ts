/** A picture of a page → its words, whichever way it lies and however crooked. */

import type { Segment } from "../../src/convert/model/Page.ts"
import { bulleted, discsIn } from "../../src/convert/ocr/Bullets.ts"
import { inkIn } from "../../src/convert/ocr/Ink.ts"
import { otherLanguage } from "../../src/convert/ocr/Language.ts"
import { remains, withoutLeftovers } from "../../src/convert/ocr/Leftovers.ts"
import { evened } from "../../src/convert/ocr/Light.ts"
import type { Picture, Recognised, RecognisedLine } from "../../src/convert/ocr/Recognised.ts"
import { confidenceOf } from "../../src/convert/ocr/Scan.ts"
import { slopeOf } from "../../src/convert/ocr/Skew.ts"
import { despeckled } from "../../src/convert/ocr/Specks.ts"
import { enlarged, halved, type Quarters, straightened, turned } from "../../src/convert/ocr/Turn.ts"
import { found, recogniser, show } from "./Core.ts"
import { linesOf } from "./Lines.ts"
import { type Api, attempt, type Reading, smallPrint, timesFor } from "./Reading.ts"

/** Lines that rise by more than this, in radians, the recogniser does not see: 3°. */
const crooked = 0.05
/** A page read with less confidence may lie on its side or stand on its head. */
const doubtful = 0.75
/** Fewer letters say nothing of which way a page lies. */
const fewest = 8

/** Words of fewer signs say little of how wide letters are. */
const fewestInWord = 3
/** Pages of more letters, such as newspapers', take so long to read that there is no time for doing so twice. */
const mostLetters = 8_000

/** Words read on their own are believed from here on: nothing beside them bears them out. */
const certain = 0.75
/** Tesseract's page segmentation modes: columns and blocks of an upright page; one block, in which nothing is passed over. */
const upright = "3"
const block = "6"

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
  { picture, boxes, lines }: Reading,
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
const letterWidth = ({ picture, lines }: Reading): number => {
  const words = lines.flatMap((line) => line.words).filter(({ text }) => text.length >= fewestInWord)
  const widths = words.map(({ text, x0, x1 }) => ((x1 - x0) / text.length) * picture.scale).toSorted((a, b) => a - b)
  return widths[widths.length >> 2] ?? smallPrint
}

/** Small print is read once more from a larger picture, in which the recogniser tells its lines and words apart. */
const readLarger = (api: Api, read: Reading): Reading => {
  const times = timesFor(read.picture)
  if (times <= 1 || read.areas.length > 0 || read.letters > mostLetters || letterWidth(read) >= smallPrint) return read
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
    lines: bulleted([...read.lines, ...missed(api, read, segments)], inkIn(read.picture), discsIn(read.picture)),
    segments,
    areas: read.areas,
    asDrawn: upright === picture,
    turned: ranAt[quarters]
  }
}
