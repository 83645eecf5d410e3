/** Spot[] by column → how well the texts of columns stand in line, how far apart the columns are, what goes on from cell to cell. */

import { wouldFit } from "../../model/Fit.ts"
import { aroundAll, median, smallest } from "../../model/Geometry.ts"
import { inLineEm } from "../../model/Measures.ts"
import { runsOn as textRunsOn } from "../../model/Text.ts"
import { linesOf } from "../Grid.ts"
import { isNumeral, type Spot, share, wordCount } from "./Spots.ts"

export const alignment = (own: ReadonlyArray<Spot>, size: number): number => {
  const body = own.length > 2 ? own.filter((spot) => spot.row > 0) : own
  const near = inLineEm * size
  const at = (value: (spot: Spot) => number) => {
    const values = body.map(value)
    const middle = median(values)
    return share(values, (each) => Math.abs(each - middle) <= near)
  }
  return Math.max(
    at((spot) => spot.box.x0),
    at((spot) => spot.box.x1),
    at((spot) => (spot.box.x0 + spot.box.x1) / 2)
  )
}

/** The width of the narrowest strip between columns, in em. */
export const gapOf = (byColumn: ReadonlyArray<ReadonlyArray<Spot>>, size: number): number => {
  const boxes = byColumn.filter((own) => own.length > 0).map(aroundAll)
  return Math.min(2, smallest(boxes.slice(1).map(({ x0 }, i) => x0 - (boxes[i]?.x1 ?? x0))) / size)
}

/** A column is running text when less than this share of its neighbours are parted, and its texts have so many words. */
const runningText = 0.35
const minTextWords = 5
/** Columns of so many words at the median are as wide as their text. */
export const longTexts = 6

/** Most texts have several lines. */
const areWrapped = (own: ReadonlyArray<Spot>): boolean => median(own.map(({ words }) => linesOf(words).length)) > 1

export const neighboursOf = (
  byColumn: ReadonlyArray<ReadonlyArray<Spot>>,
  size: number,
  right: number,
  start: number
) => {
  let parted = 0
  let runsOn = 0
  let all = 0
  let running = 0
  byColumn.forEach((own, column) => {
    if (own.length === 0) return
    const before = { parted, all }
    const { x0: left, x1: end } = aroundAll(own)
    const next = byColumn.slice(column + 1).find((each) => each.length > 0)
    const pitch = (next === undefined ? right : aroundAll(next).x0 - size) - left
    const words = median(own.map(wordCount))
    const room = words >= longTexts ? end - left : Math.max(end - left, pitch)
    for (let i = 1; i < own.length; i++) {
      const [a, b] = [own[i - 1] as Spot, own[i] as Spot]
      const last = linesOf(a.words).at(-1) ?? []
      if (a.row < start) continue
      all++
      const isFree =
        wouldFit(last, b.words, left + room - aroundAll(last).x1) || (isNumeral(a.text) && isNumeral(b.text))
      if (isFree) parted++
      // names in front of what is told of them do not go on
      else if ((column > 0 || Math.max(wordCount(a), wordCount(b)) > 1) && textRunsOn(a.text, b.text)) runsOn++
    }
    const isRunning = parted - before.parted < runningText * (all - before.all)
    if (isRunning && words >= minTextWords && !areWrapped(own)) running++
  })
  return all === 0 ? { parted: 0.5, runsOn: 0, running } : { parted: parted / all, runsOn: runsOn / all, running }
}
