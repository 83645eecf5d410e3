/**
 * RawPage, Part[] → Piece[]: what a tint, a frame or a bar sets apart from the text around it is read whole. Lines that run on
 * over the edge of a box are two; a shape whose edge goes through text is decoration.
 */

import { around, type Box, centreX, centreY, heaviest, holds, meets, union } from "../model/Geometry.ts"
import { isText, type Line, type Part, type Piece, type PlacedBox, unboxed } from "../model/Line.ts"
import { minPair, nearlyAll } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { isWithin, shapes } from "./Shapes.ts"

/** The parts of a page, with those in boxes put together. A shape that holds nearly all of the page's words is none. */
export const boxed = (page: RawPage, parts: ReadonlyArray<Part>): ReadonlyArray<Piece> =>
  put(parts, shapes(page, parts), nearlyAll * weightOf(parts))

/** Words, of which a cell counts as one. */
const weightOf = (parts: ReadonlyArray<Part>): number =>
  parts.reduce((sum, each) => sum + (isText(each) ? each.words.length : each.rows.flat().length), 0)

/** The parts, with those that a shape holds in a box of their own. `shapes` are largest first, so that smaller boxes are found within larger ones. */
const put = (parts: ReadonlyArray<Part>, shapes: ReadonlyArray<Box>, mostWords: number): ReadonlyArray<Piece> => {
  const [shape, ...others] = shapes
  if (shape === undefined) return parts
  const found = partedBy(shape, parts)
  if (found === null || weightOf(found.inner) > mostWords) return put(parts, others, mostWords)
  const within = others.filter((other) => isWithin(other, shape))
  const beyond = others.filter((other) => !isWithin(other, shape))
  return [...put(found.outer, beyond, mostWords), placed(put(found.inner, within, mostWords), shape)]
}

const placed = (pieces: ReadonlyArray<Piece>, shape: Box): PlacedBox => {
  const sizes = new Map<number, number>()
  for (const part of unboxed(pieces)) sizes.set(part.size, (sizes.get(part.size) ?? 0) + weightOf([part]))
  return { kind: "box", pieces, box: union(shape, around(pieces.map((each) => each.box))), size: heaviest(sizes) ?? 0 }
}

/** What a shape holds and what it does not. */
interface Parted {
  readonly inner: ReadonlyArray<Part>
  readonly outer: ReadonlyArray<Part>
}

/** Null where the shape is no box. */
const partedBy = (shape: Box, parts: ReadonlyArray<Part>): Parted | null => {
  const inner: Array<Part> = []
  const outer: Array<Part> = []
  for (const part of parts) {
    if (!meets(shape, part.box)) {
      outer.push(part)
      continue
    }
    const cut = isText(part) ? lineParted(shape, part) : tableParted(shape, part)
    if (cut === null) return null
    for (const each of cut.inner) inner.push(each)
    for (const each of cut.outer) outer.push(each)
  }
  const rows = new Set(inner.filter(isText).map(({ baseline }) => Math.round(baseline)))
  return rows.size >= minPair || (rows.size > 0 && !inner.every(isText)) ? { inner, outer } : null
}

const tableParted = (shape: Box, part: Part): Parted | null => {
  if (isWithin(part.box, shape)) return { inner: [part], outer: [] }
  return holds(shape, centreX(part.box), centreY(part.box)) ? null : { inner: [], outer: [part] }
}

const lineParted = (shape: Box, part: Line): Parted | null => {
  const isIn = part.words.map(({ box }) => holds(shape, centreX(box), centreY(box)))
  if (isIn.every((is) => is)) return { inner: [part], outer: [] }
  return isIn.some((is) => is) ? null : { inner: [], outer: [part] }
}
