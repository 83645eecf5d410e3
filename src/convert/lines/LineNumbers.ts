/**
 * Line[] → Line[]: the numbers beside the lines of a listing go: they count up by one, below one another at one edge, and
 * beside each of them is typewriter, or nothing.
 */
import type { Line } from "../model/Line.ts"
import { line } from "./Lines.ts"

/** A listing has so many numbered lines at least; their edges differ by so many points, and they are at most so many em apart. */
const minNumberedLines = 3
const maxNumberOffsetPt = 2
const maxNumberStepEm = 3.2
/** This share of them has text beside it. */
const minBesideTextShare = 0.6

interface Numbered {
  readonly line: Line
  readonly value: number
  readonly x0: number
  readonly x1: number
  readonly isFilled: boolean
}

export const withoutLineNumbers = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const rows = Map.groupBy(lines, ({ baseline }) => Math.round(baseline / 2))
  const found = lines.flatMap((each) => numberedIn(each, rows)).sort((a, b) => a.line.baseline - b.line.baseline)
  const gone = new Set<Line>()
  const open: Array<Array<Numbered>> = []
  for (const each of found) {
    const chain = open.find((other) => follows(other.at(-1), each))
    if (chain) chain.push(each)
    else open.push([each])
  }
  for (const chain of open) {
    if (
      chain.length < minNumberedLines ||
      chain.filter(({ isFilled }) => isFilled).length < minBesideTextShare * chain.length
    )
      continue
    for (const { line } of chain) gone.add(line)
  }
  if (gone.size === 0) return lines
  return lines.flatMap((each) => (gone.has(each) ? (each.words.length > 1 ? [line(each.words.slice(1))] : []) : [each]))
}

const follows = (last: Numbered | undefined, next: Numbered): boolean => {
  if (last === undefined || next.value !== last.value + 1) return false
  const distance = next.line.baseline - last.line.baseline
  const isAligned = Math.abs(next.x1 - last.x1) < maxNumberOffsetPt || Math.abs(next.x0 - last.x0) < maxNumberOffsetPt
  return isAligned && distance > 0 && distance < maxNumberStepEm * Math.max(last.line.size, next.line.size)
}

/** A line that may begin with a number of a listing: before typewriter, or with nothing beside it. */
const numberedIn = (each: Line, rows: ReadonlyMap<number, ReadonlyArray<Line>>): ReadonlyArray<Numbered> => {
  const [first, second] = each.words
  if (first === undefined || each.angle !== 0 || !/^\d{1,4}$/.test(first.text)) return []
  const row = Math.round(each.baseline / 2)
  const others = [row - 1, row, row + 1].flatMap((near) => rows.get(near) ?? []).filter((other) => other !== each)
  // a column of the listing itself
  if (others.some(({ box, words }) => box.x1 <= first.box.x0 && words.at(-1)?.mono === true)) return []
  const beside =
    second ?? others.filter((other) => other.box.x0 >= first.box.x1).sort((a, b) => a.box.x0 - b.box.x0)[0]?.words[0]
  if (beside !== undefined && (!beside.mono || beside.box.x0 - first.box.x1 < 0.4 * each.size)) return []
  const value = Number(first.text)
  return [{ line: each, value, x0: first.box.x0, x1: first.box.x1, isFilled: beside !== undefined }]
}
