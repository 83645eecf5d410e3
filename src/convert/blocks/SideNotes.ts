/**
 * Region → Region[]: notes in the margin, each read after the paragraph that it stands beside. Text beside a line is a
 * note only where it would tear a sentence: terms, dates and labels stand beside the beginnings of what they name.
 */

import { line } from "../lines/Lines.ts"
import { region } from "../lines/TextRows.ts"
import { greatest, median, width } from "../model/Geometry.ts"
import { isText, type Line, type LineWord, type Part, type Region, wordKey } from "../model/Line.ts"
import {
  maxLeadingEm,
  minGutterEm,
  minIndentEm,
  minSeries,
  mostShare,
  sameEdgePt,
  sameRowEm
} from "../model/Measures.ts"

const limits = {
  /** A note is no wider than this share of the column. */
  maxNoteWidth: 0.4
} as const

export const withSideNotes = (whole: Region): ReadonlyArray<Region> => {
  const { parts } = whole
  const column = columnOf(parts.filter(isText))
  if (column === null) return [whole]
  const pieces = parts.flatMap((each) => (isText(each) ? divided(each, column) : []))
  const beside = pieces.filter((each) => isBeside(each, column))
  if (beside.length === 0) return [whole]
  const body = pieces.filter((each) => !isBeside(each, column)).sort((a, b) => a.baseline - b.baseline)
  if (!isTextColumn(body, column)) return [whole]
  const notes = stacks(beside).filter(
    (note) => note.every((each) => isWorded(each) && isNarrow(each, column)) && note.some((each) => tears(each, body))
  )
  const taken = new Set(notes.flatMap((note) => note.flatMap((each) => each.words.map(wordKey))))
  if (taken.size === 0) return [whole]
  const rest = parts.flatMap((each): ReadonlyArray<Part> => (isText(each) ? without(each, taken) : [each]))
  return placed(rest, notes, body, column).map((each) => ({ ...whole, ...region(each) }))
}

interface Column {
  readonly left: number
  readonly right: number
  /** How far any wide lines reach. */
  readonly reach: number
}

/** The edges between which most text stands: where the widest lines begin, and as far as those reach. */
const columnOf = (lines: ReadonlyArray<Line>): Column | null => {
  const starts = new Map<number, { lines: number; width: number; right: number }>()
  for (const each of lines) {
    for (const [from, to] of stretches(each)) {
      const x0 = each.words[from]?.box.x0 ?? 0
      const x1 = each.words[to - 1]?.box.x1 ?? 0
      const key = Math.round(x0 / sameEdgePt)
      const start = starts.get(key) ?? { lines: 0, width: 0, right: 0 }
      starts.set(key, { lines: start.lines + 1, width: start.width + x1 - x0, right: Math.max(start.right, x1) })
    }
  }
  const usual = [...starts].flatMap(([key, { lines, width, right }]) =>
    lines < minSeries ? [] : [{ left: key * sameEdgePt, right, width }]
  )
  const [widest] = usual.toSorted((a, b) => b.width - a.width)
  if (widest === undefined) return null
  // the lines of an abstract may be more than those of the text below it, which reach further
  const wide = usual.filter(({ left, right }) => right - left >= mostShare * (widest.right - widest.left))
  return { left: widest.left, right: widest.right, reach: greatest(wide.map(({ right }) => right)) }
}

/** Running text in one column: most lines are wide, and of one piece. */
const isTextColumn = (body: ReadonlyArray<Line>, { left, right }: Column): boolean =>
  median(body.map((each) => width(each.box))) >= mostShare * (right - left) &&
  median(body.map((each) => stretches(each).length)) === 1

const isNarrow = (note: Line, { left, right }: Column): boolean =>
  width(note.box) <= limits.maxNoteWidth * (right - left)

/** Numbers beside lines count lines, or are what the line is about. */
const isWorded = (note: Line): boolean => /\p{L}{2}/u.test(textOf(note.words))

/** A line's words between gaps as wide as a gutter: from, and up to. */
const stretches = ({ words, size }: Line): ReadonlyArray<readonly [number, number]> => {
  const out: Array<readonly [number, number]> = []
  let from = 0
  for (let i = 1; i <= words.length; i++) {
    const gap = (words[i]?.box.x0 ?? Number.POSITIVE_INFINITY) - (words[i - 1]?.box.x1 ?? 0)
    if (gap < minGutterEm * size) continue
    out.push([from, i])
    from = i
  }
  return out
}

/** A line, cut at the column's edges where a gap is. */
const divided = (each: Line, { left, reach }: Column): ReadonlyArray<Line> => {
  const cuts = stretches(each)
    .map(([from]) => from)
    .filter((from) => {
      const start = each.words[from]?.box.x0 ?? 0
      const before = each.words[from - 1]?.box.x1 ?? start
      return (
        from > 0 &&
        ((before < left && start >= left - sameEdgePt) || (before <= reach + sameEdgePt && start > reach + sameEdgePt))
      )
    })
  if (cuts.length === 0) return [each]
  return [0, ...cuts].map((from, i) => line(each.words.slice(from, cuts[i])))
}

const isBeside = ({ box, size }: Line, { left, reach }: Column): boolean =>
  box.x1 <= left - minGutterEm * size + sameEdgePt || box.x0 >= reach + minGutterEm * size - sameEdgePt

/** Lines one below the other on one side. */
const stacks = (lines: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<Line>> => {
  const out: Array<Array<Line>> = []
  for (const each of [...lines].sort((a, b) => a.baseline - b.baseline)) {
    const stack = out.findLast((other) => isUnder(each, other.at(-1)))
    if (stack === undefined) out.push([each])
    else stack.push(each)
  }
  return out
}

const isUnder = (each: Line, last: Line | undefined): boolean =>
  last !== undefined &&
  each.baseline - last.baseline <= maxLeadingEm * each.size &&
  (Math.abs(each.box.x0 - last.box.x0) <= sameEdgePt || Math.abs(each.box.x1 - last.box.x1) <= sameEdgePt)

const inRow = (a: Line, b: Line): boolean => Math.abs(a.baseline - b.baseline) <= sameRowEm * Math.max(a.size, b.size)

const textOf = (words: ReadonlyArray<LineWord>): string => words.map((word) => word.text).join(" ")

/** Beside a line of the column that goes on with the sentence of the one above. */
const tears = (note: Line, body: ReadonlyArray<Line>): boolean => {
  const at = body.findIndex((each) => inRow(note, each))
  const [above, beside] = [body[at - 1], body[at]]
  if (above === undefined || beside === undefined) return false
  if (beside.words.every((word) => word.mono)) return false
  if (beside.baseline - above.baseline > maxLeadingEm * beside.size) return false
  return isTorn(above, beside)
}

/** The lower line goes on with the sentence of the upper. */
export const isTorn = (above: Line, below: Line): boolean =>
  /[\p{L},-]$/u.test(textOf(above.words)) && /^\p{Ll}/u.test(textOf(below.words))

const without = (each: Line, taken: ReadonlySet<string>): ReadonlyArray<Line> => {
  const words = each.words.filter((word) => !taken.has(wordKey(word)))
  return words.length === each.words.length ? [each] : words.length === 0 ? [] : [line(words)]
}

/** What stands down to the end of the paragraph beside a note, the note, and what follows. */
const placed = (
  parts: ReadonlyArray<Part>,
  notes: ReadonlyArray<ReadonlyArray<Line>>,
  body: ReadonlyArray<Line>,
  column: Column
): ReadonlyArray<ReadonlyArray<Part>> => {
  const out: Array<ReadonlyArray<Part>> = []
  let rest = parts
  for (const note of notes) {
    const until = end(note.at(-1)?.baseline ?? 0, body, column)
    out.push(
      rest.filter((each) => each.box.y0 < until),
      note
    )
    rest = rest.filter((each) => each.box.y0 >= until)
  }
  return [...out, rest].filter((each) => each.length > 0)
}

/** Where the paragraph ends that has a line at this height: where the next one begins. */
const end = (baseline: number, body: ReadonlyArray<Line>, { left }: Column): number => {
  const from = body.findLastIndex((each) => each.baseline <= baseline + sameRowEm * each.size)
  for (let at = Math.max(1, from + 1); at < body.length; at++) {
    const [above, each] = [body[at - 1], body[at]]
    if (above === undefined || each === undefined) break
    const indent = minIndentEm * each.size
    const begins = each.baseline - above.baseline > maxLeadingEm * each.size || each.box.x0 > left + indent
    if (begins) return each.box.y0
  }
  return Number.POSITIVE_INFINITY
}
