/** Line[] → Line[]: a drop cap, which hangs down over several lines, begins the first of them. */

import type { Line, LineWord } from "../model/Line.ts"
import { line } from "./Lines.ts"

/** One letter, with a quotation mark before it. */
const letter = /^["'“‘«„]?\p{Lu}$/u
/** Words of one letter, in the languages that have them. */
const whole = /^["'“‘«„]?[AIOYÀÉEUW]$/u
/** Minimum size of the letter against its text. */
const minCapRatio = 1.8
/** Where the text begins against the letter's right edge: overlap, gap and difference of baselines, in em of the text. */
const maxOverlapEm = 0.5
const maxGapEm = 1.5
const maxBaselineOffsetEm = 0.25

export const dropCaps = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const caps = lines.filter(
    (each) => each.angle === 0 && each.words.length === 1 && letter.test(each.words[0]?.text ?? "")
  )
  if (caps.length === 0) return lines
  const out = new Map<Line, Line | null>()
  for (const cap of caps) {
    const text = lines.filter((each) => isBeside(cap, each)).sort((a, b) => a.baseline - b.baseline)
    const [first] = text
    const [initial] = cap.words
    if (first === undefined || initial === undefined || text.length < 2 || out.has(first)) continue
    out.set(cap, null)
    // its lines are as wide as those below it
    for (const each of text) out.set(each, { ...each, box: { ...each.box, x0: cap.box.x0 } })
    out.set(first, begun(initial, first, lines))
  }
  return out.size === 0 ? lines : lines.flatMap((each) => out.get(each) ?? (out.has(each) ? [] : [each]))
}

/** A line of the text that the letter stands before: it begins right of it, between its top and its foot. */
const isBeside = (cap: Line, each: Line): boolean =>
  each !== cap &&
  each.angle === 0 &&
  cap.size >= minCapRatio * each.size &&
  each.box.x0 > cap.box.x1 - maxOverlapEm * each.size &&
  each.box.x0 < cap.box.x1 + maxGapEm * each.size &&
  each.baseline <= cap.baseline + maxBaselineOffsetEm * each.size &&
  each.baseline > cap.box.y0

/** The first line with its letter: a word of its own only where the rest of it is a word of the page's. */
const begun = (initial: LineWord, first: Line, lines: ReadonlyArray<Line>): Line => {
  const [rest, ...others] = first.words
  if (rest === undefined) return first
  const isWord =
    whole.test(initial.text) &&
    (/^\P{Ll}/u.test(rest.text) ||
      lines.some((each) => each.words.some((word) => word !== rest && same(word.text) === same(rest.text))))
  const cap = { ...initial, size: rest.size, baseline: rest.baseline, font: rest.font, gap: rest.gap, bold: rest.bold }
  const box = { ...rest.box, x0: initial.box.x0, x1: Math.min(initial.box.x1, rest.box.x0) }
  return isWord
    ? line([{ ...cap, box }, { ...rest, spaced: true }, ...others])
    : line([{ ...rest, text: initial.text + rest.text, box: { ...rest.box, x0: initial.box.x0 } }, ...others])
}

const same = (text: string): string => text.toLowerCase().replace(/[^\p{L}]+/gu, "")
