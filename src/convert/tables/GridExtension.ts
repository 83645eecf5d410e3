/** Ruling[] → Ruling[]: a grid whose header stands on its upper edge, or last row below its lower one, drawn around that as well. */
import type { Line } from "../model/Line.ts"
import { frame, type Ruling, snap } from "./Rulings.ts"

/** A header's baseline is at most this far above the grid, in em. */
const above = 1.4
/** Grids of fewer columns have captions that look the same. */
const leastColumns = 3

/** The grid with its header: in each column but the first there is one text above it, and no text that crosses a column's edge. */
export const topped = (group: ReadonlyArray<Ruling>, lines: ReadonlyArray<Line>): ReadonlyArray<Ruling> => {
  const box = frame(group)
  const xs = edges(group, box.x0, box.x1)
  const columns = xs.length - 1
  if (columns < leastColumns) return group
  const over = lines.filter(
    (each) =>
      each.angle === 0 &&
      each.baseline < box.y0 + snap &&
      each.baseline > box.y0 - above * each.size &&
      each.box.x1 > box.x0 &&
      each.box.x0 < box.x1
  )
  const taken = over.map(({ box: { x0, x1 } }) => xs.findIndex((x, i) => x0 >= x && x1 <= (xs[i + 1] ?? 0)))
  const named = new Set(taken)
  if (taken.includes(-1) || named.size < taken.length) return group
  for (let column = 1; column < columns; column++) if (!named.has(column)) return group
  const top = Math.min(...over.map((each) => each.box.y0)) - snap
  return [
    ...group,
    { horizontal: true, at: top, from: box.x0, to: box.x1 },
    ...xs.map((at) => ({ horizontal: false, at, from: top, to: box.y0 }))
  ]
}

/** Where the vertical rules stand, and the frame's own sides. */
const edges = (group: ReadonlyArray<Ruling>, x0: number, x1: number): ReadonlyArray<number> => {
  const out: Array<number> = []
  const all = [x0, ...group.flatMap((each) => (each.horizontal ? [] : [each.at])), x1]
  for (const at of all.sort((a, b) => a - b)) if (at - (out.at(-1) ?? Number.NEGATIVE_INFINITY) > snap) out.push(at)
  return out
}

/** A last row is as far below the one above it as that is below the one before, by this share. */
const evenly = 0.1

/** The grid with the row right below it, which has no tint of its own: each of its texts stands in a column of its own. */
export const footed = (group: ReadonlyArray<Ruling>, lines: ReadonlyArray<Line>): ReadonlyArray<Ruling> => {
  const box = frame(group)
  const xs = edges(group, box.x0, box.x1)
  if (xs.length - 1 < leastColumns) return group
  const own = lines.filter((each) => each.angle === 0 && each.box.x1 > box.x0 && each.box.x0 < box.x1)
  const rows = [...new Set(own.map((each) => each.baseline))]
    .filter((at) => at > box.y0 && at < box.y1)
    .sort((a, b) => b - a)
  const [last, before] = rows
  if (last === undefined || before === undefined) return group
  const pitch = last - before
  const under = own.filter(({ baseline }) => baseline > box.y1 && baseline < last + (1 + evenly) * pitch)
  const taken = under.map(({ box: { x0, x1 } }) => xs.findIndex((x, i) => x0 >= x && x1 <= (xs[i + 1] ?? 0)))
  const isRow =
    under.every(({ baseline }) => Math.abs(baseline - last - pitch) < evenly * pitch) &&
    taken.includes(0) &&
    !taken.includes(-1) &&
    taken.length > 1 &&
    new Set(taken).size === taken.length
  if (!isRow) return group
  const foot = box.y1 + pitch
  return [
    ...group,
    { horizontal: true, at: foot, from: box.x0, to: box.x1 },
    ...xs.map((at) => ({ horizontal: false, at, from: box.y1, to: foot }))
  ]
}
