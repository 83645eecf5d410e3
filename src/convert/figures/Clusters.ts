/** Boxes → groups of boxes that touch, or nearly. Takes the same time for a chart and for a map of a million paths: they are put on a raster. */

import { area, type Box, overlap, union } from "../model/Geometry.ts"
import { maxDrawn } from "../model/Measures.ts"
import { parameters } from "./Parameters.ts"

const { minCellPt, maxCells, maxFrameMarks } = parameters
/** So many boxes are compared with one another at once: sooner done than a raster is filled, and with the same groups. */
const fewBoxes = 100

/** What a group is made of. `members` are the indices of its boxes. */
export interface Cluster {
  readonly box: Box
  readonly members: ReadonlyArray<number>
}

/** Groups of boxes no further apart than `gap` points; groups one of which reaches into the other's box are one. */
export const clusters = (boxes: ReadonlyArray<Box>, width: number, height: number, gap: number): Array<Cluster> => {
  if (boxes.length === 0) return []
  const raster = new Raster(width, height)
  const labelOf = boxes.length > fewBoxes ? onRaster(raster, boxes, gap / 2) : compared(raster, boxes, gap / 2)
  const groups = [...Map.groupBy(boxes.keys(), labelOf).values()].map(
    (members): Cluster => ({ members, box: members.map((i) => boxes[i] as Box).reduce(union) })
  )
  const isFrame = (group: Cluster) => group.members.length <= maxFrameMarks && area(group.box) > 0.4 * width * height
  const frames = groups.filter(isFrame)
  const others = groups.filter((group) => !isFrame(group))
  const parts = merged(others, (a, b) => overlap(a.x0, a.x1, b.x0, b.x1) > 0 && overlap(a.y0, a.y1, b.y0, b.y1) > 0)
  return [...frames, ...parts]
}

/** Cells over a page, row after row, each row one longer than it has columns. */
class Raster {
  readonly columns: number
  readonly rows: number
  readonly stride: number
  readonly #cell: number

  constructor(width: number, height: number) {
    this.#cell = Math.max(minCellPt, Math.sqrt((width * height) / maxCells))
    this.columns = Math.max(1, Math.ceil(width / this.#cell))
    this.rows = Math.max(1, Math.ceil(height / this.#cell))
    this.stride = this.columns + 1
  }

  column(x: number): number {
    return Math.max(0, Math.min(this.columns - 1, Math.floor(x / this.#cell)))
  }

  row(y: number): number {
    return Math.max(0, Math.min(this.rows - 1, Math.floor(y / this.#cell)))
  }
}

/** Gives each box the number of those whose cells touch its own, or those of one that does. */
const compared = (raster: Raster, boxes: ReadonlyArray<Box>, reach: number): ((i: number) => number | undefined) => {
  const cells = boxes.map(({ x0, y0, x1, y1 }) => ({
    x0: raster.column(x0 - reach),
    y0: raster.row(y0 - reach),
    x1: raster.column(x1 + reach),
    y1: raster.row(y1 + reach)
  }))
  const labels = [...boxes.keys()]
  for (let i = 1; i < cells.length; i++) {
    for (let k = 0; k < i; k++) {
      const own = labels[i]
      const other = labels[k] ?? 0
      if (own === other || !touch(cells[i] as Box, cells[k] as Box)) continue
      for (let each = 0; each <= i; each++) if (labels[each] === own) labels[each] = other
    }
  }
  return (i) => labels[i]
}

/** Whether cells share a side, or are the same. */
const touch = (a: Box, b: Box): boolean => {
  const apartX = -overlap(a.x0, a.x1, b.x0, b.x1)
  const apartY = -overlap(a.y0, a.y1, b.y0, b.y1)
  return (apartX <= 0 && apartY <= 1) || (apartX <= 1 && apartY <= 0)
}

const onRaster = (raster: Raster, boxes: ReadonlyArray<Box>, reach: number): ((i: number) => number) => {
  const labels = new Labels(raster, covered(raster, boxes, reach))
  return (i) => labels.at(boxes[i] as Box)
}

/** How many boxes lie over each cell, `reach` points around them included: the sums of what begins and ends before it. */
const covered = (raster: Raster, boxes: ReadonlyArray<Box>, reach: number): Int32Array => {
  const { rows, stride } = raster
  const over = new Int32Array(stride * (rows + 1))
  let first = rows
  let last = 0
  for (const { x0, y0, x1, y1 } of boxes) {
    const left = raster.column(x0 - reach)
    const right = raster.column(x1 + reach) + 1
    const top = raster.row(y0 - reach)
    const bottom = raster.row(y1 + reach) + 1
    if (top < first) first = top
    if (bottom > last) last = bottom
    change(over, top * stride + left, 1)
    change(over, top * stride + right, -1)
    change(over, bottom * stride + left, -1)
    change(over, bottom * stride + right, 1)
  }
  for (let y = first; y <= last; y++) {
    let before = 0
    for (let at = y * stride, end = at + stride; at < end; at++) {
      before += over[at] ?? 0
      over[at] = before + (at < stride ? 0 : (over[at - stride] ?? 0))
    }
  }
  return over
}

const change = (over: Int32Array, at: number, by: number): void => {
  over[at] = (over[at] ?? 0) + by
}

/** Numbers of the covered cells that hang together. */
class Labels {
  readonly #raster: Raster
  readonly #over: Int32Array
  readonly #labels: Int32Array
  readonly #waiting: Array<number> = []
  #count = 0

  constructor(raster: Raster, over: Int32Array) {
    this.#raster = raster
    this.#over = over
    this.#labels = new Int32Array(over.length)
  }

  /** The number of those that hang together with the one at a box's centre. */
  at(box: Box): number {
    const { columns, rows, stride } = this.#raster
    const start = this.#raster.row((box.y0 + box.y1) / 2) * stride + this.#raster.column((box.x0 + box.x1) / 2)
    const known = this.#labels[start] ?? 0
    if (known !== 0) return known
    this.#count++
    this.#visit(start)
    for (let at = this.#waiting.pop(); at !== undefined; at = this.#waiting.pop()) {
      const x = at % stride
      const y = (at - x) / stride
      if (x > 0) this.#visit(at - 1)
      if (x + 1 < columns) this.#visit(at + 1)
      if (y > 0) this.#visit(at - stride)
      if (y + 1 < rows) this.#visit(at + stride)
    }
    return this.#count
  }

  #visit(at: number): void {
    if ((this.#over[at] ?? 0) <= 0 || this.#labels[at] !== 0) return
    this.#labels[at] = this.#count
    this.#waiting.push(at)
  }
}

/** Groups that belong together as one, until none do. */
export const merged = (groups: ReadonlyArray<Cluster>, belong: (a: Box, b: Box) => boolean): Array<Cluster> => {
  let left = groups.toSorted((a, b) => area(b.box) - area(a.box)).slice(0, maxDrawn)
  for (let isDone = false; !isDone; ) {
    isDone = true
    const out: Array<Cluster> = []
    for (const each of left) {
      const at = out.findIndex((other) => belong(each.box, other.box))
      const other = out[at]
      if (other === undefined) out.push(each)
      else {
        out[at] = { box: union(each.box, other.box), members: [...other.members, ...each.members] }
        isDone = false
      }
    }
    left = out
  }
  return left
}
