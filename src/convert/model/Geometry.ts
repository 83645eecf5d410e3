/** Boxes: what they share, what lies between them, what holds them both. */

/** Left, top, right and bottom in points, y growing downwards from the top of the page's view. */
export interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export const width = (box: Box): number => box.x1 - box.x0
export const height = (box: Box): number => box.y1 - box.y0
export const area = (box: Box): number => width(box) * height(box)

export const union = (a: Box, b: Box): Box => ({
  x0: Math.min(a.x0, b.x0),
  y0: Math.min(a.y0, b.y0),
  x1: Math.max(a.x1, b.x1),
  y1: Math.max(a.y1, b.y1)
})

/** The smallest box that holds all of them; none have an empty box at the origin. */
export const around = (boxes: ReadonlyArray<Box>): Box => {
  let { x0, y0, x1, y1 } = boxes[0] ?? { x0: 0, y0: 0, x1: 0, y1: 0 }
  for (const box of boxes) {
    if (box.x0 < x0) x0 = box.x0
    if (box.y0 < y0) y0 = box.y0
    if (box.x1 > x1) x1 = box.x1
    if (box.y1 > y1) y1 = box.y1
  }
  return { x0, y0, x1, y1 }
}

export const aroundAll = (all: ReadonlyArray<{ readonly box: Box }>): Box => around(all.map(({ box }) => box))

/** Length of the common stretch of two intervals; negative is the gap between them. */
export const overlap = (a0: number, a1: number, b0: number, b1: number): number => Math.min(a1, b1) - Math.max(a0, b0)

/** Share of the lower box's height that both have in common. */
export const sameRow = (a: Box, b: Box): number => {
  const least = Math.min(height(a), height(b))
  return least <= 0 ? 0 : overlap(a.y0, a.y1, b.y0, b.y1) / least
}

/** Whether two boxes have an area in common. */
export const meets = (a: Box, b: Box): boolean =>
  overlap(a.x0, a.x1, b.x0, b.x1) > 0 && overlap(a.y0, a.y1, b.y0, b.y1) > 0

/** Whether one box lies in another, or reaches out of it by no more than `slack` points. */
export const isInside = (inner: Box, outer: Box, slack: number): boolean =>
  inner.x0 >= outer.x0 - slack &&
  inner.x1 <= outer.x1 + slack &&
  inner.y0 >= outer.y0 - slack &&
  inner.y1 <= outer.y1 + slack

export const holds = (box: Box, x: number, y: number): boolean =>
  x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1

export const centreX = (box: Box): number => (box.x0 + box.x1) / 2
export const centreY = (box: Box): number => (box.y0 + box.y1) / 2

/** The greatest of values, of which a page may have more than a call may have arguments. */
export const greatest = (values: Iterable<number>): number => {
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) most = Math.max(most, value)
  return most
}

/** The smallest, likewise. */
export const smallest = (values: Iterable<number>): number => {
  let least = Number.POSITIVE_INFINITY
  for (const value of values) least = Math.min(least, value)
  return least
}

/** The middle value; the lower of two. 0 for none. */
export const median = (values: ReadonlyArray<number> | Float32Array): number => {
  if (values.length === 0) return 0
  const first = values[0] ?? 0
  let same = 1
  while (same < values.length && values[same] === first) same++
  // sizes and baselines, most of the time
  if (same === values.length) return first
  const sorted = values.length > few ? new Float64Array(values).sort() : inserted(values)
  return sorted[(values.length - 1) >> 1] ?? 0
}

/** So many values are sorted sooner than room for them is made. */
const few = 24
const room = new Float64Array(few)

const inserted = (values: ReadonlyArray<number> | Float32Array): Float64Array => {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    let at = i
    for (; at > 0 && (room[at - 1] ?? 0) > value; at--) room[at] = room[at - 1] ?? 0
    room[at] = value
  }
  return room
}

/** The key with the greatest weight; the first one met wins a tie. */
export const heaviest = <K>(weights: ReadonlyMap<K, number>): K | undefined => {
  let best: K | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const [key, weight] of weights) {
    if (weight > most) {
      best = key
      most = weight
    }
  }
  return best
}

/** A box in the frame of text that runs at an angle, on the page. */
export const onPage = ({ x0, y0, x1, y1 }: Box, angle: number): Box => {
  if (angle === 0) return { x0, y0, x1, y1 }
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const xs = [x0, x1].flatMap((x) => [y0, y1].map((y) => x * cos + y * sin))
  const ys = [x0, x1].flatMap((x) => [y0, y1].map((y) => y * cos - x * sin))
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}
