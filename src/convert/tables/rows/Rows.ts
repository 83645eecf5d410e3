/**
 * TableLine[] → rows: whether each line is one more of the row above it, as a sum of evidence. A cell's text is broken only where the next word
 * would not have fitted in its column, so two lines whose words would have fitted on one are likely two rows.
 */

import { weigh } from "../../model/Evidence.ts"
import { maxLeadingEm, usualLeadingEm } from "../../model/Measures.ts"
import type { Entry, TableLine } from "../ColumnSeparators.ts"
import { areApart, drop, isFigure, isOver, isOwn } from "../evidence/CellLines.ts"
import { isBold, mean } from "../evidence/Spots.ts"
import { maxSideBySideEm, type Parted } from "./Distances.ts"
import { emBelow, emBetween, measured, pairsOf, type Row, rowEvidence, type Table } from "./RowEvidence.ts"

/** Lines of a cell are no further apart than this share of what those of the page's text are. */
const maxLeadingShare = 1.15

/**
 * What each piece of evidence for one more line of a row is worth, in logits. Fitted to 24,277 pairs of lines in tables of documents with truth,
 * which tells whether they are of one row, to 136 of real manuals that were looked at, and to 4,115 of those manuals as they had been read before.
 * `skips` weighs more than fitted (-2.3): of 3,263 such lines 21 go on.
 */
const weights = {
  bias: -2.1,
  far: -4,
  skips: -3.5,
  closer: 3.2,
  within: 3.3,
  ruled: 3.2,
  alike: -1.3,
  fits: -1,
  room: -1.2,
  full: 1.7,
  single: -0.5,
  over: 1,
  named: -1.4,
  fewer: 3.5,
  bold: 1,
  header: -0.8,
  first: 0.5,
  items: 2.4,
  figures: -2.9,
  broken: 1.1,
  runsOn: 2.6,
  small: 4.1
}

/**
 * The lines in rows, each a list of lines. `parted` says after which lines a rule ends the row; `leading` is how far lines
 * of the page's text are from one another, in em.
 */
export const rowsOf = (
  strips: ReadonlyArray<TableLine>,
  columns: number,
  parted: Parted = () => false,
  leading = usualLeadingEm
): ReadonlyArray<ReadonlyArray<TableLine>> => {
  const [first, ...others] = strips
  if (first === undefined) return []
  const table = measured(strips, columns, parted, leading)
  let row = begun(first, true)
  const steps = others.map((next, i) => {
    const score = scoreOf(row, next, others[i + 1], table, parted)
    const step = { next, score, isClose: emBelow(row, next) <= table.kinds.at }
    row = score > 0 ? added(row, next) : begun(next)
    return step
  })
  const weighed = Map.groupBy(
    steps.filter(({ score }) => Number.isFinite(score)),
    ({ isClose }) => isClose
  )
  const usual = new Map([...weighed].map(([kind, own]) => [kind, mean(own.map(({ score }) => clipped(score)))]))
  const out: Array<Array<TableLine>> = [[first]]
  // lines that are as far apart are the same, for the most part
  for (const { next, score, isClose } of steps) {
    if (score + table.kinds.apart * (usual.get(isClose) ?? 0) > 0) out.at(-1)?.push(next)
    else out.push([next])
  }
  return out
}

/** No line says more of others as far apart than this, in logits. */
const loudest = 6

const clipped = (score: number): number => Math.min(loudest, Math.max(-loudest, score))

const begun = (line: TableLine, isFirst = false): Row => added({ lines: [], above: new Map(), isFirst }, line)

const added = (row: Row, line: TableLine): Row => {
  row.lines.push(line)
  for (const each of line.entries) row.above.set(each.from, each)
  return row
}

/** Above 0 the line, with another one `after` it, is one more of the row; infinite where there is nothing to weigh. */
const scoreOf = (row: Row, next: TableLine, after: TableLine | undefined, table: Table, parted: Parted): number => {
  const last = row.lines.at(-1) as TableLine
  if (parted(last, next) || isBelowName(row.above, next)) return Number.NEGATIVE_INFINITY
  if (emBetween(last, next) < maxSideBySideEm)
    return isBeside(row, next, table) ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  return areOfTwoWeights(row.above, next) || isBesideNext(row, next, after)
    ? Number.NEGATIVE_INFINITY
    : weigh(rowEvidence(row, next, table), weights)
}

/** A name over several columns stands above names of these. */
const isBelowName = (above: ReadonlyMap<number, Entry>, { entries, size }: TableLine): boolean =>
  [...above.values()].some((each) =>
    isOver(
      each,
      entries.filter((other) => drop(each, other) >= maxSideBySideEm * size)
    )
  )

/** The row is in bold, and the line is not, or the line is, and what is above it is not: of some thousand such lines none goes on. */
const areOfTwoWeights = (above: ReadonlyMap<number, Entry>, { entries }: TableLine): boolean => {
  const isPlain = ({ words }: Entry) => words.every(({ bold }) => !bold)
  if (entries.every(isPlain)) return [...above.values()].every(isBold)
  const over = entries.flatMap(({ from }) => above.get(from) ?? [])
  return entries.every(isBold) && over.length > 0 && over.every(isPlain)
}

/** Beside it, a little lower, stands a line of the next row, with a figure below a figure. */
const isBesideNext = ({ above }: Row, next: TableLine, after: TableLine | undefined): boolean =>
  after !== undefined &&
  emBetween(next, after) < maxSideBySideEm &&
  pairsOf(above, after).some((pair) => pair.every(isFigure))

/** It stands so close below the last line that both are beside one another, in cells whose texts stand in the middle of their heights. */
const isBeside = ({ lines, above }: Row, next: TableLine, { leading }: Table): boolean => {
  const last = lines.at(-1) as TableLine
  const size = Math.max(last.size, next.size)
  const beside = maxSideBySideEm * size
  const limit = Math.max(maxLeadingEm, maxLeadingShare * leading) * size
  // lines of a cell follow one another, whatever stands beside them
  const own = lines.flatMap(({ entries }) => entries)
  const over = ({ from }: Entry) => own.findLast((each) => each.from <= from && each.to >= from)
  if (next.entries.some((each) => drop(over(each) ?? each, each) > limit)) return false
  const isBelow = (is: (before: Entry, each: Entry) => boolean) =>
    next.entries.some((each) => {
      const before = above.get(each.from)
      return before !== undefined && drop(before, each) >= beside && is(before, each)
    })
  if (isBelow((before, each) => isFigure(before) && isFigure(each))) return false
  // a name in the middle of several rows stands close to two of them: the lower has figures a line below figures
  const [name, second] = last.entries
  if (name?.from !== 0 || second !== undefined) return true
  return !areApart(above, next, beside) && !isBelow(isOwn)
}
