/** Line[] → Line[]: a font that does nothing but begin lines has bullets, whatever characters they are said to be. */

import type { Line } from "../../model/Line.ts"
import { minPair, minSeries } from "../../model/Measures.ts"
import { marker } from "../Markers.ts"

/** What begins no text of its own: a small letter or a sign, whatever a font of symbols draws in its place, but no copyright. */
const odd = /^[^\p{Lu}\p{N}\s©®℗]$/u
/** What is no letter: several of them may be bullets, where several letters are words. */
const sign = /^[^\p{L}\p{N}\s©®℗]$/u

/** Of a listing: an arrow before typewriter, what a program answers, or a bracket of the listing itself. */
const isListed = ([first, ...rest]: Line["words"]): boolean =>
  (/^\p{Sm}$/u.test(first?.text ?? "") || (first?.mono === true && /^[\p{Ps}\p{Pe}]$/u.test(first.text))) &&
  rest.every(({ mono }) => mono)

/** Of a figure: how it compares to another. */
const isRelation = ([first, second]: Line["words"]): boolean =>
  /^\p{Sm}$/u.test(first?.text ?? "") && /^\p{N}/u.test(second?.text ?? "")

/** A font that shows nothing on the page but a sign at the start of several lines, or several signs there, has bullets. */
export const withOddBullets = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const fonts = new Map<string, Map<string, number>>()
  for (const { words } of lines) {
    let isFirst = true
    for (const { font, text } of words) {
      const known = fonts.get(font) ?? new Map<string, number>()
      if (known.size === 0) fonts.set(font, known)
      const isApart = isFirst && words[1]?.noSpaceBefore !== true && words[1]?.font !== font
      const what = isApart && !isListed(words) && !isRelation(words) ? text : ""
      known.set(what, (known.get(what) ?? 0) + 1)
      isFirst = false
    }
  }
  const hasBullets = (known: ReadonlyMap<string, number>) => {
    const all = [...known]
    const isOne = all.length === 1 && (all[0]?.[1] ?? 0) >= minSeries
    return isOne
      ? all.every(([text]) => odd.test(text))
      : all.length > 1 && all.every(([text, count]) => count >= minPair && sign.test(text))
  }
  const own = new Set([...fonts].flatMap(([font, known]) => (hasBullets(known) ? [font] : [])))
  if (own.size === 0) return lines
  return lines.map((each) => {
    const [first, ...rest] = each.words
    return first !== undefined && own.has(first.font) && marker(first.text)?.shape !== "•"
      ? { ...each, words: [{ ...first, text: "•", bold: false, italic: false }, ...rest] }
      : each
  })
}
