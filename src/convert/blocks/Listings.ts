/** StyledLine[] → Code: lines of typewriter that are shown as they stand, which of them are one listing, and the blank lines between them. */

import type { StyledLine } from "../lines/Look.ts"
import { isListed } from "../lines/Markers.ts"
import type { Code, Provenance } from "../model/Block.ts"
import { greatest, median, smallest, width } from "../model/Geometry.ts"
import { minPair, slackEm, usualLeadingEm } from "../model/Measures.ts"
import { asTyped } from "../model/Text.ts"

/** Maximum number of blank lines in a row within a listing. */
const maxBlankLines = 2
/** Lines of a listing that stand closer than this, in em, have no blank line between them … */
const loosestPitchEm = 2
/** … and such lines as have one are as far apart as two lines of this, where a page does not tell. */
const blankPitchEm = 1.75
/** A distance that is at least a quarter as frequent as the most frequent one is usual, since every other line may be blank. */
const usualShare = 0.25
/** A distance this far from a whole number of lines, in lines, is what parts two listings. */
const maxOffPitchLines = 0.2
/** Lines with signs of another font are higher than others. */
const maxHigherLines = 0.4

/** How far the lines of listings stand from one another, by their size, where a page tells. */
export type Pitches = ReadonlyMap<number, number>

/** `regions` are what is read in one go each. */
export const pitchesOf = (regions: ReadonlyArray<ReadonlyArray<StyledLine>>): Pitches => {
  const bySize = new Map<number, Array<number>>()
  for (const rows of regions)
    for (let i = 1; i < rows.length; i++) {
      const [a, b] = [rows[i - 1] as StyledLine, rows[i] as StyledLine]
      const distance = b.line.baseline - a.line.baseline
      const isListing = a.look.mono && b.look.mono && keyOf(a) === keyOf(b) && !isListed(b.line)
      if (!isListing || distance < a.line.size * (1 - slackEm)) continue
      const same = bySize.get(keyOf(a))
      if (same) same.push(distance)
      else bySize.set(keyOf(a), [distance])
    }
  return new Map(
    [...bySize].flatMap(([size, distances]) => {
      const pitch = pitchIn(distances, size)
      return pitch === null ? [] : [[size, pitch] as const]
    })
  )
}

const keyOf = ({ line }: StyledLine): number => Math.round(line.size)

/** The least distance that is usual; null where none comes again. */
const pitchIn = (distances: ReadonlyArray<number>, size: number): number | null => {
  const step = slackEm * size
  const groups = Map.groupBy(distances, (each) => Math.round(each / step))
  const near = (at: number) => [at - 1, at, at + 1].flatMap((each) => groups.get(each) ?? [])
  const found = [...groups.keys()].map(near)
  const most = greatest(found.map((each) => each.length))
  if (most < minPair) return null
  const usual = found.filter((each) => each.length >= Math.max(minPair, usualShare * most)).map(median)
  const least = smallest(usual)
  return least > loosestPitchEm * size ? null : least
}

/** How many lines a row is below another. Where the distance between lines of the listing is known, a fraction says that the row is not part of it. */
const stepsTo = (last: StyledLine, next: StyledLine, pitches: Pitches): number => {
  const distance = next.line.baseline - last.line.baseline
  const pitch = pitches.get(keyOf(last))
  if (pitch !== undefined || distance <= 0) return distance / (pitch ?? 1)
  const em = distance / last.line.size
  if (em < loosestPitchEm) return 1
  return em < (maxBlankLines + 2) * usualLeadingEm
    ? Math.max(2, Math.round(em / blankPitchEm))
    : Number.POSITIVE_INFINITY
}

/** Whether a row of typewriter goes on with the listing that the row above it is in. */
export const goesOnWith = (last: StyledLine, next: StyledLine, pitches: Pitches): boolean => {
  const steps = stepsTo(last, next, pitches)
  if (steps <= 0 || Math.round(steps) > maxBlankLines + 1) return false
  return steps < 1 + maxHigherLines || Math.abs(steps - Math.round(steps)) <= maxOffPitchLines
}

/** A word this far, in advances, from where a typewriter could set it, has stretched spaces before it. */
const maxOffGridAdvances = 0.2

/** A word so many advances behind another was put where it is. */
const minTabAdvances = 3
/** Maximum number of spaces in a row. */
const maxSpaces = 200

const isOff = (column: number): boolean => Math.abs(column - Math.round(column)) > maxOffGridAdvances

/** Lines as they stand: indents and blank lines from where they are, and spaces but where lines were stretched to one length. */
export const code = (
  rows: ReadonlyArray<StyledLine>,
  place: Provenance,
  pitches: Pitches = pitchesOf([rows])
): Code => {
  const advances = rows.flatMap((row) =>
    row.line.words.filter((word) => word.mono).map((word) => width(word.box) / word.text.length)
  )
  const advance = median(advances) || 1
  const startOf = ({ line, against }: StyledLine) => (against ? -line.box.x1 : line.box.x0)
  const left = smallest(rows.map(startOf))
  const lines = rows.flatMap((row, i) => {
    const { line } = row
    const shift = startOf(row) - line.box.x0
    const blank = i === 0 ? 0 : Math.round(stepsTo(rows[i - 1] as StyledLine, row, pitches)) - 1
    // signs of another font are off the grid, and so is what stands behind them
    const other = line.words.findIndex((word) => !word.mono || word.isSignOfCode === true)
    const typed = other < 0 ? line.words : line.words.slice(0, other)
    const isJustified = typed.some((word) => isOff((word.box.x0 - line.box.x0) / advance))
    let out = ""
    line.words.forEach((word, at) => {
      const gap = word.box.x0 - (line.words[at - 1]?.box.x1 ?? 0)
      const column = Math.round((word.box.x0 + shift - left) / advance)
      // but for what is tabulated
      const isOffGrid = other >= 0 && at > other && gap < minTabAdvances * advance
      const wide = isOffGrid ? Math.round(gap / advance) : isJustified ? 0 : column - out.length
      const spaces = out === "" ? column : word.noSpaceBefore ? 0 : Math.max(1, wide)
      out += " ".repeat(Math.max(0, Math.min(maxSpaces, spaces))) + word.text
    })
    return [...Array.from({ length: Math.max(0, Math.min(maxBlankLines, blank)) }, () => ""), out]
  })
  return { kind: "code", lines: asTyped(lines.join("\n")).split("\n"), place }
}
