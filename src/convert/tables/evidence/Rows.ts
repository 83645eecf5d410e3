/** Spot[] → how rows follow one another, and what the first of them is. */

import { median } from "../../model/Geometry.ts"
import type { LineWord } from "../../model/Line.ts"
import { minDisplay, minGutterEm, minSeries, mostShare, sameRowEm, usualLeadingEm } from "../../model/Measures.ts"
import { linesOf } from "../Grid.ts"
import type { Draft } from "../Proposal.ts"
import { jump } from "../Rows.ts"
import { boxOf, isNumeral, type Spot, share, textOf } from "./Spots.ts"

/** The median distance of one row's first baseline from that of the row above, against lines of text. */
export const looseOf = (filled: ReadonlyArray<Spot>, size: number): number => {
  const rows = [...Map.groupBy(filled, ({ row }) => row)]
    .sort(([a], [b]) => a - b)
    .map(([, own]) => own.flatMap(({ words }) => words.map(({ baseline }) => baseline)))
  const steps = rows.slice(1).map((own, i) => Math.min(...own) - Math.max(...(rows[i] ?? [])))
  return Math.min(1, Math.max(0, median(steps) / size / usualLeadingEm - 1))
}

export const headerOf = (filled: ReadonlyArray<Spot>): number => {
  const first = filled.filter((spot) => spot.row === 0).flatMap((spot) => spot.words)
  const rest = filled.filter((spot) => spot.row > 0).flatMap((spot) => spot.words)
  if (first.length === 0 || rest.length === 0) return 0
  const bold = first.every((word) => word.bold) && share(rest, (word) => word.bold) < 0.5
  const colour = median(rest.map((word) => word.colour))
  return bold || first.every((word) => word.colour !== colour) ? 1 : 0
}

export const hasHeading = (filled: ReadonlyArray<Spot>, size: number): boolean =>
  filled.some(
    ({ row, words }) =>
      row > 0 &&
      words.every((word) => word.size > minDisplay * size) &&
      !filled.some((other) => other.row === row && other.words !== words)
  )

export const repeats = (draft: Draft): boolean => {
  const texts = draft.map((row) => row.map((cell) => textOf(cell.words)).join("\t"))
  return /\p{L}{3}/u.test(texts[0] ?? "") && texts.indexOf(texts[0] ?? "", 1) > 0
}

/** A row below others that names most columns in bold, as no row beside it does: the header of another table. */
export const hasSecondHeader = (filled: ReadonlyArray<Spot>, columns: number): boolean => {
  const rows = Map.groupBy(filled, ({ row }) => row)
  const isHeader = (row: number): boolean => {
    const own = rows.get(row) ?? []
    return (
      own.length >= Math.max(minSeries, mostShare * columns) &&
      own.every(({ text, words }) => !isNumeral(text) && words.every((word) => word.bold))
    )
  }
  return [...rows.keys()].some(
    (row) => row > 1 && rows.has(row + 1) && isHeader(row) && !isHeader(row - 1) && !isHeader(row + 1)
  )
}

/** One column of titles in bold and texts by turns. */
export const areTurns = (filled: ReadonlyArray<Spot>): boolean =>
  filled.every(({ row, column, words }) => column === 0 && words.every(({ bold }) => bold) === (row % 2 === 0))

/** Texts this far apart on one line, in em, are two. */
const minTextGapEm = 1.2

export const isGlued = ({ words }: Spot): boolean => {
  let last: LineWord | undefined
  let stacked = 0
  for (const word of words) {
    if (last !== undefined && Math.abs(word.baseline - last.baseline) < sameRowEm * word.size) {
      if (word.box.x0 - last.box.x1 > minTextGapEm * word.size) return true
    } else if (last !== undefined && isNumeral(last.text) && isNumeral(word.text)) stacked++
    last = word
  }
  return stacked > 0
}

/** Lines within cells that are texts of their own, with one beside them, as the next word would have fitted on the line above; against cells. */
export const stackedIn = (filled: ReadonlyArray<Spot>): number => {
  const own = filled.filter((spot) => spot.columns === 1)
  const columns = [...Map.groupBy(own, (spot) => spot.column).values()]
  const at = (row: number, baseline: number) => row * 1e5 + Math.round(baseline)
  const beside = new Map<number, number>()
  const heights = new Map<number, Array<number>>()
  for (const { row, rows, words } of own)
    for (const baseline of new Set(words.map(({ baseline }) => Math.round(baseline)))) {
      for (let i = row; i < row + rows; i++) beside.set(at(i, baseline), (beside.get(at(i, baseline)) ?? 0) + 1)
      heights.set(row, [...(heights.get(row) ?? []), baseline])
    }
  const isBeside = (baseline: number, { row, rows }: Spot) =>
    columns.length < 2 ||
    Array.from({ length: rows }, (_, i) => row + i).some(
      (each) => [-1, 0, 1].reduce((sum, by) => sum + (beside.get(at(each, baseline + by)) ?? 0), 0) > 1
    )
  const size = median(own.flatMap(({ words }) => words.map((word) => word.size)))
  const close = new Map([...heights].map(([row, baselines]) => [row, closeIn(baselines, sameRowEm * size)]))
  const rows = new Map<number, { pairs: number; parted: number }>()
  for (const column of columns) {
    const cells = column.map((spot) => ({
      spot,
      lines: linesOf(spot.words).map((line) => ({
        box: boxOf(line),
        first: line[0],
        isNumeral: isNumeral(textOf(line))
      }))
    }))
    const room = Math.max(...cells.flatMap(({ lines }) => lines.map(({ box }) => box.x1 - box.x0)))
    for (const { spot, lines } of cells) {
      const row = rows.get(spot.row) ?? { pairs: 0, parted: 0 }
      rows.set(spot.row, row)
      const isOfEach = spot.rows >= minSeries && lines.length === spot.rows
      lines.slice(1).forEach(({ first, isNumeral: isNumber }, i) => {
        const above = lines[i]
        if (above?.first === undefined || first === undefined) return
        // where some lines are apart as rows are, those that are closer say nothing
        const least = close.get(spot.row) ?? 0
        if (first.baseline - above.first.baseline < least) return
        const wanted = above.box.x1 - above.box.x0 + minGutterEm * first.size + first.box.x1 - first.box.x0
        row.pairs++
        const isOwn = isOfEach || least > 0 || wanted < room || (isNumber && above.isNumeral)
        if (isOwn && isBeside(first.baseline, spot)) row.parted++
      })
    }
  }
  // lines of which many go on are a cell's, whatever stands beside them
  const parted = [...rows.values()].reduce((sum, row) => sum + (row.pairs === 0 ? 0 : row.parted ** 2 / row.pairs), 0)
  return parted / Math.max(1, parted + filled.length)
}

/** Below which distance lines are close to one another, where some are and some are not; those closer than `least` are one. */
const closeIn = (baselines: ReadonlyArray<number>, least: number): number => {
  const sorted = [...new Set(baselines)].sort((a, b) => a - b)
  const distances = sorted
    .slice(1)
    .flatMap((each, i) => (each - (sorted[i] ?? each) > least ? [each - (sorted[i] ?? each)] : []))
  const [low, high] = [Math.min(...distances), Math.max(...distances)]
  return high > jump * low ? Math.sqrt(low * high) : 0
}
