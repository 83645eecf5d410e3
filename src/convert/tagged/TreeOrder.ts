/** Elements in the order of the tree → the same, with those moved to where they stand that the tree has before others above them. Some programs tag all items of a list together, whatever stands between them. */
import { type Box, overlap } from "../model/Geometry.ts"

interface Placed {
  readonly box: Box
  readonly lines: ReadonlyArray<{ readonly words: ReadonlyArray<unknown> }>
}

export interface Reordered<A> {
  readonly elements: ReadonlyArray<A>
  /** How many groups of them are elsewhere than in the tree. */
  readonly moves: number
}

/** A page made to be slow keeps the order of its tree. */
const maxTrials = 10_000_000

export const reordered = <A extends Placed>(told: ReadonlyArray<A>): Reordered<A> => {
  const kept: Array<A> = []
  const moved: Array<A> = []
  let moves = 0
  for (let i = 0; i < told.length; ) {
    const next = told[i] as A
    const { below, above } = outOfPlace(kept, told, i)
    if (below + above > 0) moves++
    const away = below > 0 ? kept.splice(-below) : told.slice(i, i + above)
    for (const each of away) moved.push(each)
    if (above === 0) kept.push(next)
    i += Math.max(1, above)
  }
  if (moves === 0 || moved.length * kept.length > maxTrials) return { elements: told, moves }
  const after = Map.groupBy(
    moved.toSorted((a, b) => a.box.y0 - b.box.y0),
    ({ box }) =>
      kept.findLastIndex((each) => each.box.y0 <= box.y0 && overlap(each.box.x0, each.box.x1, box.x0, box.x1) > 0)
  )
  const at = (i: number) => after.get(i) ?? []
  return { elements: [...at(-1), ...kept.flatMap((each, i) => [each, ...at(i)])], moves }
}

/** How many of the last elements stand below the next, or how many of the next above the last: those that have fewer words. */
const outOfPlace = (kept: ReadonlyArray<Placed>, told: ReadonlyArray<Placed>, i: number) => {
  const last = kept.at(-1)
  const none = { below: 0, above: 0 }
  if (!isBelow(last, told[i])) return none
  let [below, above] = [1, 1]
  let [wordsBelow, wordsAbove] = [wordsIn(last), wordsIn(told[i])]
  for (;;)
    if (wordsBelow < wordsAbove) {
      const before = kept.at(-1 - below)
      if (!isBelow(before, told[i])) return { below, above: 0 }
      wordsBelow += wordsIn(before)
      below++
    } else {
      const next = told[i + above]
      if (!isBelow(last, next)) return { below: 0, above }
      wordsAbove += wordsIn(next)
      above++
    }
}

const wordsIn = (element: Placed | undefined): number =>
  element?.lines.reduce((sum, { words }) => sum + words.length, 1) ?? 0

/** It stands below the other, in line with it. */
const isBelow = (one: Placed | undefined, other: Placed | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  other.box.y1 <= one.box.y0 + 1 &&
  overlap(one.box.x0, one.box.x1, other.box.x0, other.box.x1) > 0
