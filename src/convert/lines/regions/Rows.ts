/** Two groups of lines side by side that are read row by row across both: those of a table without rules, and of a listing. */

import { ramp, weigh } from "../../model/Evidence.ts"
import { median, overlap, width } from "../../model/Geometry.ts"
import { baselineOf, isText, type Line, type Piece, wordsOf } from "../../model/Line.ts"
import { minSeries, nearlyAll, slackPt } from "../../model/Measures.ts"
import { runsOn } from "../../model/Text.ts"
import { marker } from "../Markers.ts"

/** The line above another in its column is among so many before it. */
const mostInRow = 12
/** How far rows of a table are from one another, in em: hardly, and surely no lines of a text. */
const looseEm = { from: 1.4, to: 2 } as const
/** Spaces within a listing come to less than this, in em. */
const maxListingGapEm = 2.4
/** What stands on the grid of a typewriter face is at most so many letters off it. */
const maxOffGrid = 0.1

/** What each piece of evidence for the rows of a table without rules is worth. */
const rowWeights = {
  bias: -4.5,
  /** There are many of them. */
  many: 1.5,
  /** The lines of both groups stand level with one another. */
  level: 1.5,
  /** Lines of the left one have gaps, as between columns. */
  gaps: 2,
  /** They are further apart than lines of text. */
  loose: 1.5,
  /** Sentences go on from line to line. */
  flow: -6,
  /** They are items of a list. */
  marked: -4
} as const

/** Rows of a table: level, set far apart, of texts of their own. */
export const areRows = (left: ReadonlyArray<Piece>, right: ReadonlyArray<Piece>): boolean => {
  const lines = [...left, ...right].filter(isText)
  const [beside, rows] = [rowsIn(left), rowsIn(right)]
  const level = [...rows.keys()].flatMap((row) => [row, row - 1, row + 1].find((at) => beside.has(at)) ?? [])
  if (lines.length < left.length + right.length || level.length < minSeries) return false
  const places = [...rows.keys()].sort((a, b) => a - b)
  const steps = places.slice(1).map((at, i) => at - (places[i] ?? at))
  const within = [...beside.keys()].filter((row) => row >= (places[0] ?? row) - 1)
  const size = median(right.map((each) => each.size))
  const evidence = {
    many: ramp(level.length, minSeries, 2 * minSeries),
    level: ramp(level.length / Math.max(within.length, rows.size), nearlyAll, 1),
    gaps: level.filter((row) => (beside.get(row)?.length ?? 0) > 1).length / level.length,
    loose: ramp(median(steps) / size, looseEm.from, looseEm.to),
    flow: flowIn(lines) / lines.length,
    marked: lines.filter(({ words: [first] }) => marker(first?.text ?? "") !== null).length / lines.length
  }
  return weigh(evidence, rowWeights) > 0
}

/** How many lines go on with the sentence of the one above them. */
const flowIn = (lines: ReadonlyArray<Line>): number => {
  const sorted = lines.toSorted((a, b) => a.baseline - b.baseline)
  const isOn = (each: Line, i: number) => {
    const isAbove = ({ baseline, box }: Line) =>
      baseline < each.baseline - slackPt && overlap(box.x0, box.x1, each.box.x0, each.box.x1) > 0
    const above = sorted.slice(Math.max(0, i - mostInRow), i).findLast(isAbove)
    return runsOn(above?.words.at(-1)?.text ?? "", each.words[0]?.text ?? "")
  }
  return sorted.filter(isOn).length
}

const rowsIn = (lines: ReadonlyArray<Piece>): Map<number, Array<Piece>> =>
  Map.groupBy(lines, (each) => Math.round(baselineOf(each)))

/**
 * Two groups of which most rows are one in typewriter: a listing with columns. A few spaces part them, or as many as it takes to set
 * comments below one another behind lines of different lengths, of which the longest ends a few spaces before.
 */
export const areSpaced = (left: ReadonlyArray<Piece>, right: ReadonlyArray<Piece>): boolean => {
  const [before, behind] = [rowsIn(left), rowsIn(right)]
  const most = Math.min(before.size, behind.size) / 2
  const rows = [...behind].flatMap(([row, pieces]) => {
    const [next] = pieces.toSorted((a, b) => a.box.x0 - b.box.x0)
    const last = before.get(row)?.toSorted((a, b) => b.box.x1 - a.box.x1)[0]
    if (next === undefined || last === undefined) return []
    if (wordsOf(next)[0]?.mono !== true || wordsOf(last).at(-1)?.mono !== true) return []
    return [{ last, next }]
  })
  const near = rows.filter(({ last, next }) => next.box.x0 - last.box.x1 < maxListingGapEm * last.size)
  return near.length > most || (near.length > 0 && rows.filter(isOnGrid).length > most)
}

/** Two pieces of one row that whole letters of its typewriter face fit between. */
const isOnGrid = ({ last, next }: { readonly last: Piece; readonly next: Piece }): boolean => {
  const end = wordsOf(last).at(-1)
  if (end === undefined || next.box.x0 <= last.box.x1) return false
  const letters = (next.box.x0 - end.box.x0) / (width(end.box) / end.text.length)
  return Math.abs(letters - Math.round(letters)) < maxOffGrid
}
