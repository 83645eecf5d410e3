/** Seen[] → Seen[]: what comes back at one height of enough pages to be no part of their text. */

import type { Block } from "../../model/Block.ts"
import { minPair, minSeries, sameEdgePt } from "../../model/Measures.ts"

/** A running head repeats on this share of all pages, or of the left or right ones; or, as the title of a chapter does, on a stretch of pages of which it skips no two in a row. */
export const minShareOfPages = 0.5
/** Heights this close, in points, are one: either may be off by an edge's slip. */
export const maxHeightOffset = 2 * sameEdgePt

export interface Seen {
  readonly page: number
  readonly y: number
  readonly block: Block
}

export const repeats = (group: ReadonlyArray<Seen>, total: number, least: number): ReadonlyArray<Seen> => {
  const sorted = [...group].sort((a, b) => a.y - b.y || a.page - b.page)
  const out: Array<Seen> = []
  let from = 0
  for (let i = 1; i <= sorted.length; i++) {
    const here = sorted[i]
    const before = sorted[i - 1] as Seen
    if (here !== undefined && here.y - before.y <= maxHeightOffset) continue
    const same = sorted.slice(from, i)
    if (isRunning(same, total, least)) for (const each of same) out.push(each)
    from = i
  }
  return out
}

const isRunning = (same: ReadonlyArray<Seen>, total: number, least: number): boolean => {
  const numbers = [...new Set(same.map((seen) => seen.page))].sort((a, b) => a - b)
  // a title page often has none, and left and right pages may differ: then two pages are all that can
  if (numbers.length < (total < minSeries ? least : Math.min(least, Math.ceil(total / 2)))) return false
  if (least === minPair) return true
  const even = numbers.filter((page) => page % 2 === 0).length
  const half = total / 2
  if (
    numbers.length >= minShareOfPages * total ||
    even >= minShareOfPages * half ||
    numbers.length - even >= minShareOfPages * half
  )
    return true
  let run = 1
  for (let i = 1; i < numbers.length; i++) {
    run = (numbers[i] ?? 0) - (numbers[i - 1] ?? 0) <= 2 ? run + 1 : 1
    if (run >= minSeries) return true
  }
  return false
}
