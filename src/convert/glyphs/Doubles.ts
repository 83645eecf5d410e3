/** Glyph → whether it was painted before at nearly the same place, for a shadow or to look bold. */
import { slackEm } from "../model/Measures.ts"
import type { GlyphTable } from "../model/Page.ts"

/** How far apart two paintings of one glyph may lie: this share of its width, and of its size. */
const maxApartOfWidth = 0.45
const maxApartEm = 0.25

/** Paintings of one glyph no further apart than this, in em, look as one. */
const minBoldShiftEm = 0.005

/** Whether a glyph painted twice looks bold: where one painting stands beside the other. */
export const looksBold = ({ x, y, size }: GlyphTable, i: number, other: number): boolean =>
  Math.max(Math.abs((x[other] ?? 0) - (x[i] ?? 0)), Math.abs((y[other] ?? 0) - (y[i] ?? 0))) >
  minBoldShiftEm * (size[i] ?? 0)

/** Glyphs by their place. */
export interface Painted {
  readonly glyphs: GlyphTable
  /** The glyph seen last in a cell, and for each glyph the one before it in its cell; places far apart may share one. */
  readonly last: Int32Array
  readonly before: Int32Array
}

/** None of them is painted yet. */
export const unpainted = (glyphs: GlyphTable): Painted => ({
  glyphs,
  last: new Int32Array(2 ** Math.ceil(Math.log2(2 * glyphs.length + 1))).fill(-1),
  before: new Int32Array(glyphs.length).fill(-1)
})

/** Paints a glyph: the one before it that it paints again. */
export const doubleOf = ({ glyphs, last, before }: Painted, i: number): number | undefined => {
  const most = last.length - 1
  // twice as wide as glyphs may be apart: what is near lies in its own cell, or in the next one on the nearer side
  const cell = 2 * Math.max(1, (glyphs.size[i] ?? 0) * maxApartEm)
  const x = (glyphs.x[i] ?? 0) / cell
  const y = (glyphs.y[i] ?? 0) / cell
  for (let column = Math.floor(x - 0.5), right = column + 1; column <= right; column++) {
    for (let row = Math.floor(y - 0.5), below = row + 1; row <= below; row++) {
      for (let other = last[cellOf(column, row, most)] ?? -1; other >= 0; other = before[other] ?? -1)
        if (areNear(glyphs, i, other)) return other
    }
  }
  const own = cellOf(Math.floor(x), Math.floor(y), most)
  before[i] = last[own] ?? -1
  last[own] = i
  return undefined
}

const cellOf = (column: number, row: number, most: number): number => {
  const mixed = Math.imul(column, 73_856_093) ^ Math.imul(row, 19_349_663)
  return (mixed ^ (mixed >>> 16)) & most
}

const areNear = (glyphs: GlyphTable, i: number, other: number): boolean => {
  const size = glyphs.size[i] ?? 0
  const reach = Math.min(maxApartEm * size, maxApartOfWidth * (glyphs.w[i] ?? 0) || size * slackEm)
  return (
    glyphs.text[other] === glyphs.text[i] &&
    glyphs.size[other] === glyphs.size[i] &&
    glyphs.angle[other] === glyphs.angle[i] &&
    Math.abs((glyphs.x[other] ?? 0) - (glyphs.x[i] ?? 0)) <= (glyphs.angle[i] === 0 ? reach : maxApartEm * size) &&
    Math.abs((glyphs.y[other] ?? 0) - (glyphs.y[i] ?? 0)) <= (glyphs.angle[i] === 0 ? maxApartEm * size : reach)
  )
}
