/**
 * RawPage → RawPage: glyphs a reader sees, in characters a reader types. Off the page, invisible, microscopic,
 * covered and background-coloured glyphs go (they are also how text is smuggled past people to machines), a glyph painted twice at
 * one place stays once, and Unicode is repaired: ligatures, NFC, spaces, private-use bullets. A page set sideways is
 * turned upright.
 */

import { area, type Box, median } from "../model/Geometry.ts"
import { middleEm, minSeries, mostShare, slackEm, touchEm } from "../model/Measures.ts"
import { Flag, type GlyphTable, picked, type RawPage } from "../model/Page.ts"
import { accented } from "./Accents.ts"
import { backgroundOf, hides } from "./Background.ts"
import { level } from "./Baselines.ts"
import { doubleOf, looksBold, unpainted } from "./Doubles.ts"
import { isSymbolic } from "./fonts/Symbols.ts"
import { inGlyphOrder } from "./GlyphOrder.ts"
import { withLogos } from "./Logos.ts"
import { withReflected } from "./Reflected.ts"
import { underlay } from "./Underlay.ts"
import { withUnderscores } from "./Underscores.ts"
import { ligatureOf, repaired, unmapped } from "./Unicode.ts"
import { upright } from "./Upright.ts"

/** Fonts of TeX whose characters are strokes and tips of arrows, of LaTeX's pictures and of Xy-pic, and arcs, which round the corners of frames as well. */
const strokes = /^(?:[A-Z]{6}\+)?(?:LINEW?|XY(?:ATIP|BTIP|BSQL|DASH|LINE))\d*(?:-|$)/i
const arcs = /^(?:[A-Z]{6}\+)?(?:LCIRCLEW?|XYCIRC)\d*(?:-|$)/i

/** Smaller than this, in points, nobody reads it, unless most of the page is. */
const legiblePt = 2
const smallestPt = 1
/** Letters that are no further apart, in em, touch but for the rounding of their places. */
const roundingEm = 0.003

export const clean = (page: RawPage): RawPage => {
  const turned = upright(page)
  const glyphs = accented(inGlyphOrder(withLogos(withReflected(withUnderscores(turned)))))
  const least = leastSize(glyphs.size)
  const scanned = isScan(turned)
  const under = backgroundOf(turned)
  const symbolic = turned.fonts.map((font) => isSymbolic(font.name))
  const isStroke = turned.fonts.map((font) => strokes.test(font.name))
  const isArc = turned.fonts.map((font) => arcs.test(font.name))
  const drawn: Array<Box> = []
  const kept: Array<number> = []
  const texts: Array<string> = []
  const flags = glyphs.flags.slice()
  const painting = unpainted(glyphs)
  let hidden = false
  let isAgain = false
  for (let i = 0; i < glyphs.length; i++) {
    const x = glyphs.x[i] ?? 0
    const y = glyphs.y[i] ?? 0
    const w = glyphs.w[i] ?? 0
    const size = glyphs.size[i] ?? 0
    const angle = glyphs.angle[i] ?? 0
    if (size < least) continue
    const cx = angle === 0 ? x + w / 2 : x
    const cy = angle === 0 ? y - size * middleEm : y
    if (cx < 0 || cy < 0 || cx > turned.width || cy > turned.height) continue
    if (((flags[i] ?? 0) & Flag.invisible) !== 0 && !scanned) continue
    if (!sameWord(glyphs, i)) hidden = hides(under, glyphs.colour[i] ?? 0, cx, cy, i)
    if (hidden && ((flags[i] ?? 0) & Flag.invisible) === 0) continue
    const painted = glyphs.text[i] ?? ""
    const font = glyphs.font[i] ?? 0
    if (isStroke[font]) drawn.push({ x0: x, y0: y - size, x1: x + w, y1: y })
    if (isStroke[font] || isArc[font]) continue
    // most glyphs: there is nothing to repair
    const isPlain = symbolic[font] === false && isPrintable(painted)
    const text = isPlain
      ? painted
      : isHyphen(glyphs, i) || isTypedMinus(turned, glyphs, i)
        ? "-"
        : mended(painted, w / size, turned.fonts[font]?.name ?? "", glyphs.text[i - 1] ?? "")
    if (text === "") continue
    if (text === " ") {
      // a space within what is painted again is painted again as well
      if (isAgain || isTakenBack(glyphs, i)) continue
    } else {
      const before = doubleOf(painting, i)
      isAgain = before !== undefined
      if (before !== undefined) {
        // painted at the very same place it looks as it did
        if (looksBold(glyphs, i, before)) flags[before] = (flags[before] ?? 0) | Flag.doubled
        continue
      }
    }
    kept.push(i)
    texts.push(text)
  }
  const drawings = drawn.length === 0 ? turned.drawings : [...turned.drawings, ...drawn]
  const out = { ...turned, drawings, glyphs: level(picked({ ...glyphs, flags }, kept, texts)) }
  return scanned ? underlay(out) : out
}

const leastSize = (sizes: Float32Array): number => {
  for (const size of sizes) if (size < legiblePt) return Math.max(smallestPt, Math.min(legiblePt, 0.7 * median(sizes)))
  return smallestPt
}

/** One of ASCII's printable characters, which mean themselves in fonts with an ordinary encoding; or a space. */
const isPrintable = (text: string): boolean => {
  const code = text.charCodeAt(0)
  return text.length === 1 && code >= 0x20 && code < 0x7f
}

/** What a glyph says, unless that is more letters than so wide a glyph can be: a font that tells sentences of one tells nothing. */
const mended = (painted: string, em: number, font: string, before: string): string => {
  const letters = painted.length > minSeries ? (painted.match(/\p{L}/gu)?.length ?? 0) : 0
  if (letters > minSeries && em < slackEm * letters) return unmapped
  return ligatureOf(painted, font, before) ?? repaired(painted, font)
}

/** A space that the letters beside it leave no room for: writers that have no kerning of their own take its width back. */
const isTakenBack = (glyphs: GlyphTable, i: number): boolean => {
  const [before, after] = [i - 1, i + 1]
  const size = glyphs.size[i] ?? 0
  for (const near of [before, after]) {
    if (glyphs.y[near] !== glyphs.y[i] || glyphs.size[near] !== size || glyphs.font[near] !== glyphs.font[i])
      return false
    if (glyphs.angle[near] !== 0 || !letter.test(glyphs.text[near] ?? "")) return false
  }
  const room = (glyphs.x[after] ?? 0) - (glyphs.x[before] ?? 0) - (glyphs.w[before] ?? 0)
  return room < roundingEm * size && room > -touchEm * size
}
const letter = /^[\p{L}\p{M}]/u

/** A soft hyphen that is painted within a line, right before what goes on there, is a hyphen. */
const isHyphen = (glyphs: GlyphTable, i: number): boolean => {
  if (glyphs.text[i] !== "\u00ad" || (glyphs.w[i] ?? 0) <= 0) return false
  return touches(glyphs, i) && /^\S/u.test(glyphs.text[i + 1] ?? "")
}

/** Whether the next glyph begins where this one ends. */
const touches = (glyphs: GlyphTable, i: number): boolean => {
  const gap = (glyphs.x[i + 1] ?? 0) - (glyphs.x[i] ?? 0) - (glyphs.w[i] ?? 0)
  return glyphs.y[i] === glyphs.y[i + 1] && Math.abs(gap) < touchEm * (glyphs.size[i] ?? 0)
}

/**
 * Whether a minus is what a keyboard has for it, as manual pages print options and R what it plots: it touches letters of its own
 * font, which is none of formulas.
 */
const isTypedMinus = ({ fonts }: RawPage, glyphs: GlyphTable, i: number): boolean => {
  if (glyphs.text[i] !== "−") return false
  const next = glyphs.text[i + 1] === "−" && touches(glyphs, i) ? i + 2 : i + 1
  const own = glyphs.font[i] ?? 0
  if (glyphs.font[next] !== own || /math|symbol/i.test(fonts[own]?.name ?? "")) return false
  return touches(glyphs, next - 1) && /^\p{L}/u.test(glyphs.text[next] ?? "")
}

/** What hides a glyph hides the word it is part of. */
const sameWord = (glyphs: GlyphTable, i: number): boolean =>
  i > 0 &&
  glyphs.colour[i] === glyphs.colour[i - 1] &&
  glyphs.y[i] === glyphs.y[i - 1] &&
  glyphs.text[i - 1] !== " " &&
  Math.abs((glyphs.x[i] ?? 0) - (glyphs.x[i - 1] ?? 0) - (glyphs.w[i - 1] ?? 0)) < (glyphs.size[i] ?? 0)

/** A page that is mainly a picture, so that its invisible text is the recognised text of that picture. */
const isScan = (page: RawPage): boolean => {
  let visible = 0
  for (let i = 0; i < page.glyphs.length; i++) if (((page.glyphs.flags[i] ?? 0) & Flag.invisible) === 0) visible++
  const pictures = page.images.reduce((sum, box) => sum + area(box), 0)
  return visible * 10 < page.glyphs.length && pictures > mostShare * page.width * page.height
}
