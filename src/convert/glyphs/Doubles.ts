/** Glyph → whether it was painted before at nearly the same place, for a shadow or to look bold. */
import { slackEm } from "../model/Measures.ts"
import type { GlyphTable } from "../model/Page.ts"

/** How far apart two paintings of one glyph may lie: this share of its width, and of its size. */
const ofWidth = 0.45
const ofSize = 0.25

/** Remembers glyphs by their place; asked in the order of painting. */
export const doubles = (glyphs: GlyphTable): ((i: number) => number | undefined) => {
  const seen = new Map<number, Array<number>>()
  const near = (i: number, other: number): boolean => {
    const size = glyphs.size[i] ?? 0
    const reach = Math.min(ofSize * size, ofWidth * (glyphs.w[i] ?? 0) || size * slackEm)
    return (
      glyphs.text[other] === glyphs.text[i] &&
      glyphs.size[other] === glyphs.size[i] &&
      glyphs.angle[other] === glyphs.angle[i] &&
      Math.abs((glyphs.x[other] ?? 0) - (glyphs.x[i] ?? 0)) <= (glyphs.angle[i] === 0 ? reach : ofSize * size) &&
      Math.abs((glyphs.y[other] ?? 0) - (glyphs.y[i] ?? 0)) <= (glyphs.angle[i] === 0 ? ofSize * size : reach)
    )
  }
  return (i) => {
    const cell = Math.max(1, (glyphs.size[i] ?? 0) * ofSize)
    const column = Math.round((glyphs.x[i] ?? 0) / cell)
    const row = Math.round((glyphs.y[i] ?? 0) / cell)
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const found = seen.get((column + dx) * 65_536 + row + dy)?.find((other) => near(i, other))
        if (found !== undefined) return found
      }
    }
    const key = column * 65_536 + row
    const same = seen.get(key)
    if (same) same.push(i)
    else seen.set(key, [i])
    return undefined
  }
}
