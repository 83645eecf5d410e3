/** GlyphTable → whether its text can be what the page shows, or a font kept its characters to itself. */
import { minSample, touchEm } from "../model/Measures.ts"
import type { GlyphTable } from "../model/Page.ts"
import { unmapped } from "./Unicode.ts"

/** Share of the glyphs on a page whose character is unknown from which a reader should be told. */
const minPatchyShare = 0.01
/** From here on the text is of no use, and its picture says more. */
const minImplausibleShare = 0.2
/** Share of vowels among Latin letters: languages have 0.25 to 0.5. */
const minVowelShare = 0.15
/** Text in fewer letters than this is a sequence or a pattern: a language takes more, whatever its letters are taken for. */
const minDifferentLetters = 10

export type Mapping = "mapped" | "patchy" | "implausible"

type Placed = Pick<GlyphTable, "length" | "text" | "x" | "y" | "w" | "size">

/** How far a cleaned page's characters can be trusted. */
export const mapping = (glyphs: Placed): Mapping => {
  let shown = 0
  let unknown = 0
  let joined = 0
  let latin = 0
  let vowels = 0
  let met = 0
  for (let i = 0; i < glyphs.length; i++) {
    const text = glyphs.text[i] ?? ""
    if (text === " ") continue
    shown++
    const code = text.charCodeAt(0) | 0x20
    if (text === unmapped) {
      unknown++
      if (glyphs.text[i - 1] === unmapped && touches(glyphs, i)) joined++
    } else if (code >= 0x61 && code <= 0x7a) {
      latin++
      met |= 1 << (code - 0x61)
      if (code === 0x61 || code === 0x65 || code === 0x69 || code === 0x6f || code === 0x75 || code === 0x79) vowels++
    }
  }
  const mixed = mixedShare(glyphs)
  // signs that stand alone are icons, which recognition takes for letters
  if (joined > minImplausibleShare * shown || mixed > minImplausibleShare) return "implausible"
  const isJudged = latin >= minSample && latin > shown / 2 && bits(met) >= minDifferentLetters
  if (isJudged && vowels < minVowelShare * latin) return "implausible"
  return unknown > minPatchyShare * shown || mixed > minPatchyShare ? "patchy" : "mapped"
}

/** Whether a glyph follows the one before it without a space. */
const touches = ({ x, y, w, size }: Placed, i: number): boolean => {
  const near = touchEm * (size[i] ?? 0)
  const isLevel = Math.abs((y[i] ?? 0) - (y[i - 1] ?? 0)) <= near
  return isLevel && Math.abs((x[i] ?? 0) - (x[i - 1] ?? 0) - (w[i - 1] ?? 0)) <= near
}

/** 1 for small letters, 2 for capitals, 0 for what has no case, by code. */
const cases = Uint8Array.from({ length: 0x2000 }, (_, code) => {
  const letter = String.fromCharCode(code)
  if (letter !== letter.toUpperCase()) return 1
  return letter === letter.toLowerCase() ? 0 : 2
})

/**
 * The share of the pairs of letters that touch which are not of ASCII, where these go from small letters to capitals again and again,
 * as no language does: glyphs that are called by their number, or by the names of other letters.
 */
const mixedShare = (glyphs: Placed): number => {
  const { length, text } = glyphs
  let pairs = 0
  let foreign = 0
  let rising = 0
  const different = new Set<number>()
  for (let i = 1; i < length; i++) {
    const before = text[i - 1] ?? ""
    const a = before.charCodeAt(before.length - 1)
    const b = text[i]?.charCodeAt(0) ?? 0
    if (!cases[a] || !cases[b]) continue
    if (!touches(glyphs, i)) continue
    pairs++
    if (a < 0x80 && b < 0x80) continue
    foreign++
    if (cases[a] !== 1 || cases[b] !== 2) continue
    rising++
    different.add(a * cases.length + b)
  }
  return different.size >= minDifferentLetters && rising > minImplausibleShare * foreign ? foreign / pairs : 0
}

const bits = (set: number): number => {
  let count = 0
  for (let left = set; left !== 0; left &= left - 1) count++
  return count
}
