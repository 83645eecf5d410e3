/** Word[] → Word[]: words that a rule strikes through: it begins with the first of them and ends with the last. */

import { greatest, smallest } from "../model/Geometry.ts"
import type { Word } from "../model/Line.ts"
import { inLineEm, minPair, rowStepPt } from "../model/Measures.ts"
import type { RawPage, Segment } from "../model/Page.ts"

/** The rule stands so far above the baseline, in em: across small letters and figures, above what underlines them. */
const lowestEm = 0.12
const highestEm = 0.45

export const struck = (page: RawPage, words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const rules = page.segments.filter((each) => each.y0 === each.y1)
  if (rules.length === 0) return words
  const rows = Map.groupBy(
    words.filter(({ angle }) => angle === 0),
    ({ baseline }) => Math.round(baseline / rowStepPt)
  )
  const gone = new Set(rules.flatMap((rule) => through(rule, rows)))
  return gone.size === 0 ? words : words.map((word) => (gone.has(word) ? { ...word, struck: true as const } : word))
}

/** The words that a rule strikes through, from end to end. */
const through = (rule: Segment, rows: ReadonlyMap<number, ReadonlyArray<Word>>): ReadonlyArray<Word> => {
  const row = Math.round(rule.y0 / rowStepPt)
  const crossed: Array<Word> = []
  for (let near = row - 1; near <= row + 2; near++)
    for (const word of rows.get(near) ?? []) {
      const up = (word.baseline - rule.y0) / word.size
      if (up > lowestEm && up < highestEm && word.box.x1 > rule.x0 && word.box.x0 < rule.x1) crossed.push(word)
    }
  const [first] = crossed
  if (first === undefined) return []
  const near = inLineEm * first.size
  const from = smallest(crossed.map(({ box }) => box.x0))
  const to = greatest(crossed.map(({ box }) => box.x1))
  const isWhole = Math.abs(from - rule.x0) < near && Math.abs(to - rule.x1) < near
  return isWhole && crossed.reduce((sum, { text }) => sum + text.length, 0) >= minPair ? crossed : []
}
