/** Where a gutter may be: edges that lines share, strips that they leave free, and gaps inside them one below the other. */

import { aroundAll, width } from "../../model/Geometry.ts"
import { isText, type Line, type LineWord, type Piece, wordsOf } from "../../model/Line.ts"
import { farEm, minGutterEm, minSeries, sameEdgePt, slackEm } from "../../model/Measures.ts"
import { leader } from "../../model/Text.ts"
import { line } from "../Lines.ts"

/** Lines narrower than this share of a region may stand in columns. */
const maxNarrowShare = 0.55
/** What is no wider than this, in points, may stand in a gutter, as numbers of pages do. */
const minSpanPt = 10
/** Letters of a typewriter differ by no more than this, in em: by rounding. Ideographs are wider. */
const maxUnevenEm = 0.002
const maxPitchEm = 0.75
/** Maximum number of places tried as gutters, the likeliest first. */
const mostPlaces = 24

/** Where each line begins, and each row of a table. */
export const startsOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<number> =>
  pieces.flatMap((each) => (each.kind === "table" ? each.rows.map(() => each.box.x0) : [each.box.x0]))

/** Left edges that several lines or rows share: the leftmost of each cluster. */
export const edges = (pieces: ReadonlyArray<Piece>): ReadonlyArray<number> => {
  const starts = startsOf(pieces).toSorted((a, b) => a - b)
  const out: Array<number> = []
  let from = 0
  for (let i = 1; i <= starts.length; i++) {
    if (i < starts.length && (starts[i] ?? 0) - (starts[i - 1] ?? 0) <= sameEdgePt) continue
    if (i - from >= minSeries) out.push(starts[from] ?? 0)
    from = i
  }
  return out.slice(1)
}

/**
 * The right ends of vertical strips without text: of those that narrow lines leave free, and of those that all lines do once they are cut
 * at gaps as wide as a gutter. They show columns that have no common edge, such as centred ones.
 */
export const strips = (
  lines: ReadonlyArray<Piece>,
  gaps: ReadonlyArray<ReadonlyArray<number>>
): ReadonlyArray<number> => {
  const widest = maxNarrowShare * width(aroundAll(lines))
  const wholes: Array<readonly [number, number]> = []
  const parts: Array<readonly [number, number]> = []
  for (let i = 0; i < lines.length; i++) {
    const each = lines[i] as Piece
    if (width(each.box) < widest) wholes.push([each.box.x0, each.box.x1])
    for (const span of spansOf(each, gaps[i] ?? [])) if (span[1] - span[0] > minSpanPt) parts.push(span)
  }
  return [...between(wholes), ...between(parts)]
}

const between = (spans: ReadonlyArray<readonly [number, number]>): ReadonlyArray<number> => {
  const sorted = spans.toSorted((a, b) => a[0] - b[0])
  const out: Array<number> = []
  let end = sorted[0]?.[1] ?? 0
  for (const [from, to] of sorted) {
    if (from - end > minGutterEm * 10) out.push(from)
    end = Math.max(end, to)
  }
  return out
}

/** Where the parts of a line begin and end, left to right. */
const spansOf = (each: Piece, gaps: ReadonlyArray<number>): ReadonlyArray<readonly [number, number]> => {
  if (gaps.length === 0) return [[each.box.x0, each.box.x1]]
  const words = wordsOf(each)
  const starts = [each.box.x0, ...gaps.map((at) => words[at]?.box.x0 ?? 0)]
  const ends = [...gaps.map((at) => words[at - 1]?.box.x1 ?? 0), each.box.x1]
  return starts.map((from, i) => [from, ends[i] ?? from] as const)
}

/** The words of each line that stand behind a gap as wide as a gutter. */
export const gapped = (lines: ReadonlyArray<Piece>): ReadonlyArray<ReadonlyArray<number>> => lines.map(gapsIn)

const gapsIn = (each: Piece): ReadonlyArray<number> => {
  const words = wordsOf(each)
  const out: Array<number> = []
  let pitch: number | undefined
  for (let i = 1; i < words.length; i++) {
    const before = words[i - 1]
    const word = words[i]
    const gap = (word?.box.x0 ?? 0) - (before?.box.x1 ?? 0)
    if (gap < minGutterEm * each.size) continue
    pitch ??= pitchOf(words)
    const isSpace = Math.abs(gap - pitch) < slackEm * each.size
    if (!isSpace && !isLeader(before) && !isLeader(word)) out.push(i)
  }
  return out
}

/** How wide each letter of a line is that is set in a typewriter face, and so a space, which is as wide as some gutters; 0 of other lines. */
const pitchOf = (words: ReadonlyArray<LineWord>): number => {
  const pitches = words.map(({ text, box }) => width(box) / text.length)
  const [pitch = 0] = pitches
  const isTyped = words.every(
    ({ size }, i) => pitch < maxPitchEm * size && Math.abs((pitches[i] ?? 0) - pitch) < maxUnevenEm * size
  )
  return isTyped && words.length >= minSeries ? pitch : 0
}

/** Places where wide gaps inside lines end one below the other: a gutter no wider than a word space of justified text. */
export const aligned = (
  lines: ReadonlyArray<Piece>,
  gaps: ReadonlyArray<ReadonlyArray<number>>
): ReadonlyArray<number> => {
  const ends = new Map<number, number>()
  gaps.forEach((at, i) => {
    const words = at.length === 0 ? [] : wordsOf(lines[i] as Piece)
    for (const k of at) {
      const key = Math.round(words[k]?.box.x0 ?? 0)
      ends.set(key, (ends.get(key) ?? 0) + 1)
    }
  })
  const near = (x: number) => (ends.get(x - 1) ?? 0) + (ends.get(x) ?? 0) + (ends.get(x + 1) ?? 0)
  return [...ends.keys()]
    .filter((x) => near(x) >= minSeries)
    .sort((a, b) => near(b) - near(a) || a - b)
    .slice(0, mostPlaces)
}

/** Cuts lines that run over a narrow gutter at `x`, where several lines in a row can be cut there or begin there. */
export const unjoined = (
  sorted: ReadonlyArray<Piece>,
  gaps: ReadonlyArray<ReadonlyArray<number>>,
  x: number
): ReadonlyArray<Piece> => {
  const cuts = cutsAt(sorted, gaps, x)
  if (cuts === null) return sorted
  const out: Array<Piece> = []
  let from = 0
  let meeting = 0
  for (let to = 1; to <= sorted.length; to++) {
    const last = sorted[to - 1] as Piece
    const isCut = cuts[to - 1] !== undefined
    if (isCut || Math.abs(last.box.x0 - x) <= sameEdgePt / 2) meeting++
    if (to < sorted.length && (isCut || !crosses(last, x))) continue
    for (let i = from; i < to; i++) {
      const each = sorted[i] as Piece
      const at = cuts[i]
      if (meeting >= minSeries && at !== undefined && isText(each))
        out.push(line(each.words.slice(0, at)), line(each.words.slice(at)))
      else out.push(each)
    }
    from = to
    meeting = 0
  }
  return out
}

/** The word of each line that begins behind a gap at `x`; null where no line has one. */
const cutsAt = (
  sorted: ReadonlyArray<Piece>,
  gaps: ReadonlyArray<ReadonlyArray<number>>,
  x: number
): ReadonlyArray<number | undefined> | null => {
  const cuts: Array<number | undefined> = []
  let isAny = false
  for (let i = 0; i < sorted.length; i++) {
    const at = cutAt(sorted[i] as Piece, gaps[i] ?? [], x)
    cuts.push(at)
    isAny ||= at !== undefined
  }
  return isAny ? cuts : null
}

const cutAt = (each: Piece, gaps: ReadonlyArray<number>, x: number): number | undefined => {
  // most lines
  if (gaps.length === 0) return undefined
  const words = wordsOf(each)
  for (const at of gaps) if (Math.abs((words[at]?.box.x0 ?? 0) - x) <= sameEdgePt / 2) return at
  return undefined
}

export const crosses = (each: Piece, x: number): boolean => each.box.x0 < x - sameEdgePt && each.box.x1 > x + sameEdgePt

/** A text, the dots that lead the eye on from it, and what they lead to are one line, however far apart the dots are. */
export const led = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const dots = pieces.filter(isDots)
  if (dots.length < minSeries) return pieces
  const rows = Map.groupBy(pieces.filter(isText), ({ baseline }) => Math.round(baseline))
  const joined = new Map<Piece, Line>()
  for (const at of new Set(dots.map(({ baseline }) => Math.round(baseline)))) {
    const near = [at - 1, at, at + 1].flatMap((each) => rows.get(each) ?? [])
    for (const run of runsOf(near.toSorted((a, b) => a.box.x0 - b.box.x0)))
      if (run.filter(isDots).length >= minSeries && run.every((each) => !joined.has(each))) {
        const whole = line(run.flatMap(({ words }) => words))
        for (const each of run) joined.set(each, whole)
      }
  }
  return [...new Set(pieces.map((each) => joined.get(each) ?? each))]
}

const isLeader = (word: LineWord | undefined): boolean => word !== undefined && leader.test(word.text)

const isDots = (each: Piece): each is Line => isText(each) && each.words.every(isLeader)

/** Neighbours in a row of which one is dots. */
const runsOf = (row: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<Line>> => {
  const out: Array<Array<Line>> = []
  for (const each of row) {
    const last = out.at(-1)?.at(-1)
    const isLed = last !== undefined && (isDots(last) || isDots(each)) && each.box.x0 - last.box.x1 < farEm * each.size
    if (isLed) out.at(-1)?.push(each)
    else out.push([each])
  }
  return out
}
