/**
 * GlyphTable → GlyphTable: letters of a line that are set reflected or turned round, one by one, stand among its letters: the
 * reversed E of logos, the quantifiers of logic. Text that runs upside down stays as it is.
 */

import type { GlyphTable } from "../model/Page.ts"

/** A logo or a symbol has no more such letters in a row. */
const mostReflected = 3
/** No space between words is wider than this, in em, and logos overlap by less. */
const besideEm = 0.5

export const withReflected = (glyphs: GlyphTable): GlyphTable => {
  if (!glyphs.angle.includes(180)) return glyphs
  const x = glyphs.x.slice()
  const y = glyphs.y.slice()
  const angle = glyphs.angle.slice()
  for (let i = 0; i < glyphs.length; i++) {
    if (glyphs.angle[i] !== 180) continue
    const from = i
    while (i + 1 < glyphs.length && glyphs.angle[i + 1] === 180) i++
    const base = baseline(glyphs, from, i)
    if (base === null) continue
    for (let k = from; k <= i; k++) {
      x[k] = left(glyphs, k)
      y[k] = base
      angle[k] = 0
    }
  }
  return { ...glyphs, x, y, angle }
}

const left = ({ x, w }: GlyphTable, i: number): number => (x[i] ?? 0) - (w[i] ?? 0)

/** The baseline of the upright text in which these few stand, each right of the one before, and between its letters; or none. */
const baseline = (glyphs: GlyphTable, from: number, to: number): number | null => {
  if (to - from >= mostReflected) return null
  for (let k = from + 1; k <= to; k++) if (left(glyphs, k) <= left(glyphs, k - 1)) return null
  const before = from - 1
  const after = to + 1
  const end = (glyphs.x[before] ?? Number.NaN) + (glyphs.w[before] ?? 0)
  if (adjoins(glyphs, before, from, left(glyphs, from) - end)) return glyphs.y[before] ?? 0
  if (adjoins(glyphs, after, to, (glyphs.x[after] ?? Number.NaN) - (glyphs.x[to] ?? 0))) return glyphs.y[after] ?? 0
  return null
}

const adjoins = ({ angle, y, size }: GlyphTable, beside: number, of: number, gap: number): boolean => {
  const em = size[of] ?? 0
  return angle[beside] === 0 && Math.abs(gap) < besideEm * em && Math.abs((y[beside] ?? 0) - (y[of] ?? 0)) < em
}
