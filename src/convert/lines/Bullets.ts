/**
 * Line[] → Line[]: lines that a bullet stands before begin with it. A bullet may be drawn as a disc or a square rather
 * than set as a glyph, and browsers and word processors set it apart from its text.
 */

import type { Box } from "../model/Geometry.ts"
import { centreX, centreY, holds, union, width } from "../model/Geometry.ts"
import type { Line, LineWord } from "../model/Line.ts"
import { maxDrawn, maxTabEm, minSeries, rowStepPt, slackEm } from "../model/Measures.ts"
import type { RawPage, Segment } from "../model/Page.ts"
import { line } from "./Lines.ts"
import { isBox, marker } from "./Markers.ts"

/** A drawn bullet is so wide and high, in em of the text beside it, and about as wide as high. */
const minBulletEm = 0.18
const maxBulletEm = 0.75
const maxBulletAspect = 1.35
/** Its centre stands so far above the baseline, in em: between the foot and the top of a small letter. */
const lowest = 0.05
const highest = 0.6
/** A box to tick is drawn as a frame, as wide as high, of so many em of the text beside it; what fills a ticked one is this dark. */
const minBoxEm = 0.5
const maxBoxEm = 1.4
const darkest = 0x80
/** No box to tick is larger, in points. */
const mostBoxPt = 24
/** Its rules meet, give or take so much, in points. */
const meetPt = 1

export const joinBullets = (page: RawPage, found: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const lines = withOddBullets(found)
  const rows = byRow(lines)
  const out = new Map<Line, Line | null>()
  for (const each of lines) {
    const [only] = each.words
    if (each.words.length !== 1 || only === undefined || marker(only.text)?.shape !== "•") continue
    const text = beside(rows, each.box, each.size, out)
    if (text === null) continue
    out.set(each, null)
    out.set(text, line([only, ...text.words.map((word, i) => (i === 0 ? { ...word, spaced: true } : word))]))
  }
  for (const { box, isTicked } of boxes(page)) {
    const text = beside(rows, box, 0, out, [minBoxEm, maxBoxEm])
    if (text !== null && !isWithin(rows, box, text)) out.set(text, led(box, text, isTicked ? "☒" : "☐"))
  }
  const all = marks(page)
  // of another colour than its text one is a chart's key, and two in a column are bullets; a mark right behind text belongs to that
  const isKey = ({ box, colour }: Mark, text: Line) =>
    colour !== null &&
    colour !== text.words[0]?.colour &&
    !all.some((other) => other.box !== box && other.colour === colour && Math.abs(other.box.x0 - box.x0) < meetPt)
  // where the next one follows within an em, each stands for what is behind it, as in a key
  const isOfSeveral = ({ box }: Mark, text: Line) =>
    all.some(
      (other) =>
        Math.abs(centreY(other.box) - centreY(box)) < meetPt &&
        other.box.x0 > text.box.x0 &&
        other.box.x0 < text.box.x1 + text.size
    )
  // a part of an icon, which ends before the text as it does
  const isPart = ({ box }: Mark, text: Line) =>
    page.drawings.some(
      (each) =>
        width(each) > maxBulletEm * text.size && each.x1 < text.box.x0 && holds(each, centreX(box), centreY(box))
    )
  for (const mark of all) {
    const text = beside(rows, mark.box, 0, out)
    if (
      text !== null &&
      !isWithin(rows, mark.box, text) &&
      !isKey(mark, text) &&
      !isOfSeveral(mark, text) &&
      !isPart(mark, text)
    )
      out.set(text, led(mark.box, text, "•"))
  }
  return out.size === 0 ? lines : lines.flatMap((each) => out.get(each) ?? (out.has(each) ? [] : [each]))
}

/** What begins no text of its own: a small letter or a sign, whatever a font of symbols draws in its place. */
const odd = /^[^\p{Lu}\p{N}\s]$/u

/** An arrow before typewriter: what a program answers in a listing. */
const isAnswer = ([first, ...rest]: Line["words"]): boolean =>
  /^\p{Sm}$/u.test(first?.text ?? "") && rest.every(({ mono }) => mono)

/** A font that shows nothing on the page but one sign at the start of several lines has bullets, whatever characters they are said to be. */
const withOddBullets = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const fonts = new Map<string, Map<string, number>>()
  for (const { words } of lines)
    words.forEach(({ font, text }, i) => {
      const known = fonts.get(font) ?? new Map<string, number>()
      const isFirst = i === 0 && words[1]?.noSpaceBefore !== true && words[1]?.font !== font
      const what = isFirst && !isAnswer(words) ? text : ""
      known.set(what, (known.get(what) ?? 0) + 1)
      fonts.set(font, known)
    })
  const bulletOf = (known: ReadonlyMap<string, number>) => {
    const [[text = "", count = 0] = []] = [...known]
    return known.size === 1 && count >= minSeries && odd.test(text) && marker(text)?.shape !== "•"
  }
  const own = new Set([...fonts].flatMap(([font, known]) => (bulletOf(known) ? [font] : [])))
  if (own.size === 0) return lines
  return lines.map((each) => {
    const [first, ...rest] = each.words
    return first !== undefined && own.has(first.font)
      ? { ...each, words: [{ ...first, text: "•", bold: false, italic: false }, ...rest] }
      : each
  })
}

interface Mark {
  readonly box: Box
  /** Null when it is not known. */
  readonly colour: number | null
}

/** Small shapes that may be bullets; a ring is painted as two. */
const marks = (page: RawPage): ReadonlyArray<Mark> => {
  const found = new Map<string, Mark>()
  const shapes = [...page.drawings, ...page.segments.filter(isSquare).map(painted)]
  for (const mark of [...shapes.map((box) => ({ box, colour: null })), ...page.fills]) {
    const { box } = mark
    const w = box.x1 - box.x0
    const h = box.y1 - box.y0
    if (w < 1 || h < 1 || w > 12 || w > maxBulletAspect * h || h > maxBulletAspect * w) continue
    found.set(`${Math.round(box.x0 / 4)} ${Math.round(box.y0 / 4)}`, mark)
    if (found.size > maxDrawn) return []
  }
  return [...found.values()]
}

/** A rule as thick as it is long: word processors and TeX paint squares so. */
const isSquare = ({ x0, y0, x1, y1, thickness }: Segment): boolean => thickness * maxBulletAspect > x1 - x0 + y1 - y0

/** What a rule covers. */
const painted = ({ x0, y0, x1, y1, thickness }: Segment): Box => {
  const [w, h] = x0 === x1 ? [thickness / 2, 0] : [0, thickness / 2]
  return { x0: x0 - w, x1: x1 + w, y0: y0 - h, y1: y1 + h }
}

interface TickBox {
  readonly box: Box
  readonly isTicked: boolean
}

/** Frames that stand alone: of those in a row, one character is written into each. */
const boxes = (page: RawPage): ReadonlyArray<TickBox> => {
  const all = frames(page)
  const touch = (a: Box, b: Box) =>
    a.x0 < b.x1 + meetPt && b.x0 < a.x1 + meetPt && a.y0 < b.y1 + meetPt && b.y0 < a.y1 + meetPt
  return all.filter((each) => !all.some((other) => other !== each && touch(each.box, other.box)))
}

/** Frames of four rules: ticked where a dark area fills them, or something is drawn in them. */
const frames = (page: RawPage): ReadonlyArray<TickBox> => {
  const short = page.segments.filter(({ x0, y0, x1, y1 }) => x1 - x0 + y1 - y0 < mostBoxPt)
  if (short.length > 4 * maxDrawn) return []
  const isAt = (a: number, b: number) => Math.abs(a - b) < meetPt
  const upright = short.filter(({ x0, x1 }) => x0 === x1)
  return short.flatMap((top) => {
    const box = { x0: top.x0, x1: top.x1, y0: top.y0, y1: top.y0 + top.x1 - top.x0 }
    if (top.y0 !== top.y1 || top.x1 === top.x0) return []
    const isSide = (x: number) =>
      upright.some((side) => isAt(side.x0, x) && isAt(side.y0, box.y0) && isAt(side.y1, box.y1))
    const isFramed =
      isSide(box.x0) &&
      isSide(box.x1) &&
      short.some(({ x0, x1, y0, y1 }) => y0 === y1 && isAt(y0, box.y1) && isAt(x0, box.x0) && isAt(x1, box.x1))
    const isIn = (each: Box) => holds(box, centreX(each), centreY(each)) && width(each) <= width(box) + meetPt
    return isFramed
      ? [
          {
            box,
            isTicked: page.fills.some((fill) => isIn(fill.box) && isDark(fill.colour)) || page.drawings.some(isIn)
          }
        ]
      : []
  })
}

const isDark = (colour: number): boolean => Math.max(colour >> 16, (colour >> 8) & 0xff, colour & 0xff) < darkest

const byRow = (lines: ReadonlyArray<Line>): ReadonlyMap<number, ReadonlyArray<Line>> => {
  const rows = new Map<number, Array<Line>>()
  for (const each of lines) {
    if (each.angle !== 0) continue
    const row = Math.floor(each.baseline / rowStepPt)
    const same = rows.get(row)
    if (same) same.push(each)
    else rows.set(row, [each])
  }
  return rows
}

/** The line that begins right of a mark. */
const beside = (
  rows: ReadonlyMap<number, ReadonlyArray<Line>>,
  mark: Box,
  size: number,
  taken: ReadonlyMap<Line, unknown>,
  [least, largest]: readonly [number, number] = [minBulletEm, maxBulletEm]
): Line | null => {
  const y = (mark.y0 + mark.y1) / 2
  let best: Line | null = null
  let nearest = Number.POSITIVE_INFINITY
  for (const each of around(rows, y)) {
    if (each.box === mark) continue
    const em = each.size
    const above = (each.baseline - y) / em
    if (above < lowest || above > highest) continue
    if (size === 0 && (mark.x1 - mark.x0 < least * em || mark.x1 - mark.x0 > largest * em)) continue
    const gap = each.box.x0 - mark.x1
    if (gap < slackEm * em || gap > maxTabEm * em || gap >= nearest) continue
    nearest = gap
    best = each
  }
  return best !== null && taken.has(best) ? null : best
}

/** Whether a mark stands in a row of text, no further behind what comes before it than its text behind the mark. */
const isWithin = (rows: ReadonlyMap<number, ReadonlyArray<Line>>, mark: Box, text: Line): boolean => {
  const before = (box: Box) => mark.x0 - box.x1
  return around(rows, text.baseline).some(
    ({ box, baseline }) =>
      Math.abs(baseline - text.baseline) < slackEm * text.size &&
      before(box) > -mark.x1 + mark.x0 &&
      before(box) < text.size
  )
}

/** The lines whose baseline is near. */
const around = (rows: ReadonlyMap<number, ReadonlyArray<Line>>, y: number): ReadonlyArray<Line> => {
  const row = Math.floor(y / rowStepPt)
  return [row - 1, row, row + 1].flatMap((each) => rows.get(each) ?? [])
}

/** The line with a mark of its own size and look before its first word. */
const led = (mark: Box, text: Line, shape: "•" | "☐" | "☒"): Line => {
  const [first, ...rest] = text.words
  if (first === undefined) return text
  const box = { x0: mark.x0, x1: mark.x1, y0: first.box.y0, y1: first.box.y1 }
  const bullet: LineWord = {
    ...first,
    text: shape,
    box,
    baselineShift: 0,
    noSpaceBefore: false,
    spaced: false,
    mono: false,
    href: null
  }
  return { ...text, words: [bullet, { ...first, noSpaceBefore: false }, ...rest], box: union(text.box, box) }
}

/** A line with several bullets, the first at its start, is an item for each. */
export const atBullets = (each: Line): ReadonlyArray<Line> => {
  const [first] = each.words
  if (first === undefined || marker(first.text)?.shape !== "•") return [each]
  const isSame = ({ text }: LineWord) => text === first.text || (isBox(text) && isBox(first.text))
  const starts = each.words.flatMap((word, i) => (isSame(word) && !word.noSpaceBefore ? [i] : []))
  if (starts.length < 2) return [each]
  // they are of one depth, wherever in the line they begin
  const { x0 } = each.box
  return starts.map((from, i) => {
    const own = line(each.words.slice(from, starts[i + 1]))
    return { ...own, box: { ...own.box, x0 } }
  })
}
