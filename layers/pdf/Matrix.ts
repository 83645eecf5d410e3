/** Affine maps as PDF writes them: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** First `inner`, then `outer`. */
export const compose = (outer: Matrix, inner: ArrayLike<number>): Matrix => {
  const [a, b, c, d, e, f] = outer
  const i0 = inner[0] ?? 1
  const i1 = inner[1] ?? 0
  const i2 = inner[2] ?? 0
  const i3 = inner[3] ?? 1
  const i4 = inner[4] ?? 0
  const i5 = inner[5] ?? 0
  return [a * i0 + c * i1, b * i0 + d * i1, a * i2 + c * i3, b * i2 + d * i3, a * i4 + c * i5 + e, b * i4 + d * i5 + f]
}

export const alongX = (m: Matrix, x: number, y: number): number => m[0] * x + m[2] * y + m[4]
export const alongY = (m: Matrix, x: number, y: number): number => m[1] * x + m[3] * y + m[5]

/** Coordinates are kept to 1/100 point, so that the last bits of a sum never decide an order. */
export const round = (value: number): number => Math.round(value * 100) / 100
