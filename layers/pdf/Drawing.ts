import type { Box } from "../../src/convert/model/Geometry.ts"
import { Grounds, isFaint } from "../../src/convert/model/Grounds.ts"
import type { Fill, Segment } from "../../src/convert/model/Page.ts"
import { extent, intersection } from "./Clip.ts"
import { alongX, alongY, type Matrix, round } from "./Matrix.ts"

/** A painted rectangle at most this thick, in points, is a rule. */
const ruleThickness = 3
/** Two points closer than this along one axis, in points, lie on a horizontal or vertical line. */
const straight = 0.3
/** A stroke without length is a dot as wide as the pen, if that is wider than this, in points. */
const leastDot = 1
/** Segments, fills and drawings each end here: a map may hold a million. */
const most = 40_000

/** pdf.js's own path operators, and how many numbers each takes. */
const path = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 } as const
const operands = [2, 2, 6, 4, 0] as const

/** How a path or an area is filled. `opaque` is that nothing under a rectangle shows through. */
export interface Filling {
  readonly colour: number
  readonly opaque: boolean
  /** How much of it is seen, from 0 to 1. */
  readonly alpha: number
  readonly clip: Box
}

/** Stands for a pattern's colour: a grey that is neither ink nor paper. */
export const pattern = 0x808080

/** A colour as pdf.js writes it, `#rrggbb`. */
export const colourOf = (value: unknown): number =>
  typeof value === "string" && value.startsWith("#") ? Number.parseInt(value.slice(1), 16) || 0 : 0

/** Of a rectangle with round corners, two opposite sides are straight over this share of their length, at least. */
const leastStraight = 0.4
/** A quarter of a circle comes no further from its corner's sides than this share of its radius. */
const deepestCorner = 0.3

/** Whether a path is a rectangle with round corners, the `bends`: cards, buttons, call-outs and frames have them. */
const isRounded = (
  xs: ReadonlyArray<number>,
  ys: ReadonlyArray<number>,
  bends: ReadonlyArray<boolean>,
  { x0, y0, x1, y1 }: Box
): boolean => {
  const w = x1 - x0
  const h = y1 - y0
  if (!bends.includes(true) || Math.min(w, h) <= ruleThickness) return false
  const depth = straight + (deepestCorner * Math.min(w, h)) / 2
  const sides = { top: 0, bottom: 0, left: 0, right: 0 }
  for (let i = 0; i < xs.length; i++) {
    const x = xs[i] ?? 0
    const y = ys[i] ?? 0
    if (Math.min(x - x0, x1 - x, y - y0, y1 - y) > depth) return false
    if (i === 0 || bends[i] === true) continue
    const dx = Math.abs(x - (xs[i - 1] ?? 0))
    const dy = Math.abs(y - (ys[i - 1] ?? 0))
    if (dx <= straight && dy <= straight) continue
    if (dy <= straight && y - y0 <= straight) sides.top += dx
    else if (dy <= straight && y1 - y <= straight) sides.bottom += dx
    else if (dx <= straight && x - x0 <= straight) sides.left += dy
    else if (dx <= straight && x1 - x <= straight) sides.right += dy
    else return false
  }
  return (
    Math.min(sides.top, sides.bottom) >= leastStraight * w || Math.min(sides.left, sides.right) >= leastStraight * h
  )
}

/** Where on one axis a curve from `a` to `d`, drawn towards `b` and `c`, is a quarter, a half and three quarters of its way. */
const between = (a: number, b: number, c: number, d: number): readonly [number, number, number] => [
  (27 * a + 27 * b + 9 * c + d) / 64,
  (a + 3 * b + 3 * c + d) / 8,
  (a + 9 * b + 27 * c + 27 * d) / 64
]

/** What a page's paths come to: straight rules, painted areas, and the boxes of everything else. */
export class Drawing {
  readonly segments: Array<Segment> = []
  readonly fills: Array<Fill> = []
  readonly drawings: Array<Box> = []
  readonly #grounds = new Grounds()

  /** A path painted with `stroke` and/or `fill` colour where `clip` shows it; null is not painted. `at` glyphs came before it. */
  paint(
    data: Float32Array,
    ctm: Matrix,
    stroke: { readonly colour: number; readonly width: number } | null,
    fill: Filling | null,
    clip: Box,
    at: number
  ): void {
    if (fill?.opaque && !extent(data, ctm).rectangle) fill = { ...fill, opaque: false }
    let xs: Array<number> = []
    let ys: Array<number> = []
    let bends: Array<boolean> = []
    // where curves go between their ends
    let bulgesX: Array<number> = []
    let bulgesY: Array<number> = []
    const filled: Array<Box> = []
    const isInk = stroke !== null || (fill !== null && !isFaint(fill))
    const shape = (box: Box) => {
      if (this.drawings.length < most && (isInk || (fill !== null && this.#grounds.show(box, fill))))
        this.drawings.push(rounded(box))
      if (fill !== null) this.#grounds.add(box, fill)
    }
    const end = () => {
      if (xs.length > 1) {
        const box = this.#subpath(xs, ys, bends, { x: bulgesX, y: bulgesY }, stroke, shape, clip)
        if (box !== null && xs.length >= 4) filled.push(box)
      }
      xs = []
      ys = []
      bends = []
      bulgesX = []
      bulgesY = []
    }
    for (let i = 0; i < data.length; ) {
      const op = data[i] ?? path.closePath
      const n = operands[op as 0] ?? 0
      if (op === path.moveTo) end()
      if (op === path.closePath) {
        if (xs.length > 0) {
          xs.push(xs[0] ?? 0)
          ys.push(ys[0] ?? 0)
          bends.push(false)
        }
      } else {
        bends.push(op === path.curveTo || op === path.quadraticCurveTo)
        const x = alongX(ctm, data[i + n - 1] ?? 0, data[i + n] ?? 0)
        const y = alongY(ctm, data[i + n - 1] ?? 0, data[i + n] ?? 0)
        if (op === path.curveTo) {
          const [bx, by, cx, cy] = [data[i + 1] ?? 0, data[i + 2] ?? 0, data[i + 3] ?? 0, data[i + 4] ?? 0]
          bulgesX.push(...between(xs.at(-1) ?? x, alongX(ctm, bx, by), alongX(ctm, cx, cy), x))
          bulgesY.push(...between(ys.at(-1) ?? y, alongY(ctm, bx, by), alongY(ctm, cx, cy), y))
        }
        xs.push(x)
        ys.push(y)
      }
      i += n + 1
    }
    end()
    if (fill !== null) this.#areas(filled, fill, at)
  }

  /** The rectangles of one path: of two, one inside the other, the inner one is a hole, and a border is left. */
  #areas(boxes: ReadonlyArray<Box>, fill: Filling, at: number): void {
    for (let i = 0; i < boxes.length; i++) {
      const box = boxes[i] as Box
      const next = boxes[i + 1]
      if (next === undefined || !(isInside(next, box) || isInside(box, next))) {
        this.area(box, fill, at)
        continue
      }
      const [outer, inner] = isInside(next, box) ? [box, next] : [next, box]
      const sides = [
        { ...outer, y1: inner.y0 },
        { ...outer, y0: inner.y1 },
        { ...inner, x0: outer.x0, x1: inner.x0 },
        { ...inner, x0: inner.x1, x1: outer.x1 }
      ]
      for (const side of sides) if (side.x1 > side.x0 && side.y1 > side.y0) this.area(side, fill, at)
      i++
    }
  }

  /** An area filled at once: a rectangle path or a 1×1 mask. Thin ones are rules. */
  area(whole: Box, fill: Filling, at: number): void {
    const { colour, opaque, clip } = fill
    const box = intersection(whole, clip)
    this.#grounds.add(box, fill)
    const w = box.x1 - box.x0
    const h = box.y1 - box.y0
    if (w < 0 || h < 0) return
    if (Math.min(w, h) > ruleThickness) {
      if (this.fills.length < most)
        this.fills.push({ box: rounded(box), colour, at, ...(opaque ? {} : { translucent: true }) })
      return
    }
    if (colour === 0xffffff) return
    if (w >= h) {
      const y = (box.y0 + box.y1) / 2
      this.#segment(box.x0, y, box.x1, y, h)
    } else {
      const x = (box.x0 + box.x1) / 2
      this.#segment(x, box.y0, x, box.y1, w)
    }
  }

  /** The box of a path of straight sides along the axes, drawn if it is stroked; any other path is a `shape`. */
  #subpath(
    xs: ReadonlyArray<number>,
    ys: ReadonlyArray<number>,
    bends: ReadonlyArray<boolean>,
    bulges: { readonly x: ReadonlyArray<number>; readonly y: ReadonlyArray<number> },
    stroke: { readonly colour: number; readonly width: number } | null,
    shape: (box: Box) => void,
    clip: Box
  ): Box | null {
    const box = { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
    if (isRounded(xs, ys, bends, box)) {
      if (stroke !== null && stroke.colour !== 0xffffff) {
        this.#stroke(box.x0, box.y0, box.x1, box.y0, stroke.width, clip)
        this.#stroke(box.x1, box.y0, box.x1, box.y1, stroke.width, clip)
        this.#stroke(box.x0, box.y1, box.x1, box.y1, stroke.width, clip)
        this.#stroke(box.x0, box.y0, box.x0, box.y1, stroke.width, clip)
      }
      return box
    }
    let axial = !bends.includes(true)
    for (let i = 1; axial && i < xs.length; i++) {
      const dx = Math.abs((xs[i] ?? 0) - (xs[i - 1] ?? 0))
      const dy = Math.abs((ys[i] ?? 0) - (ys[i - 1] ?? 0))
      if (dx > straight && dy > straight) axial = false
    }
    if (!axial) {
      const drawn = { ...box }
      for (const x of bulges.x) {
        drawn.x0 = Math.min(drawn.x0, x)
        drawn.x1 = Math.max(drawn.x1, x)
      }
      for (const y of bulges.y) {
        drawn.y0 = Math.min(drawn.y0, y)
        drawn.y1 = Math.max(drawn.y1, y)
      }
      const seen = intersection(drawn, clip)
      if (seen.x0 <= seen.x1 && seen.y0 <= seen.y1) shape(seen)
      return null
    }
    if (stroke === null || stroke.colour === 0xffffff) return box
    const isDot = box.x1 - box.x0 < straight && box.y1 - box.y0 < straight
    if (isDot && stroke.width > leastDot) {
      const reach = stroke.width / 2
      const dot = { x0: box.x0 - reach, y0: box.y0 - reach, x1: box.x1 + reach, y1: box.y1 + reach }
      const seen = intersection(dot, clip)
      if (seen.x0 < seen.x1 && seen.y0 < seen.y1 && this.drawings.length < most) this.drawings.push(rounded(seen))
      return box
    }
    for (let i = 1; i < xs.length; i++) {
      this.#stroke(xs[i - 1] ?? 0, ys[i - 1] ?? 0, xs[i] ?? 0, ys[i] ?? 0, stroke.width, clip)
    }
    return box
  }

  /** What a clip leaves of a stroke, half of whose width may reach into it. */
  #stroke(ax: number, ay: number, bx: number, by: number, thickness: number, clip: Box): void {
    const reach = thickness / 2
    const x = (at: number) => Math.max(clip.x0 - reach, Math.min(clip.x1 + reach, at))
    const y = (at: number) => Math.max(clip.y0 - reach, Math.min(clip.y1 + reach, at))
    const isOut =
      Math.max(ax, bx) < clip.x0 - reach ||
      Math.min(ax, bx) > clip.x1 + reach ||
      Math.max(ay, by) < clip.y0 - reach ||
      Math.min(ay, by) > clip.y1 + reach
    if (!isOut) this.#segment(x(ax), y(ay), x(bx), y(by), thickness)
  }

  #segment(ax: number, ay: number, bx: number, by: number, thickness: number): void {
    if (this.segments.length >= most) return
    const x0 = Math.min(ax, bx)
    const x1 = Math.max(ax, bx)
    const y0 = Math.min(ay, by)
    const y1 = Math.max(ay, by)
    if (x1 - x0 < straight && y1 - y0 < straight) return
    this.segments.push({ ...rounded({ x0, y0, x1, y1 }), thickness: round(thickness) })
  }
}

const rounded = (box: Box): Box => ({ x0: round(box.x0), y0: round(box.y0), x1: round(box.x1), y1: round(box.y1) })

const isInside = (inner: Box, outer: Box): boolean =>
  (inner.x0 > outer.x0 || inner.x1 < outer.x1 || inner.y0 > outer.y0 || inner.y1 < outer.y1) &&
  inner.x0 >= outer.x0 &&
  inner.x1 <= outer.x1 &&
  inner.y0 >= outer.y0 &&
  inner.y1 <= outer.y1

/** A mask of one pixel, which is an area and no picture. */
export const isSinglePixel = (mask: unknown): boolean => {
  const { width, height } = (typeof mask === "object" && mask !== null ? mask : {}) as Record<string, unknown>
  return width === 1 && height === 1
}
