/** Ruling[] → cells: a group of rules that encloses rows and columns, its words put where the rules put them. */
import { heaviest, overlap } from "../Geometry.ts"
import { line } from "../Lines.ts"
import type { Box, Cell, Placed } from "../Page.ts"
import { frame, type Ruling, snap } from "../Rules.ts"
import { pieces } from "./Borderless.ts"
import { cell, isTable, rowsOf } from "./Grid.ts"

/** A border exists where rules cover this share of it. */
const covered = 0.6
/** An open side closes where rules of the other direction end, if that is this far off, in points. */
const openSide = 8
/** Empty columns narrower and empty rows lower than this, in points, are parts of a double rule. */
const narrow = 12
const low = 6
/** A grid of more cells than this is a chart's paper. */
const mostCells = 4000

export interface Ruled {
  readonly box: Box
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

/** The table a group of rules draws around these words; null when it draws none. */
export const ruled = (group: ReadonlyArray<Ruling>, words: ReadonlyArray<Placed>): Ruled | null => {
  const h = group.filter((each) => each.horizontal)
  const v = group.filter((each) => !each.horizontal)
  if (h.length < 2 || v.length < 1 || h.length + v.length < 4) return null
  const box = frame(group)
  const middles = words.map((word) => (word.box.x0 + word.box.x1) / 2)
  const heights = words.map((word) => word.baseline - word.size * 0.3)
  const xs = used(places(v, box.x0, box.x1), middles, narrow)
  const ys = used(places(h, box.y0, box.y1), heights, low)
  const columns = xs.length - 1
  const bands = ys.length - 1
  if (columns < 2 || bands < 1 || columns * bands > mostCells) return null
  const owner = merge(h, v, xs, ys)
  const content = new Map<number, Array<Placed>>()
  for (const word of words) {
    const column = index(xs, (word.box.x0 + word.box.x1) / 2)
    const band = index(ys, word.baseline - word.size * 0.3)
    if (column < 0 || band < 0) continue
    const key = owner[band * columns + column] ?? 0
    const same = content.get(key)
    if (same) same.push(word)
    else content.set(key, [word])
  }
  const rows: Array<ReadonlyArray<Cell>> = []
  for (let band = 0; band < bands; band++) {
    const keys: Array<number> = []
    for (let column = 0; column < columns; column++) {
      const key = owner[band * columns + column] ?? 0
      if (key === band * columns + column) keys.push(key)
    }
    const own = keys
      .map((key) => ({ key, words: content.get(key) ?? [], ...spans(owner, key, columns, bands) }))
      .flatMap((each) => (each.columns > 1 && each.rows === 1 ? unmerged(each, xs, each.key % columns) : [each]))
    rows.push(
      ...(own.length >= 2 && own.every((each) => each.rows === 1)
        ? resplit(own)
        : [own.map((each) => cell(each.words, each.columns, each.rows))])
    )
  }
  const kept = rows.filter((row) => row.length > 0)
  return isTable(kept) ? { box, rows: kept } : null
}

/** Where the rules stand, with the open sides closed. */
const places = (rules: ReadonlyArray<Ruling>, from: number, to: number): ReadonlyArray<number> => {
  const sorted = rules.map((each) => each.at).sort((a, b) => a - b)
  const out: Array<number> = []
  for (const at of sorted) if (out.length === 0 || at - (out.at(-1) ?? 0) > snap) out.push(at)
  if ((out[0] ?? to) - from > openSide) out.unshift(from)
  if (to - (out.at(-1) ?? from) > openSide) out.push(to)
  return out
}

/** Strips too narrow to hold anything, which hold nothing, closed: double rules, and gaps between tinted cells. */
const used = (places: ReadonlyArray<number>, content: ReadonlyArray<number>, least: number): ReadonlyArray<number> => {
  const full = new Set(content.map((at) => index(places, at)))
  const out: Array<number> = []
  places.forEach((at, i) => {
    const before = places[i - 1]
    if (before !== undefined && out.length > 0 && at - before < least && !full.has(i - 1)) {
      out[out.length - 1] = i === places.length - 1 ? at : i === 1 ? before : (at + before) / 2
    } else out.push(at)
  })
  return out
}

const index = (places: ReadonlyArray<number>, at: number): number => {
  for (let i = 0; i + 1 < places.length; i++) if (at >= (places[i] ?? 0) && at < (places[i + 1] ?? 0)) return i
  return -1
}

/** For each place of the grid, the first place of the cell it belongs to: places with no rule between them are one cell. */
const merge = (
  h: ReadonlyArray<Ruling>,
  v: ReadonlyArray<Ruling>,
  xs: ReadonlyArray<number>,
  ys: ReadonlyArray<number>
): ReadonlyArray<number> => {
  const columns = xs.length - 1
  const bands = ys.length - 1
  const isRuled = (rules: ReadonlyArray<Ruling>, at: number, from: number, to: number) => {
    let sum = 0
    for (const each of rules)
      if (Math.abs(each.at - at) <= snap) sum += Math.max(0, overlap(each.from, each.to, from, to))
    return sum >= covered * (to - from)
  }
  const wallRight = (band: number, column: number) => isRuled(v, xs[column + 1] ?? 0, ys[band] ?? 0, ys[band + 1] ?? 0)
  const wallBelow = (band: number, column: number) =>
    isRuled(h, ys[band + 1] ?? 0, xs[column] ?? 0, xs[column + 1] ?? 0)
  const owner = Array.from({ length: columns * bands }, () => -1)
  for (let band = 0; band < bands; band++) {
    for (let column = 0; column < columns; column++) {
      const key = band * columns + column
      if (owner[key] !== -1) continue
      let wide = 1
      while (column + wide < columns && owner[key + wide] === -1 && !wallRight(band, column + wide - 1)) wide++
      let tall = 1
      const open = (below: number) => {
        for (let k = 0; k < wide; k++)
          if (wallBelow(below - 1, column + k) || owner[below * columns + column + k] !== -1) return false
        return true
      }
      while (band + tall < bands && open(band + tall)) tall++
      for (let r = 0; r < tall; r++) for (let k = 0; k < wide; k++) owner[(band + r) * columns + column + k] = key
    }
  }
  return owner
}

const spans = (owner: ReadonlyArray<number>, key: number, columns: number, bands: number) => {
  const band = Math.floor(key / columns)
  const column = key % columns
  let wide = 1
  while (column + wide < columns && owner[key + wide] === key) wide++
  let tall = 1
  while (band + tall < bands && owner[key + tall * columns] === key) tall++
  return { columns: wide, rows: tall }
}

/** A cell that only looks wide because its row has no rules: its pieces stand each in a column of its own. */
const unmerged = (
  wide: Filled,
  xs: ReadonlyArray<number>,
  first: number
): ReadonlyArray<Filled & { readonly rows: number }> => {
  const parts = Array.from({ length: wide.columns }, (): Array<Placed> => [])
  for (const row of rowsOf(wide.words)) {
    for (const piece of pieces(line(row))) {
      const from = index(xs, piece.x0 + 1) - first
      const to = index(xs, piece.x1 - 1) - first
      if (from !== to || parts[from] === undefined) return [{ ...wide, rows: 1 }]
      parts[from].push(...piece.words)
    }
  }
  return parts.filter((part) => part.length > 0).length < 2
    ? [{ ...wide, rows: 1 }]
    : parts.map((words) => ({ words, columns: 1, rows: 1 }))
}

/** At least so many baselines shared by at least two cells: rows that no rule separates. */
const leastShared = 3

interface Filled {
  readonly words: ReadonlyArray<Placed>
  readonly columns: number
}

/** A band most of whose cells hold equally many lines is several rows; the other cells' lines go to the nearest. */
const resplit = (band: ReadonlyArray<Filled>): ReadonlyArray<ReadonlyArray<Cell>> => {
  const whole = [band.map((each) => cell(each.words, each.columns))]
  const lines = band.map((each) => rowsOf(each.words))
  const counts = new Map<number, number>()
  for (const each of lines) if (each.length >= leastShared) counts.set(each.length, (counts.get(each.length) ?? 0) + 1)
  const usual = heaviest(counts) ?? 0
  const dense = counts.get(usual) ?? 0
  if (dense < 2 || dense < 0.6 * lines.filter((each) => each.length > 0).length) return whole
  const anchors = (lines.find((each) => each.length === usual) ?? []).map((row) => row[0]?.baseline ?? 0)
  const nearest = (baseline: number) => {
    let best = 0
    anchors.forEach((at, i) => {
      if (Math.abs(at - baseline) < Math.abs((anchors[best] ?? 0) - baseline)) best = i
    })
    return best
  }
  return anchors.map((_, i) =>
    band.map((each) =>
      cell(
        each.words.filter((word) => nearest(word.baseline) === i),
        each.columns
      )
    )
  )
}
