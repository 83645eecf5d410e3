/**
 * GlyphTable → GlyphTable: the letters of TeX's logos stand on their line, at its size and in its font. A lowered E and a raised A
 * are an index and an exponent by where they are, and the epsilon of LaTeX2ε is a formula by its font; none of them is.
 */
import { scriptShare } from "../model/Measures.ts"
import type { GlyphTable } from "../model/Page.ts"

/** How much lower E, and how much higher A, is than the letters beside it, in em. */
const [leastShiftEm, mostShiftEm] = [0.08, 0.35]
/** The numeral of a version is set this far behind the logo at most, in em. */
const besideEm = 0.25

export const withLogos = (glyphs: GlyphTable): GlyphTable => {
  const found: Array<number> = []
  for (let i = 1; i + 1 < glyphs.length; i++) if (glyphs.text[i] === "E" && isLogo(glyphs, i)) found.push(i)
  if (found.length === 0) return glyphs
  const y = glyphs.y.slice()
  const size = glyphs.size.slice()
  const font = glyphs.font.slice()
  for (const i of found) {
    const same = [i, ...(isRaised(glyphs, i - 2) ? [i - 2] : []), ...(isVersion(glyphs, i + 2) ? [i + 3] : [])]
    for (const k of same) {
      y[k] = glyphs.y[i - 1] ?? 0
      size[k] = glyphs.size[i - 1] ?? 0
      font[k] = glyphs.font[i - 1] ?? 0
    }
  }
  return { ...glyphs, y, size, font }
}

/** How far a glyph is above the one at `of`, in em of that. */
const above = ({ y, size }: GlyphTable, i: number, of: number): number => ((y[of] ?? 0) - (y[i] ?? 0)) / (size[of] ?? 0)

/** How far a glyph begins behind the end of the one before it, in em. */
const gap = ({ x, w, size }: GlyphTable, i: number): number =>
  ((x[i] ?? 0) - (x[i - 1] ?? 0) - (w[i - 1] ?? 0)) / (size[i - 1] ?? 0)

const isLogo = (glyphs: GlyphTable, i: number): boolean => {
  const { text, font, y, angle } = glyphs
  if (text[i - 1] !== "T" || text[i + 1] !== "X" || y[i - 1] !== y[i + 1]) return false
  if (font[i - 1] !== font[i] || font[i] !== font[i + 1] || angle[i - 1] !== 0 || angle[i] !== 0) return false
  const lowered = -above(glyphs, i, i - 1)
  return lowered > leastShiftEm && lowered < mostShiftEm && gap(glyphs, i) < 0 && gap(glyphs, i + 1) < 0
}

/** The A of LaTeX, before the T: smaller, raised, and over the letter before it. */
const isRaised = (glyphs: GlyphTable, i: number): boolean => {
  const raised = above(glyphs, i, i + 1)
  const isSmall = (glyphs.size[i] ?? 0) < scriptShare * (glyphs.size[i + 1] ?? 0)
  return glyphs.text[i] === "A" && isSmall && raised > leastShiftEm && raised < mostShiftEm && gap(glyphs, i) < 0
}

/** The 2ε behind the X. */
const isVersion = (glyphs: GlyphTable, i: number): boolean =>
  glyphs.text[i] === "2" &&
  /^[εϵ]$/.test(glyphs.text[i + 1] ?? "") &&
  glyphs.y[i] === glyphs.y[i - 1] &&
  gap(glyphs, i) < besideEm &&
  Math.abs(gap(glyphs, i + 1)) < leastShiftEm
