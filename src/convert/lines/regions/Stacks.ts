/**
 * Piece[], x → Piece[][]: short stacks of lines on both sides of a gutter that are read one after the other although their lines stand
 * level: two addresses, or an address and what a letter is about.
 */

import { flag, weigh } from "../../model/Evidence.ts"
import { overlap } from "../../model/Geometry.ts"
import { baselineOf, isText, type Piece, wordsOf } from "../../model/Line.ts"
import { maxDrawn, minPair, minSeries, nearlyAll, sameEdgePt } from "../../model/Measures.ts"

const limits = {
  /** An address has no more lines … */
  maxLines: 10,
  /** … and they are no further apart, in em. */
  maxPitchEm: 2.2
} as const

/** What each piece of evidence for stacks side by side is worth. */
const weights = {
  bias: -3,
  /** One line of a stack names a town as addresses do. */
  postal: 2,
  /** A stack says how to reach somebody. */
  contact: 1,
  /** The lines of one stack are labels with their values. */
  fields: 2,
  /** Each stack begins with a label that stands over all of it. */
  titled: 4,
  /** One has more lines. */
  uneven: 1,
  /** Labels on the left have their values on the right. */
  labels: -9
} as const

type Pieces = ReadonlyArray<Piece>

/** Each two stacks as one stretch, from top to bottom. `sorted` is top to bottom. */
export const stacksAt = (sorted: Pieces, x: number): ReadonlyArray<Pieces> => {
  const isLeft = ({ box }: Piece) => box.x0 < x - sameEdgePt
  const left = runsOf(sorted.filter(isLeft))
  const right = runsOf(sorted.filter((each) => !isLeft(each)))
  if (Math.max(left.length, right.length) > maxDrawn) return []
  const areLevel = (a: Run, b: Run) => overlap(a.top, a.foot, b.top, b.foot) > 0
  return right.flatMap((run) => {
    const [beside, ...others] = left.filter((each) => areLevel(each, run))
    const isPair =
      beside !== undefined && others.length === 0 && !right.some((each) => each !== run && areLevel(each, beside))
    return isPair && areStacks(beside, run) ? [[...beside.pieces, ...run.pieces]] : []
  })
}

interface Run {
  readonly pieces: Pieces
  readonly top: number
  readonly foot: number
}

/** Lines that follow one another closely. */
const runsOf = (side: Pieces): ReadonlyArray<Run> => {
  const out: Array<Array<Piece>> = []
  for (const each of side) {
    const last = out.at(-1)?.at(-1)
    const isOn =
      last !== undefined && baselineOf(each) - baselineOf(last) <= limits.maxPitchEm * Math.max(last.size, each.size)
    if (isOn) out.at(-1)?.push(each)
    else out.push([each])
  }
  return out.map((pieces) => ({ pieces, top: pieces[0]?.box.y0 ?? 0, foot: pieces.at(-1)?.box.y1 ?? 0 }))
}

const areStacks = (left: Run, right: Run): boolean => {
  const isSet = (each: Piece) => isText(each) && !each.words.every(({ mono }) => mono)
  if (!isStack(left) || !isStack(right) || ![...left.pieces, ...right.pieces].every(isSet)) return false
  const [before, beside] = [rowsOf(left.pieces), rowsOf(right.pieces)]
  const count = (is: (rows: ReadonlyArray<string>) => boolean) => flag(is(before)) + flag(is(beside))
  const evidence = {
    postal: count(isAddress),
    contact: count((rows) => rows.some((row) => contact.test(row))),
    fields: flag(areFields(before) !== areFields(beside)),
    titled: flag(isTitled(before) && isTitled(beside)),
    uneven: flag(before.length !== beside.length),
    labels: flag(before.filter(isLabel).length >= minPair)
  }
  return weigh(evidence, weights) > 0
}

const rowOf = (each: Piece): number => Math.round(baselineOf(each))

const isStack = ({ pieces }: Run): boolean => {
  const rows = new Set(pieces.map(rowOf)).size
  return rows >= minPair && rows <= limits.maxLines
}

/** The text of each row. */
const rowsOf = (pieces: Pieces): ReadonlyArray<string> =>
  [...Map.groupBy(pieces, rowOf).values()].map((row) =>
    row
      .toSorted((a, b) => a.box.x0 - b.box.x0)
      .flatMap((each) => wordsOf(each).map(({ text }) => text))
      .join(" ")
  )

/** Somebody's address of mail, or number in another country. */
const contact = /\S@[^\s@]+\.\S|\+\d{2}/

const isLabel = (row: string): boolean => /[:：]$/.test(row)

const isTitled = ([first = "", ...rest]: ReadonlyArray<string>): boolean =>
  isLabel(first) && rest.length > 0 && !rest.some(isLabel)

/** A label and its value, behind a colon or in figures. */
const isField = (row: string): boolean =>
  /^\p{L}/u.test(row) && (/[:：]\s*\S/.test(row) || /\d/.test(row.slice(row.lastIndexOf(" "))))

const areFields = (rows: ReadonlyArray<string>): boolean =>
  rows.length >= minSeries && rows.filter(isField).length >= nearlyAll * rows.length

/** A postal code before its town, in the forms of many countries, or behind it. */
const code = "(?:\\d{4,6}|\\d{2}-\\d{3}|\\d{3} \\d{2}|\\d{4}-\\d{3}|\\d{4} ?[A-Z]{2})"
const codeBehind = "(?:(?:[A-Z]{2} )?\\d{5}(?:-\\d{4})?|[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}|[A-Z]\\d[A-Z] \\d[A-Z]\\d)"
const town = new RegExp(`^(?:〒|(?:[A-Z]{1,3}[- ])?${code} \\p{Lu})|\\p{L},? ${codeBehind}$`, "u")

/** One line names a town, and not the first. */
const isAddress = (rows: ReadonlyArray<string>): boolean =>
  rows.length >= minSeries && rows.filter((row) => town.test(row)).length === 1 && !town.test(rows[0] ?? "")
