/** Line[] → Text[]: the lines of a page as figures meet them: where they stand on the page, and whether they are running text or could be labels. */

import { isFigureCaption, isTitled } from "../lines/Captions.ts"
import { mostOf } from "../lines/Look.ts"
import { type Box, heaviest, onPage, overlap, width } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { mostShare } from "../model/Measures.ts"
import { lettersIn } from "../model/Text.ts"
import { parameters } from "./Parameters.ts"

const { minProseWords, minProseLetters, maxProseLeadingEm } = parameters

export interface Text {
  readonly line: Line
  /** On the page, whichever way it is read. */
  readonly box: Box
  readonly size: number
  /** Of most of its words, whatever their weight and slope. */
  readonly family: string
  readonly isTurned: boolean
  /** Set in a typewriter's face. */
  readonly isTyped: boolean
  /** A line of a paragraph, rather than a label. */
  readonly isProse: boolean
  /** A figure's caption begins here. */
  readonly isCaption: boolean
  readonly words: number
  readonly text: string
}

/** A font's name without the mark of a subset, and without its weight and slope. */
export const familyName = (font: string): string => font.replace(/^[A-Z]{6}\+/, "").replace(/[-,].*$/, "")

const bare = (line: Line): Text => {
  const text = line.words.map((word) => word.text).join(" ")
  return {
    line,
    box: onPage(line.box, line.angle),
    size: line.size,
    family: familyName(mostOf(line.words, ({ font }) => font) ?? ""),
    isTurned: line.angle !== 0,
    isTyped: line.words.reduce((sum, word) => sum + (word.mono ? word.text.length : 0), 0) > mostShare * text.length,
    isProse: false,
    isCaption: line.angle === 0 && isFigureCaption(text) && isTitled(text),
    words: line.words.length,
    text
  }
}

/** As many letters as a line of running text has. */
export const isLong = ({ text }: Text): boolean => lettersIn(text) >= minProseLetters

/** Words of letters, more of them than numbers; or code. */
const reads = ({ text, isTyped, words }: Text): boolean => {
  if (!isTyped && words < minProseWords) return false
  const letters = lettersIn(text)
  return letters >= minProseLetters && letters > mostShare * text.length
}

/** How most letters are set. */
export interface Setting {
  readonly size: number
  readonly family: string
}

export const settingOf = (texts: ReadonlyArray<Text>): Setting => {
  const sizes = new Map<number, number>()
  const families = new Map<string, number>()
  for (const { size, family, text } of texts) {
    const key = Math.round(size * 2) / 2
    sizes.set(key, (sizes.get(key) ?? 0) + text.length)
    families.set(family, (families.get(family) ?? 0) + text.length)
  }
  return { size: heaviest(sizes) ?? 10, family: heaviest(families) ?? "" }
}

/** How running text is set; any text where there is none. */
export const bodySetting = (texts: ReadonlyArray<Text>): Setting => {
  const prose = texts.filter((each) => each.isProse && (!each.isTyped || each.words >= minProseWords))
  return settingOf(prose.length > 0 ? prose : texts)
}

/** So much larger than the text is a heading. */
const largeEm = 1.35

export const isHeadline = ({ size, text }: Text, body: number): boolean => size > largeEm * body && lettersIn(text) >= 4

/** Whether two lines are set as lines of one paragraph are. */
export const isNext = (a: Text, b: Text): boolean =>
  Math.abs(a.size - b.size) < 0.15 * Math.max(a.size, b.size) &&
  Math.abs(a.line.baseline - b.line.baseline) < maxProseLeadingEm * Math.max(a.size, b.size) &&
  overlap(a.box.x0, a.box.x1, b.box.x0, b.box.x1) > 0.5 * Math.min(width(a.box), width(b.box))

/** The lines of a page are asked for whenever something is told by the text around it. */
const known = new WeakMap<ReadonlyArray<Line>, ReadonlyArray<Text>>()

export const textsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<Text> => {
  const found = known.get(lines) ?? readIn(lines)
  known.set(lines, found)
  return found
}

const readIn = (lines: ReadonlyArray<Line>): ReadonlyArray<Text> => {
  const all = lines.map(bare)
  const long = all.filter((each) => !each.isTurned && reads(each))
  const prose = long.filter(
    (each) => each.words >= 2 * minProseWords || long.some((other) => other !== each && isNext(each, other))
  )
  const isLine = new Set(prose)
  // the shorter lines of a listing
  const typed = all.filter(({ isTyped }) => isTyped)
  for (const each of isLine)
    if (each.isTyped) for (const other of typed) if (!isLine.has(other) && isNext(each, other)) isLine.add(other)
  const read = [...isLine]
  // the last line of a paragraph, and the first of a caption
  return all.map((each) =>
    isLine.has(each) || (!each.isTurned && read.some((other) => isTail(other, each)))
      ? { ...each, isProse: true }
      : each
  )
}

/** A short line right below a line of a paragraph, at its left edge. */
const isTail = (above: Text, each: Text): boolean =>
  each.line.baseline > above.line.baseline &&
  Math.abs(each.box.x0 - above.box.x0) < 1.5 * each.size &&
  isNext(above, each)
