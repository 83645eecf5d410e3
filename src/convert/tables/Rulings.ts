/** Ruling[] → Ruling[][]: pieces in line joined, and what touches in groups. Each group is a frame, a grid, a rule or part of a drawing. */

import type { Box } from "../model/Geometry.ts"
import { around, centreX, centreY, holds, overlap } from "../model/Geometry.ts"
import { sameEdgePt } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { areFlush, drawnEdges, maxEdges, minLength, type Ruling, tintEdges } from "./Edges.ts"

/** A gap between dashes is at most so many of their lengths, and this many points. */
const dashGap = 1.5
const maxDashGap = 8

export type RulingGroup = ReadonlyArray<Ruling>

export const rulingGroups = (page: RawPage): ReadonlyArray<RulingGroup> => {
  const drawn = drawnEdges(page)
  const pieces = joined(drawn)
  if (pieces.length > maxEdges) return []
  const grids = touching(pieces).filter(isGrid)
  const tints = tintEdges(
    page,
    (box) => grids.some((grid) => isWithin(box, grid) || isTitle(box, grid)),
    (row) => grids.some((grid) => isWithin(row, grid) && areFlush(row, frame(grid)) && !hasColumns(grid))
  )
  return touching(joined([...drawn, ...tints]))
}

const isWithin = (box: Box, grid: RulingGroup): boolean => holds(frame(grid), centreX(box), centreY(box))

/** Upright rulings stand between its left edge and its right one. */
const hasColumns = (grid: RulingGroup): boolean => {
  const { x0, x1 } = frame(grid)
  return grid.some(({ horizontal, at }) => !horizontal && at - x0 > sameEdgePt && x1 - at > sameEdgePt)
}

/** It stands on a grid, or right below one, and ends where no column does. */
const isTitle = (tint: Box, grid: RulingGroup): boolean => {
  const box = frame(grid)
  const isOn = Math.abs(tint.y1 - box.y0) <= sameEdgePt || Math.abs(tint.y0 - box.y1) <= sameEdgePt
  const isEdge = (x: number) => grid.some(({ horizontal, at }) => !horizontal && Math.abs(at - x) <= sameEdgePt)
  return isOn && overlap(tint.x0, tint.x1, box.x0, box.x1) > 0 && !(isEdge(tint.x0) && isEdge(tint.x1))
}

/** The box that a group encloses. */
export const frame = (group: RulingGroup): Box =>
  around(
    group.map(({ horizontal, at, from, to }) =>
      horizontal ? { x0: from, y0: at, x1: to, y1: at } : { x0: at, y0: from, x1: at, y1: to }
    )
  )

/** The places of rulings of one direction, those that nobody tells apart as one. */
export const placesOf = (rulings: RulingGroup): ReadonlyArray<number> => {
  const out: Array<number> = []
  for (const { at } of rulings.toSorted((a, b) => a.at - b.at))
    if (out.length === 0 || at - (out.at(-1) ?? 0) > sameEdgePt) out.push(at)
  return out
}

/** More than a frame: the tints inside need no edges of their own. */
const isGrid = (group: RulingGroup): boolean =>
  group.filter((each) => each.horizontal).length >= 2 && group.filter((each) => !each.horizontal).length >= 2

/** Pieces in line that touch, or are the dashes of one line, as one. */
const joined = (edges: ReadonlyArray<Ruling>): ReadonlyArray<Ruling> =>
  [true, false].flatMap((horizontal) => inLine(edges.filter((each) => each.horizontal === horizontal)))

const inLine = (all: ReadonlyArray<Ruling>): ReadonlyArray<Ruling> => {
  const sorted = [...all].sort((a, b) => a.at - b.at || a.from - b.from)
  const out: Array<Ruling> = []
  let row: Array<Ruling> = []
  const close = () => {
    row.sort((a, b) => a.from - b.from)
    let current: Ruling | undefined
    let last = 0
    for (const each of row) {
      const length = each.to - each.from
      const gap = Math.max(sameEdgePt, Math.min(maxDashGap, dashGap * Math.min(length, last)))
      if (current && each.from <= current.to + gap) current = { ...current, to: Math.max(current.to, each.to) }
      else {
        if (current && current.to - current.from >= minLength) out.push(current)
        current = { ...each, at: row[0]?.at ?? each.at }
      }
      last = length <= maxDashGap ? length : 0
    }
    if (current && current.to - current.from >= minLength) out.push(current)
    row = []
  }
  for (const each of sorted) {
    const [first] = row
    if (first && each.at - first.at > sameEdgePt) close()
    row.push(each)
  }
  close()
  return out
}

const touching = (all: ReadonlyArray<Ruling>): ReadonlyArray<RulingGroup> => {
  const horizontal = all.filter((each) => each.horizontal)
  const vertical = all.slice(horizontal.length)
  const parent = all.map((_, i) => i)
  const root = (i: number): number => {
    let at = i
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? at] ?? at
      at = parent[at] ?? at
    }
    return at
  }
  vertical.forEach((v, k) => {
    horizontal.forEach((h, i) => {
      const meets =
        overlap(h.at - sameEdgePt, h.at + sameEdgePt, v.from, v.to) >= 0 &&
        overlap(v.at - sameEdgePt, v.at + sameEdgePt, h.from, h.to) >= 0
      if (meets) parent[root(horizontal.length + k)] = root(i)
    })
  })
  return [...Map.groupBy(all, (_, i) => root(i)).values()]
}
