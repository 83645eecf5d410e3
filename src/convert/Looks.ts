/** Line → Look: how most of a line is set. */
import { heaviest } from "./Geometry.ts"
import type { Line, Placed, Style } from "./Page.ts"

export type Look = Style

/** A line is bold, italic or typewriter when at least this share of its characters is. */
const mostly = 0.8

export const look = (line: Line): Look => {
  let all = 0
  let bold = 0
  let italic = 0
  let mono = 0
  let upper = 0
  let lower = 0
  const fonts = new Map<string, number>()
  const colours = new Map<number, number>()
  for (const word of line.words) {
    const n = word.text.length
    all += n
    if (word.bold) bold += n
    if (word.italic) italic += n
    if (word.mono) mono += n
    upper += letters(word, /\p{Lu}/gu)
    lower += letters(word, /\p{Ll}/gu)
    fonts.set(word.font, (fonts.get(word.font) ?? 0) + n)
    colours.set(word.colour, (colours.get(word.colour) ?? 0) + n)
  }
  return {
    size: line.size,
    font: heaviest(fonts) ?? "",
    bold: bold >= mostly * all,
    italic: italic >= mostly * all,
    mono: mono >= mostly * all,
    caps: upper >= 2 && lower * 5 < upper,
    colour: heaviest(colours) ?? 0
  }
}

const letters = (word: Placed, of: RegExp): number => word.text.match(of)?.length ?? 0
