/**
 * GlyphTable → GlyphTable: baselines that rounding has moved apart are one again. Writers of PDFs round places, each in its own way,
 * and whatever puts text in order, or asks what stands in one row, would see a step where no reader does.
 */
import type { GlyphTable } from "../model/Page.ts"

/** Baselines that differ by no more than this, in em of the smaller text, are one: no sign is raised by so little. */
const roundingEm = 0.03

export const level = (glyphs: GlyphTable): GlyphTable => {
  const y = rounded(glyphs, glyphs.y, isAcross)
  const x = rounded(glyphs, glyphs.x, isUp)
  return y === glyphs.y && x === glyphs.x ? glyphs : { ...glyphs, x, y }
}

const isAcross = (angle: number): boolean => angle % 180 === 0
const isUp = (angle: number): boolean => Math.abs(angle) % 180 === 90

/** Of one baseline: its smallest text, and how much is on it. */
interface Use {
  size: number
  glyphs: number
}

const rounded = (glyphs: GlyphTable, places: Float64Array, isOn: (angle: number) => boolean): Float64Array => {
  const uses = new Map<number, Use>()
  for (let i = 0; i < glyphs.length; i++) {
    if (!isOn(glyphs.angle[i] ?? 0)) continue
    const at = places[i] ?? 0
    const size = glyphs.size[i] ?? 0
    const use = uses.get(at)
    if (use === undefined) uses.set(at, { size, glyphs: 1 })
    else {
      use.size = Math.min(use.size, size)
      use.glyphs++
    }
  }
  const moved = moves(uses)
  return moved.size === 0 ? places : places.map((at, i) => (isOn(glyphs.angle[i] ?? 0) ? (moved.get(at) ?? at) : at))
}

/** Where each baseline goes that is not the most used one of those within `roundingEm` of their first. */
const moves = (uses: ReadonlyMap<number, Use>): ReadonlyMap<number, number> => {
  const moved = new Map<number, number>()
  const sorted = Float64Array.from(uses.keys()).sort()
  const useOf = (at: number) => uses.get(at) ?? { size: 0, glyphs: 0 }
  const isOne = (first: number, at: number) => at - first <= roundingEm * Math.min(useOf(first).size, useOf(at).size)
  for (let from = 0, to = 1; from < sorted.length; from = to) {
    const first = sorted[from] ?? 0
    for (to = from + 1; to < sorted.length && isOne(first, sorted[to] ?? 0); ) to++
    const own = sorted.subarray(from, to)
    const most = own.reduce((best, at) => (useOf(at).glyphs > useOf(best).glyphs ? at : best))
    for (const at of own) if (at !== most) moved.set(at, most)
  }
  return moved
}
