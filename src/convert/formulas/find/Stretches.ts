/** Line → Token[][]: the neighbours in a line of text that make a formula. */
import type { Line, Word } from "../../model/Line.ts"
import { scriptShare, slackEm, slackPt, touchEm } from "../../model/Measures.ts"
import type { Segment } from "../../model/Page.ts"
import { atom } from "../print/Atoms.ts"
import { parameters } from "./Parameters.ts"
import { isOnAxis, type Sight } from "./Sight.ts"
import { isOperator, type Kind, otherScript, usual } from "./Words.ts"

const { operatorGapEm, relationGapEm, thinSpaceEm, maxLeanEm } = parameters

/** A glyph of a line that may be part of a formula. */
export interface Token {
  readonly word: Word
  readonly at: number
  readonly text: string
  readonly kind: Kind
  readonly x0: number
  readonly x1: number
  readonly isSmall: boolean
  /** A comma or full stop of a formula font: TeX sets those within formulas in it, and no others. */
  readonly isOwnMark: boolean
  /** The bar of a fraction within the line that it stands over or under. */
  readonly bar: Segment | undefined
}

export const tokensOf = ({ page, fonts, kinds, bars }: Sight, line: Line): ReadonlyArray<Token> => {
  const full = usual(line)
  const onAxis = bars.filter(
    (bar) => isOnAxis(bar, line) && bar.x0 > line.box.x0 - line.size && bar.x1 < line.box.x1 + line.size
  )
  const tokens = line.words.flatMap((word) => {
    const [from, to] = word.glyphs ?? [0, 0]
    const own = kinds.get(from) ?? []
    return Array.from({ length: to - from }, (_, k): Token => {
      const at = from + k
      const x0 = page.glyphs.x[at] ?? 0
      const text = page.glyphs.text[at] ?? ""
      const isLevel = own[k] === "text" && Math.abs((page.glyphs.y[at] ?? 0) - line.baseline) < slackEm * line.size
      const isSmall = (page.glyphs.size[at] ?? 0) < scriptShare * (isLevel ? full : line.size)
      const x1 = x0 + (page.glyphs.w[at] ?? 0)
      return {
        word,
        at,
        text,
        kind: own[k] ?? "text",
        bar: isSmall ? onAxis.find((bar) => (x0 + x1) / 2 > bar.x0 && (x0 + x1) / 2 < bar.x1) : undefined,
        x0,
        x1,
        isSmall,
        isOwnMark: (text === "," || text === ".") && fonts[page.glyphs.font[at] ?? 0]?.isMath === true
      }
    })
  })
  return withNames(tokens, ({ at }) => (page.glyphs.y[at] ?? 0) > line.baseline + slackPt)
}

/** Upright letters that touch the bracket before a letter of formulas, or an index, are the name of a function. */
const withNames = (tokens: ReadonlyArray<Token>, isLow: (token: Token) => boolean): ReadonlyArray<Token> => {
  const named = new Set<Token>()
  tokens.forEach((open, i) => {
    const last = tokens[i - 1]
    const isIndex = open.kind === "math" && open.isSmall && isLow(open)
    const isBracket = /^[([]$/.test(open.text) && tokens[i + 1]?.kind === "math"
    if (!(isIndex || isBracket) || last?.kind !== "text" || open.x0 - last.x1 > touchEm * last.word.size) return
    const name: Array<Token> = []
    for (let k = i - 1; k >= 0; k--) {
      const [letter, next] = [tokens[k] as Token, tokens[k + 1] as Token]
      if (next.x0 - letter.x1 > touchEm * letter.word.size) break
      name.push(letter)
    }
    if (name.every(isNameLetter)) for (const letter of name) named.add(letter)
  })
  return named.size === 0 ? tokens : tokens.map((token) => (named.has(token) ? { ...token, kind: "neutral" } : token))
}

const isNameLetter = ({ text, word, kind }: Token): boolean =>
  kind === "text" && /^[\p{Script=Latin}\d]$/u.test(text) && !word.italic && !word.mono

/** From each sign of a formula outwards, as far as what can be part of it goes. */
export const stretchesOf = (tokens: ReadonlyArray<Token>): Array<ReadonlyArray<Token>> => {
  const out: Array<ReadonlyArray<Token>> = []
  let end = 0
  for (let i = 0; i < tokens.length; i++) {
    if (i < end || tokens[i]?.kind !== "math") continue
    let from = i
    while (from > end && joins(tokens, from - 1, from)) from--
    let to = i + 1
    while (to < tokens.length && (joins(tokens, to - 1, to) || isListed(tokens, from, to))) to++
    const cut = trimmed(tokens.slice(from, to))
    end = to
    if (cut.length > 0 && isFormula(cut) && !isUnit(cut, tokens)) out.push(cut)
  }
  return out
}

/** Raised figures at the letters of a text, as of a unit. */
const isUnit = (own: ReadonlyArray<Token>, tokens: ReadonlyArray<Token>): boolean => {
  const figures = own.filter(({ kind }) => kind !== "text")
  const first = figures[0] as Token
  const before = tokens[tokens.indexOf(first) - 1]
  return (
    figures.every(({ text, isSmall }) => isSmall && /^[\d−+]$/.test(text)) &&
    before?.kind === "text" &&
    !before.isSmall &&
    first.x0 - before.x1 < touchEm * before.word.size
  )
}

/** Behind a comma, a semicolon or a colon within brackets that are still open, as in a list of arguments or a set. */
const isListed = (tokens: ReadonlyArray<Token>, from: number, to: number): boolean => {
  const [left, right] = [tokens[to - 1], tokens[to]]
  if (left === undefined || right === undefined || !/^[,;:]$/.test(left.text) || right.kind === "text") return false
  const open = tokens
    .slice(from, to)
    .reduce((depth, { text }) => depth + (/^[([{]$/.test(text) ? 1 : /^[)\]}]$/.test(text) ? -1 : 0), 0)
  return open > 0 && right.x0 - left.x1 < operatorGapEm * left.word.size
}

/** Whether two neighbours are parts of one formula, of which one is known to be. */
const joins = (tokens: ReadonlyArray<Token>, a: number, b: number): boolean => {
  const left = tokens[a] as Token
  const right = tokens[b] as Token
  const size = Math.max(left.word.size, right.word.size)
  const gap = right.x0 - Math.max(left.x1, left.x0)
  const isGlued = Math.abs(gap) < touchEm * size
  if (quote.test(left.text) || quote.test(right.text)) return false
  const canBe = (one: Token) =>
    one.kind !== "text" || (isGlued && !otherScript.test(one.text) && (one.isSmall || isSingle(tokens, one)))
  if (!canBe(left) || !canBe(right) || gap < (left.isSmall && right.isSmall ? -8 : -1.5) * size) return false
  if (left.bar !== undefined && left.bar === right.bar) return true
  if (left.kind === "math" && right.kind === "math") return gap < 1.1 * size
  if (left.isOwnMark || right.isOwnMark)
    return gap < operatorGapEm * size && !isLeader(tokens, a) && !isLeader(tokens, b)
  if (gap < (isArgument(left, right) ? maxLeanEm : isDifferential(left, right) ? thinSpaceEm : touchEm) * size)
    return true
  const isStretched = (one: Token, other: Token) => one.kind === "math" && isRelation(other.text)
  if (gap < relationGapEm * size && (isStretched(left, right) || isStretched(right, left))) return true
  if (gap > operatorGapEm * size) return false
  const isName = (one: Token) => one.kind === "neutral" && /\p{L}/u.test(one.text) && !one.word.italic
  return (
    isOperator(left.text) ||
    isOperator(right.text) ||
    ((gap < thinSpaceEm * size || left.bar !== right.bar) && (isName(left) || isName(right))) ||
    (left.isSmall && left.kind !== "text" && right.kind === "math")
  )
}

/** Marks of speech: no formula has any. */
const quote = /^[“”„‟«»]$/

const isRelation = (text: string): boolean => atom(text)?.role === "relation" && text !== ":"

/** A bracket behind a letter of formulas, which in italics leans over its own width. */
const isArgument = (left: Token, right: Token): boolean =>
  left.kind === "math" && /\p{L}/u.test(left.text) && /^[()[\]]$/.test(right.text)

/** What follows a bracket as differentials do. */
const isDifferential = (left: Token, right: Token): boolean => right.kind === "math" && /^[)\]]$/.test(left.text)

/** A letter that is no part of a word, such as that of a differential. */
const isSingle = (tokens: ReadonlyArray<Token>, one: Token): boolean => {
  const i = tokens.indexOf(one)
  return ![tokens[i - 1], tokens[i + 1]].some((other) => {
    if (other?.kind !== "text" || !/\p{L}/u.test(other.text)) return false
    return Math.max(one.x0 - other.x1, other.x0 - one.x1) < touchEm * one.word.size
  })
}

/** Without the marks of the sentence, and brackets that it does not close. */
const trimmed = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  let from = 0
  let to = tokens.length
  for (let changed = true; changed && from < to; ) {
    changed = false
    const last = tokens[to - 1] as Token
    const first = tokens[from] as Token
    const own = tokens.slice(from, to)
    if (
      last.kind === "neutral" &&
      ((/^[.,;:!?'"*†‡§¶\-–]$/.test(last.text) && !isEllipsis(own)) || isOpen(own, last, ")]}", "([{"))
    ) {
      if (!(last.text === "!" && own.length > 1)) {
        to--
        changed = true
        continue
      }
    }
    const before = own.at(-2)
    // an operator between what a bracket of the text closes and a word
    const isBehindText = before?.kind === "neutral" && isOpen(own.slice(0, -1), before, ")]}", "([{")
    if (
      last.kind === "neutral" &&
      ((/^[([{]$/.test(last.text) && !last.isSmall) || (isBehindText && isOperator(last.text)))
    ) {
      to--
      changed = true
      continue
    }
    if (first.kind === "neutral" && (/^[.,;:!?%)\]}'"*†‡§¶]$/.test(first.text) || isOpen(own, first, "([{", ")]}"))) {
      from++
      changed = true
    }
  }
  return tokens.slice(from, to)
}

/** Three dots of a formula font at the end of a list. */
const isEllipsis = (tokens: ReadonlyArray<Token>): boolean =>
  tokens.length > 3 && tokens.slice(-3).every(({ text, isOwnMark }) => text === "." && isOwnMark)

/** One of more than three dots, such as those before a page's number. */
const isLeader = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  let from = at
  let to = at
  while (tokens[from - 1]?.text === ".") from--
  while (tokens[to + 1]?.text === ".") to++
  return tokens[at]?.text === "." && to - from > 2
}

/** A bracket at an end that nothing in the formula answers. */
const isOpen = (tokens: ReadonlyArray<Token>, { text }: Token, ownSet: string, otherSet: string): boolean => {
  if (!ownSet.includes(text)) return false
  const count = (set: string) => tokens.filter((token) => token.text !== "" && set.includes(token.text)).length
  return count(ownSet) > count(otherSet)
}

/** It has a letter of formulas, or a script, which prose has not; or an operator of theirs beside a letter in italics. */
export const isFormula = (tokens: ReadonlyArray<Token>): boolean =>
  (tokens.some(({ kind }) => kind === "math") &&
    tokens.some(({ kind, text, word }) => kind === "neutral" && word.italic && /^\p{L}$/u.test(text))) ||
  tokens.some(
    ({ kind, text, isSmall }) =>
      kind === "math" && (/\p{L}/u.test(text.normalize("NFD")) || isSmall || /[√∑∏∫∂∇∞∅∀∃]/u.test(text))
  )
