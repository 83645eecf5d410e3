/** A picture of an upright page → its lines, read as a whole or, where gutters keep columns apart, column by column. */

import type { Box } from "../../src/convert/model/Geometry.ts"
import type { Area, Segment } from "../../src/convert/model/Page.ts"
import { columnsOf, type Part } from "../../src/convert/ocr/columns/Parts.ts"
import { without } from "../../src/convert/ocr/Ink.ts"
import type { Picture, RecognisedLine } from "../../src/convert/ocr/Recognised.ts"
import { rulesOf } from "../../src/convert/ocr/Rules.ts"
import { confidenceOf, confidentLines } from "../../src/convert/ocr/Scan.ts"
import { quantile } from "../../src/convert/ocr/Sizes.ts"
import { tickBoxesIn, withTickBoxes } from "../../src/convert/ocr/TickBoxes.ts"
import { enlarged, straightened } from "../../src/convert/ocr/Turn.ts"
import { found, type recogniser, show } from "./Core.ts"
import { linesOf } from "./Lines.ts"

export type Api = ReturnType<typeof recogniser>

/** Lines that rise by less than this, in radians, are level enough. */
const level = 0.003
/** Letters narrower than this, in pixels, run together with points and signs: the print is small, some 7 points at 200 dpi. */
export const smallPrint = 10
/** How wide letters are, in em. */
const letterEm = 0.46
/** Maximum enlargement of a picture, and maximum number of its pixels then: an A4 page of 200 dpi fits. */
const mostTimes = 2
const mostPixels = 16_000_000

/** How much larger a picture of small print is to be. */
export const timesFor = ({ pixels }: Picture): number => Math.min(mostTimes, Math.sqrt(mostPixels / pixels.length))

export interface Reading {
  /** As read, level. */
  readonly picture: Picture
  readonly rules: ReadonlyArray<Segment>
  readonly lines: ReadonlyArray<RecognisedLine>
  /** Of each word and box to tick, in pixels of the picture. */
  readonly boxes: ReadonlyArray<Box>
  /** Where it was read column by column, small print from larger pictures; else empty. */
  readonly areas: ReadonlyArray<Area>
  readonly letters: number
  readonly confidence: number
  /** How much sense the recogniser made of it. */
  readonly sense: number
}

const seen = (picture: Picture) => {
  const rules = rulesOf(picture)
  const tickBoxes = tickBoxesIn(without(picture, rules))
  const bare = without(
    picture,
    rules,
    tickBoxes.map(({ box }) => box)
  )
  return { picture, rules, tickBoxes, bare, columns: columnsOf(picture, bare) }
}

const showIn = (api: Api, picture: Picture) => {
  // so that it does not guess
  api.SetVariable("user_defined_dpi", String(Math.round(72 * picture.scale)))
  show(api, picture)
}

const slopeIn = (api: Api, picture: Picture): number => {
  showIn(api, picture)
  api.FindLines()
  return api.GetGradient()
}

export const attempt = (api: Api, picture: Picture): Reading => {
  try {
    const drawn = seen(picture)
    const slope =
      drawn.columns === null
        ? slopeIn(api, drawn.bare)
        : quantile(
            1 / 2,
            drawn.columns.parts.map((part) => [slopeIn(api, part.picture), part.picture.height])
          )
    const isLevel = Math.abs(slope) < level
    const straight = isLevel ? drawn : seen(straightened(picture, slope))
    const { columns, bare, rules, tickBoxes } = straight
    // the lines of a level picture are looked for once: of a newspaper that takes as long as reading a usual page
    if (columns === null && !isLevel) showIn(api, bare)
    const read =
      columns === null
        ? readIn(api, bare)
        : columns.parts.map((part) => readPart(api, part, columns.em)).reduce(both, { lines: [], boxes: [] })
    return {
      lines: withTickBoxes(read.lines, tickBoxes),
      boxes: [...read.boxes, ...tickBoxes.map(({ box }) => inPixels(box, picture.scale))],
      rules,
      picture: straight.picture,
      areas: columns?.areas ?? [],
      ...trust(read.lines)
    }
  } finally {
    api.Clear()
  }
}

const inPixels = ({ x0, y0, x1, y1 }: Box, scale: number): Box => ({
  x0: x0 * scale,
  y0: y0 * scale,
  x1: x1 * scale,
  y1: y1 * scale
})

type Found = Pick<Reading, "lines" | "boxes">

const both = (a: Found, b: Found): Found => ({ lines: [...a.lines, ...b.lines], boxes: [...a.boxes, ...b.boxes] })

/** What is read of the picture that was shown last. */
const readIn = (api: Api, picture: Picture, at?: { readonly x: number; readonly y: number }): Found => {
  api.Recognize(null)
  const read = found(api)
  return {
    lines: linesOf(read, picture, at),
    boxes: read.flatMap(({ words }) => words.map(({ bbox }) => bbox))
  }
}

/** A column, its places those of the whole picture. */
const readPart = (api: Api, { x, y, picture }: Part, em: number): Found => {
  const times = letterEm * em < smallPrint ? Math.max(1, timesFor(picture)) : 1
  const shown = times === 1 ? picture : enlarged(picture, times)
  showIn(api, shown)
  const { lines, boxes } = readIn(api, shown, { x: x / picture.scale, y: y / picture.scale })
  const back = ({ x0, y0, x1, y1 }: Box): Box => ({
    x0: x0 / times + x,
    y0: y0 / times + y,
    x1: x1 / times + x,
    y1: y1 / times + y
  })
  return { lines, boxes: boxes.map(back) }
}

/** How sure the recogniser was of all it saw, and how much sense it made of it. */
const trust = (lines: ReadonlyArray<RecognisedLine>) => {
  const words = confidentLines(lines).flatMap((line) => line.words)
  const letters = words.reduce((sum, word) => sum + word.text.length, 0)
  const confidence = confidenceOf(lines.flatMap((line) => line.words))
  return { letters, confidence, sense: letters * confidenceOf(words) ** 2 }
}
