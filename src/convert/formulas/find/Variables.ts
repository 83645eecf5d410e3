/**
 * Sight → Sight: letters of a text's own italics that are variables, where formulas have no letters of their own: beamer's
 * slides, Times and Palatino, what LibreOffice makes of Word's.
 */
import { slackEm, touchEm } from "../../model/Measures.ts"
import { atom } from "../print/Atoms.ts"
import { parameters } from "./Parameters.ts"
import type { Sight } from "./Sight.ts"
import { type Token, tokensOf } from "./Stretches.ts"

const { operatorGapEm, maxLeanEm } = parameters

export const withVariables = (sight: Sight): Sight => {
  if (hasLetters(sight)) return sight
  const found = new Set<number>()
  for (const line of sight.lines) {
    const tokens = tokensOf(sight, line)
    tokens.forEach((token, i) => {
      if (!isLetter(token)) return
      const before = tokens[i - 1]
      const goesOn = before !== undefined && found.has(before.at) && gap(before, token) < maxLeanEm
      if (
        goesOn ||
        isGlued(tokens, i) ||
        hasScript(sight, tokens, i) ||
        isOperand(tokens, i, 1) ||
        isOperand(tokens, i, -1) ||
        isFunction(tokens, i)
      )
        found.add(token.at)
    })
  }
  if (found.size === 0) return sight
  const kinds = [...sight.kinds].map(
    ([from, own]) => [from, own.map((kind, k) => (found.has(from + k) ? "math" : kind))] as const
  )
  return { ...sight, kinds: new Map(kinds) }
}

/** Whether formulas take their letters from a font of their own. */
const hasLetters = ({ page: { glyphs }, fonts }: Sight): boolean =>
  glyphs.text.some((text, i) => {
    const font = fonts[glyphs.font[i] ?? 0]
    return font?.isMath === true && (font.alphabet === "normal" ? /^[A-Za-z]$/ : /^[\u{1d434}-\u{1d467}]$/u).test(text)
  })

const isLetter = ({ kind, text, word }: Token): boolean =>
  kind === "neutral" && word.italic && /^\p{L}\p{M}*$/u.test(text)

const gap = (left: Token, right: Token): number => (right.x0 - left.x1) / left.word.size

/** A sign that is part of nothing but formulas touches it. */
const isGlued = (tokens: ReadonlyArray<Token>, i: number): boolean => {
  const [before, own, next] = [tokens[i - 1], tokens[i] as Token, tokens[i + 1]]
  return (before?.kind === "math" && gap(before, own) < touchEm) || (next?.kind === "math" && gap(own, next) < touchEm)
}

/** Small signs right behind it, raised or lowered: not over it, as the letters of an emblem are. */
const hasScript = ({ page: { glyphs } }: Sight, tokens: ReadonlyArray<Token>, i: number): boolean => {
  const [own, next] = [tokens[i] as Token, tokens[i + 1]]
  if (next === undefined || own.isSmall || !next.isSmall || next.kind === "text" || Math.abs(gap(own, next)) > touchEm)
    return false
  return Math.abs((glyphs.y[next.at] ?? 0) - (glyphs.y[own.at] ?? 0)) > slackEm * own.word.size
}

/** An operator that no prose has stands between it and something else of a formula. */
const isOperand = (tokens: ReadonlyArray<Token>, i: number, step: 1 | -1): boolean => {
  const [own, sign, other] = [tokens[i] as Token, tokens[i + step], tokens[i + 2 * step]]
  if (sign === undefined || other === undefined || other.kind === "text") return false
  const isNear = (a: Token, b: Token) => (step === 1 ? gap(a, b) : gap(b, a)) < operatorGapEm
  return (
    /^(?:binary|relation)$/.test(atom(sign.text)?.role ?? "") &&
    !/^[-*:]$/.test(sign.text) &&
    isNear(own, sign) &&
    isNear(sign, other)
  )
}

/** What it is a function of stands behind it in brackets. */
const isFunction = (tokens: ReadonlyArray<Token>, i: number): boolean => {
  const [own, open, argument] = [tokens[i] as Token, tokens[i + 1], tokens[i + 2]]
  return (
    open?.text === "(" &&
    argument !== undefined &&
    (isLetter(argument) || argument.kind === "math") &&
    gap(own, open) < maxLeanEm
  )
}
