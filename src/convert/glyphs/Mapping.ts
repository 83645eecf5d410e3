/** GlyphTable → whether its text can be what the page shows, or a font kept its characters to itself. */
import { minSample } from "../model/Measures.ts"
import type { GlyphTable } from "../model/Page.ts"
import { unmapped } from "./Unicode.ts"

/** Share of the glyphs on a page whose character is unknown from which a reader should be told. */
const told = 0.01
/** From here on the text is of no use, and its picture says more. */
const useless = 0.2
/** Share of vowels among Latin letters: languages have 0.25 to 0.5. */
const fewestVowels = 0.15
/** Text in fewer letters than this is a sequence or a pattern: a language takes more, whatever its letters are taken for. */
const fewestDifferent = 10

export type Mapping = "mapped" | "patchy" | "implausible"

/** How far a cleaned page's characters can be trusted. */
export const mapping = (glyphs: Pick<GlyphTable, "length" | "text">): Mapping => {
  let shown = 0
  let unknown = 0
  let latin = 0
  let vowels = 0
  let met = 0
  for (let i = 0; i < glyphs.length; i++) {
    const text = glyphs.text[i] ?? ""
    if (text === " ") continue
    shown++
    const code = text.charCodeAt(0) | 0x20
    if (text === unmapped) unknown++
    else if (code >= 0x61 && code <= 0x7a) {
      latin++
      met |= 1 << (code - 0x61)
      if (code === 0x61 || code === 0x65 || code === 0x69 || code === 0x6f || code === 0x75 || code === 0x79) vowels++
    }
  }
  if (unknown > useless * shown) return "implausible"
  const isJudged = latin >= minSample && latin > shown / 2 && bits(met) >= fewestDifferent
  if (isJudged && vowels < fewestVowels * latin) return "implausible"
  return unknown > told * shown ? "patchy" : "mapped"
}

const bits = (set: number): number => {
  let count = 0
  for (let left = set; left !== 0; left &= left - 1) count++
  return count
}
