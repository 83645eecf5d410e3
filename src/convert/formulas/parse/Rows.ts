/** Item[] → rows of items one under the other: those of one baseline, with what is raised and lowered beside them. */
import { sameRowEm, scriptShare } from "../../model/Measures.ts"
import { axis, type Item, middle, sizeOf } from "./Item.ts"

export interface ItemRow {
  readonly items: ReadonlyArray<Item>
  readonly baseline: number
}

/** Baselines of two rows differ by at least this. */
export const minRowGapEm = 0.85

export const rowsOf = (items: ReadonlyArray<Item>): ReadonlyArray<ItemRow> => {
  const size = sizeOf(items)
  if (size === 0) return [{ items, baseline: 0 }]
  const baselines: Array<{ at: number; weight: number }> = []
  for (const each of items
    .filter((item) => item.size >= scriptShare * size)
    .toSorted((a, b) => a.baseline - b.baseline)) {
    const last = baselines.at(-1)
    if (last !== undefined && each.baseline - last.at < sameRowEm * size) last.weight++
    else baselines.push({ at: each.baseline, weight: 1 })
  }
  // a lone part between two rows is raised or lowered in one of them
  const kept = baselines.filter(
    (each, i) =>
      !baselines.some(
        (other, k) =>
          k !== i &&
          Math.abs(other.at - each.at) < minRowGapEm * size &&
          (other.weight > each.weight || (other.weight === each.weight && k < i))
      )
  )
  const rows = kept.map(({ at }) => ({ items: [] as Array<Item>, baseline: at }))
  if (rows.length < 2) return [{ items, baseline: rows[0]?.baseline ?? 0 }]
  for (const each of items) {
    const at = each.size >= scriptShare * size || each.isExact ? each.baseline : middle(each) + axis * size
    const nearest = rows.reduce((best, row) =>
      Math.abs(row.baseline - at) < Math.abs(best.baseline - at) ? row : best
    )
    nearest.items.push(each)
  }
  return rows.filter((row) => row.items.length > 0)
}
