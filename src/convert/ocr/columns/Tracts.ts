/** Gutters → what lies between them. */

import { greatest, smallest } from "../../model/Geometry.ts"
import type { Picture } from "../Recognised.ts"
import type { Gutter } from "./Gutters.ts"

/** Gutters that begin or end within an em of one another do so at one place; what is above is cut off so near to it, in em, in the row of pixels with least ink. */
const lookedAroundEm = 0.5

/** Rows `y0` to `y1` between two gutters or edges of the picture. */
export interface Tract {
  readonly y0: number
  readonly y1: number
  readonly left: Gutter | null
  readonly right: Gutter | null
}

/** Where a gutter is in a row, which may be a little above or below it. */
export const placeIn = ({ y0, at }: Gutter, y: number): number => at[Math.min(at.length - 1, Math.max(0, y - y0))] ?? 0

export const tractsOf = (
  picture: Picture,
  ink: number,
  em: number,
  gutters: ReadonlyArray<Gutter>
): ReadonlyArray<Tract> => {
  const ends = endsOf(picture, ink, em, gutters)
  const endAt = (y: number) => ends.get(y) ?? y
  const cuts = [...new Set([0, picture.height, ...ends.values()])].toSorted((a, b) => a - b)
  const done: Array<Tract> = []
  let open: ReadonlyArray<Tract> = []
  for (const [i, y1] of cuts.slice(1).entries()) {
    const y0 = cuts[i] ?? 0
    const middle = (y0 + y1) >> 1
    const here = gutters
      .filter((each) => endAt(each.y0) <= y0 && endAt(each.y1) >= y1)
      .toSorted((a, b) => placeIn(a, middle) - placeIn(b, middle))
    const walls = [null, ...here, null]
    const next = walls.slice(1).map((right, k): Tract => {
      const left = walls[k] ?? null
      const above = open.find((each) => each.left === left && each.right === right)
      return { left, right, y0: above?.y0 ?? y0, y1 }
    })
    done.push(...open.filter(({ left, right }) => !next.some((each) => each.left === left && each.right === right)))
    open = next
  }
  return [...done, ...open]
}

/** Where gutters that begin or end at about this row do so, between two lines of what they meet there. */
const endsOf = (
  picture: Picture,
  ink: number,
  em: number,
  gutters: ReadonlyArray<Gutter>
): ReadonlyMap<number, number> => {
  const groups: Array<Array<number>> = []
  for (const y of gutters.flatMap(({ y0, y1 }) => [y0, y1]).toSorted((a, b) => a - b)) {
    const last = groups.at(-1)
    if (last !== undefined && y - (last.at(-1) ?? 0) <= em) last.push(y)
    else groups.push([y])
  }
  return new Map(
    groups.flatMap((group) => {
      const y0 = Math.max(0, Math.round((group[0] ?? 0) - lookedAroundEm * em))
      const y1 = Math.min(picture.height, Math.round((group.at(-1) ?? 0) + lookedAroundEm * em))
      const isEnding = (each: Gutter) => group.includes(each.y0) || group.includes(each.y1)
      const places = gutters.filter(isEnding).map((each) => placeIn(each, y0))
      const others = gutters
        .filter((each) => !isEnding(each) && each.y0 < y0 && each.y1 > y1)
        .map((each) => placeIn(each, y0))
      const x0 = Math.max(0, greatest(others.filter((x) => places.every((place) => x < place))))
      const x1 = Math.min(picture.width, smallest(others.filter((x) => places.every((place) => x > place))))
      const y = emptiest(picture, ink, { x0, x1, y0, y1 })
      return group.map((each) => [each, y] as const)
    })
  )
}

/** The row of pixels with least ink. */
const emptiest = (
  { width, pixels }: Picture,
  ink: number,
  { x0, x1, y0, y1 }: { x0: number; x1: number; y0: number; y1: number }
): number => {
  let best = y0
  let least = Number.POSITIVE_INFINITY
  for (let y = y0; y < y1; y++) {
    let sum = 0
    for (let at = y * width + x0; at < y * width + x1; at++) if ((pixels[at] ?? 255) <= ink) sum++
    if (sum >= least) continue
    least = sum
    best = y
  }
  return best
}
