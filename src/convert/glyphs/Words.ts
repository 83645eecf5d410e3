/**
 * RawPage → Word[]: glyphs that stand together. Spaces come from the real gaps between glyphs, since many files have no
 * space glyphs and some have too many. A word ends at a space, and where font, size or baseline change; the next stage
 * glues what touches.
 */

import { holds } from "../model/Geometry.ts"
import type { Word } from "../model/Line.ts"
import { minSizeStep, touchEm } from "../model/Measures.ts"
import { Flag, type GlyphTable, type Link, type RawPage } from "../model/Page.ts"
import { type FontStyle, isSquare, stylesOf } from "./FontStyles.ts"
import { cutOn, pitches } from "./Pitch.ts"
import { withWrappedLinks } from "./WrappedLinks.ts"

/** A gap wider than what touches is a space when a run gives no better answer: of tight lines, it is a sixth of an em. */
const spaceGapEm = touchEm
/** The dots of an ellipsis, and what closes after it, stand as far apart as that; from this gap on, in em, they are dots. */
const dotsGapEm = 0.2
/** Where a run's own cut may lie, in em. */
const minCutEm = 0.1
const maxCutEm = 0.3
/** Maximum number of letters in the words of a run, on average; and by how much their gaps are wider than those between letters. */
const maxWordLetters = 14
const minCutStepEm = 0.08
/** Letter-spaced text: this share of the gaps is wider than `minTrackingEm`, and not wider than `maxTrackingEm`, as crosses in the columns of a table are. */
const trackedShare = 0.75
const minTrackingEm = 0.06
const maxTrackingEm = 1.5
/** A jump back by more than this, or ahead by more than `maxAheadEm`, starts a new run. */
const maxBackEm = 0.35
const maxAheadEm = 3
/** A baseline that moves by more than this, in em, starts a new run. */
const maxBaselineShiftEm = 0.08
/** Ascent and descent of a line of text, in em: fonts' own figures are too often wrong. */
const ascentEm = 0.8
const descentEm = 0.2

export const words = (page: RawPage): ReadonlyArray<Word> => {
  const { glyphs } = page
  const styles = stylesOf(page)
  const own = { ...page, links: page.links.slice(0, mostLinks), pitch: pitches(glyphs) }
  const out: Array<Word> = []
  let start = 0
  for (let i = 1; i <= glyphs.length; i++) {
    if (i < glyphs.length && continues(glyphs, i)) continue
    cut(own, styles, start, i, out)
    start = i
  }
  return withWrappedLinks(out, own.links)
}

type PitchedPage = RawPage & { readonly pitch: Float32Array | null }

const combining = /\p{M}/u

/** Below this no character is a combining mark, nor changes when it is normalised. */
const firstCombining = 0x300

const isPlain = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= firstCombining) return false
  return true
}

/** The coordinate in the reading direction, for any angle. */
const along = (glyphs: GlyphTable, i: number): number => {
  const x = glyphs.x[i] ?? 0
  const angle = glyphs.angle[i] ?? 0
  if (angle === 0) return x
  const turn = (angle * Math.PI) / 180
  return x * Math.cos(turn) - (glyphs.y[i] ?? 0) * Math.sin(turn)
}

/** The coordinate across the reading direction. */
const across = (glyphs: GlyphTable, i: number): number => {
  const y = glyphs.y[i] ?? 0
  const angle = glyphs.angle[i] ?? 0
  if (angle === 0) return y
  const turn = (angle * Math.PI) / 180
  return (glyphs.x[i] ?? 0) * Math.sin(turn) + y * Math.cos(turn)
}

const gapBefore = (glyphs: GlyphTable, i: number): number =>
  along(glyphs, i) - along(glyphs, i - 1) - (glyphs.w[i - 1] ?? 0)

const continues = (glyphs: GlyphTable, i: number): boolean => {
  if (glyphs.angle[i] !== glyphs.angle[i - 1]) return false
  if (((glyphs.flags[i] ?? 0) & Flag.vertical) !== 0) return false
  const size = glyphs.size[i] ?? 1
  const isSpace = glyphs.text[i] === " " || glyphs.text[i - 1] === " "
  if (
    !isSpace &&
    (glyphs.font[i] !== glyphs.font[i - 1] || Math.abs(size - (glyphs.size[i - 1] ?? 1)) > minSizeStep * size)
  )
    return false
  if (Math.abs(across(glyphs, i) - across(glyphs, i - 1)) > maxBaselineShiftEm * size) return false
  const gap = gapBefore(glyphs, i)
  return gap > -maxBackEm * size && gap < maxAheadEm * size
}

const isFigure = (text = ""): boolean => text.length === 1 && text >= "0" && text <= "9"

/** Whether what is before a glyph may be a gap within a word: full stops of leaders say nothing, and figures far from one another are of several numbers. */
const isWithinWord = (glyphs: GlyphTable, i: number): boolean => {
  const [before, own] = [glyphs.text[i - 1], glyphs.text[i]]
  if (own === " " || before === " " || own === "." || before === ".") return false
  return !(isFigure(before) && isFigure(own) && gapBefore(glyphs, i) > maxCutEm * (glyphs.size[i] ?? 1))
}

const followsDot = ({ text }: GlyphTable, i: number): boolean =>
  text[i - 1] === "." && /^[.,;:)\]}]/.test(text[i] ?? "")

/**
 * Whether a double quotation mark opens behind a word, or a word follows one that closes: writers who set lines tightly leave less
 * there than elsewhere, but no language joins them.
 */
const isBesideQuote = ({ text }: GlyphTable, i: number): boolean => {
  const [before, own] = [text[i - 1] ?? "", text[i] ?? ""]
  if (own === "“") return endsWord.test(before)
  return before === "”" && beginsWord.test(own) && !/^[\s([{]$/.test(text[i - 2] ?? " ")
}
const endsWord = /[\p{L}\p{N},.:;]$/u
const beginsWord = /^[\p{L}\p{N}]/u

/** The gap from which a glyph stands apart from the one before it, in points. */
const cutAt = (glyphs: GlyphTable, i: number, cut: number, tracking: number): number => {
  const size = glyphs.size[i] ?? 0
  if (followsDot(glyphs, i)) return Math.max(cut, dotsGapEm * size)
  return isBesideQuote(glyphs, i) ? Math.min(cut, tracking + minCutStepEm * size) : cut
}

/** Signs in a row, such as stars or pictures of faces, are no letter-spaced word, however evenly they stand. */
const isLettered = ({ text }: GlyphTable, start: number, end: number): boolean =>
  text.slice(start, end).some((each) => /[\p{L}\p{N}]/u.test(each))

/** The gap from which a run's glyphs are apart, in points, and the tracking that is no gap. */
const cutOf = (glyphs: GlyphTable, start: number, end: number): { readonly cut: number; readonly tracking: number } => {
  const size = glyphs.size[start] ?? 1
  let all = 0
  let spaces = 0
  let narrow = 0
  for (let i = start + 1; i < end; i++) {
    if (glyphs.text[i] === " ") spaces++
    else if (isWithinWord(glyphs, i)) {
      all++
      if (gapBefore(glyphs, i) / size <= minTrackingEm) narrow++
    }
  }
  const quarter = Math.floor(all * (1 - trackedShare))
  // most runs: they have spaces of their own, and too many gaps are narrow for letter-spacing; a few may be those that do not break
  const isSpaced = spaces * maxWordLetters >= all
  if (isSpaced && spaces > 0 && narrow > quarter) return { cut: spaceGapEm * size, tracking: 0 }
  const gaps: Array<number> = []
  // a gap wider than any tracking lies between cells and tells of no space
  const widestGap = glyphs.text.slice(start, end).some(isIdeograph) ? maxAheadEm : maxTrackingEm
  for (let i = start + 1; i < end; i++) {
    const gap = gapBefore(glyphs, i) / size
    if (gap <= widestGap && isWithinWord(glyphs, i)) gaps.push(gap)
  }
  gaps.sort((a, b) => a - b)
  const low = gaps[quarter] ?? 0
  const isTracked = gaps.length >= 4 && low > minTrackingEm && isLettered(glyphs, start, end)
  const tracking = isTracked ? (gaps[gaps.length >> 1] ?? 0) : 0
  if (isSpaced && spaces > 0) return { cut: (spaceGapEm + tracking) * size, tracking: tracking * size }
  let widest = 0
  let cut = spaceGapEm
  let isLikely = false
  for (let k = 1; k < gaps.length; k++) {
    const lower = Math.max((gaps[k - 1] ?? 0) - tracking, minCutEm / 2)
    const upper = Math.min((gaps[k] ?? 0) - tracking, maxCutEm + minCutEm)
    const step = upper - lower
    // wider than the spaces is the tab behind a bullet: a cut that leaves words too long is none
    const isWords = (gaps.length - k) * maxWordLetters >= gaps.length && step > minCutStepEm
    // and one that any cut parts says nothing of the others
    if (upper <= minCutEm || ((isLikely || (upper > maxCutEm && widest > minCutStepEm)) && !isWords)) continue
    if (step > widest || (isWords && !isLikely)) {
      widest = step
      cut = (lower + upper) / 2
      isLikely = isWords
    }
  }
  const bounded = widest < 0.05 ? spaceGapEm : Math.min(maxCutEm, Math.max(minCutEm, cut))
  return { cut: (bounded + tracking) * size, tracking: tracking * size }
}

const isIdeograph = (text: string): boolean =>
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u.test(text)

const cut = (
  page: PitchedPage,
  styles: ReadonlyArray<FontStyle>,
  start: number,
  end: number,
  out: Array<Word>
): void => {
  const { glyphs } = page
  const pitch = page.pitch?.[start] ?? 0
  const { cut, tracking } =
    pitch > 0 ? { cut: cutOn(pitch, glyphs.size[start] ?? 1), tracking: 0 } : cutOf(glyphs, start, end)
  let from = start
  let spaced = false
  for (let i = start; i <= end; i++) {
    const space = i < end && glyphs.text[i] === " "
    const gap = i < end && i > from ? gapBefore(glyphs, i) : 0
    const apart =
      gap > cutAt(glyphs, i, cut, tracking) &&
      !(isIdeograph(glyphs.text[i] ?? "") && isIdeograph(glyphs.text[i - 1] ?? "") && gap < 2 * cut)
    if (i < end && !space && !apart) continue
    if (i > from) out.push(word(page, styles, from, i, spaced, cut, tracking))
    spaced = space || (apart && i > from)
    from = space ? i + 1 : i
  }
}

/** What a listing has, by the signs that letters for text have in their places. */
const typed: Readonly<Record<string, string>> = { "∗": "*", "’": "'", "”": '"' }

const word = (
  page: PitchedPage,
  styles: ReadonlyArray<FontStyle>,
  from: number,
  to: number,
  spaced: boolean,
  cut: number,
  tracking: number
): Word => {
  const { glyphs } = page
  const size = glyphs.size[from] ?? 1
  const font = glyphs.font[from] ?? 0
  const style = styles[font]
  const x0 = along(glyphs, from)
  const baseline = across(glyphs, from)
  const last = along(glyphs, to - 1)
  const flags = glyphs.flags[from] ?? 0
  let text = ""
  for (let i = from; i < to; i++) text += glyphs.text[i] ?? ""
  const isPitched = (page.pitch?.[from] ?? 0) > 0
  const mono = (style?.mono === true || isPitched) && !isSquare(text)
  // what is typed has hyphens alone, however its font draws them
  if (mono && text.includes("\u2212")) text = text.replaceAll("\u2212", "-")
  if (isPitched) text = text.replace(/[∗’”]/g, (sign) => typed[sign] ?? sign)
  const box = {
    x0,
    y0: baseline - ascentEm * size,
    x1: last + (glyphs.w[to - 1] ?? 0),
    y1: baseline + descentEm * size
  }
  return {
    text: !isPlain(text) && combining.test(text) ? text.normalize("NFC") : text,
    box,
    baseline,
    size,
    font: style?.family ?? "",
    bold: style?.bold === true || (flags & (Flag.stroked | Flag.doubled)) !== 0,
    italic: style?.italic === true,
    mono,
    colour: glyphs.colour[from] ?? 0,
    angle: glyphs.angle[from] ?? 0,
    artifact: (flags & Flag.artifact) !== 0,
    spaced,
    mcid: glyphs.mcid[from] ?? -1,
    glyphs: [from, to],
    gap: Math.max(cut, tracking),
    href: linked(page.links, (box.x0 + box.x1) / 2, baseline - size / 3),
    struck: undefined,
    formula: undefined,
    mirrored: undefined,
    noSpaceBefore: undefined,
    baselineShift: undefined,
    turned: undefined,
    begins: undefined
  }
}

/** Maximum number of links of a page that are looked at. */
const mostLinks = 1000

const linked = (links: ReadonlyArray<Link>, x: number, y: number): string | null =>
  links.find((link) => holds(link.box, x, y))?.url ?? null
