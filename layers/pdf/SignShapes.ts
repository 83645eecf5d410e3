/**
 * Signs by their outlines. Publishers' fonts draw operators at the codes of letters, under names that say nothing: a letter
 * that looks like two bars, a cross or a wedge is the sign that it looks like.
 */

export interface Contour {
  readonly points: ReadonlyArray<readonly [x: number, y: number]>
  readonly isCurved: boolean
}

/** Of the larger side of the sign: edges within it are one. */
const slack = 0.06
/** A bar is at least this many times as wide as high. */
const minBarWidth = 4

type Point = readonly [x: number, y: number]

interface Extent {
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
}

/** The sign that outlines draw; null for all that is no sign of straight strokes. */
export const signOf = (contours: ReadonlyArray<Contour>): string | null => {
  if (contours.length === 0 || contours.length > 3 || contours.some(({ isCurved }) => isCurved)) return null
  const parts = contours.map(({ points }) => strokeOf(points)).join("")
  const boxes = contours.map(({ points }) => extentOf(points))
  const [first] = boxes
  const isInLine = boxes.every(
    (box) =>
      first !== undefined &&
      Math.abs(box.x0 - first.x0) + Math.abs(box.x1 - first.x1) < 4 * slack * (first.x1 - first.x0)
  )
  if (!isInLine) return null
  const order = parts.replaceAll("−", "")
  if (parts.length !== contours.length) return null
  if (order === "") return ["−", "=", "≡"][parts.length - 1] ?? null
  if (parts.length === 1) return order
  const bar = boxes[parts.indexOf("−")]
  const other = boxes[parts.indexOf(order)]
  const isUnder = parts.length === 2 && bar !== undefined && other !== undefined && bar.y0 < other.y0
  return isUnder ? ({ "<": "≤", ">": "≥", "+": "±" }[order] ?? null) : null
}

/** What one contour draws; empty where that is no part of a sign. */
const strokeOf = (points: ReadonlyArray<Point>): string => {
  const box = extentOf(points)
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0]
  const near = slack * Math.max(width, height)
  const corners = cornersOf(points, near)
  const isAt = (a: number, b: number) => Math.abs(a - b) < near
  const at = (test: (point: Point) => boolean) => corners.filter(test)
  const isSquare = corners.every((point, i) => {
    const next = corners[(i + 1) % corners.length] as Point
    return isAt(point[0], next[0]) || isAt(point[1], next[1])
  })
  if (corners.length === 4 && isSquare && width > minBarWidth * height) return "−"
  const isCorner = ([x, y]: Point) => (isAt(x, box.x0) || isAt(x, box.x1)) && (isAt(y, box.y0) || isAt(y, box.y1))
  if (corners.length === 12 && isSquare && !corners.some(isCorner) && Math.abs(width - height) < 4 * near) return "+"
  if (isSquare || corners.length < 6 || corners.length > 8) return ""
  const [left, right] = [at(([x]) => isAt(x, box.x0)), at(([x]) => isAt(x, box.x1))]
  const middle = (box.y0 + box.y1) / 2
  const isTip = (side: ReadonlyArray<Point>) =>
    side.length > 0 && side.every(([, y]) => Math.abs(y - middle) < 2 * near + 0.1 * height)
  const isOpen = (side: ReadonlyArray<Point>) =>
    side.some(([, y]) => y > middle + 0.3 * height) && side.some(([, y]) => y < middle - 0.3 * height)
  return isTip(left) && isOpen(right) ? "<" : isTip(right) && isOpen(left) ? ">" : ""
}

const extentOf = (points: ReadonlyArray<Point>): Extent => ({
  x0: Math.min(...points.map(([x]) => x)),
  x1: Math.max(...points.map(([x]) => x)),
  y0: Math.min(...points.map(([, y]) => y)),
  y1: Math.max(...points.map(([, y]) => y))
})

/** The points where the outline turns. */
const cornersOf = (points: ReadonlyArray<Point>, near: number): ReadonlyArray<Point> => {
  const apart = points.filter((point, i) => {
    const before = points[(i + points.length - 1) % points.length] as Point
    return points.length < 2 || Math.hypot(point[0] - before[0], point[1] - before[1]) > near / 10
  })
  return apart.filter((point, i) => {
    const before = apart[(i + apart.length - 1) % apart.length] as Point
    const next = apart[(i + 1) % apart.length] as Point
    const area = (point[0] - before[0]) * (next[1] - before[1]) - (point[1] - before[1]) * (next[0] - before[0])
    return Math.abs(area) > 1e-9 + near * 0.02 * Math.hypot(next[0] - before[0], next[1] - before[1])
  })
}
