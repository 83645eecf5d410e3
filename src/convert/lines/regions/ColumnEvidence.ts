/**
 * Two groups of lines side by side → evidence, from 0 (absent) to 1, for their being columns, read one after the other, or rows, read
 * across both. What each is worth stands in `Columns.ts`.
 */

import { flag, ramp } from "../../model/Evidence.ts"
import { greatest, median, smallest, width } from "../../model/Geometry.ts"
import { baselineOf, isText, type LineWord, type Part, wordsOf } from "../../model/Line.ts"
import { maxLeadingEm, usualLeadingEm } from "../../model/Measures.ts"
import { isFigure, runsOn } from "../../model/Text.ts"
import { entryEvidence, type Rows } from "./Entries.ts"

/** One of the groups, its lines from top to bottom. */
interface Side {
  readonly lines: ReadonlyArray<Part>
  readonly size: number
  /** How wide nine lines of ten are at most. */
  readonly measure: number
  /** Its rows, by their baselines. */
  readonly rows: ReadonlySet<number>
  /** Where they stand, from top to bottom, and how far each is below the one before. */
  readonly places: ReadonlyArray<number>
  readonly steps: ReadonlyArray<number>
}

const rowOf = (each: Part): number => Math.round(baselineOf(each))

const sideOf = (parts: ReadonlyArray<Part>): Side => {
  const lines = parts.toSorted((a, b) => baselineOf(a) - baselineOf(b))
  const rows = new Set(lines.map(rowOf))
  const places = [...rows]
  const sorted = new Float64Array(lines.map(({ box }) => width(box))).sort()
  return {
    lines,
    size: median(lines.map(({ size }) => size)),
    measure: sorted[Math.floor(lines.length * 0.9)] ?? 0,
    rows,
    places,
    steps: places.slice(1).map((at, i) => at - (places[i] ?? at))
  }
}

/** A share of few lines says less than one of many: so many more are counted that say nothing. */
const doubt = 1

/** Groups are told by no more lines than this, of their upper part. */
const mostLines = 2000

export const columnEvidence = (before: ReadonlyArray<Part>, behind: ReadonlyArray<Part>) => {
  const foot = smallest([before, behind].map((parts) => parts[mostLines]?.box.y0 ?? Number.POSITIVE_INFINITY))
  const [left, right] = [sideOf(upperOf(before, foot)), sideOf(upperOf(behind, foot))]
  const least = (of: (side: Side) => number) => Math.min(of(left), of(right))
  const most = (of: (side: Side) => number) => Math.max(of(left), of(right))
  const mean = (of: (side: Side) => number) => (of(left) + of(right)) / 2
  const [shorter, longer] = left.places.length < right.places.length ? [left, right] : [right, left]
  const uneven = 1 - shorter.places.length / longer.places.length
  const size = most((side) => side.size)
  const lower = ((left.places[0] ?? 0) - (right.places[0] ?? 0)) / size
  const late = ramp(Math.abs(lower), 0.2, 2)
  const flow = ramp(mean(flowIn), 0, 0.4)
  const gap = smallest(right.lines.map(({ box }) => box.x0)) - greatest(left.lines.map(({ box }) => box.x1))
  return {
    /** Sentences go on from line to line, in lines of a text's length; in lines that fill their column. */
    prose: flow * least(proseIn),
    full: flow * least(fullIn),
    /** While a sentence goes on in one of them, another text begins level in the other. */
    torn: tornIn(left, right),
    /** They are equally wide, as columns of a text are. */
    equal: (1 - ramp(1 - least(measureOf) / most(measureOf), 0.05, 0.4)) * ramp(least(measureOf) / size, 6, 14),
    /** Most of their rows are words that end with a number, as those of an index or of contents do. */
    entries: least((side) => ramp(entriesIn(side), 0.5, 0.8)),
    ...entryEvidence(wordRowsOf(left), wordRowsOf(right)),
    /** Each begins with a line that is larger than its text. */
    titled: mean(({ lines: [first], size }) => ramp((first?.size ?? size) / size, 1, 1.1)),
    /** Lines of each are of several sizes. */
    sizes: least(sizesIn),
    far: ramp(gap / size, 1, 4),
    /** Their lines stand level. */
    level: Math.min(levelIn(left, right), levelIn(right, left)),
    /** What begins below a gap begins level with a line beside it. */
    starts: (startsIn(left, right) + startsIn(right, left)) / 2,
    /** Lines are farther apart than those of a text; nothing stands beside many of the gaps between them. */
    loose: most(({ steps, size }) => ramp(steps.length === 0 ? usualLeadingEm : median(steps) / size, 1.4, 2)),
    bands: ramp(bandsIn([...left.lines, ...right.lines], size), 1, 6),
    /** One begins farther down than the other, and it would be read first. */
    late,
    lateFirst: ramp(lower, 0.2, 2),
    /** The shorter one begins level with the longer one, as the name of a row does. */
    label: uneven * (1 - late),
    /** One of them is a single row. */
    single: flag(shorter.places.length === 1),
    /** One of them is as narrow as a number or a bullet. */
    narrow: 1 - ramp(least((side) => widthOf(side)) / size, 1, 3),
    figures: most((side) => shareOf(side, isNumber)),
    typed: most((side) => shareOf(side, isTyped))
  }
}

const upperOf = (parts: ReadonlyArray<Part>, foot: number): ReadonlyArray<Part> => {
  const upper = Number.isFinite(foot) ? parts.filter(({ box }) => box.y0 < foot) : parts
  return upper.length === 0 ? parts : upper
}

const shareOf = ({ lines }: Side, is: (each: Part) => boolean): number => lines.filter(is).length / lines.length

const widthOf = ({ lines }: Side): number =>
  greatest(lines.map(({ box }) => box.x1)) - smallest(lines.map(({ box }) => box.x0))

const measureOf = ({ measure }: Side): number => measure

/** Its rows from top to bottom, each with its words from left to right. */
const wordRowsOf = ({ lines }: Side): Rows =>
  [...Map.groupBy(lines, rowOf).values()].map((row) => row.toSorted((a, b) => a.box.x0 - b.box.x0).flatMap(wordsOf))

/** The share of rows that have words and end with a number. */
const entriesIn = (side: Side): number => {
  const isEntry = (words: ReadonlyArray<LineWord>) =>
    isFigure(words.at(-1)?.text ?? "") && words.some(({ text }) => /\p{L}/u.test(text))
  return wordRowsOf(side).filter(isEntry).length / side.places.length
}

const isTyped = (each: Part): boolean => isText(each) && each.words.every(({ mono }) => mono)

const isNumber = (each: Part): boolean => wordsOf(each).every(({ text }) => isFigure(text))

/** How far lines fill their column, where that is as wide as columns of text are. */
const proseIn = ({ lines, size, measure }: Side): number => {
  const typical = weightedMedian(new Float64Array(lines.map(({ box }) => width(box))).sort())
  return ramp(typical / measure, 0.3, 0.6) * ramp(typical / size, 5, 14)
}

/** Half of the text is in lines at least as wide. */
const weightedMedian = (sorted: Float64Array): number => {
  let rest = sorted.reduce((sum, each) => sum + each, 0) / 2
  for (const each of sorted) {
    rest -= each
    if (rest <= 0) return each
  }
  return 0
}

const fullIn = ({ lines, measure }: Side): number =>
  ramp(lines.filter(({ box }) => width(box) >= 0.85 * measure).length / (lines.length + doubt), 0.3, 0.8)

/** The share of lines that go on with the sentence of the one above them. */
const flowIn = ({ lines }: Side): number => {
  const pairs = lines.slice(1).flatMap((each, i) => {
    const above = lines[i] as Part
    return rowOf(above) === rowOf(each) ? [] : [[above, each] as const]
  })
  const isOn = ([above, each]: readonly [Part, Part]) => {
    const [end, begin] = [wordsOf(above).at(-1)?.text ?? "", wordsOf(each)[0]?.text ?? ""]
    // letters without capitals say nothing of where sentences begin
    return runsOn(end, begin) || (/\p{Lo}$/u.test(end) && /^\p{Lo}/u.test(begin))
  }
  return pairs.filter(isOn).length / (pairs.length + doubt)
}

/** How much its sizes differ; typewriter is often set smaller than what it stands with. */
const sizesIn = ({ lines }: Side): number => {
  const sizes = lines.filter((each) => !isTyped(each)).map(({ size }) => size)
  return sizes.length === 0 ? 0 : ramp(greatest(sizes) / smallest(sizes), 1.05, 1.25)
}

const levelIn = ({ lines }: Side, { rows }: Side): number =>
  lines.filter((each) => [-1, 0, 1].some((by) => rows.has(rowOf(each) + by))).length / lines.length

/** Of the lines farther below the one before than lines of a text, the share that stand level with a line beside them. */
const startsIn = ({ places, steps, size }: Side, { rows }: Side): number => {
  const sorted = steps.filter((step) => step > 0.7 * size).sort((a, b) => a - b)
  const usual = Math.min(sorted[Math.floor(sorted.length / 4)] ?? usualLeadingEm * size, maxLeadingEm * size)
  const starts = places.slice(1).filter((_, i) => (steps[i] ?? 0) > 1.25 * usual)
  const isLevel = (at: number) => [-2, -1, 0, 1, 2].some((by) => rows.has(at + by))
  return starts.length === 0 ? 0.5 : starts.filter(isLevel).length / starts.length
}

/** How many stretches without gaps there are, if both are taken together. */
const bandsIn = (lines: ReadonlyArray<Part>, size: number): number => {
  let count = 0
  let end = Number.NEGATIVE_INFINITY
  for (const { box } of lines.toSorted((a, b) => a.box.y0 - b.box.y0)) {
    if (box.y0 - end > size / 4) count++
    end = Math.max(end, box.y1)
  }
  return count
}

/** The share of rows in which a sentence goes on in one of them while a text begins in the other; rows in which sentences go on in both do not count. */
const tornIn = (left: Side, right: Side): number => {
  const [beside, rows] = [kindsIn(left), kindsIn(right)]
  let [torn, met] = [0, 0]
  for (const [at, goesOn] of beside) {
    const other = rows.get(at) ?? rows.get(at - 1) ?? rows.get(at + 1)
    if (other === undefined || (goesOn && other)) continue
    if (goesOn === other) met++
    else torn++
  }
  return torn / (torn + met + 2 * doubt)
}

/** Of each row that tells, whether it goes on with a sentence or begins a text. */
const kindsIn = ({ lines }: Side): ReadonlyMap<number, boolean> => {
  const kinds = new Map<number, boolean>()
  lines.forEach((each, i) => {
    const above = lines[i - 1]
    const [at, begin] = [rowOf(each), wordsOf(each)[0]?.text ?? ""]
    const goesOn = above !== undefined && rowOf(above) !== at && runsOn(wordsOf(above).at(-1)?.text ?? "", begin)
    if (goesOn) kinds.set(at, true)
    else if (!kinds.has(at) && (above === undefined || !/^\p{Ll}/u.test(begin))) kinds.set(at, false)
  })
  return kinds
}
