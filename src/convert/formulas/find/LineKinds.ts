/** Lines → what each can be part of: a formula, a text, or a row of a table. */
import { greatest, overlap } from "../../model/Geometry.ts"
import type { Line, Word } from "../../model/Line.ts"
import {
  maxLeadingEm,
  minPair,
  minSeries,
  sameEdgePt,
  sameRowEm,
  scriptShare,
  slackEm,
  slackPt
} from "../../model/Measures.ts"
import { leader } from "../../model/Text.ts"
import { parameters } from "./Parameters.ts"
import type { Sight } from "./Sight.ts"
import { otherScript, usual } from "./Words.ts"

const { maxLetterShare, maxSyllables, minTextWords, minTextLetters, maxFirstIndentEm, maxPartGapEm } = parameters

/** `math` has signs of formulas and little else, `neutral` neither these nor words, `words` a few words, `prose` many; a `head` is a word that a row of a table begins with. */
export type LineKind = "math" | "neutral" | "words" | "prose" | "head"

/** An equation's number, whose prime is a sign of formulas. */
export const equationNumber = /^\([\dA-Z.-]*\d[a-z]?[′']?\)$/

export const lineKinds = (sight: Sight): ReadonlyMap<Line, LineKind> => {
  const first = new Map(sight.lines.map((line) => [line, kindOf(sight, line)] as const))
  const sure = sight.lines.filter((line) => first.get(line) === "prose")
  const heads = rowHeads(first)
  return new Map(
    [...first].map(([line, kind]) => [
      line,
      heads.has(line) ? "head" : isOfParagraph(sight, line, sure) || isOfText(sight, line, first) ? "prose" : kind
    ])
  )
}

/** Words one under the other, each with a formula behind it in its row, and none before it. */
const rowHeads = (kinds: ReadonlyMap<Line, LineKind>): ReadonlySet<Line> => {
  const all = [...kinds.keys()]
  const heads = all.filter((line) => {
    if (kinds.get(line) !== "words") return false
    const inRow = all.filter(
      (other) => kinds.get(other) === "math" && Math.abs(other.baseline - line.baseline) < sameRowEm * line.size
    )
    return inRow.length > 0 && inRow.every(({ box }) => box.x0 > line.box.x1)
  })
  const isLevel = (a: Line, b: Line) => Math.abs(a.box.x0 - b.box.x0) < sameEdgePt
  return new Set(heads.filter((line) => heads.filter((other) => isLevel(line, other)).length >= minSeries))
}

/** Where the text of a line begins, behind a marker. */
export const hangOf = ({ box, words: [first, second] }: Line): number =>
  second !== undefined && (marker.test(first?.text ?? "") || letteredMarker.test(first?.text ?? ""))
    ? second.box.x0
    : box.x0

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
        line.box.x0 - hangOf(other) < 0.3 * line.size &&
        other.box.x0 - line.box.x0 < (other.baseline < line.baseline ? maxFirstIndentEm : 0.3) * line.size &&
        isLike(other) &&
        Math.abs(other.baseline - line.baseline) < maxLeadingEm * line.size
    )
  )
}

/** A word of a language: of more than a letter, and no name of a function. */
const isWord = ({ kinds }: Sight, word: Word | undefined): boolean => {
  const own = kinds.get(word?.glyphs?.[0] ?? -1) ?? []
  return own.length > 1 && own.every((kind) => kind === "text")
}

/** It begins with a word where at least two others do, or behind a word of its row: some of its text has fewer letters than its formulas. */
const isOfText = (sight: Sight, line: Line, kinds: ReadonlyMap<Line, LineKind>): boolean => {
  if (kinds.get(line) !== "math" || !isWord(sight, line.words[0]) || isBetweenSigns(sight, line)) return false
  const before = sight.lines
    .filter(
      (other) =>
        Math.abs(other.baseline - line.baseline) < slackEm * line.size &&
        other.box.x1 < line.box.x0 + slackPt &&
        line.box.x0 - other.box.x1 < maxPartGapEm * line.size
    )
    .map((other) => kinds.get(other))
  if (before.length > 0) return before.every((kind) => kind === "words" || kind === "prose")
  const flush = sight.lines.filter(
    (other) =>
      other !== line &&
      Math.abs(other.size - line.size) < slackEm * line.size &&
      Math.abs(other.box.x0 - line.box.x0) < sameEdgePt &&
      (kinds.get(other) === "prose" || isWord(sight, other.words[0]))
  )
  return flush.length >= minPair
}

/** Signs that stand on no line, as the pieces of tall brackets do, are close on both sides of it: it is a row of a matrix. */
const isBetweenSigns = ({ loose }: Sight, { box, size }: Line): boolean => {
  const beside = loose.filter((sign) => overlap(sign.box.y0, sign.box.y1, box.y0, box.y1) > -size)
  const isNear = (gap: number) => gap > -slackPt && gap < maxPartGapEm * size
  return beside.some((sign) => isNear(box.x0 - sign.box.x1)) && beside.some((sign) => isNear(sign.box.x0 - box.x1))
}

const kindOf = (sight: Sight, line: Line): LineKind => {
  const { kinds } = sight
  if (equationNumber.test(line.words.map(({ text }) => text).join(""))) return "neutral"
  if (line.words.length > 1 && marker.test(line.words[0]?.text ?? "")) return "prose"
  const [first = "neutral"] = (kinds.get(line.words[0]?.glyphs?.[0] ?? -1) ?? []).slice(1)
  if (letteredMarker.test(line.words[0]?.text ?? "") && (first === "text" || isWord(sight, line.words[1])))
    return "prose"
  let math = 0
  let text = 0
  let all = 0
  let words = 0
  let syllables = 0
  const size = usual(line)
  const largest = greatest(line.words.map((word) => word.size))
  for (const word of line.words) {
    const isLevel = Math.abs(word.baseline - line.baseline) < slackEm * largest
    const own = kinds.get(word.glyphs?.[0] ?? -1) ?? []
    const found = own.filter((kind) => kind === "text").length
    // a letter alone is an upright one of the formula, and a small word is part of its scripts
    const letters =
      (found === 1 && !otherScript.test(word.text)) ||
      (found > 0 && word.size < scriptShare * (isLevel ? size : largest))
        ? 0
        : found
    math += own.filter((kind) => kind === "math").length
    text += letters
    // leaders are as many as there is room for
    if (!leader.test(word.text)) all += own.length
    const isOtherScript = letters > 0 && otherScript.test(word.text)
    if (isOtherScript) syllables += letters
    if (letters > 1 || isOtherScript) words += Math.ceil(letters / 4)
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
  return before === "math" ? "math" : words < minTextWords ? "words" : "prose"
}

/** Items of a list are text, whatever is in them. */
const letteredMarker = /^\((?:[ivx]{1,4}|[a-h]|\d{1,2})\)$/
const marker = /^(?:[•◦▪■]|\d{1,2}[.)])$/
