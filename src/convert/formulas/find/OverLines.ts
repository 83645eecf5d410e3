/** Formulas that go on in the next line: they are read as if their line were long enough, and what stands behind them in that line stays. */

import { aroundAll, type Box, overlap } from "../../model/Geometry.ts"
import type { Line, Word } from "../../model/Line.ts"
import { maxLeadingEm, slackEm, touchEm } from "../../model/Measures.ts"
import type { Item } from "../parse/Item.ts"
import { atom } from "../print/Atoms.ts"
import { type Cluster, itemsOf } from "./Clusters.ts"
import type { Sight } from "./Sight.ts"
import type { Token } from "./Stretches.ts"

/** Neighbours in a line that make a formula, and parts of it that stand over or under them. */
export interface Stretch {
  readonly tokens: ReadonlyArray<Token>
  readonly more: Array<Cluster>
  box: Box
  /** Where it goes on on the next line: that line's part of it. */
  next?: { readonly line: Line; readonly stretch: Stretch } | undefined
  /** It is part of one that began on the line before, where the word for both stands once that is read. */
  isTail?: true
  head?: Word
}

export interface Read {
  readonly line: Line
  readonly tokens: ReadonlyArray<Token>
  readonly stretches: Array<Stretch>
}

/** Lines break behind an operator or a relation: what follows on the next line is part of the same formula. */
export const joinToNext = ({ line, tokens, stretches }: Read, read: ReadonlyArray<Read>): void => {
  const end = tokens.at(-1)
  const last = stretches.find((each) => end !== undefined && each.tokens.includes(end))
  if (last === undefined || end === undefined || !/^(?:binary|relation)$/.test(atom(end.text)?.role ?? "")) return
  const next = read.find(
    (each) =>
      each.line.baseline - line.baseline > 0.5 * line.size &&
      each.line.baseline - line.baseline < maxLeadingEm * line.size &&
      overlap(each.line.box.x0, each.line.box.x1, line.box.x0, line.box.x1) > 0
  )
  const start = next?.tokens[0]
  if (next === undefined || start === undefined) return
  let stretch = next.stretches.find((each) => each.tokens.includes(start))
  if (stretch === undefined) {
    const numeral = next.tokens.slice(
      0,
      next.tokens.findIndex(({ text }) => !/^\d$/.test(text))
    )
    if (numeral.length === 0) return
    stretch = { tokens: numeral, more: [], box: { ...next.line.box, x1: numeral.at(-1)?.x1 ?? 0 } }
    next.stretches.push(stretch)
  }
  stretch.isTail = true
  last.next = { line: next.line, stretch }
}

/** A stretch and what it goes on with, as if its line were long enough. */
export const itemsIn = (sight: Sight, line: Line, { tokens, more, next }: Stretch): ReadonlyArray<Item> => {
  const own = [...byWord(tokens).flatMap((word) => itemsOf(sight, [word])), ...more.flatMap(({ items }) => items)]
  if (next === undefined) return own
  const tail = itemsIn(sight, next.line, next.stretch)
  const across = aroundAll(own).x1 + touchEm * line.size - aroundAll(tail).x0
  const up = next.line.baseline - line.baseline
  return [
    ...own,
    ...tail.map((item) => ({
      ...item,
      baseline: item.baseline - up,
      box: { x0: item.box.x0 + across, x1: item.box.x1 + across, y0: item.box.y0 - up, y1: item.box.y1 - up }
    }))
  ]
}

/** Tokens as the words, or parts of words, that they are. */
const byWord = (tokens: ReadonlyArray<Token>): ReadonlyArray<Word> =>
  tokens.map(({ word, at }) => ({ ...word, glyphs: [at, at + 1] as const }))

/** The words of a line whose first ones belong to a formula that began before it: the line begins where it did, and a mark right behind the formula goes with it. */
export const aroundTail = (
  tail: Stretch,
  made: ReadonlyArray<Word>,
  left: ReadonlyArray<Word>
): { readonly words: ReadonlyArray<Word>; readonly gone: ReadonlyArray<Word> } => {
  const all = [...made, ...left].toSorted((a, b) => a.box.x0 - b.box.x0)
  const mark = all[0] !== undefined && isMarkOf(tail, all[0]) ? all[0] : null
  const next = mark === null ? all[0] : all[1]
  const words = made.filter((word) => word !== mark && word !== next)
  if (mark !== null) words.push(moved(mark, tail.head ?? mark))
  if (next !== undefined) words.push({ ...next, box: { ...next.box, x0: Math.min(next.box.x0, tail.box.x0) } })
  return { words, gone: left.filter((word) => word === mark || word === next) }
}

/** A comma, a full stop or a bracket that touches a formula. */
const isMarkOf = ({ box, head }: Stretch, { text, box: { x0 }, size }: Word): boolean =>
  head !== undefined && /^[\p{Pe}\p{Po}]+$/u.test(text) && x0 - box.x1 < slackEm * size

/** A word right behind another. */
const moved = (word: Word, { box, baseline, size }: Word): Word => ({
  ...word,
  box: { ...box, x0: box.x1, x1: box.x1 + word.box.x1 - word.box.x0 },
  baseline,
  size,
  spaced: false
})
