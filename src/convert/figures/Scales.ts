/** Words → whether some are the scale of an axis: numbers at even distances that grow evenly, upwards or to the right. */

import { type Box, centreX, centreY, greatest, height, overlap, smallest, union } from "../model/Geometry.ts"
import { maxDrawn, minSeries, mostShare, sameEdgePt } from "../model/Measures.ts"
import { parameters } from "./Parameters.ts"

const { minTicksAcross, maxStepShare, tickColumnShare } = parameters

interface Tick {
  readonly box: Box
  readonly value: number
}

const number = /^[-−–+]?[$€£]?(\d[\d.,]*)\s?[%kKM]?$/u

/** What a number may mean: a comma or a stop parts thousands or begins a fraction. */
const readings: ReadonlyArray<(text: string) => number> = [
  (text) => Number(text.replaceAll(",", "")),
  (text) => Number(text.replaceAll(".", "").replace(",", "."))
]

const valueOf = (text: string, reading: (digits: string) => number): number | null => {
  const digits = number.exec(text)?.[1]
  if (digits === undefined) return null
  const value = reading(digits)
  return Number.isFinite(value) ? (/^[-−–]/u.test(text) ? -value : value) : null
}

/** Ticks of which an edge lies on one line. */
const aligned = (ticks: ReadonlyArray<Tick>, edge: (box: Box) => number): ReadonlyArray<ReadonlyArray<Tick>> => {
  const groups: Array<Array<Tick>> = []
  let last = Number.NEGATIVE_INFINITY
  for (const tick of ticks.toSorted((a, b) => edge(a.box) - edge(b.box))) {
    const at = edge(tick.box)
    if (at - last > sameEdgePt) groups.push([])
    groups.at(-1)?.push(tick)
    last = at
  }
  return groups
}

/** Whether values grow evenly with their places. */
const isEven = (ticks: ReadonlyArray<Tick>, place: (box: Box) => number): boolean => {
  const sorted = ticks.toSorted((a, b) => place(a.box) - place(b.box))
  const slopes = sorted.slice(1).map((tick, i) => {
    const before = sorted[i] as Tick
    return (tick.value - before.value) / (place(tick.box) - place(before.box))
  })
  const mean = slopes.reduce((sum, slope) => sum + slope, 0) / slopes.length
  return mean > 0 && slopes.every((slope) => Math.abs(slope - mean) <= maxStepShare * mean)
}

const isMostlyAlone = (
  ticks: ReadonlyArray<Tick>,
  boxes: ReadonlyArray<Box>,
  isInLine: (a: Box, b: Box) => boolean
) => {
  const alone = ticks.filter(({ box }) => !boxes.some((other) => other !== box && isInLine(box, other)))
  return alone.length >= mostShare * ticks.length
}

const inRow = (a: Box, b: Box): boolean => overlap(a.y0, a.y1, b.y0, b.y1) > 0.5 * (a.y1 - a.y0)

const inColumnOf = (ticks: ReadonlyArray<Tick>) => {
  const xs = ticks.map(({ box }) => centreX(box))
  const step = (greatest(xs) - smallest(xs)) / (ticks.length - 1)
  return (a: Box, b: Box): boolean => !inRow(a, b) && Math.abs(centreX(a) - centreX(b)) < tickColumnShare * step
}

interface Piece {
  readonly text: string
  readonly box: Box
}

/** A minus is this close to its number, by its height. */
const maxSignGap = 0.4
const minus = /^[-−–]$/u

/** Numbers with the minus before them, which TeX takes from another font. */
const signed = (words: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const out: Array<Piece> = []
  words.forEach((word, i) => {
    const sign = words[i - 1]
    const isSigned =
      sign !== undefined &&
      minus.test(sign.text) &&
      number.test(word.text) &&
      Math.abs(word.box.x0 - sign.box.x1) < maxSignGap * height(word.box) &&
      inRow(word.box, sign.box)
    if (!isSigned) out.push(word)
    else out.splice(-1, 1, { text: sign.text + word.text, box: union(sign.box, word.box) })
  })
  return out
}

/** Whether there is a scale among these words. */
export const hasScale = (all: ReadonlyArray<Piece>): boolean => {
  const words = all.some(({ text }) => minus.test(text)) ? signed(all) : all
  const numbers = words.filter(({ text }) => number.test(text))
  if (numbers.length < minSeries) return false
  const boxes = words.map(({ box }) => box)
  return readings.some((reading) => {
    const ticks = numbers.flatMap(({ text, box }) => {
      const value = valueOf(text, reading)
      return value === null ? [] : [{ box, value }]
    })
    if (ticks.length < minSeries || ticks.length > maxDrawn) return false
    const edges = [(box: Box) => box.x1, (box: Box) => box.x0, centreX]
    const isUp = edges.some((edge) =>
      aligned(ticks, edge).some(
        (group) =>
          group.length >= minSeries && isEven(group, (box) => -centreY(box)) && isMostlyAlone(group, boxes, inRow)
      )
    )
    return (
      isUp ||
      aligned(ticks, centreY).some(
        (group) =>
          group.length >= minTicksAcross && isEven(group, centreX) && isMostlyAlone(group, boxes, inColumnOf(group))
      )
    )
  })
}
