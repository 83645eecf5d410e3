/** Two lines of a table, one below the other → whether what stands in their columns can be one text, or what tells that it is none. */

import { wouldFit } from "../../model/Fit.ts"
import { textOf } from "../../model/Line.ts"
import { runsOn as textRunsOn } from "../../model/Text.ts"
import type { Entry, TableLine } from "../ColumnSeparators.ts"
import { isItem } from "../Pieces.ts"
import { isLabel, isNumeral } from "./Spots.ts"

/** Width of the text in each column. */
export const widthsOf = (strips: ReadonlyArray<TableLine>, columns: number): ReadonlyArray<number> => {
  const room = Array.from({ length: columns }, () => 0)
  for (const strip of strips)
    for (const each of strip.entries)
      if (each.from === each.to) room[each.from] = Math.max(room[each.from] ?? 0, each.x1 - each.x0)
  return room
}

/** A figure is never broken over two lines. */
export const isFigure = ({ words }: Entry): boolean => isNumeral(textOf(words))

/** Codes, one word each, have figures and letters in the same places; figures with units, and dates, have words and figures in the same order. */
const areOfOneKind = (a: string, b: string): boolean =>
  /\p{N}/u.test(a) && (/\s/.test(a) ? kindOf(a) === kindOf(b) : codeOf(a) === codeOf(b))

const codeOf = (text: string): string => text.replace(/\p{L}/gu, "A").replace(/\p{N}/gu, "9")
const kindOf = (text: string): string => text.replace(/[\p{L}\p{M}]+/gu, "A").replace(/\p{N}+(?:[.,'’ ]\p{N}+)*/gu, "9")

/** A dash, a bullet, a check mark. */
const isSign = (text: string): boolean => /^[^\p{L}\p{N}\p{Sc}\p{Ps}\p{Pe}.,;:!?]+$/u.test(text)

/** It is a text of its own, whatever room there was: another figure, label, code or sign, or the same again. */
export const isOwn = (before: Pick<Entry, "words">, each: Pick<Entry, "words">): boolean => {
  const [above, below] = [textOf(before.words), textOf(each.words)]
  return (
    above === below ||
    isSign(above) ||
    isSign(below) ||
    areOfOneKind(above, below) ||
    (isNumeral(above) && isNumeral(below)) ||
    (isLabel({ text: above }) && isLabel({ text: below }))
  )
}

/** How far its line is below that of one above. */
export const drop = (before: Entry, { words: [first] }: Entry): number =>
  (first?.baseline ?? 0) - (before.words.at(-1)?.baseline ?? 0)

export const alone = (entry: Entry): boolean => entry.from === entry.to

/** A header over several columns, of which others are in one each. */
export const isOver = ({ from, to, isOver: isHeader }: Entry, others: Iterable<Entry>): boolean =>
  isHeader === true && [...others].filter((each) => each.from >= from && each.to <= to).length > 1

/** In how many columns two lines cannot be one text, in how many of these they are figures or labels both, in how many they can. */
interface LinePair {
  readonly parts: number
  readonly alike: number
  readonly goesOn: number
}

export const evidence = (above: ReadonlyMap<number, Entry>, next: TableLine, room: ReadonlyArray<number>): LinePair => {
  let parts = 0
  let alike = 0
  let goesOn = 0
  for (const each of next.entries) {
    const before = above.get(each.from)
    if (before === undefined || !alone(each) || !alone(before)) continue
    const areAlike = isOwn(before, each)
    if (areAlike) alike++
    if (
      areAlike ||
      (!isItem(each) && wouldFit(before.words, each.words, (room[each.from] ?? 0) - before.x1 + before.x0))
    )
      parts++
    else goesOn++
  }
  return { parts, alike, goesOn }
}

/** Each line of a row with those above it in the row. */
export const pairsIn = (strips: ReadonlyArray<TableLine>, room: ReadonlyArray<number>): ReadonlyArray<LinePair> => {
  const above = new Map<number, Entry>()
  return strips.map((strip) => {
    const pair = evidence(above, strip, room)
    for (const each of strip.entries) above.set(each.from, each)
    return pair
  })
}

/** Figures of one row stand on one line, wherever in its height: one in a column that had none is of another row. */
export const areApart = (above: ReadonlyMap<number, Entry>, next: TableLine, beside: number): boolean => {
  const isBrief = (each: Entry) => each.words.length === 1 || isFigure(each)
  const ends = (each: Entry) => isFigure(each) || next.entries.every(({ from }) => from !== each.from)
  const figures = [...above.values()].filter((each) => each.from > 0 && isBrief(each) && ends(each))
  const added = next.entries.filter((each) => !above.has(each.from) && isBrief(each))
  return figures.length > 0 && added.some((each) => figures.every((before) => drop(before, each) >= beside))
}

/** A word goes on behind a hyphen. */
export const isBroken = (before: Entry | undefined, next: Entry): boolean =>
  /\p{Ll}[-‐\u{ad}]$/u.test(before?.words.at(-1)?.text ?? "") && /^\p{Ll}/u.test(next.words[0]?.text ?? "")

export const runsOn = (before: Entry, next: Entry): boolean =>
  before.words.length > 1 && textRunsOn(before.words.at(-1)?.text ?? "", next.words[0]?.text ?? "")
