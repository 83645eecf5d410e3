/**
 * Where a picture of a page has gutters between columns of text, before anything in it is read: strips without letters that
 * have lines of text on both sides. They may begin and end anywhere, bend with the paper, and hold a worn rule.
 */

import { median } from "../../model/Geometry.ts"
import type { Picture } from "../Recognised.ts"
import { bend, inMiddle, mostInMiddle } from "./GutterWeights.ts"
import { lettersOf } from "./Letters.ts"
import { clearAt, columnEm, type Grid, gridOf, middleOf } from "./Strips.ts"
import { isOfTable, type Stretch } from "./TableGutters.ts"

/** Minimum number of lines of text on both sides of a gutter. It ends where there is none on either side for more than an em. */
const minLines = 8
/** Rows of pixels with more ink than this share go through a line of text, those with less than that between lines ... */
const inLine = 0.14
const offLine = 0.07
/** ... and minimum height of a line, in em: points that lead to a number are lower. */
const minLineEm = 0.25
/** Maximum number of lines of a headline that runs over a gutter, level on both sides; minimum room over and under it, in em, and against that between most lines. */
const maxHeadlineLines = 2
const minBreakEm = 0.7
const breakToGap = 2

/** From where to where, in rows of pixels, and the middle of what is free in each of them. */
export interface Gutter {
  readonly y0: number
  readonly y1: number
  readonly at: Int32Array
}

/** Those between columns of a table are none. */
interface Candidate extends Gutter {
  readonly isOfTable: boolean
}

/** The gutters of a picture whose print has this size, in pixels; ink is at most as light as `ink`. */
export const guttersOf = (picture: Picture, ink: number, em: number): ReadonlyArray<Gutter> => {
  const letters = lettersOf(picture, ink, em)
  const grid = gridOf(letters, picture.width, em)
  const taken = new Uint8Array(grid.free.length)
  const out: Array<Gutter> = []
  for (let way = bestWay(grid, taken); way !== null; way = bestWay(grid, taken)) {
    const found = betweenLines(letters, picture.width, em, gutterOf(letters, picture.width, em, grid, way))
    out.push(...found.filter((each) => !each.isOfTable))
    take(grid, taken, way, 0)
    // no column is narrower
    for (const { y0, y1 } of found) {
      const within = way.filter((at) => isWithin(Math.floor(at / grid.columns) * grid.down, y0 - grid.down, y1))
      take(grid, taken, within, Math.round((columnEm * em) / grid.across))
    }
  }
  return out
}

/** The way down the grid with most text on both sides, as places of the grid from top to bottom; null where no way has enough. */
const bestWay = (grid: Grid, taken: Uint8Array): ReadonlyArray<number> | null => {
  const { rows, columns, free, sides } = grid
  const sums = new Float32Array(rows * columns).fill(-1)
  const from = new Int8Array(rows * columns).fill(2)
  const empty = new Uint8Array(rows * columns)
  let best = -1
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column
      if (free[at] === 0 || taken[at] === 1) continue
      const isEmpty = sides[at] === 0
      let sum = isEmpty ? -1 : 0
      for (const by of [0, -1, 1]) {
        const above = at - columns + by
        if (row === 0 || column + by < 0 || column + by >= columns) continue
        if (isEmpty && (empty[above] ?? 0) > 0) continue
        const through = (sums[above] ?? 0) - bend * Math.abs(by)
        if (through < 0 || through < sum || (through === sum && by !== 0)) continue
        sum = through
        from[at] = by
        empty[at] = isEmpty ? (empty[above] ?? 0) + 1 : 0
      }
      if (sum < 0) continue
      sums[at] = sides[at] === 2 ? sum + 1 + inMiddle * clearOf(free, at) : sum
      if (!isEmpty && (best < 0 || (sums[at] ?? 0) >= (sums[best] ?? 0))) best = at
    }
  if (best < 0 || (sums[best] ?? 0) < columnEm) return null
  const way = [best]
  for (let at = best; (from[at] ?? 2) !== 2; way.push(at)) at += (from[at] ?? 0) - columns
  return way.reverse()
}

const clearOf = (free: Uint8Array, at: number): number => {
  let clear = 0
  while (clear < mostInMiddle && free[at - clear - 1] === 1 && free[at + clear + 1] === 1) clear++
  return clear
}

/** No other gutter can be within `reach` of this way. */
const take = ({ columns }: Grid, taken: Uint8Array, way: ReadonlyArray<number>, reach: number): void => {
  for (const at of way) {
    const column = at % columns
    taken.fill(1, at - Math.min(reach, column), at + Math.min(reach, columns - 1 - column) + 1)
  }
}

/** Up to the row of pixels where something stands in its way. */
const gutterOf = (letters: Uint8Array, width: number, em: number, grid: Grid, way: ReadonlyArray<number>): Gutter => {
  const { columns, down } = grid
  const isClear = clearAt(letters, width, em)
  const height = letters.length / width
  const places = way.map((at) => middleOf(grid, at % columns))
  let y0 = Math.floor((way[0] ?? 0) / columns) * down
  const first = y0
  while (y0 > Math.max(0, first - down) && isClear(y0 - 1)(places[0] ?? 0)) y0--
  const end = first + way.length * down
  let y1 = end
  while (y1 < Math.min(height, end + down) && isClear(y1)(places.at(-1) ?? 0)) y1++
  const rowOf = (y: number) => Math.min(way.length - 1, Math.max(0, Math.floor((y - first) / down)))
  return { y0, y1, at: Int32Array.from({ length: y1 - y0 }, (_, i) => places[rowOf(y0 + i)] ?? 0) }
}

const isWithin = (y: number, y0: number, y1: number): boolean => y >= y0 && y <= y1

/** What is left of a gutter between the headlines that run over it, where lines of text stand on both sides. */
const betweenLines = (letters: Uint8Array, width: number, em: number, gutter: Gutter): ReadonlyArray<Candidate> => {
  const reach = Math.round(columnEm * em)
  const left = linesIn(letters, width, em, gutter, -reach, reach)
  const right = linesIn(letters, width, em, gutter, 0, reach)
  const countIn = (side: ReadonlyArray<Stretch>, { y0, y1 }: Stretch) =>
    side.filter((line) => line.y0 >= y0 && line.y1 <= y1).length
  const isHeadline = (each: Stretch) =>
    [left, right].every((side) => countIn(side, each) > 0 && countIn(side, each) <= maxHeadlineLines)
  const rows = joined([...left, ...right], 1)
  const usual = median(rows.slice(1).map(({ y0 }, i) => y0 - (rows[i]?.y1 ?? y0)))
  const over = joined(rows, Math.max(minBreakEm * em, breakToGap * usual)).filter(isHeadline)
  const starts = [gutter.y0, ...over.map(({ y1 }) => y1)]
  const ends = [...over.map(({ y0 }) => y0), gutter.y1]
  return starts.flatMap((start, i) => {
    const within = ({ y0, y1 }: Stretch) => y0 >= start && y1 <= (ends[i] ?? start)
    const own = left.filter(within)
    const others = right.filter(within)
    if (Math.min(own.length, others.length) < minLines) return []
    const [whole] = joined([...own, ...others], Number.POSITIVE_INFINITY)
    if (whole === undefined) return []
    const at = gutter.at.subarray(whole.y0 - gutter.y0, whole.y1 - gutter.y0)
    return [{ ...whole, at, isOfTable: isOfTable(own, others, em) }]
  })
}

/** Stretches that are nearer to one another than `gap`, as one. */
const joined = (stretches: ReadonlyArray<Stretch>, gap: number): ReadonlyArray<Stretch> => {
  const out: Array<Stretch> = []
  for (const { y0, y1 } of stretches.toSorted((a, b) => a.y0 - b.y0)) {
    const last = out.at(-1)
    if (last !== undefined && y0 - last.y1 < gap) out[out.length - 1] = { y0: last.y0, y1: Math.max(last.y1, y1) }
    else out.push({ y0, y1 })
  }
  return out
}

/** The lines of text beside a gutter, as rows of pixels, but for what it cuts off at its ends. */
const linesIn = (
  letters: Uint8Array,
  width: number,
  em: number,
  { y0, y1, at }: Gutter,
  from: number,
  reach: number
): ReadonlyArray<Stretch> => {
  const out: Array<Stretch> = []
  let begun = y0
  for (let y = y0; y < y1; y++) {
    const x = (at[y - y0] ?? 0) + from
    let ink = 0
    for (let k = y * width + Math.max(0, x); k < y * width + Math.min(width, x + reach); k++) ink += letters[k] ?? 0
    if (ink > (begun < 0 ? inLine : offLine) * reach) {
      if (begun < 0) begun = y
    } else if (begun >= 0) {
      if (begun > y0 && y - begun >= minLineEm * em) out.push({ y0: begun, y1: y })
      begun = -1
    }
  }
  return out
}
