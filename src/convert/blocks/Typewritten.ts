/**
 * Word[] → Word[]: on a page that was typed (a letter, a transcript, a script), or laid out in a typewriter face (a receipt, a report),
 * the face says nothing of the text, as it does of a listing among other text: its words are no code.
 */

import { heaviest, median, width } from "../model/Geometry.ts"
import type { Word } from "../model/Line.ts"
import { minSample, minSeries, minSizeStep, mostShare } from "../model/Measures.ts"
import { isFigure, isPlainWord } from "../model/Text.ts"

/** Least share of a typed page that is plain words in typewriter; listings among text with as few signs come to less. */
const minTyped = 0.85
/** Listings have more of these signs among their characters. */
const codeSigns = /[{}[\];=<>_"$#\\|]/g
const mostSigns = 0.02
/** A gap of so many advances parts what stands in a row … */
const minTabAdvances = 2
/** … and what is this far, in advances, from where a typewriter could set it behind the first word was laid out. */
const maxOffAdvances = 0.2

export const typewritten = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  let [all, typed, worded, plainly, signs] = [0, 0, 0, 0, 0]
  for (const { text, mono } of words) {
    all += text.length
    if (!mono) continue
    typed += text.length
    signs += text.match(codeSigns)?.length ?? 0
    if (isFigure(text)) continue
    worded++
    if (isPlainWord(text)) plainly++
  }
  const plain = (plainly + 1) / (worded + 1)
  const isTyped = typed >= minSample && (typed / all) * plain >= minTyped
  const isText = typed >= minTyped * all && plain >= mostShare && signs <= mostSigns * typed
  return isTyped || (isText && isLaidOut(words))
    ? words.map((word) => (word.mono ? { ...word, mono: false } : word))
    : words
}

/** Whether most rows have texts far apart that no typewriter could have set on one line. */
const isLaidOut = (words: ReadonlyArray<Word>): boolean => {
  const sizes = new Map<number, number>()
  for (const { size, text } of words) sizes.set(size, (sizes.get(size) ?? 0) + text.length)
  const usual = heaviest(sizes) ?? 0
  const own = words.filter(
    ({ mono, size, angle }) => mono && angle === 0 && Math.abs(size - usual) <= minSizeStep * usual
  )
  const advance = median(own.map(({ box, text }) => width(box) / text.length))
  const rows = [...Map.groupBy(own, ({ baseline }) => Math.round(baseline)).values()].flatMap((row) => {
    const sorted = row.toSorted((a, b) => a.box.x0 - b.box.x0)
    const start = sorted[0]?.box.x0 ?? 0
    const placed = sorted.filter(({ box }, i) => box.x0 - (sorted[i - 1]?.box.x1 ?? box.x0) >= minTabAdvances * advance)
    return placed.length === 0 ? [] : [placed.some(({ box }) => isOff((box.x0 - start) / advance))]
  })
  return rows.length >= minSeries && rows.filter((isOffGrid) => isOffGrid).length >= mostShare * rows.length
}

const isOff = (column: number): boolean => Math.abs(column - Math.round(column)) > maxOffAdvances
