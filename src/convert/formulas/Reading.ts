/** Glyphs of one formula and the bars among them → what it says, in LaTeX and in characters. */

import { type Box, greatest, smallest, union } from "../model/Geometry.ts"
import { withBraces } from "./parse/Braces.ts"
import { withFences, withPieces } from "./parse/Fences.ts"
import { withTall } from "./parse/Glyphs.ts"
import { type Bar, type Item, sizeOf } from "./parse/Item.ts"
import { withLimits } from "./parse/Limits.ts"
import { within, withParts } from "./parse/Parse.ts"
import { quad, rowOf } from "./parse/Row.ts"
import { type ItemRow, rowsOf } from "./parse/Rows.ts"
import { atom } from "./print/Atoms.ts"
import { latex } from "./print/Latex.ts"
import { plainText } from "./print/Plain.ts"
import type { Row } from "./Tree.ts"

export interface Reading {
  /** Null where it cannot be read with confidence. */
  readonly latex: string | null
  readonly text: string
}

/** A formula of more glyphs is a drawing, or a page of them. */
const mostItems = 1200
/** Maximum distance, in points, between relations that are aligned. */
const maxOffPt = 2

/** A number that a formula, or one of its lines, is called by. */
export interface Tag {
  readonly text: string
  readonly baseline: number
}

export const reading = (glyphs: ReadonlyArray<Item>, bars: ReadonlyArray<Bar>, tags: ReadonlyArray<Tag>): Reading => {
  if (glyphs.length > mostItems) return { latex: null, text: "" }
  const fenced = together(glyphs, bars)
  const rows = rowsOf(fenced)
  const row = rows.length < 2 ? rowOf(fenced, within) : [stacked(rows, tags)]
  const [tag] = tags
  const isOuter = tag !== undefined && (rows.length < 2 || tags.length === 1)
  const own = latex(row)
  return {
    latex: isKnown(glyphs) ? (isOuter ? `${own} \\tag{${tag.text}}` : own) : null,
    text: plainText(row) + (isOuter ? ` (${tag.text})` : "")
  }
}

/** Fractions, roots, sums and what tall delimiters enclose as one each. */
const together = (glyphs: ReadonlyArray<Item>, bars: ReadonlyArray<Bar>): ReadonlyArray<Item> => {
  const braced = withBraces(withPieces(withTall(glyphs)), bars)
  const { items } = withParts(braced.items, braced.bars)
  const size = sizeOf(items) || 10
  return withFences(withLimits(items, within, size), within, size)
}

/** Where its rows stand, and what is set apart in them: the cells of a table. */
export const cellsOf = (glyphs: ReadonlyArray<Item>, bars: ReadonlyArray<Bar>): ReadonlyArray<Box> => {
  const size = sizeOf(glyphs) || 10
  return rowsOf(together(glyphs, bars)).flatMap(({ items }) => {
    const cells: Array<Box> = []
    for (const { box } of items.toSorted((a, b) => a.box.x0 - b.box.x0)) {
      const last = cells.at(-1)
      if (last !== undefined && box.x0 - last.x1 < quad * size) cells[cells.length - 1] = union(last, box)
      else cells.push(box)
    }
    return cells
  })
}

/** Every glyph stands for a character of formulas. */
const isKnown = (glyphs: ReadonlyArray<Item>): boolean =>
  glyphs.every(({ character }) => character !== "" && character !== "\ufffd" && !/[\p{Co}\p{Cc}]/u.test(character))

/** Lines one under the other, aligned where their relations are. */
const stacked = (rows: ReadonlyArray<ItemRow>, tags: ReadonlyArray<Tag>): Row[number] => {
  const own = tags.length < 2 ? {} : { tags: tagsOf(rows, tags) }
  const relations = rows.map(({ items }) => firstRelation(items))
  const found = relations.flatMap((box) => box ?? [])
  const spread = (places: ReadonlyArray<number>) => greatest(places) - smallest(places)
  const isAligned =
    found.length > 1 &&
    (spread(found.map(({ x0 }) => x0)) < maxOffPt || spread(found.map(({ x0, x1 }) => (x0 + x1) / 2)) < maxOffPt)
  const left = smallest(found.map(({ x0 }) => x0))
  if (!isAligned)
    return { kind: "grid", rows: rows.map(({ items }) => [rowOf(items, within)]), layout: "gathered", ...own }
  const cells = rows.map(({ items }, i) => {
    const at = (relations[i]?.x0 ?? left) - maxOffPt
    return [items.filter(({ box }) => box.x0 < at), items.filter(({ box }) => box.x0 >= at)].map((cell) =>
      rowOf(cell, within)
    )
  })
  return { kind: "grid", rows: cells, layout: "aligned", ...own }
}

const firstRelation = (items: ReadonlyArray<Item>): Item["box"] | null =>
  items
    .filter((each) => atom(each.character)?.role === "relation")
    .reduce<Item["box"] | null>((first, { box }) => (first === null || box.x0 < first.x0 ? box : first), null)

/** Each number at the line that it is nearest to. */
const tagsOf = (rows: ReadonlyArray<ItemRow>, tags: ReadonlyArray<Tag>): ReadonlyArray<string> => {
  const out = rows.map(() => "")
  for (const { text, baseline } of tags) {
    const distances = rows.map((row, i) => (out[i] === "" ? Math.abs(row.baseline - baseline) : Infinity))
    const nearest = distances.indexOf(smallest(distances))
    if (nearest >= 0) out[nearest] = text
  }
  return out
}
