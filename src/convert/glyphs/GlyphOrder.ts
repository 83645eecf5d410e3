/**
 * GlyphTable → GlyphTable: fonts that say nothing of their characters. A TrueType font cut down by a PDF writer is often
 * shown by glyph numbers, and where the file maps none of them pdf.js hands the numbers through: "The" reads "7KH". Most
 * such fonts keep the order of the Macintosh standard glyphs: space is 3, then ASCII, then the rest of Mac Roman.
 */
import type { GlyphTable } from "../model/Page.ts"

/** Mac Roman from 0x80 on, as far as the standard order goes. */
const macRoman =
  "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ"
/** Glyph number of the space, and how far ASCII lies above its glyph numbers. */
const spaceGlyph = 3
const asciiShift = 29
/** Share of a font's glyphs that are spaces when its text is numbers, and of letters and figures once it is read. */
const minSpaceShare = 0.05
const minLetterShare = 0.7
/** Fewer glyphs than this prove nothing. */
const minGlyphs = 12

/** The character at this place of the standard order; null beyond it. */
const standard = (glyph: number): string | null => {
  if (glyph < spaceGlyph) return null
  if (glyph < 98) return String.fromCharCode(glyph + asciiShift)
  return macRoman[glyph - 98] ?? null
}

export const inGlyphOrder = (glyphs: GlyphTable): GlyphTable => {
  if (!glyphs.text.includes("\u0003")) return glyphs
  const fonts = new Map<number, { all: number; spaces: number; letters: number }>()
  for (let i = 0; i < glyphs.length; i++) {
    const font = glyphs.font[i] ?? 0
    const count = fonts.get(font) ?? { all: 0, spaces: 0, letters: 0 }
    const code = glyphs.text[i]?.charCodeAt(0) ?? 0
    const read = standard(code)
    count.all++
    if (code === spaceGlyph) count.spaces++
    else if (read !== null && /[\p{L}\p{N}]/u.test(read)) count.letters++
    fonts.set(font, count)
  }
  const numbered = new Set<number>()
  for (const [font, count] of fonts) {
    const shown = count.all - count.spaces
    if (count.all >= minGlyphs && count.spaces >= minSpaceShare * count.all && count.letters >= minLetterShare * shown)
      numbered.add(font)
  }
  if (numbered.size === 0) return glyphs
  const text = glyphs.text.map((each, i) =>
    numbered.has(glyphs.font[i] ?? 0) ? (standard(each.charCodeAt(0)) ?? "\ufffd") : each
  )
  return { ...glyphs, text }
}
