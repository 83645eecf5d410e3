/** RawPage → Ruling[][]: rules that touch, in groups. Each group is a frame, a grid, an underline or part of a drawing. */

import type { Box } from "../model/Geometry.ts"
import { centreX, centreY, holds, overlap } from "../model/Geometry.ts"
import type { Fill, RawPage, Segment } from "../model/Page.ts"

/** A rule along one axis: `at` is its place on the other axis, `from` and `to` its ends. */
export interface Ruling {
  readonly horizontal: boolean
  readonly at: number
  readonly from: number
  readonly to: number
}

/** Rules closer than this, in points, are one rule or touch. */
export const snap = 3
/** Shorter ones, in points, are dashes, ticks and parts of letters. */
const shortest = 6
/** A filled area at most this high or wide, in points, is a cell's background whose edges may be a grid's. */
const cellArea = 400
/** A link's underline is at most this far from its lower edge, in points; of more links than this at one height, not all are looked at. */
const foot = 4
const mostLinks = 40
/** Beyond so many rules a page is a drawing. */
const most = 6000

export const rules = (page: RawPage): ReadonlyArray<ReadonlyArray<Ruling>> => {
  if (page.segments.length > most) return []
  const isUnderline = underlines(page)
  const drawn = page.segments.map(ruling).filter((each) => !isUnderline(each))
  const grids = grouped(drawn).filter(isGrid).map(frame)
  const within = (fill: Fill) => grids.some((grid) => holds(grid, centreX(fill.box), centreY(fill.box)))
  const tinted = page.fills.filter((fill) => !within(fill)).flatMap((fill) => edgesOf(fill, page))
  return tinted.length === 0 || tinted.length > most ? grouped(drawn) : grouped([...drawn, ...tinted])
}

/** Links are underlined: a rule along the foot of a link is none of a table's. */
const underlines = (page: RawPage): ((rule: Ruling) => boolean) => {
  const byFoot = new Map<number, Array<Box>>()
  for (const { box } of page.links) {
    for (let y = Math.floor(box.y1 - foot); y <= Math.ceil(box.y1 + foot); y++) {
      const same = byFoot.get(y)
      if (same === undefined) byFoot.set(y, [box])
      else if (same.length < mostLinks) same.push(box)
    }
  }
  return ({ horizontal, at, from, to }) =>
    horizontal &&
    (byFoot.get(Math.round(at)) ?? []).some((box) => from >= box.x0 - snap && to <= box.x1 + snap && at > box.y0)
}

/** The box that rules of one group enclose. */
export const frame = (group: ReadonlyArray<Ruling>): Box => {
  const h = group.filter((each) => each.horizontal)
  const v = group.filter((each) => !each.horizontal)
  return {
    x0: Math.min(...h.map((each) => each.from), ...v.map((each) => each.at)),
    y0: Math.min(...v.map((each) => each.from), ...h.map((each) => each.at)),
    x1: Math.max(...h.map((each) => each.to), ...v.map((each) => each.at)),
    y1: Math.max(...v.map((each) => each.to), ...h.map((each) => each.at))
  }
}

/** Rules that draw more than a frame; the tints inside need no edges of their own. */
const isGrid = (group: ReadonlyArray<Ruling>): boolean =>
  group.filter((each) => each.horizontal).length >= 2 &&
  group.filter((each) => !each.horizontal).length >= 2 &&
  group.length >= 5

const grouped = (found: ReadonlyArray<Ruling>): ReadonlyArray<ReadonlyArray<Ruling>> =>
  groups(merged(found.filter((each) => each.horizontal)), merged(found.filter((each) => !each.horizontal)))

const ruling = (segment: Segment): Ruling =>
  segment.x1 - segment.x0 >= segment.y1 - segment.y0
    ? { horizontal: true, at: (segment.y0 + segment.y1) / 2, from: segment.x0, to: segment.x1 }
    : { horizontal: false, at: (segment.x0 + segment.x1) / 2, from: segment.y0, to: segment.y1 }

/** The edges of a tinted cell. White areas and page backgrounds have none. */
const edgesOf = ({ box, colour }: Fill, page: RawPage): ReadonlyArray<Ruling> => {
  const tall = box.y1 - box.y0
  if (colour === 0xffffff || tall > cellArea || box.x1 - box.x0 > 0.95 * page.width || tall < shortest) return []
  return [
    { horizontal: true, at: box.y0, from: box.x0, to: box.x1 },
    { horizontal: true, at: box.y1, from: box.x0, to: box.x1 },
    { horizontal: false, at: box.x0, from: box.y0, to: box.y1 },
    { horizontal: false, at: box.x1, from: box.y0, to: box.y1 }
  ]
}

/** Collinear rules that touch, as one. */
const merged = (all: ReadonlyArray<Ruling>): ReadonlyArray<Ruling> => {
  const sorted = [...all].sort((a, b) => a.at - b.at || a.from - b.from)
  const out: Array<Ruling> = []
  let row: Array<Ruling> = []
  const close = () => {
    row.sort((a, b) => a.from - b.from)
    let current: Ruling | undefined
    for (const each of row) {
      if (current && each.from <= current.to + snap) current = { ...current, to: Math.max(current.to, each.to) }
      else {
        if (current && current.to - current.from >= shortest) out.push(current)
        current = { ...each, at: row[0]?.at ?? each.at }
      }
    }
    if (current && current.to - current.from >= shortest) out.push(current)
    row = []
  }
  for (const each of sorted) {
    const first = row[0]
    if (first && each.at - first.at > snap) close()
    row.push(each)
  }
  close()
  return out
}

const groups = (
  horizontal: ReadonlyArray<Ruling>,
  vertical: ReadonlyArray<Ruling>
): ReadonlyArray<ReadonlyArray<Ruling>> => {
  const all = [...horizontal, ...vertical]
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
        overlap(h.at - snap, h.at + snap, v.from, v.to) >= 0 && overlap(v.at - snap, v.at + snap, h.from, h.to) >= 0
      if (meets) parent[root(horizontal.length + k)] = root(i)
    })
  })
  const byRoot = new Map<number, Array<Ruling>>()
  all.forEach((each, i) => {
    const key = root(i)
    const same = byRoot.get(key)
    if (same) same.push(each)
    else byRoot.set(key, [each])
  })
  return [...byRoot.values()]
}
