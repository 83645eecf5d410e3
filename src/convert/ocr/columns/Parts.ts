/** Parts of a picture that gutters keep apart, to be read one by one, each as a picture of its own. */

import type { Area } from "../../model/Page.ts"
import { inkShare, threshold } from "../Ink.ts"
import type { Picture } from "../Recognised.ts"
import { type Gutter, guttersOf } from "./Gutters.ts"
import { emOf } from "./LetterSize.ts"
import { placeIn, type Tract, tractsOf } from "./Tracts.ts"

/** Two columns the recogniser tells apart itself. It reads across those of a page where more stand side by side over at least this share of its height. */
const minShare = 1 / 3
/** Width that is left out on both sides of a worn rule in the middle of a gutter, in em. */
const ruleEm = 0.2

/** A part of a picture, and where that begins in it, in pixels. */
export interface Part {
  readonly x: number
  readonly y: number
  readonly picture: Picture
}

export interface Columns {
  /** The font size of most print, in pixels. */
  readonly em: number
  /** Those with something in them, with paper around it. */
  readonly parts: ReadonlyArray<Part>
  readonly areas: ReadonlyArray<Area>
}

/**
 * What gutters keep apart in a picture, cut out of one without its rules, `bare`; null where few or none do. No gutter
 * crosses a level rule: the columns of a table have some across them.
 */
export const columnsOf = (picture: Picture, bare: Picture): Columns | null => {
  const ink = threshold(picture)
  const em = emOf(picture, ink)
  const gutters = em === null ? [] : guttersOf(picture, ink, em)
  if (em === null || !isManyColumned(gutters, picture.height)) return null
  const tracts = tractsOf(picture, ink, em, gutters)
  const parts = tracts.map((tract) => cutOut(bare, ink, em, tract)).filter((part) => part !== null)
  return { em, parts, areas: tracts.map((tract) => areaOf(picture, em, tract)) }
}

/** Whether text stands in more than two columns on a good part of a picture of this height. */
export const isManyColumned = (gutters: ReadonlyArray<Pick<Gutter, "y0" | "y1">>, height: number): boolean => {
  let rows = 0
  for (let y = 0; y < height; y++) if (gutters.filter(({ y0, y1 }) => y >= y0 && y < y1).length > 1) rows++
  return rows >= minShare * height
}

const areaOf = ({ width, scale }: Picture, em: number, { y0, y1, left, right }: Tract): Area => {
  const rows = Array.from({ length: Math.ceil((y1 - y0) / em) }, (_, i) => Math.round(y0 + i * em))
  return {
    y0: y0 / scale,
    y1: y1 / scale,
    step: em / scale,
    left: rows.map((y) => (left === null ? 0 : placeIn(left, y)) / scale),
    right: rows.map((y) => (right === null ? width : placeIn(right, y)) / scale)
  }
}

const cutOut = (
  { width, pixels, scale }: Picture,
  ink: number,
  em: number,
  { y0, y1, left, right }: Tract
): Part | null => {
  const rule = Math.round(ruleEm * em)
  const from = (y: number) => (left === null ? 0 : placeIn(left, y) + rule)
  const to = (y: number) => (right === null ? width : placeIn(right, y) - rule)
  let box: { x0: number; y0: number; x1: number; y1: number } | null = null
  for (let y = y0; y < y1; y++)
    for (let x = from(y); x < to(y); x++) {
      if ((pixels[y * width + x] ?? 255) > ink) continue
      box ??= { x0: x, y0: y, x1: x, y1: y }
      if (x < box.x0) box.x0 = x
      if (x > box.x1) box.x1 = x
      box.y1 = y
    }
  if (box === null) return null
  // paper around it
  const margin = Math.round(em)
  const x = box.x0 - margin
  const y = box.y0 - margin
  const wide = box.x1 - x + 1 + margin
  const high = box.y1 - y + 1 + margin
  const out = new Uint8Array(wide * high).fill(Math.min(255, Math.round(ink / inkShare)))
  for (let row = Math.max(y0, y); row < Math.min(y1, y + high); row++) {
    const start = Math.max(from(row), x)
    const end = Math.min(to(row), x + wide)
    if (end > start) out.set(pixels.subarray(row * width + start, row * width + end), (row - y) * wide + start - x)
  }
  return { x, y, picture: { width: wide, height: high, scale, pixels: out } }
}
