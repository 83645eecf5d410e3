/** Boxes → groups of boxes that touch, or nearly. Takes the same time for a chart and for a map of a million paths: they are put on a raster. */

import { area, around, type Box, meets, overlap, union } from "../model/Geometry.ts"
import { maxDrawn } from "../model/Measures.ts"
import { parameters } from "./Parameters.ts"

const { minCellPt, maxCells, maxFrameMarks, minFrameShare } = parameters
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
  const raster = rasterOf(width, height)
  const labelOf = boxes.length > fewBoxes ? onRaster(raster, boxes, gap / 2) : compared(raster, boxes, gap / 2)
  const groups = [...Map.groupBy(boxes.keys(), labelOf).values()].map(
    (members): Cluster => ({ members, box: around(members.map((i) => boxes[i] as Box)) })
  )
  const isFrame = (group: Cluster) =>
    group.members.length <= maxFrameMarks && area(group.box) > minFrameShare * width * height
  const frames = groups.filter(isFrame)
  const others = groups.filter((group) => !isFrame(group))
  const parts = merged(others, meets)
  return [...frames, ...parts]
}

/** Cells over a page, row after row, each row one longer than it has columns. */
interface Raster {
  readonly columns: number
  readonly rows: number
  readonly stride: number
  /** How wide and high each is, in points. */
  readonly cell: number
}

const rasterOf = (width: number, height: number): Raster => {
  const cell = Math.max(minCellPt, Math.sqrt((width * height) / maxCells))
  const columns = Math.max(1, Math.ceil(width / cell))
  return { columns, rows: Math.max(1, Math.ceil(height / cell)), stride: columns + 1, cell }
}

const columnOf = ({ columns, cell }: Raster, x: number): number =>
  Math.max(0, Math.min(columns - 1, Math.floor(x / cell)))

const rowOf = ({ rows, cell }: Raster, y: number): number => Math.max(0, Math.min(rows - 1, Math.floor(y / cell)))

/** Gives each box the number of those whose cells touch its own, or those of one that does. */
const compared = (raster: Raster, boxes: ReadonlyArray<Box>, reach: number): ((i: number) => number | undefined) => {
  const cells = boxes.map(({ x0, y0, x1, y1 }) => ({
    x0: columnOf(raster, x0 - reach),
    y0: rowOf(raster, y0 - reach),
    x1: columnOf(raster, x1 + reach),
    y1: rowOf(raster, y1 + reach)
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
  const over = covered(raster, boxes, reach)
  const labels = { of: new Int32Array(over.length), last: 0 }
  return (i) => labelAt(raster, over, labels, boxes[i] as Box)
}

/** How many boxes lie over each cell, `reach` points around them included: the sums of what begins and ends before it. */
const covered = (raster: Raster, boxes: ReadonlyArray<Box>, reach: number): Int32Array => {
  const { rows, stride } = raster
  const over = new Int32Array(stride * (rows + 1))
  let first = rows
  let last = 0
  for (const { x0, y0, x1, y1 } of boxes) {
    const left = columnOf(raster, x0 - reach)
    const right = columnOf(raster, x1 + reach) + 1
    const top = rowOf(raster, y0 - reach)
    const bottom = rowOf(raster, y1 + reach) + 1
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

/** Which cells hang together with others: those of one number. */
interface Labels {
  readonly of: Int32Array
  /** The last number given. */
  last: number
}

/** The number of the covered cells that hang together with the one at a box's centre, which it gives them if they have none. */
const labelAt = (raster: Raster, over: Int32Array, labels: Labels, box: Box): number => {
  const { columns, rows, stride } = raster
  const start = rowOf(raster, (box.y0 + box.y1) / 2) * stride + columnOf(raster, (box.x0 + box.x1) / 2)
  const known = labels.of[start] ?? 0
  if (known !== 0) return known
  const own = ++labels.last
  const waiting: Array<number> = []
  const visit = (at: number) => {
    if ((over[at] ?? 0) <= 0 || labels.of[at] !== 0) return
    labels.of[at] = own
    waiting.push(at)
  }
  visit(start)
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const x = at % stride
    const y = (at - x) / stride
    if (x > 0) visit(at - 1)
    if (x + 1 < columns) visit(at + 1)
    if (y > 0) visit(at - stride)
    if (y + 1 < rows) visit(at + stride)
  }
  return own
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
