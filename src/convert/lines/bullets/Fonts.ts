/** Line[] → Line[]: a font whose only sign begins lines has bullets, whatever characters they are said to be. */

import type { Line } from "../../model/Line.ts"
import { minSeries } from "../../model/Measures.ts"
import { marker } from "../Markers.ts"

/** What begins no text of its own: a small letter or a sign, whatever a font of symbols draws in its place. */
const odd = /^[^\p{Lu}\p{N}\s]$/u

/** An arrow before typewriter: what a program answers in a listing. */
const isAnswer = ([first, ...rest]: Line["words"]): boolean =>
  /^\p{Sm}$/u.test(first?.text ?? "") && rest.every(({ mono }) => mono)

/** A font that shows nothing on the page but one sign at the start of several lines has bullets, whatever characters they are said to be. */
export const withOddBullets = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const fonts = new Map<string, Map<string, number>>()
  for (const { words } of lines)
    words.forEach(({ font, text }, i) => {
      const known = fonts.get(font) ?? new Map<string, number>()
      const isFirst = i === 0 && words[1]?.noSpaceBefore !== true && words[1]?.font !== font
      const what = isFirst && !isAnswer(words) ? text : ""
      known.set(what, (known.get(what) ?? 0) + 1)
      fonts.set(font, known)
    })
  const bulletOf = (known: ReadonlyMap<string, number>) => {
    const [[text = "", count = 0] = []] = [...known]
    return known.size === 1 && count >= minSeries && odd.test(text) && marker(text)?.shape !== "•"
  }
  const own = new Set([...fonts].flatMap(([font, known]) => (bulletOf(known) ? [font] : [])))
  if (own.size === 0) return lines
  return lines.map((each) => {
    const [first, ...rest] = each.words
    return first !== undefined && own.has(first.font)
      ? { ...each, words: [{ ...first, text: "•", bold: false, italic: false }, ...rest] }
      : each
  })
}
