/** Item[] → Item[]: three dots in a row, or one under the other, as the ellipsis that they are. */
import { slackEm } from "../../model/Measures.ts"
import type { Item } from "./Item.ts"

/** Dots of an ellipsis are at most this far from one another, in em. */
const apart = 0.75

export const withDots = (items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const dots = items.filter(({ character, node }) => node === null && /^[.·⋅]$/.test(character))
  if (dots.length < 3) return items
  const gone = new Set<Item>()
  const made = new Map<Item, Item>()
  const sorted = dots.toSorted((a, b) => a.box.x0 - b.box.x0 || a.baseline - b.baseline)
  for (const first of sorted) {
    if (gone.has(first)) continue
    const second = nextOf(sorted, first, gone, null)
    const third = second === null ? null : nextOf(sorted, second, gone, stepOf(first, second))
    if (second === null || third === null) continue
    for (const each of [second, third]) gone.add(each)
    gone.add(first)
    const character = characterOf(first, second)
    made.set(first, { ...first, character, baseline: third.baseline, box: { ...first.box, x1: third.box.x1 } })
  }
  return items.flatMap((each) => made.get(each) ?? (gone.has(each) ? [] : each))
}

const stepOf = (a: Item, b: Item) => ({ x: b.box.x0 - a.box.x0, y: b.baseline - a.baseline })

/** The nearest dot of the same kind that goes on in one direction. */
const nextOf = (
  dots: ReadonlyArray<Item>,
  from: Item,
  gone: ReadonlySet<Item>,
  step: { readonly x: number; readonly y: number } | null
): Item | null => {
  const em = from.size
  const near = dots.filter((each) => {
    const { x, y } = stepOf(from, each)
    const isAhead = each !== from && !gone.has(each) && each.character === from.character && each.size === em
    if (!isAhead || x < -slackEm * em || x > apart * em || y < -slackEm * em || y > apart * em) return false
    return step === null || (Math.abs(x - step.x) < 2 * slackEm * em && Math.abs(y - step.y) < 2 * slackEm * em)
  })
  const length = (each: Item) => stepOf(from, each).x + stepOf(from, each).y
  return near.reduce<Item | null>((best, each) => (best === null || length(each) < length(best) ? each : best), null)
}

const characterOf = (first: Item, second: Item): string => {
  const { x, y } = stepOf(first, second)
  if (y > slackEm * first.size) return x > slackEm * first.size ? "⋱" : "⋮"
  return first.character === "." ? "…" : "⋯"
}
