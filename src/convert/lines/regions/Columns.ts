/** Two groups of lines side by side: are they columns to be read one after the other, or rows to be read across both? */

import { weigh } from "../../model/Evidence.ts"
import { median, overlap } from "../../model/Geometry.ts"
import { isText, type Piece, unboxed } from "../../model/Line.ts"
import { minGutterEm } from "../../model/Measures.ts"
import { columnEvidence } from "./ColumnEvidence.ts"

/** This share of a column's lines may run into the gutter. */
const maxOverfullShare = 0.1

/** Nearly all lines on the left, be they in boxes, end before the gutter; an overfull line may run into it. */
export const isClear = (left: ReadonlyArray<Piece>, x: number): boolean => {
  const over = left.filter((each) => each.box.x1 > x - minGutterEm * each.size)
  return unboxed(over).length <= maxOverfullShare * unboxed(left).length
}

/**
 * What each piece of evidence for columns is worth, in logits. Fitted to 8,900 pairs of groups in documents with truth, where the order of
 * their lines tells which it is, to 284 pairs of real manuals that were looked at, and to pairs of those manuals about which this sum and
 * what stood here before agreed. Rows that are read as columns cost half as much again as columns that are read as rows. `entries`
 * counted lines when it was fitted, not rows; `led` and `ordered` came later, and are set by hand: each decides by itself.
 */
const weights = {
  bias: 2.3,
  prose: 1.7,
  full: 2.5,
  torn: 2,
  equal: 1.5,
  entries: 1.8,
  led: 6,
  ordered: 7,
  titled: 2.1,
  sizes: 1.5,
  far: 1.1,
  level: -4.1,
  starts: -1.4,
  loose: -1.9,
  bands: -1.4,
  late: -0.8,
  label: -1.6,
  single: -1.4,
  narrow: -4.6,
  figures: -1.9,
  typed: -2.6,
  lateFirst: -1.4
}

export const areColumns = (before: ReadonlyArray<Piece>, behind: ReadonlyArray<Piece>): boolean => {
  // a box beside text is no column of a table
  if (isBoxes(before) !== isBoxes(behind)) return areBeside(before, behind)
  const [left, right] = [unboxed(before), unboxed(behind)]
  return left.length > 0 && right.length > 0 && weigh(columnEvidence(left, right), weights) > 0
}

/** Whether the entries of contents or an index are in an order that goes on from one to the other. */
export const areInOrder = (before: ReadonlyArray<Piece>, behind: ReadonlyArray<Piece>): boolean => {
  const [left, right] = [unboxed(before), unboxed(behind)]
  return left.length > 0 && right.length > 0 && columnEvidence(left, right).ordered >= 0.5
}

const isBoxes = (pieces: ReadonlyArray<Piece>): boolean => pieces.length > 0 && !pieces.some(isText)

const areBeside = (left: ReadonlyArray<Piece>, right: ReadonlyArray<Piece>): boolean =>
  left.some((a) => right.some((b) => overlap(a.box.y0, a.box.y1, b.box.y0, b.box.y1) > 0))

export const sizeOf = (lines: ReadonlyArray<Piece>): number => median(lines.map((each) => each.size))

/** A line with nothing below it within two of its heights: a date or a page number, not the top of a column. */
export const isLone = (each: Piece, all: ReadonlyArray<Piece>): boolean =>
  !all.some(
    (other) =>
      other !== each &&
      other.box.y0 >= each.box.y1 - 1 &&
      other.box.y0 - each.box.y1 < 2 * each.size &&
      overlap(other.box.x0, other.box.x1, each.box.x0, each.box.x1) > 0
  )
