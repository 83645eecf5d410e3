/** Items and bars → Row: what is put together first is what others stand in relation to. */

import type { Row } from "../Tree.ts"
import { withBars } from "./Bars.ts"
import { withDots } from "./Dots.ts"
import { withFences } from "./Fences.ts"
import { type Bar, type Item, sizeOf } from "./Item.ts"
import { withAccents, withArrows, withLimits, withLongArrows, withStrokes } from "./Limits.ts"
import { withNames } from "./Names.ts"
import { rowOf } from "./Row.ts"

/** A formula of one line, whose fractions and roots are not put together yet. */
export const withParts = (items: ReadonlyArray<Item>, bars: ReadonlyArray<Bar>) => {
  const accented = withLongArrows(withArrows(withAccents(withStrokes(withDots(items)), within), within))
  const named = withNames(accented)
  return withBars(named, bars, within)
}

/** Items of one line, of which every bar has found its place. */
export const within = (items: ReadonlyArray<Item>): Row => {
  if (items.length === 0) return []
  const size = sizeOf(items)
  const [only] = items
  const withOperators = items.length === 1 && only !== undefined ? items : withLimits(items, within, size)
  const fenced = withFences(withOperators, within, size || 10)
  return rowOf(fenced, within)
}
