/**
 * Word[] → Word[]: formulas in place of their glyphs, those on lines of their own and those within text. They are read from
 * what the page says of each glyph: its font, its size and where it stands.
 */

import { lines } from "../lines/Lines.ts"
import type { Line, Word } from "../model/Line.ts"
import type { RawPage } from "../model/Page.ts"
import { bridged, numbersApart } from "./find/Bridges.ts"
import { clusters } from "./find/Clusters.ts"
import { displays } from "./find/Display.ts"
import { inlines } from "./find/Inline.ts"
import { mathFont } from "./find/MathFonts.ts"
import { barsOf, type Sight } from "./find/Sight.ts"
import { withVariables } from "./find/Variables.ts"
import { hasFormulas, isExtension, kindsOf, mathFontsOf } from "./find/Words.ts"

export interface WithFormulas {
  readonly words: ReadonlyArray<Word>
  /** Some could not be read with confidence, and stay text. */
  readonly isUncertain: boolean
}

/** `linesOf` finds lines of words, if they are not known. */
export const withFormulas = (
  page: RawPage,
  words: ReadonlyArray<Word>,
  linesOf: (words: ReadonlyArray<Word>) => ReadonlyArray<Line> = lines
): WithFormulas => {
  const fonts = page.fonts.map(({ name }) => mathFont(name))
  // most pages
  if (!fonts.some((font) => font.isMath)) return { words, isUncertain: false }
  const isMath = mathFontsOf(page, words, fonts)
  if (!hasFormulas(page, isMath)) return { words, isUncertain: false }
  const isUpright = ({ angle, glyphs }: Word) => angle === 0 && glyphs !== undefined
  const upright = words.every(isUpright) ? words : words.filter(isUpright)
  const loose = upright.filter((word) => isExtension(page, word))
  const others = loose.length === 0 ? upright : upright.filter((word) => !isExtension(page, word))
  const kinds = new Map(upright.map((word) => [word.glyphs?.[0] ?? -1, kindsOf(page, isMath, word)] as const))
  const all = new Map(upright.map((word) => [word.glyphs?.[0] ?? -1, word] as const))
  const bars = barsOf(page)
  const sight: Sight = withVariables({
    page,
    fonts,
    kinds,
    all,
    lines: numbersApart(bridged(linesOf(others), loose, bars)),
    loose,
    bars
  })
  const found = clusters(sight)
  const own = displays(sight, found)
  const within = inlines(sight, own.left)
  const gone = new Set([...own.gone, ...within.gone])
  const kept = words.filter((word) => !gone.has(word))
  const made = [...own.words, ...within.words]
  return { words: [...kept, ...made], isUncertain: made.some(({ formula }) => formula?.latex === null) }
}
