/** Candidates with their evidence → the same with what the others of the document say: looks and texts that come again. */

import { flag, ramp } from "../../model/Evidence.ts"
import { normal, printedText } from "../../model/Text.ts"
import { lookOf, type Statistics, sizeStep } from "../Statistics.ts"
import type { Candidate } from "./Candidates.ts"

type Found = readonly [Candidate, Readonly<Record<string, number>>]

export const withRepeats = (found: ReadonlyArray<Found>, stats: Statistics): ReadonlyArray<Found> => {
  const looks = Map.groupBy(
    found.filter(([block, { overText }]) => overText === 1 && isApart(block, stats)),
    ([block]) => look(block)
  )
  const texts = found.map(([block]) => printedText(block))
  const names = texts.map(normal)
  const named = new Map<string, number>()
  for (const name of names) named.set(name, (named.get(name) ?? 0) + 1)
  const numbers = new Set(texts.flatMap((text) => counted.exec(text)?.[1] ?? []))
  return found.map(([block, own], i) => {
    const alike = looks.get(look(block))?.length ?? 0
    const same = named.get(names[i] ?? "") ?? 0
    const repeats = {
      // what ends in a colon says what comes, wherever it does
      repeated: ramp(alike, 1, 6) * (1 - (own["endsColon"] ?? 0)),
      counted: flag(isCounted(texts[i] ?? "", numbers)),
      again: ramp(same, 1, 4) * (1 - (own["headsPages"] ?? 0))
    }
    return [block, { ...own, ...repeats }]
  })
}

/** A number of several parts: all of it, the parts before the last, and the last. */
const counted = /^((\d+(?:\.\d+)*)\.(\d+))\.?\s+\S/

/** Whether its number is counted on from that of another, or another's from it. */
const isCounted = (text: string, numbers: ReadonlySet<string>): boolean => {
  const [, , chapter, last] = counted.exec(text) ?? []
  return last !== undefined && [-1, 1].some((step) => numbers.has(`${chapter}.${Number(last) + step}`))
}

/** Headings of one level are in one size, weight and colour; a name in typewriter changes no more than the font. */
const look = ({ style }: Candidate): string => lookOf(style, "colour")

/** Whether a block has another look than the text. */
const isApart = ({ style }: Candidate, stats: Statistics): boolean =>
  sizeStep(style.size) !== sizeStep(stats.size) ||
  style.bold !== stats.bold ||
  style.italic ||
  style.colour !== stats.colour
