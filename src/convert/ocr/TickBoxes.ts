/** Boxes to tick, drawn as frames, which a recogniser of letters takes for O, 0 or brackets. */

import type { Box } from "../model/Geometry.ts"
import { sameRowEm } from "../model/Measures.ts"
import { type Blob, blobsOf, inkShare, threshold } from "./Ink.ts"
import type { Picture, RecognisedLine, RecognisedWord } from "./Recognised.ts"

export interface TickBox {
  /** In points. */
  readonly box: Box
  readonly isTicked: boolean
}

/** Sides of a box, in points, and by how much one may be longer than the other. */
const shortest = 4.5
const longest = 16
const square = 1.25
/** A frame may be thin, and its shade between ink and paper: at most this share as light as paper. */
const frameShare = 0.8
/** A side is looked for so deep, as a share of the box, and is drawn over so much of its length: letters have round corners. */
const deep = 0.2
const drawn = 0.9
/** Its sides are of one thickness, but for pixels; strokes and serifs of letters that touch are not. */
const uneven = 2
/** So much of its side is free on its left and right, but for noise. */
const beside = 0.2
const noise = 0.05
/** The greatest share of ink within an empty box, and the least within one that is filled. */
const empty = 0.04
const full = 0.6
/** Within an empty box there is paper, at least this share as light as elsewhere: what is tinted is a sample in a chart's key. */
const lightest = 0.92
/** What is left of a side of the inside on each side of it: the frame and its blurred edges. */
const inset = 0.2
/** Where along its diagonals a cross is looked for. */
const onDiagonals = [0.2, 0.35, 0.5, 0.65, 0.8]
/** A check mark is so wide, as a share of the inside; its foot is so far along it; its short arm ends so much below the long one. */
const tickWidth = 0.5
const footAt = [0.1, 0.6] as const
const shorter = 0.25

/** Frames that stand alone, empty or with a cross, a check mark or another square in them. */
export const tickBoxesIn = (picture: Picture): ReadonlyArray<TickBox> => {
  const { scale } = picture
  const dark = threshold(picture)
  const ink = (dark * frameShare) / inkShare
  return blobsOf(picture, ink, longest * scale).flatMap((blob) => {
    const wide = blob.x1 - blob.x0 + 1
    const high = blob.y1 - blob.y0 + 1
    if (Math.min(wide, high) < shortest * scale || Math.max(wide, high) > square * Math.min(wide, high)) return []
    if (!isFrame(picture, ink, blob) || !isAlone(picture, ink, blob)) return []
    const isTicked = tickIn(picture, dark, blob)
    if (isTicked === null) return []
    const box = { x0: blob.x0 / scale, x1: (blob.x1 + 1) / scale, y0: blob.y0 / scale, y1: (blob.y1 + 1) / scale }
    return [{ box, isTicked }]
  })
}

/** Whether there is a tick in a frame; null where there is something else, such as a letter. */
const tickIn = ({ width, pixels }: Picture, ink: number, { x0, y0, x1, y1 }: Blob): boolean | null => {
  const margin = Math.round(inset * Math.min(x1 - x0, y1 - y0))
  const [wide, high] = [x1 - x0 + 1 - 2 * margin, y1 - y0 + 1 - 2 * margin]
  const shadeAt = (x: number, y: number) => pixels[(y0 + margin + y) * width + x0 + margin + x] ?? 255
  const isInk = (x: number, y: number) => shadeAt(x, y) <= ink
  const columns = Array.from({ length: wide }, (_, x) => runIn(high, (y) => isInk(x, y)))
  const share = columns.reduce((sum, { count }) => sum + count, 0) / (wide * high)
  if (share <= empty) {
    let light = 0
    for (let y = 0; y < high; y++) for (let x = 0; x < wide; x++) light += shadeAt(x, y)
    return light >= (lightest * ink * wide * high) / inkShare ? false : null
  }
  const isNear = (x: number, y: number) => [-1, 0, 1].some((step) => isInk(Math.round(x) + step, Math.round(y)))
  const isCross = onDiagonals.every(
    (t) => isNear(t * (wide - 1), t * (high - 1)) && isNear(t * (wide - 1), (1 - t) * (high - 1))
  )
  return share >= full ||
    isCross ||
    isCheckMark(
      columns.filter(({ count }) => count > 0),
      wide
    )
    ? true
    : null
}

/** Ink in a column of pixels: its first and last one, how many, and whether no paper parts them. */
interface Run {
  readonly top: number
  readonly bottom: number
  readonly count: number
  readonly isWhole: boolean
}

const runIn = (high: number, isInk: (y: number) => boolean): Run => {
  let [top, bottom, count] = [high, -1, 0]
  for (let y = 0; y < high; y++) {
    if (!isInk(y)) continue
    if (count === 0) top = y
    bottom = y
    count++
  }
  return { top, bottom, count, isWhole: count === bottom - top + 1 }
}

/** One stroke down to a foot, and up again to where it is highest. */
const isCheckMark = (runs: ReadonlyArray<Run>, wide: number): boolean => {
  const [first, last] = [runs[0], runs.at(-1)]
  if (first === undefined || last === undefined || runs.length < tickWidth * wide) return false
  const top = Math.min(...runs.map((run) => run.top))
  const bottom = Math.max(...runs.map((run) => run.bottom))
  const foot = runs.findIndex((run) => run.bottom === bottom) / runs.length
  const high = bottom - top + 1
  return (
    runs.filter(({ isWhole }) => isWhole).length >= drawn * runs.length &&
    foot >= footAt[0] &&
    foot <= footAt[1] &&
    first.top - top >= shorter * high &&
    last.top - top < shorter * high
  )
}

/** How far from each place on a side its frame begins, and how thick it is there; `at` tells the shade so deep from that place. */
const sideOf = (length: number, depth: number, ink: number, at: (along: number, deep: number) => number) => {
  let found = 0
  const thick: Array<number> = []
  for (let along = 0; along < length; along++) {
    let from = 0
    while (from < depth && at(along, from) > ink) from++
    if (from === depth) continue
    found++
    let to = from
    while (at(along, to) <= ink && to < length) to++
    thick.push(to - from)
  }
  thick.sort((a, b) => a - b)
  // where a cross meets the frame it is thicker
  return { share: found / length, thickness: thick[thick.length >> 2] ?? 0 }
}

const isFrame = ({ width, pixels }: Picture, ink: number, { x0, y0, x1, y1 }: Blob): boolean => {
  const shade = (x: number, y: number) => pixels[y * width + x] ?? 255
  const [wide, high] = [x1 - x0 + 1, y1 - y0 + 1]
  const [across, down] = [Math.ceil(deep * wide), Math.ceil(deep * high)]
  const sides = [
    sideOf(wide, down, ink, (along, from) => shade(x0 + along, y0 + from)),
    sideOf(wide, down, ink, (along, from) => shade(x0 + along, y1 - from)),
    sideOf(high, across, ink, (along, from) => shade(x0 + from, y0 + along)),
    sideOf(high, across, ink, (along, from) => shade(x1 - from, y0 + along))
  ]
  const thick = sides.map(({ thickness }) => thickness)
  return (
    sides.every(({ share, thickness }) => share >= drawn && thickness <= across) &&
    Math.max(...thick) <= uneven * Math.min(...thick) + 1
  )
}

/** Whether there is paper on its left and right. */
const isAlone = ({ width, pixels }: Picture, ink: number, { x0, y0, x1, y1 }: Blob): boolean => {
  const gap = Math.ceil(beside * (x1 - x0 + 1))
  const isPaper = (from: number, to: number) => {
    let count = 0
    for (let y = y0; y <= y1; y++)
      for (let x = Math.max(0, from); x <= Math.min(width - 1, to); x++)
        if ((pixels[y * width + x] ?? 255) <= ink) count++
    return count <= noise * gap * (y1 - y0 + 1)
  }
  return isPaper(x0 - 1 - gap, x0 - 2) && isPaper(x1 + 2, x1 + 1 + gap)
}

/** A box further from the words of a line than this, in heights of its capitals, stands in a column of its own. */
const apart = 3

/** The lines with the boxes that stand in them as words, and lines of their own for the others. */
export const withTickBoxes = (
  lines: ReadonlyArray<RecognisedLine>,
  boxes: ReadonlyArray<TickBox>
): ReadonlyArray<RecognisedLine> => {
  const own = new Map<RecognisedLine, Array<TickBox>>()
  const alone: Array<TickBox> = []
  for (const each of boxes) {
    const line = lineOf(lines, each.box)
    if (line === undefined) alone.push(each)
    else own.set(line, [...(own.get(line) ?? []), each])
  }
  return [
    ...lines.map((line) => {
      const ticks = own.get(line)
      return ticks === undefined
        ? line
        : { ...line, words: [...line.words, ...ticks.map(word)].sort((a, b) => a.x0 - b.x0) }
    }),
    ...alone.map((each): RecognisedLine => {
      const { y0, y1 } = each.box
      return { words: [word(each)], baseline: y1, angle: 0, rise: y1 - y0 }
    })
  ]
}

const word = ({ box: { x0, x1 }, isTicked }: TickBox): RecognisedWord => ({
  text: isTicked ? "☒" : "☐",
  confidence: 1,
  x0,
  x1,
  stroke: 0
})

/** The nearest line whose capitals stand beside the box. */
const lineOf = (lines: ReadonlyArray<RecognisedLine>, { x0, x1, y0, y1 }: Box): RecognisedLine | undefined => {
  let nearest: RecognisedLine | undefined
  let least = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const { angle, baseline, rise, words } = line
    if (angle !== 0 || Math.abs((y0 + y1) / 2 - (baseline - rise / 2)) > sameRowEm * rise) continue
    for (const each of words) {
      const distance = Math.max(each.x0 - x1, x0 - each.x1)
      if (distance >= least || distance > apart * rise) continue
      least = distance
      nearest = line
    }
  }
  return nearest
}
