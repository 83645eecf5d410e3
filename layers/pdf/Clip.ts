/** What a clip leaves of the page: boxes that hold every place where paint can still show. */
import type { Box } from "../../src/convert/model/Geometry.ts"
import { alongX, alongY, type Matrix, round } from "./Matrix.ts"

/** Nothing shows. */
export const nowhere: Box = { x0: 0, y0: 0, x1: -1, y1: -1 }

export const intersection = (a: Box, b: Box): Box => ({
  x0: Math.max(a.x0, b.x0),
  y0: Math.max(a.y0, b.y0),
  x1: Math.min(a.x1, b.x1),
  y1: Math.min(a.y1, b.y1)
})

/** A box cut to a page of this size: outside of it, without an area. */
export const within = (box: Box, width: number, height: number): Box => ({
  x0: Math.max(0, Math.min(box.x0, width)),
  y0: Math.max(0, Math.min(box.y0, height)),
  x1: Math.max(0, Math.min(box.x1, width)),
  y1: Math.max(0, Math.min(box.y1, height))
})

/** Where images and masks are painted: around the unit square as it is mapped. */
export const unitSquare = (m: Matrix): Box => {
  const xs = [alongX(m, 0, 0), alongX(m, 1, 0), alongX(m, 0, 1), alongX(m, 1, 1)]
  const ys = [alongY(m, 0, 0), alongY(m, 1, 0), alongY(m, 0, 1), alongY(m, 1, 1)]
  return {
    x0: round(Math.min(...xs)),
    y0: round(Math.min(...ys)),
    x1: round(Math.max(...xs)),
    y1: round(Math.max(...ys))
  }
}

/** Numbers after each of pdf.js's path operators: move, line, curve, quadratic curve, close. */
const operands = [2, 2, 6, 4, 0]
/** Corners this far off, in points, still make a rectangle. */
const slack = 0.3

/** The box around a path, and whether the path is one upright rectangle and nothing else. */
export const extent = (path: Float32Array, m: Matrix): { readonly box: Box; readonly rectangle: boolean } => {
  let [x0, y0, x1, y1] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -Infinity, -Infinity]
  let starts = 0
  let points = 0
  let straight = true
  let lastX = 0
  let lastY = 0
  for (let i = 0; i < path.length; ) {
    const op = path[i] ?? 4
    const n = operands[op] ?? 0
    if (op === 0) starts++
    if (n > 2) straight = false
    for (let k = 1; k < n; k += 2) {
      const px = path[i + k] ?? 0
      const py = path[i + k + 1] ?? 0
      const x = alongX(m, px, py)
      const y = alongY(m, px, py)
      if (points++ > 0 && Math.abs(x - lastX) > slack && Math.abs(y - lastY) > slack) straight = false
      if (x < x0) x0 = x
      if (x > x1) x1 = x
      if (y < y0) y0 = y
      if (y > y1) y1 = y
      lastX = x
      lastY = y
    }
    i += n + 1
  }
  return { box: { x0, y0, x1, y1 }, rectangle: straight && starts === 1 && (points === 4 || points === 5) }
}
