/** Groups of rulings that touch → tables whose cells the rulings close, and tables inside a frame. */

import { line } from "../../lines/Lines.ts"
import type { Box } from "../../model/Geometry.ts"
import { overlap } from "../../model/Geometry.ts"
import type { LineWord } from "../../model/Line.ts"
import { mostShare, sameEdgePt } from "../../model/Measures.ts"
import { minGapEm, pieces } from "../ColumnSeparators.ts"
import type { Ruling } from "../Edges.ts"
import { linesOf } from "../Grid.ts"
import type { Draft, DraftCell, Proposal, Sight } from "../Proposal.ts"
import { readings, rulingsIn, unstacked } from "../Reading.ts"
import { frame, type RulingGroup } from "../Rulings.ts"
import { linesIn, wordsIn } from "../Sight.ts"
import { stripes } from "../Stripes.ts"

/** An open side closes where rulings of the other direction end, if that is this far off, in points. */
const openSide = 8
/** Empty columns narrower and empty rows lower than this, in points, are parts of a double rule. */
const minColumn = 12
const minRow = 6
/** A grid of more cells than this is a chart's paper. */
const maxCells = 4000

export const lattices = (sight: Sight): ReadonlyArray<Proposal> =>
  [...sight.groups, ...stripes(sight)].flatMap((group) => {
    if (!encloses(group)) return []
    const box = frame(group)
    const words = wordsIn(sight, box)
    if (words.length === 0) return []
    const own = grid(group, box, words)
    const lines = linesIn(sight, box)
    const drawn = own === null ? 1 : sizeOf(own.draft)
    const others = readings(lines, rulingsIn([group], box), drawn > 1)
    const uprights = new Set(group.filter((each) => !each.horizontal).map((each) => Math.round(each.at / sameEdgePt)))
      .size
    const common = { detector: "lattice", box, uprights, right: box.x1, ruled: 0.3, scope: "rulings" } as const
    const all = own === null ? others : [{ ...own, draft: unstacked(own.draft) }, ...others]
    return all.map(({ draft, closed }) => ({ ...common, draft, closed: closed * likeDrawn(drawn, draft) }))
  })

/** 1 when a reading of several columns has as many cells as the rulings draw: those that are closed hold what belongs together. */
const likeDrawn = (drawn: number, draft: Draft): number => {
  const read = sizeOf(draft)
  return read === draft.length ? 1 : Math.min(drawn / read, read / drawn)
}

const sizeOf = (draft: Draft): number => draft.reduce((sum, row) => sum + row.length, 0)

const encloses = (group: RulingGroup): boolean =>
  group.filter((each) => each.horizontal).length >= 2 && group.some((each) => !each.horizontal)

/** Share of a border that rulings cover. */
const share = (group: RulingGroup, horizontal: boolean, at: number, from: number, to: number): number => {
  let sum = 0
  for (const each of group)
    if (each.horizontal === horizontal && Math.abs(each.at - at) <= sameEdgePt)
      sum += Math.max(0, overlap(each.from, each.to, from, to))
  return to > from ? Math.min(1, sum / (to - from)) : 1
}

/** The words in the cells that the rulings draw. */
const grid = (
  group: RulingGroup,
  box: Box,
  words: ReadonlyArray<LineWord>
): { readonly draft: Draft; readonly closed: number } | null => {
  const h = group.filter((each) => each.horizontal)
  const v = group.filter((each) => !each.horizontal)
  const middles = words.map((word) => (word.box.x0 + word.box.x1) / 2)
  const heights = words.map((word) => word.baseline - word.size * 0.3)
  const xs = used(places(v, box.x0, box.x1), middles, minColumn)
  const ys = used(places(h, box.y0, box.y1), heights, minRow)
  const columns = xs.length - 1
  const bands = ys.length - 1
  if (columns < 1 || bands < 1 || columns * bands < 2 || columns * bands > maxCells) return null
  const { owner, closed } = merged(h, v, xs, ys)
  const content = new Map<number, Array<LineWord>>()
  words.forEach((word, i) => {
    const column = indexOf(xs, middles[i] ?? 0)
    const band = indexOf(ys, heights[i] ?? 0)
    const key = owner[Math.max(0, band) * columns + Math.max(0, column)] ?? 0
    const same = content.get(key)
    if (same) same.push(word)
    else content.set(key, [word])
  })
  const draft: Array<ReadonlyArray<DraftCell>> = []
  const isRow = ys.map((_, band) =>
    owner.slice(band * columns, (band + 1) * columns).some((key) => key >= band * columns)
  )
  for (let band = 0; band < bands; band++) {
    if (isRow[band] !== true) continue
    const row: Array<DraftCell> = []
    for (let column = 0; column < columns; column++) {
      const key = band * columns + column
      if (owner[key] !== key) continue
      const { wide, tall } = spans(owner, key, columns, bands)
      const rows = isRow.slice(band, band + tall).filter((each) => each).length
      const cell = { words: content.get(key) ?? [], columns: wide, rows }
      row.push(...(cell.columns > 1 && cell.rows === 1 ? unmerged(cell, xs, column) : [cell]))
    }
    draft.push(row)
  }
  return { draft, closed }
}

/** A cell that only looks wide since no rulings part its row: its texts stand each in a column of its own. */
const unmerged = (wide: DraftCell, xs: ReadonlyArray<number>, first: number): ReadonlyArray<DraftCell> => {
  const parts = Array.from({ length: wide.columns }, (): Array<LineWord> => [])
  for (const own of linesOf(wide.words)) {
    for (const piece of pieces(line(own), minGapEm)) {
      const from = indexOf(xs, piece.x0 + 1) - first
      const to = indexOf(xs, piece.x1 - 1) - first
      if (from !== to || parts[from] === undefined) return [wide]
      parts[from].push(...piece.words)
    }
  }
  return parts.filter((part) => part.length > 0).length < 2
    ? [wide]
    : parts.map((words) => ({ words, columns: 1, rows: 1 }))
}

/** Where the rulings stand, with the open sides closed. */
const places = (rulings: ReadonlyArray<Ruling>, from: number, to: number): ReadonlyArray<number> => {
  const sorted = rulings.map((each) => each.at).sort((a, b) => a - b)
  const out: Array<number> = []
  for (const at of sorted) if (out.length === 0 || at - (out.at(-1) ?? 0) > sameEdgePt) out.push(at)
  if ((out[0] ?? to) - from > openSide) out.unshift(from)
  if (to - (out.at(-1) ?? from) > openSide) out.push(to)
  return out
}

/** Strips too narrow to hold anything, which hold nothing, closed: double rules, and gaps between tinted cells. */
const used = (places: ReadonlyArray<number>, content: ReadonlyArray<number>, least: number): ReadonlyArray<number> => {
  const full = new Set(content.map((at) => indexOf(places, at)))
  const out: Array<number> = []
  places.forEach((at, i) => {
    const before = places[i - 1]
    if (before !== undefined && out.length > 0 && at - before < least && !full.has(i - 1)) {
      out[out.length - 1] = i === places.length - 1 ? at : i === 1 ? before : (at + before) / 2
    } else out.push(at)
  })
  return out
}

const indexOf = (places: ReadonlyArray<number>, at: number): number => {
  for (let i = 0; i + 1 < places.length; i++) if (at >= (places[i] ?? 0) && at < (places[i + 1] ?? 0)) return i
  return -1
}

/**
 * For each place of the grid, the first place of the cell it belongs to: places with no ruling between them are one cell.
 * `closed` is the share of the cells' borders that are painted.
 */
const merged = (
  h: ReadonlyArray<Ruling>,
  v: ReadonlyArray<Ruling>,
  xs: ReadonlyArray<number>,
  ys: ReadonlyArray<number>
): { readonly owner: ReadonlyArray<number>; readonly closed: number } => {
  const columns = xs.length - 1
  const bands = ys.length - 1
  const right = (band: number, column: number) =>
    share(v, false, xs[column + 1] ?? 0, ys[band] ?? 0, ys[band + 1] ?? 0) >= mostShare
  const below = (band: number, column: number) =>
    share(h, true, ys[band + 1] ?? 0, xs[column] ?? 0, xs[column + 1] ?? 0) >= mostShare
  const wallsRight = Array.from({ length: columns * bands }, (_, i) => right(Math.floor(i / columns), i % columns))
  const wallsBelow = Array.from({ length: columns * bands }, (_, i) => below(Math.floor(i / columns), i % columns))
  const owner = Array.from({ length: columns * bands }, () => -1)
  let sides = 0
  let painted = 0
  for (let band = 0; band < bands; band++) {
    for (let column = 0; column < columns; column++) {
      const key = band * columns + column
      if (owner[key] !== -1) continue
      let wide = 1
      while (column + wide < columns && owner[key + wide] === -1 && !wallsRight[key + wide - 1]) wide++
      let tall = 1
      const isOpen = (at: number) => {
        for (let k = 0; k < wide; k++)
          if (wallsBelow[(at - 1) * columns + column + k] || owner[at * columns + column + k] !== -1) return false
        return true
      }
      while (band + tall < bands && isOpen(band + tall)) tall++
      for (let r = 0; r < tall; r++) {
        for (let k = 0; k < wide; k++) owner[(band + r) * columns + column + k] = key
        sides++
        if (wallsRight[(band + r) * columns + column + wide - 1]) painted++
      }
      for (let k = 0; k < wide; k++) {
        sides++
        if (wallsBelow[(band + tall - 1) * columns + column + k]) painted++
      }
    }
  }
  return { owner, closed: sides === 0 ? 0 : painted / sides }
}

const spans = (owner: ReadonlyArray<number>, key: number, columns: number, bands: number) => {
  const band = Math.floor(key / columns)
  const column = key % columns
  let wide = 1
  while (column + wide < columns && owner[key + wide] === key) wide++
  let tall = 1
  while (band + tall < bands && owner[key + tall * columns] === key) tall++
  return { wide, tall }
}
