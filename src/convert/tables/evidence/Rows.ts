/** Spot[] → how rows follow one another, and what the first of them is. */

import { type Box, greatest, median, smallest } from "../../model/Geometry.ts"
import type { LineWord } from "../../model/Line.ts"
import { maxHeaderLines, minDisplay, minGutterEm, minSeries } from "../../model/Measures.ts"
import type { TableLine } from "../ColumnSeparators.ts"
import { linesOf } from "../Grid.ts"
import { spacesIn } from "../Pieces.ts"
import type { Proposal, Sight } from "../Proposal.ts"
import { kindsOf, maxSideBySideEm } from "../rows/Distances.ts"
import { stripsOf } from "../rows/Strips.ts"
import { isIn, touches } from "../Sight.ts"
import { pairsIn, widthsOf } from "./CellLines.ts"
import { numbered } from "./Lookalikes.ts"
import { isBold, isNumeral, keyOf, type Spot, share, stepsOf } from "./Spots.ts"

/** The median distance of one row's first baseline from the last of the row above. */
export const stepOf = (filled: ReadonlyArray<Spot>): number => {
  const rows = [...Map.groupBy(filled, ({ row }) => row).values()].map((own) =>
    own.flatMap(({ words }) => words.map(({ baseline }) => baseline))
  )
  return median(rows.slice(1).map((own, i) => smallest(own) - greatest(rows[i] ?? own)))
}

const gapBetween = (a: LineWord, b: LineWord): number => Math.max(a.box.x0 - b.box.x1, b.box.x0 - a.box.x1)

/** Words that stand in the box of others, or go on with them, and are none of them. */
export const leftOut = (
  words: ReadonlyArray<LineWord>,
  box: Box,
  { lines }: Pick<Sight, "lines">
): ReadonlyArray<LineWord> => {
  const own = new Set(words.map(keyOf))
  const isOwn = (word: LineWord | undefined): word is LineWord => word !== undefined && own.has(keyOf(word))
  return lines.flatMap((line) => {
    if (!touches(line.box, box)) return []
    return line.words.filter((word, i) => {
      const isBeside = (other: LineWord | undefined) =>
        isOwn(other) && gapBetween(word, other) < minGutterEm * word.size
      return !isOwn(word) && (isIn(box, word) || isBeside(line.words[i - 1]) || isBeside(line.words[i + 1]))
    })
  })
}

/** The share of its rows that words stand in which it left out, or whose texts go on outside: it reads half of them. */
export const tornIn = ({ box, draft }: Pick<Proposal, "box" | "draft">, sight: Pick<Sight, "lines">): number => {
  const levelOf = ({ baseline }: LineWord) => Math.round(baseline)
  const words = draft.flat().flatMap((cell) => cell.words)
  const torn = new Set(leftOut(words, box, sight).map(levelOf))
  return share([...new Set(words.map(levelOf))], (level) => torn.has(level))
}

export const headerOf = (filled: ReadonlyArray<Spot>): number => {
  const names = filled.filter((spot) => spot.row === 0)
  // alone over several columns it is a title
  if (names.length < 2 && filled.some(({ column }) => column > 0)) return 0
  const first = names.flatMap((spot) => spot.words)
  const rest = filled.filter((spot) => spot.row > 0).flatMap((spot) => spot.words)
  if (first.length === 0 || rest.length === 0) return 0
  const bold = isBold({ words: first }) && share(rest, (word) => word.bold) < 0.5
  const colour = median(rest.map((word) => word.colour))
  return bold || first.every((word) => word.colour !== colour) ? 1 : 0
}

/** Whether a row below the first is larger than the others and one text, of which the first line may be; or larger than they, or in bold than the page's text, and a section's number and title. */
export const hasHeading = (filled: ReadonlyArray<Spot>, size: number, text: number): boolean => {
  const isLarge = (words: ReadonlyArray<LineWord> = [], than = size) =>
    words.every((word) => word.size > minDisplay * than)
  return [...Map.groupBy(filled, ({ row }) => row).values()].some(
    ([first, ...others]) =>
      first !== undefined &&
      first.row > 0 &&
      (others.length === 0
        ? isLarge(linesOf(first.words)[0])
        : [first, ...others].every((spot) => isLarge(spot.words, isBold(spot) ? Math.min(size, text) : size)) &&
          numbered.test([first, ...others].map(({ text }) => text).join(" ")))
  )
}

/** Whether the first row has more lines than headers have, and one in the size of a title among them: what stands above a table. */
export const holdsTitle = (filled: ReadonlyArray<Spot>, size: number): boolean =>
  filled.some(({ row, words }) => {
    const isLarge = (word: LineWord) => word.size > minDisplay * size
    const lines = row === 0 && words.some(isLarge) ? linesOf(words) : []
    return lines.length > maxHeaderLines && lines.some((line) => line.every(isLarge))
  })

/** One column of titles in bold and texts by turns. */
export const areTurns = (filled: ReadonlyArray<Spot>): boolean =>
  filled.every(({ row, column, words }) => column === 0 && isBold({ words }) === (row % 2 === 0))

/** Texts this far apart on one line, in em, are two. */
const minTextGapEm = 1.2

/** It holds several texts side by side, or numbers one below the other. */
export const isGlued = ({ words }: Spot): boolean =>
  linesOf(words).some((line, i, lines) => {
    const [first, before] = [line[0], lines[i - 1]?.at(-1)]
    return (
      spacesIn(line).some((space) => space > minTextGapEm * (first?.size ?? 0)) ||
      (first !== undefined && before !== undefined && isNumeral(before.text) && isNumeral(first.text))
    )
  })

/** Lines within cells that are texts of their own: with one beside them, as the next word would have fitted on the line above, or one for each row that the cell covers; against cells. */
export const stackedIn = (filled: ReadonlyArray<Spot>): number => {
  const own = filled.filter(({ columns }) => columns === 1)
  const width = 1 + greatest(own.map(({ column }) => column))
  const low = own.filter(({ rows }) => rows === 1)
  const rows = [...Map.groupBy(low, ({ row }) => row).values()].map(stripsOf)
  const room = widthsOf(rows.flat(), width)
  // lines of which many go on are a cell's, whatever stands beside them
  const inRows = rows.reduce((sum, strips) => sum + partedIn(strips, room), 0)
  const tall = own.filter(({ rows, words }) => rows >= minSeries && linesOf(words).length === rows)
  const parted = tall.reduce((sum, { rows }) => sum + rows - 1, inRows)
  return parted / Math.max(1, parted + filled.length)
}

const partedIn = (strips: ReadonlyArray<TableLine>, room: ReadonlyArray<number>): number => {
  if (strips.length < 2) return 0
  const distances = stepsOf(strips.map(({ baseline }) => baseline))
  const kinds = kindsOf(distances.filter((each) => each >= maxSideBySideEm * (strips[0]?.size ?? 0)))
  const isTwo = kinds.apart > 0
  let pairs = 0
  let parted = 0
  for (const [i, { parts: apart, alike, goesOn }] of pairsIn(strips, room).entries()) {
    const strip = strips[i] as TableLine
    const parts = apart + alike / 2
    const distance = strip.baseline - (strips[i - 1]?.baseline ?? strip.baseline)
    // where some lines are apart as rows are, those that are closer say nothing
    if (!isTwo || distance > kinds.at) {
      pairs += parts + goesOn
      if (room.length < 2 || strip.entries.length > 1) parted += isTwo ? parts + goesOn : parts
    }
  }
  return pairs === 0 ? 0 : parted ** 2 / pairs
}
