/** Lines → clusters of lines that can only be parts of one formula, and the text that stands beside them. */
import { type Box, overlap, union } from "../../model/Geometry.ts"
import type { Line, Word } from "../../model/Line.ts"
import {
  maxDrawn,
  maxLeadingEm,
  minGutterEm,
  minSeries,
  minSizeStep,
  sameEdgePt,
  scriptShare,
  slackEm,
  slackPt
} from "../../model/Measures.ts"
import type { RawPage, Segment } from "../../model/Page.ts"
import { itemOf } from "../parse/Glyphs.ts"
import { boxOf, type Item } from "../parse/Item.ts"
import { accents } from "../print/Atoms.ts"
import type { MathFont } from "./MathFonts.ts"
import { parameters } from "./Parameters.ts"
import { type Kind, unspaced, usual } from "./Words.ts"

const {
  maxLetterShare,
  maxSyllables,
  minTextWords,
  maxPartGapEm,
  maxUnderEm,
  maxRowGapEm,
  minTextLetters,
  maxFirstIndentEm,
  minWallPt,
  maxAcrossShare,
  maxAccentGapEm
} = parameters

/** What there is to see of a page's formulas. */
export interface Sight {
  readonly page: RawPage
  readonly fonts: ReadonlyArray<MathFont>
  /** Of each word by its first glyph: what each of its glyphs can be part of. */
  readonly kinds: ReadonlyMap<number, ReadonlyArray<Kind>>
  /** Of all words but the loose ones. */
  readonly lines: ReadonlyArray<Line>
  /** The words of the page by their first glyphs. */
  readonly all: ReadonlyMap<number, Word>
  /** Words of TeX's extension font, which stand on no line. */
  readonly loose: ReadonlyArray<Word>
}

/** `math` has signs of formulas and little else, `neutral` neither these nor words, `words` a few words, `prose` many. */
type LineKind = "math" | "neutral" | "words" | "prose"

export interface Cluster {
  readonly words: ReadonlyArray<Word>
  readonly lines: ReadonlyArray<Line>
  readonly items: ReadonlyArray<Item>
  readonly box: Box
  /** The line of text with the letter that it stands over, where it is an accent. */
  readonly host?: Line
}

export interface Found {
  readonly clusters: ReadonlyArray<Cluster>
  /** Lines with words of a language. */
  readonly prose: ReadonlyArray<Line>
  /** Lines that are part of no cluster and are not prose. */
  readonly others: ReadonlyArray<Line>
}

export const clusters = (sight: Sight): Found => {
  const first = new Map(sight.lines.map((line) => [line, kindOf(sight, line)] as const))
  const sure = sight.lines.filter((line) => first.get(line) === "prose")
  const kinds = new Map(
    [...first].map(([line, kind]) => [line, isOfParagraph(sight, line, sure) ? "prose" : kind] as const)
  )
  const prose = sight.lines.filter((line) => kinds.get(line) === "prose")
  const hosts = accentHosts(sight)
  const accentsOver = (line: Line) => sight.loose.filter((word) => hosts.get(word) === line)
  const open: Array<Open> = sight.lines
    .filter((line) => kinds.get(line) !== "prose")
    .map((line) => {
      const accents = accentsOver(line)
      const kind = accents.length > 0 ? "math" : (kinds.get(line) ?? "words")
      return openOf(sight, [...line.words, ...accents], [line], kind)
    })
  for (const word of sight.loose) if (!hosts.has(word)) open.push(openOf(sight, [word], [], "math"))
  const parts = grown(open, prose, uprights(sight.page))
  const isFormula = (each: Open) => each.kind === "math"
  const overText = prose.flatMap((host) =>
    accentsOver(host).map((word) => ({ ...openOf(sight, [word], [], "math"), host }))
  )
  return {
    clusters: [
      ...parts.filter(isFormula).map(({ words, lines, items, box }) => ({ words, lines, items, box })),
      ...overText.map(({ words, lines, items, box, host }) => ({ words, lines, items, box, host }))
    ],
    prose,
    others: parts.filter((each) => !isFormula(each)).flatMap(({ lines }) => lines)
  }
}

/** Wide accents stand on no line: each with the line that has the letter right under it. */
const accentHosts = (sight: Sight): ReadonlyMap<Word, Line> => {
  const hosts = new Map<Word, Line>()
  for (const word of sight.loose) {
    const [accent, ...more] = itemsOf(sight, [word])
    if (accent === undefined || more.length > 0 || accents[accent.character] === undefined) continue
    let nearest = maxAccentGapEm * word.size
    for (const line of sight.lines) {
      if (line.box.y1 < accent.box.y0 || line.box.y0 > accent.box.y1 + line.size) continue
      const letters = line.words.filter(({ box }) => box.x0 < accent.box.x1 && box.x1 > accent.box.x0)
      for (const { box } of itemsOf(sight, letters)) {
        const gap = Math.abs(box.y0 - accent.box.y1)
        const isUnder = overlap(box.x0, box.x1, accent.box.x0, accent.box.x1) > 0 && box.y1 > accent.box.y1
        if (!isUnder || gap >= nearest) continue
        nearest = gap
        hosts.set(word, line)
      }
    }
  }
  return hosts
}

/**
 * A line with words in it that begins where the text over or under it does, and no further from it than its lines are; or that
 * begins with a word where lines of text do.
 */
const isOfParagraph = ({ kinds }: Sight, line: Line, prose: ReadonlyArray<Line>): boolean => {
  const letters = line.words.reduce(
    (most, word) => Math.max(most, (kinds.get(word.glyphs?.[0] ?? -1) ?? []).filter((kind) => kind === "text").length),
    0
  )
  const isLike = (other: Line) => Math.abs(other.size - line.size) < slackEm * line.size
  const beside = prose.filter((other) => isLike(other) && Math.abs(other.box.x0 - line.box.x0) < sameEdgePt)
  const [first = "text", ...more] = kinds.get(line.words[0]?.glyphs?.[0] ?? -1) ?? []
  const isFlush = beside.length >= minSeries && [first, ...more].every((kind) => kind === "text")
  if (isFlush && more.length + 1 >= minTextLetters) return true
  return (
    letters >= minTextLetters &&
    prose.some(
      (other) =>
        // under a first line it may begin further left
        line.box.x0 - other.box.x0 < 0.3 * line.size &&
        other.box.x0 - line.box.x0 < (other.baseline < line.baseline ? maxFirstIndentEm : 0.3) * line.size &&
        isLike(other) &&
        Math.abs(other.baseline - line.baseline) < maxLeadingEm * line.size
    )
  )
}

interface Open extends Cluster {
  readonly kind: LineKind
  readonly size: number
}

const openOf = (sight: Sight, words: ReadonlyArray<Word>, lines: ReadonlyArray<Line>, kind: LineKind): Open => {
  const items = itemsOf(sight, words)
  return {
    words,
    lines,
    items,
    box: boxOf(items),
    kind,
    size: words.reduce((most, { size }) => Math.max(most, size), 0)
  }
}

/** Without blanks. */
export const itemsOf = ({ page, fonts }: Sight, words: ReadonlyArray<Word>): ReadonlyArray<Item> =>
  words.flatMap(({ glyphs: [from, to] = [0, 0] }) =>
    Array.from({ length: to - from }, (_, k) => itemOf(page, fonts, from + k)).filter(
      ({ character }) => character.trim() !== ""
    )
  )

const kindOf = (sight: Sight, line: Line): LineKind => {
  const { kinds } = sight
  if (number.test(line.words.map(({ text }) => text).join(""))) return "neutral"
  if (line.words.length > 1 && bullet.test(line.words[0]?.text ?? "")) return "prose"
  let math = 0
  let text = 0
  let all = 0
  let words = 0
  let syllables = 0
  const size = usual(line)
  const largest = Math.max(...line.words.map((word) => word.size))
  for (const word of line.words) {
    const isLevel = Math.abs(word.baseline - line.baseline) < slackEm * largest
    const own = kinds.get(word.glyphs?.[0] ?? -1) ?? []
    const found = own.filter((kind) => kind === "text").length
    // a letter alone is an upright one of the formula, and a small word is part of its scripts
    const letters =
      (found === 1 && !unspaced.test(word.text)) || (found > 0 && word.size < scriptShare * (isLevel ? size : largest))
        ? 0
        : found
    math += own.filter((kind) => kind === "math").length
    text += letters
    // leaders are as many as there is room for
    if (!/^[.·…]+$/.test(word.text)) all += own.length
    const isUnspaced = letters > 0 && unspaced.test(word.text)
    if (isUnspaced) syllables += letters
    if (letters > 1 || isUnspaced) words += Math.ceil(letters / 4)
  }
  if (math === 0) return text === 0 || words === 0 ? "neutral" : words < minTextWords ? "words" : "prose"
  const signs = sight.loose.filter(
    ({ box }) => box.x0 > line.box.x0 && box.x1 < line.box.x1 && overlap(box.y0, box.y1, line.box.y0, line.box.y1) > 0
  ).length
  math += signs
  all += signs
  if (syllables > maxSyllables) return "prose"
  if (text < maxLetterShare * all && words < minTextWords + math / 6) return "math"
  // a case and, a gap behind it, what it holds for
  const gap = line.words.findIndex((word, i) => i > 0 && word.box.x0 - (line.words[i - 1] as Word).box.x1 > size)
  const before = gap > 0 && words < minTextWords ? kindOf(sight, { ...line, words: line.words.slice(0, gap) }) : "prose"
  return before === "math" ? "math" : "prose"
}

/** Items of a list are text, whatever is in them. */
const bullet = /^[•◦▪■]$/

/** Clusters that grow until nothing is near them; text is taken in beside them only. */
const grown = (
  open: ReadonlyArray<Open>,
  prose: ReadonlyArray<Line>,
  walls: ReadonlyArray<Segment>
): ReadonlyArray<Open> => {
  const current = [...open]
  for (let i = 0; i < current.length; i++) {
    const own = current[i] as Open
    if (own.kind !== "math") continue
    const at = current.findIndex((other, k) => k !== i && isNear(own, other) && !isParted(own, other, prose, walls))
    if (at < 0) continue
    const other = current[at] as Open
    const merged: Open = {
      words: [...own.words, ...other.words],
      lines: [...own.lines, ...other.lines],
      items: [...own.items, ...other.items],
      box: union(own.box, other.box),
      kind: "math",
      size: Math.max(own.size, other.size)
    }
    current[Math.min(i, at)] = merged
    current.splice(Math.max(i, at), 1)
    i = -1
  }
  return current
}

const isNear = (a: Open, b: Open): boolean => {
  const em = Math.max(a.size, Math.min(b.size, 12))
  const across = -overlap(a.box.x0, a.box.x1, b.box.x0, b.box.x1)
  const down = -overlap(a.box.y0, a.box.y1, b.box.y0, b.box.y1)
  if (b.kind === "math" || b.kind === "neutral")
    return b.kind === "neutral" && isNumber(b)
      ? false
      : (down < (areRows(a, b) ? maxRowGapEm : maxUnderEm) * em && across < (areRows(a, b) ? 0 : 1.5) * em) ||
          (down < maxUnderEm * em && across < 1.5 * em) ||
          (down < -0.25 * em && across < maxPartGapEm * em)
  // words belong to a formula's row
  if (b.size > a.size * (1 + minSizeStep)) return false
  return down < -0.4 * b.size && across < maxPartGapEm * em
}

/** Both have letters of full size: rows of one formula are further apart than its other parts. */
const areRows = (a: Open, b: Open): boolean => b.kind === "math" && Math.abs(a.size - b.size) < slackEm * a.size

/** Vertical rulings, such as between cells. */
const uprights = ({ segments }: RawPage): ReadonlyArray<Segment> =>
  segments.filter(({ x0, x1, y0, y1 }) => x1 - x0 < slackPt && y1 - y0 > minWallPt).slice(0, maxDrawn)

/** An equation's number, whose prime is a sign of formulas. */
const number = /^\([\dA-Z.-]*\d[a-z]?[′']?\)$/
const isNumber = ({ words }: Open): boolean => {
  const text = words.map((word) => word.text).join("")
  return number.test(text) || /^\([\dA-Z.-]+[a-z]?\)$/.test(text)
}

/** Prose stands between two parts. */
const isParted = (a: Open, b: Open, prose: ReadonlyArray<Line>, walls: ReadonlyArray<Segment>): boolean => {
  const gap = {
    x0: Math.min(a.box.x1, b.box.x1),
    x1: Math.max(a.box.x0, b.box.x0),
    y0: Math.min(a.box.y1, b.box.y1),
    y1: Math.max(a.box.y0, b.box.y0)
  }
  const isWalled = walls.some(
    ({ x0, y0, y1 }) =>
      x0 > gap.x0 - 1 &&
      x0 < gap.x1 + 1 &&
      overlap(y0, y1, a.box.y0, a.box.y1) > 0 &&
      overlap(y0, y1, b.box.y0, b.box.y1) > 0
  )
  if (isWalled && gap.x1 > gap.x0) return true
  const isWide = gap.x1 - gap.x0 > minGutterEm * Math.min(a.size, b.size)
  if (isWide && isGutter(gap.x0, gap.x1, prose)) return true
  return prose.some(
    ({ box }) =>
      (gap.y1 > gap.y0 &&
        overlap(box.y0 + 1, box.y1 - 1, gap.y0, gap.y1) > 0 &&
        overlap(box.x0, box.x1, Math.min(a.box.x0, b.box.x0), Math.max(a.box.x1, b.box.x1)) > 0) ||
      (gap.x1 > gap.x0 &&
        overlap(box.x0, box.x1, gap.x0, gap.x1) > 0 &&
        overlap(box.y0, box.y1, Math.min(a.box.y0, b.box.y0), Math.max(a.box.y1, b.box.y1)) > sameEdgePt)
  )
}

/** Text stands on both sides of a gap, and next to none across it. */
const isGutter = (x0: number, x1: number, prose: ReadonlyArray<Line>): boolean => {
  const at = (x0 + x1) / 2
  const left = prose.filter(({ box }) => box.x1 < at).length
  const right = prose.filter(({ box }) => box.x0 > at).length
  return left >= minSeries && right >= minSeries && prose.length - left - right < maxAcrossShare * Math.min(left, right)
}
