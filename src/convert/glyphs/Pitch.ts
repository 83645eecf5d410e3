/**
 * Proportional letters on a fixed pitch, as LaTeX's `listings` sets code unless told otherwise: a word of n letters takes n
 * places, and the room that its letters leave is the same before, between and behind them, so that words whose letters are
 * unlike have unlike gaps and one pitch. Letter-spaced words have one gap and unlike pitches.
 */

import { median } from "../model/Geometry.ts"
import { minSeries, nearlyAll } from "../model/Measures.ts"
import type { GlyphTable } from "../model/Page.ts"

/** Letters with less room between them, in em, are not spread; rooms and pitches that differ by no more are one. */
const minRoomEm = 0.02
/** Words whose letters are as wide on average, in em, have the same pitch however they are set. */
const minWidthStepEm = 0.05
/** Minimum number of letters of a word that says how it is set. */
const minSpreadLetters = 3
/** The narrowest and the widest letter, in em: with two of them on either side a gap is without a space, or with one. */
const narrowestEm = 0.28
const widestEm = 0.83

interface SpreadWord {
  readonly from: number
  readonly size: number
  readonly pitch: number
  /** Room between its letters and their width, on average, in em. */
  readonly room: number
  readonly width: number
}

/** The pitch of each glyph that is set on one, in points, and 0 of all others; null on most pages. */
export const pitches = (glyphs: GlyphTable): Float32Array | null => {
  let out: Float32Array | null = null
  if (!isSpreadSomewhere(glyphs)) return out
  const plain = new Set<string>()
  for (const words of Map.groupBy(wordsOf(glyphs), ({ size }) => Math.round(size * 4)).values()) {
    const spread = words.filter(({ room }) => room > minRoomEm)
    const pitch = Math.fround(median(spread.map((word) => word.pitch)))
    const isOn = (word: SpreadWord) => Math.abs(word.pitch - pitch) < minRoomEm * word.size
    const own = spread.filter(isOn)
    if (own.length < minSeries || own.length < nearlyAll * spread.length) continue
    const widths = own.map(({ width }) => width).sort((a, b) => a - b)
    if ((widths.at(-1) ?? 0) - (widths[0] ?? 0) < minWidthStepEm) continue
    out ??= new Float32Array(glyphs.length)
    const isPlain = (word: SpreadWord) => !isOn(word) && Math.abs(word.room) < minRoomEm / 2
    for (const { from } of words.filter(isPlain)) plain.add(lineAt(glyphs, from))
    for (const { from } of own) if (!plain.has(lineAt(glyphs, from))) markLine(glyphs, from, pitch, out)
  }
  if (out !== null) markBetween(glyphs, plain, out)
  return out
}

/** The gap from which glyphs on a pitch are apart, in points: half way between the widest without a space and the narrowest with one. */
export const cutOn = (pitch: number, size: number): number => 1.5 * pitch - ((narrowestEm + widestEm) / 2) * size

const gapBefore = ({ x, w }: GlyphTable, i: number): number => (x[i] ?? 0) - (x[i - 1] ?? 0) - (w[i - 1] ?? 0)

const isNear = ({ y, size, angle }: GlyphTable, a: number, b: number): boolean =>
  angle[a] === 0 && angle[b] === 0 && y[a] === y[b] && size[a] === size[b]

/** What glyphs of one size on one line have in common. */
const lineAt = ({ y, size }: GlyphTable, i: number): string => `${y[i]} ${size[i]}`

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)

const isLetterAt = ({ text }: GlyphTable, i: number): boolean => isLetter((text[i] ?? "").charCodeAt(0))

const goesOn = (glyphs: GlyphTable, i: number): boolean =>
  i < glyphs.length && isLetterAt(glyphs, i) && glyphs.font[i] === glyphs.font[i - 1] && isNear(glyphs, i - 1, i)

/** Most pages: no word has room between its letters. */
const isSpreadSomewhere = (glyphs: GlyphTable): boolean => {
  for (let i = 2; i < glyphs.length; i++) {
    const least = minRoomEm * (glyphs.size[i] ?? 1)
    if (gapBefore(glyphs, i) <= least || gapBefore(glyphs, i - 1) <= least) continue
    if (isLetterAt(glyphs, i - 2) && goesOn(glyphs, i - 1) && goesOn(glyphs, i)) return true
  }
  return false
}

/** Words of letters, as far as the room between these is one. */
const wordsOf = (glyphs: GlyphTable): ReadonlyArray<SpreadWord> => {
  const out: Array<SpreadWord> = []
  for (let i = 1; i < glyphs.length; i++) {
    if (!isLetterAt(glyphs, i - 1)) continue
    const from = i - 1
    const size = glyphs.size[from] ?? 1
    const room = gapBefore(glyphs, i)
    while (goesOn(glyphs, i) && Math.abs(gapBefore(glyphs, i) - room) < (minRoomEm / 2) * size) i++
    const letters = i - from
    if (letters < minSpreadLetters || room > size) continue
    let width = 0
    for (let at = from; at < i; at++) width += glyphs.w[at] ?? 0
    const rooms = (glyphs.x[i - 1] ?? 0) + (glyphs.w[i - 1] ?? 0) - (glyphs.x[from] ?? 0) - width
    const even = rooms / (letters - 1)
    out.push({
      from,
      size,
      pitch: (width + even * (letters + 1)) / letters,
      room: even / size,
      width: width / letters / size
    })
  }
  return out
}

/** All that is as large on the line of a word: what stands between the words of a listing is of it. */
const markLine = (glyphs: GlyphTable, at: number, pitch: number, out: Float32Array): void => {
  if (out[at] === pitch) return
  for (let i = at; i >= 0 && isNear(glyphs, i, at); i--) out[i] = pitch
  for (let i = at; i < glyphs.length && isNear(glyphs, i, at); i++) out[i] = pitch
}

/** Lines right behind such a line that have no plain word: signs, names in which not all is letters. */
const markBetween = (glyphs: GlyphTable, plain: ReadonlySet<string>, out: Float32Array): void => {
  for (let i = 1; i < glyphs.length; i++) {
    const pitch = out[i - 1] ?? 0
    if (pitch === 0 || out[i] !== 0 || glyphs.size[i] !== glyphs.size[i - 1]) continue
    let to = i
    while (to < glyphs.length && isNear(glyphs, i, to)) to++
    const isNumber = glyphs.text.slice(i, to).every((text) => /^[\p{N}\s]$/u.test(text))
    if (!isNumber && !plain.has(lineAt(glyphs, i))) out.fill(pitch, i, to)
  }
}
