/** Horizontal rules alone → cells: the rules give the table's extent and, if there are enough, its rows. */

import { line } from "../lines/Lines.ts"
import type { Cell } from "../model/Block.ts"
import type { Box } from "../model/Geometry.ts"
import { median } from "../model/Geometry.ts"
import type { Line, LineWord } from "../model/Line.ts"
import { pieces, separatorsOf, type TableLine, tableLinesOf } from "./ColumnSeparators.ts"
import { isTable, linesOf } from "./Grid.ts"
import { isPlausible } from "./Plausible.ts"
import { areNumerals, rowsOf } from "./Rows.ts"
import { type Ruling, snap } from "./Rulings.ts"
import { spanned } from "./Spans.ts"
import { cellsOf } from "./Stream.ts"

/** Ends of rules of one table differ by no more than this, in points. */
const flush = 6
/** At least so many rules make a table without help of vertical ones. */
const leastRules = 3
/** Rules further apart than this, in points, are not of one table. */
const apart = 260
/** A rule under some headers is this far from those across the table, in points, and has this share of their length. */
const headerRow = 8
const shortHeader = 0.15
/** A header of two rows is at most this high, and its lower row this, in points. */
const highHeader = 80
const highRow = 40
/** Beyond so many loose rules none is a header's; of stacks with the same ends the latest so many are looked at. */
const mostLoose = 300
const mostOpen = 8
/** A form has so many rows, whose names begin this close below one another, in points; its columns are this far apart, in em. */
const apartInForm = 0.6
const leastNames = 3
const sameEdge = 1
/** A heading is this much larger than the text, and the rule under it at most so many em below its baseline. */
const displayed = 1.2
const underlined = 1.2
/** Rules stand between rows when there are this many bands for each row of words at least. */
const ruledRows = 0.34

/** Horizontal rules of equal extent, one below the other: those of tables, and pairs that may be the ends of a form. */
export const stacks = (
  groups: ReadonlyArray<ReadonlyArray<Ruling>>
): {
  readonly tables: ReadonlyArray<ReadonlyArray<Ruling>>
  readonly pairs: ReadonlyArray<ReadonlyArray<Ruling>>
} => {
  const loose = groups.flatMap((group) => (group.every((each) => each.horizontal) ? group : []))
  const sorted = [...loose].sort((a, b) => a.at - b.at || a.from - b.from)
  const all: Array<Array<Ruling>> = []
  const open = new Map<string, Array<Array<Ruling>>>()
  for (const each of sorted) {
    const near = keysOf(each).flatMap((key) => open.get(key)?.slice(-mostOpen) ?? [])
    const stack = near.findLast((other) => isNext(other.at(-1), each))
    if (stack) {
      stack.push(each)
      continue
    }
    const begun = [each]
    all.push(begun)
    const [key = ""] = keysOf(each)
    const same = open.get(key)
    if (same) same.push(begun)
    else open.set(key, [begun])
  }
  const isFew = sorted.length <= mostLoose
  const pairs = isFew ? all.filter((stack) => stack.length === leastRules - 1) : []
  const ofTables = new Set(pairs.filter((stack) => isHeaded(stack, sorted)))
  return {
    tables: all.flatMap((stack) =>
      stack.length < leastRules && !ofTables.has(stack) ? [] : isHeader(stack, sorted) ? footed(stack, sorted) : [stack]
    ),
    pairs: pairs.filter((stack) => !ofTables.has(stack))
  }
}

/** Two rules with nothing but a header of two rows between them: the lower one is right below the shorter rule. */
const isHeader = ([first, last, third]: ReadonlyArray<Ruling>, sorted: ReadonlyArray<Ruling>): boolean =>
  first !== undefined &&
  last !== undefined &&
  third === undefined &&
  last.at - first.at < highHeader &&
  sorted.every(
    ({ at, from, to }) =>
      at <= first.at || at >= last.at || to < first.from || from > first.to || last.at - at < highRow
  )

/** A header with the rule at the foot of its table, however far that is; nothing without one. */
const footed = (header: ReadonlyArray<Ruling>, sorted: ReadonlyArray<Ruling>): ReadonlyArray<ReadonlyArray<Ruling>> => {
  const last = header.at(-1)
  const foot = sorted.find((each) => last !== undefined && each.at > last.at && haveSameEnds(last, each))
  return foot === undefined ? [] : [[...header, foot]]
}

/** Where to look for stacks with ends near a rule's; its own place comes first. */
const keysOf = ({ from, to }: Ruling): ReadonlyArray<string> => {
  const [a, b] = [Math.floor(from / flush), Math.floor(to / flush)]
  return [0, -1, 1].flatMap((i) => [0, -1, 1].map((k) => `${a + i},${b + k}`))
}

const isNext = (last: Ruling | undefined, next: Ruling): boolean =>
  last !== undefined && haveSameEnds(last, next) && next.at - last.at < apart

const haveSameEnds = (a: Ruling, b: Ruling): boolean =>
  Math.abs(a.from - b.from) < flush && Math.abs(a.to - b.to) < flush

/** Between its two rules is a shorter one, under the headers of some columns. */
const isHeaded = ([first, last]: ReadonlyArray<Ruling>, sorted: ReadonlyArray<Ruling>): boolean =>
  first !== undefined &&
  last !== undefined &&
  sorted.some(
    (each) =>
      each.at > first.at + headerRow &&
      each.at < last.at - headerRow &&
      each.from >= first.from - flush &&
      each.to <= first.to + flush &&
      each.to - each.from >= shortHeader * (first.to - first.from)
  )

export const extent = (stack: ReadonlyArray<Ruling>): Box => ({
  x0: Math.min(...stack.map((each) => each.from)) - 1,
  y0: (stack[0]?.at ?? 0) - 1,
  x1: Math.max(...stack.map((each) => each.to)) + 1,
  y1: (stack.at(-1)?.at ?? 0) + 1
})

/** The table that these rules draw among these words; null when it is none. The `short` ones stand below headers over several columns. */
export const lined = (
  stack: ReadonlyArray<Ruling>,
  words: ReadonlyArray<LineWord>,
  short: ReadonlyArray<Ruling> = []
): ReadonlyArray<ReadonlyArray<Cell>> | null => {
  const rows = linesOf(words).map(line)
  return rows.length < 2 ? null : inBands(stack, rows, separatorsOf(rows), short)
}

/** Rules inside a table that do not go across it. */
export const shortIn = ({ x0, y0, x1, y1 }: Box, groups: ReadonlyArray<ReadonlyArray<Ruling>>): ReadonlyArray<Ruling> =>
  groups.flatMap((group) =>
    group.filter(
      ({ horizontal, at, from, to }) =>
        horizontal && at > y0 && at < y1 && from >= x0 - flush && to <= x1 + flush && to - from < x1 - x0 - 2 * flush
    )
  )

/** The form between two rules, still to be filled in: a header in bold, and below it nothing but the names of its rows. */
export const form = (words: ReadonlyArray<LineWord>): ReadonlyArray<ReadonlyArray<Cell>> | null => {
  const rows = linesOf(words).map(line)
  const [header, ...names] = rows
  if (header === undefined || names.length < leastNames || !header.words.every((word) => word.bold)) return null
  const parts = pieces(header, apartInForm)
  const second = parts[1]?.x0
  const isName = ({ box, words }: Line) =>
    second !== undefined &&
    box.x1 < second &&
    Math.abs(box.x0 - header.box.x0) < sameEdge &&
    words.every((word) => !word.bold)
  if (!names.every(isName)) return null
  const cuts = parts.slice(1).map((part, i) => (part.x0 + (parts[i]?.x1 ?? part.x0)) / 2)
  return tableLinesOf(rows, cuts).map((strip) => cellsOf([strip], parts.length))
}

/** Lines in the bands between rules and the columns between cuts. */
export const inBands = (
  stack: ReadonlyArray<Ruling>,
  rows: ReadonlyArray<Line>,
  cuts: ReadonlyArray<number>,
  short: ReadonlyArray<Ruling> = []
): ReadonlyArray<ReadonlyArray<Cell>> | null => {
  if (cuts.length === 0) return null
  const columns = cuts.length + 1
  const strips = spanned(tableLinesOf(rows, cuts), short, cuts)
  const band = (strip: TableLine) => bandOf(stack, strip.baseline - 0.3 * strip.size)
  const bands = new Set(strips.map(band))
  const isOne = strips.every((each, i) => {
    const above = strips[i - 1]
    return above === undefined || band(above) !== band(each) || !areNumerals(above, each, columns)
  })
  const cells =
    isOne && bands.size >= 3 && bands.size >= ruledRows * rows.length
      ? [...bands].map((at) =>
          cellsOf(
            strips.filter((strip) => band(strip) === at),
            columns
          )
        )
      : rowsOf(strips, columns, (above, next) => band(above) !== band(next)).map((row) => cellsOf(row, columns))
  return isTable(cells) && isPlausible(cells, true) ? cells : null
}

/** A stack in parts: a rule right under a heading begins another, and so do the words of the first band when they come again. */
export const divided = (
  stack: ReadonlyArray<Ruling>,
  words: ReadonlyArray<LineWord>
): ReadonlyArray<ReadonlyArray<Ruling>> => {
  const heads = underHeadings(stack, words)
  if (heads.length === 0) return repeated(stack, words)
  return [0, ...heads].flatMap((from, i) => {
    const part = stack.slice(from, heads[i])
    return part.length < leastRules ? [] : repeated(part, words)
  })
}

/** Which rules of a stack, but for its first, stand right under one text that is larger than most of the others. */
const underHeadings = (stack: ReadonlyArray<Ruling>, words: ReadonlyArray<LineWord>): ReadonlyArray<number> => {
  const size = displayed * median(words.map((word) => word.size))
  if (!words.some((word) => word.size >= size)) return []
  const heads = linesOf(words)
    .map(line)
    .filter((each) => each.size >= size && pieces(each).length === 1)
  return stack.flatMap(({ at }, i) =>
    i > 0 && heads.some(({ baseline, size }) => at > baseline - snap && at - baseline < underlined * size) ? [i] : []
  )
}

/** The parts of a stack: where the words of its first band come again, below a title if there is one. */
const repeated = (
  stack: ReadonlyArray<Ruling>,
  words: ReadonlyArray<LineWord>
): ReadonlyArray<ReadonlyArray<Ruling>> => {
  const texts = stack.map(() => "")
  const lines = stack.map(() => 0)
  for (const each of linesOf(words)) {
    const at = bandOf(stack, (each[0]?.baseline ?? 0) - 0.3 * (each[0]?.size ?? 0)) - 1
    if (at < 0) continue
    texts[at] = `${texts[at]} ${line(each)
      .words.map((word) => word.text)
      .join(" ")}`
    lines[at] = (lines[at] ?? 0) + (pieces(line(each)).length > 1 ? 2 : 1)
  }
  const [first = ""] = texts
  const again = /\p{L}{3}/u.test(first) ? texts.indexOf(first, 2) : -1
  if (again < 0) return [stack]
  const isTitled = again > 2 && lines[again - 1] === 1
  return [stack.slice(0, again + (isTitled ? 0 : 1)), ...repeated(stack.slice(again), words)]
}

/** How many of the rules are above `y`. */
const bandOf = (stack: ReadonlyArray<Ruling>, y: number): number => {
  let at = 0
  while (at < stack.length && (stack[at]?.at ?? 0) < y) at++
  return at
}
