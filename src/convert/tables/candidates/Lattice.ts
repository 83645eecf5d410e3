/** Groups of rulings that touch → tables whose cells the rulings close, and tables inside a frame. */

import { line } from "../../lines/Lines.ts"
import type { Box } from "../../model/Geometry.ts"
import { centreX, overlap } from "../../model/Geometry.ts"
import type { LineWord } from "../../model/Line.ts"
import { mostShare, sameEdgePt } from "../../model/Measures.ts"
import { columnOf, disjoint, type Entry } from "../ColumnSeparators.ts"
import type { Ruling } from "../Edges.ts"
import { briefWords, range, share } from "../evidence/Spots.ts"
import { linesOf } from "../Grid.ts"
import { minGapEm, pieces } from "../Pieces.ts"
import type { Draft, DraftCell, Proposal, Sight } from "../Proposal.ts"
import { cellsOf, type Reading, readings, rulingsIn, unstacked } from "../Reading.ts"
import { frame, placesOf, type RulingGroup } from "../Rulings.ts"
import { linesIn, middleOf, wordsIn } from "../Sight.ts"
import { stripes } from "../Stripes.ts"
import { bordersAtNames, minRowPt, placesWithin } from "./OpenBorders.ts"

/** Empty columns narrower than this, in points, are parts of a double rule, as are rows lower than `minRowPt`. */
const minColumnPt = 12
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
    const drawn = own === null ? 1 : own.draft.flat().length
    const others = readings(lines, rulingsIn([group], box), sight.leading, drawn > 1)
    const uprights = placesOf(group.filter((each) => !each.horizontal)).length
    const common = { detector: "lattice", box, uprights, right: box.x1, ruled: 0.3 } as const
    const all = own === null ? others : [{ ...own, draft: unstacked(own.draft) }, ...others]
    return all.map(({ draft, closed }) => ({ ...common, draft, closed: closed * likeDrawn(drawn, draft) }))
  })

/** 1 when a reading has as many cells as the rulings draw, or is one column of short texts: those that are closed hold what belongs together. */
const likeDrawn = (drawn: number, draft: Draft): number => {
  const cells = draft.flat()
  const brief = cells.length > draft.length ? 0 : share(cells, ({ words }) => words.length <= briefWords)
  return Math.max(Math.min(drawn / cells.length, cells.length / drawn), brief)
}

const encloses = (group: RulingGroup): boolean =>
  group.filter((each) => each.horizontal).length >= 2 && group.some((each) => !each.horizontal)

/** Rulings of one direction cover most of a border. */
const isWall = (rulings: ReadonlyArray<Ruling>, at = 0, from = 0, to = 0): boolean => {
  let sum = 0
  for (const each of rulings)
    if (Math.abs(each.at - at) <= sameEdgePt) sum += Math.max(0, overlap(each.from, each.to, from, to))
  return to <= from || sum / (to - from) >= mostShare
}

/** The words in the cells that the rulings draw. */
const grid = (group: RulingGroup, box: Box, words: ReadonlyArray<LineWord>): Reading | null => {
  const v = group.filter((each) => !each.horizontal)
  const drawn = group.filter((each) => each.horizontal)
  const h = [...drawn, ...bordersAtNames(drawn, v, box, words)]
  const middles = words.map((word) => centreX(word.box))
  const heights = words.map(middleOf)
  const xs = used(placesWithin(v, box.x0, box.x1), middles, minColumnPt)
  const ys = used(placesWithin(h, box.y0, box.y1), heights, minRowPt)
  const columns = xs.length - 1
  const bands = ys.length - 1
  if (columns < 1 || bands < 1 || columns * bands < 2 || columns * bands > maxCells) return null
  const { owner, closed } = merged(h, v, xs, ys)
  const within = (edges: ReadonlyArray<number>, x = 0) => Math.min(Math.max(0, indexOf(edges, x)), edges.length - 2)
  const at = words.map((_, i) => within(ys, heights[i]) * columns + within(xs, middles[i]))
  const content = Map.groupBy(words, (_, i) => owner[at[i] ?? 0] ?? 0)
  const bandOf = (place: number) => Math.floor(place / columns)
  const cells = [...Map.groupBy(owner.keys(), (place) => owner[place] ?? 0)]
  const rows = Map.groupBy(cells, ([key]) => bandOf(key))
  const draft = [...rows].map(([band, row]) =>
    row.flatMap(([key, places]) => {
      const wide = places.filter((place) => bandOf(place) === band).length
      const tall = new Set(places.map(bandOf).filter((each) => rows.has(each))).size
      const cell = { words: content.get(key) ?? [], columns: wide, rows: tall }
      return wide > 1 ? unmerged(cell, xs, key % columns) : [cell]
    })
  )
  return { draft, closed }
}

/** A cell that only looks wide since no rulings part its row: its texts stand in columns of their own. */
const unmerged = (wide: DraftCell, xs: ReadonlyArray<number>, first: number): ReadonlyArray<DraftCell> => {
  const column = (x: number) => indexOf(xs, x) - first
  const entries = linesOf(wide.words)
    .flatMap((own) => pieces(line(own), minGapEm))
    .map((piece): Entry => ({ ...piece, from: column(piece.x0 + 1), to: column(piece.x1 - 1) }))
    .sort((a, b) => a.from - b.from)
  if (entries.some(({ from, to }) => from < 0 || to >= wide.columns)) return [wide]
  const cells = cellsOf([{ entries: disjoint(entries) }], wide.columns)
  return cells.filter(({ words }) => words.length > 0).length < 2
    ? [wide]
    : cells.map((cell) => ({ ...cell, rows: wide.rows }))
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

/** The strip at `x`; -1 before the first. */
const indexOf = (edges: ReadonlyArray<number>, x: number): number => columnOf(edges, x) - 1

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
  const places = range(0, columns * bands - 1).map((i) => ({ x: i % columns, y: Math.floor(i / columns) }))
  const wallsRight = places.map(({ x, y }) => isWall(v, xs[x + 1], ys[y], ys[y + 1]))
  const wallsBelow = places.map(({ x, y }) => isWall(h, ys[y + 1], xs[x], xs[x + 1]))
  const owner = places.map(() => -1)
  for (const key of owner.keys()) {
    if (owner[key] !== -1) continue
    let wide = 1
    while ((key + wide) % columns > 0 && owner[key + wide] === -1 && !wallsRight[key + wide - 1]) wide++
    const across = Array.from({ length: wide }, (_, i) => key + i)
    const isOpen = (by: number) => across.every((at) => owner[at + by] === -1 && !wallsBelow[at + by - columns])
    let tall = 1
    while (isOpen(tall * columns)) tall++
    for (let row = 0; row < tall; row++) for (const at of across) owner[at + row * columns] = key
  }
  const sides = owner.flatMap((key, at) => [
    ...((at + 1) % columns === 0 || owner[at + 1] !== key ? [wallsRight[at]] : []),
    ...(owner[at + columns] === key ? [] : [wallsBelow[at]])
  ])
  return { owner, closed: sides.filter((isPainted) => isPainted).length / sides.length }
}
