/**
 * Lines of a table → rows. A cell's text is broken only where the next word would not have fitted in its column, so two
 * lines whose words would have fitted on one are two rows. Where that says nothing, or
 * distances of two kinds say it more clearly, they decide.
 */

import { aroundAll, median } from "../../model/Geometry.ts"
import { type LineWord, textOf } from "../../model/Line.ts"
import { maxLeadingEm, minSeries, usualLeadingEm } from "../../model/Measures.ts"
import type { Entry, TableLine } from "../ColumnSeparators.ts"
import { areApart, drop, evidence, isBroken, isFigure, isOver, isOwn, runsOn, widthsOf } from "../evidence/CellLines.ts"
import { type Letters, lettersOf } from "../evidence/Letters.ts"
import { isBold, isName } from "../evidence/Spots.ts"
import { linesOf } from "../Grid.ts"
import { isItem } from "../Pieces.ts"
import type { DraftCell } from "../Proposal.ts"
import { byDistance, maxSideBySideEm, type Parted, type Threshold, thresholdOf } from "./Distances.ts"

/** What stands in one row, as lines of a table. */
export const stripsOf = (cells: ReadonlyArray<PlacedCell>): ReadonlyArray<TableLine> => {
  const lines = linesOf(cells.flatMap(({ words }) => words))
  // most rows
  if (lines.length === 1) {
    const filled = cells.filter(({ words }) => words.length > 0)
    return lines.map((line) =>
      stripOf(
        line,
        filled.map((cell) => entryOf(cell, cell.words))
      )
    )
  }
  const strips = lines.map((line) => ({ line, entries: [] as Array<Entry> }))
  const byWord = new Map(strips.flatMap((strip) => strip.line.map((word) => [word, strip] as const)))
  for (const cell of cells)
    for (const [strip, own] of Map.groupBy(cell.words, (word) => byWord.get(word)))
      strip?.entries.push(entryOf(cell, own))
  return strips.map(({ line, entries }) => stripOf(line, entries))
}

type PlacedCell = DraftCell & { readonly column: number }

const entryOf = ({ column, columns }: PlacedCell, words: ReadonlyArray<LineWord>): Entry => ({
  words,
  from: column,
  to: column + columns - 1,
  ...aroundAll(words)
})

const stripOf = (line: ReadonlyArray<LineWord>, entries: ReadonlyArray<Entry>): TableLine => ({
  baseline: median(line.map(({ baseline }) => baseline)),
  size: median(line.map(({ size }) => size)),
  entries
})

/** Lines of a cell are no further apart than this share of what those of the page's text are. */
const maxLeadingShare = 1.15

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
  const widths = widthsOf(strips, columns)
  const threshold = thresholdOf(strips, parted)
  const letters = lettersOf(strips, parted)
  let row: Array<TableLine> = []
  let above = new Map<number, Entry>()
  let count = 0
  const named = new Set<TableLine>()
  const areOn = strips.map((next, i) => {
    const last = row.at(-1)
    if (isBelowName(above, next)) named.add(next)
    const isOn =
      last !== undefined &&
      !named.has(next) &&
      !parted(last, next) &&
      goesOn(row, above, next, {
        widths,
        threshold,
        columns,
        letters,
        isFirst: count === 1,
        leading: Math.max(maxLeadingEm, maxLeadingShare * leading),
        after: strips[i + 1]
      })
    if (isOn) row.push(next)
    else {
      row = [next]
      above = new Map()
      count++
    }
    for (const each of next.entries) above.set(each.from, each)
    return isOn
  })
  const found = byDistance(strips, areOn, parted)
  const out: Array<Array<TableLine>> = []
  for (const [i, strip] of strips.entries()) {
    if (found[i] === true && !named.has(strip)) out.at(-1)?.push(strip)
    else out.push([strip])
  }
  return out
}

/** A text that is no figure says more of the row above, alone in a table of many columns, or where it goes on with a sentence. */
const isMore = (above: ReadonlyMap<number, Entry>, { entries }: TableLine, columns: number): boolean => {
  const [only, ...others] = entries
  const before = above.get(only?.from ?? 0)
  return (
    only !== undefined &&
    before !== undefined &&
    others.length === 0 &&
    only.from > 0 &&
    ((columns > minSeries && above.has(0)) || runsOn(before, only)) &&
    !isFigure(only)
  )
}

/** A name over several columns stands above names of these. */
const isBelowName = (above: ReadonlyMap<number, Entry>, { entries, size }: TableLine): boolean =>
  [...above.values()].some((each) =>
    isOver(
      each,
      entries.filter((other) => drop(each, other) >= maxSideBySideEm * size)
    )
  )

interface Setting {
  readonly widths: ReadonlyArray<number>
  readonly threshold: Threshold | null
  readonly columns: number
  readonly letters: Letters
  readonly isFirst: boolean
  /** The most by which a line of a cell is below the one before it, in em. */
  readonly leading: number
  readonly after: TableLine | undefined
}

/** Half-way from one line to the next is half of the way give or take this share of it. */
const midway = 0.1

/** Names in the height of two lines of others, in whose columns they have nothing over or under them. */
const isBetween = (above: TableLine, { baseline, entries }: TableLine, below: TableLine): boolean => {
  const height = below.baseline - above.baseline
  const others = [...above.entries, ...below.entries]
  return (
    Math.abs((above.baseline + below.baseline) / 2 - baseline) < midway * height &&
    height < 2 * maxLeadingEm * above.size &&
    entries.every(({ from, to }) => others.every((other) => other.to < from || other.from > to)) &&
    [...entries, ...others].every(({ words }) => isName(textOf(words)))
  )
}

const isPlain = ({ words }: Entry): boolean => words.every(({ bold }) => !bold)

const goesOn = (
  row: ReadonlyArray<TableLine>,
  above: ReadonlyMap<number, Entry>,
  next: TableLine,
  { widths, threshold, columns, letters, isFirst, leading, after }: Setting
): boolean => {
  const last = row.at(-1) as TableLine
  const distance = next.baseline - last.baseline
  const size = Math.max(last.size, next.size)
  const beside = maxSideBySideEm * size
  const limit = Math.max(leading * size, threshold?.sure ? threshold.at : 0)
  // lines of a cell follow one another, whatever stands beside them
  const own = row.flatMap(({ entries }) => entries)
  const over = ({ from }: Entry) => own.findLast((each) => each.from <= from && each.to >= from)
  if (next.entries.some((each) => drop(over(each) ?? each, each) > limit)) return false
  // a name in the middle of several rows stands close to two of them: the lower has figures a line below figures
  const [name, second] = last.entries
  if (distance < beside && (name?.from !== 0 || second !== undefined)) return true
  if (distance < beside)
    return (
      !areApart(above, next, beside) &&
      next.entries.every((each) => {
        const before = above.get(each.from)
        return before === undefined || !isOwn(before, each) || drop(before, each) < beside
      })
    )
  if (distance > limit) return false
  if (isFirst && after !== undefined && isBetween(last, next, after)) return true
  // the title of the rows below, or of more rows
  const [first, ...others] = next.entries
  if ([...above.values()].every(isBold) && next.entries.every(isPlain)) return false
  if (others.length === 0 && first?.from === 0 && isBold(first) && above.has(0) && !isBold(above.get(0))) return false
  // items of a list in a cell
  if (next.entries.every((each) => each.from > 0 && isItem(each))) return true
  if (areApart(above, next, beside)) return false
  if (next.entries.some((each) => isBroken(above.get(each.from), each))) return true
  const found = evidence(above, next, widths)
  if (threshold?.sure && found.alike === 0) return distance <= threshold.at
  if (letters(above, next) && found.alike === 0) return true
  const isBeside = after !== undefined && after.baseline - next.baseline < beside
  // the first line of a taller cell, whose row stands in the middle of its height
  if (isBeside && after.entries.some(({ from }) => from === 0)) return false
  if (!isFirst && !isBeside && isMore(above, next, columns)) return true
  if (found.parts > 0) return false
  if (threshold !== null) return distance <= threshold.at
  const count = next.entries.length
  const begins = next.entries.some((each) => each.from === 0)
  if (isFirst && !begins) return found.goesOn > 0
  if (isFirst && !above.has(0) && above.size < count && above.size <= columns / 2) return found.goesOn === above.size
  const within = next.entries.every((each) => above.has(each.from))
  // none of its words would have fitted above, and its row has begun there
  if (within && above.has(0) && !begins && found.goesOn === count) return true
  const isHeader = isFirst && [...above.values(), ...next.entries].every(isBold)
  return (count <= columns / 2 || isHeader) && count < above.size && within
}
