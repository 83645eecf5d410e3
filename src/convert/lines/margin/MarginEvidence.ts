/** Column → what shows whether what stands left or right of a page's text is notes in the margin, and no column of terms, dates or cells. */

import { flag, ramp } from "../../model/Evidence.ts"
import { greatest, median } from "../../model/Geometry.ts"
import type { Line, LineWord } from "../../model/Line.ts"
import {
  farEm,
  maxLeadingEm,
  minSeries,
  minSizeStep,
  mostShare,
  nearlyAll,
  slackEm,
  slackPt
} from "../../model/Measures.ts"
import { countWhile } from "../../model/Sorted.ts"
import { runsOn } from "../../model/Text.ts"
import type { Stretch } from "../Shapes.ts"

/** A line, or the part of one that is text, as it is seen from a margin. */
export interface Row {
  readonly line: Line
  /** From the outermost on. */
  readonly words: ReadonlyArray<LineWord>
  readonly baseline: number
}

/** Left of text where `side` is 1; where it is -1 everything is seen in a mirror. */
export type Side = 1 | -1

export const from = ({ box }: LineWord, side: Side): number => (side === 1 ? box.x0 : -box.x1)
export const to = ({ box }: LineWord, side: Side): number => (side === 1 ? box.x1 : -box.x0)

/** What is free between notes and text. */
export interface Strip {
  readonly from: number
  readonly to: number
}

/** What stands beyond a strip, and the text on its other side from top to bottom. */
export interface Column {
  readonly notes: ReadonlyArray<Line>
  /** What stands in the same lines, and all other lines. */
  readonly text: ReadonlyArray<Row>
  readonly strip: Strip
}

/** Each piece from 0 to 1: `off` and `tears` are of notes that stand beside lines of the text and not in them (`beside`). */
export const evidence = ({ notes, text, strip }: Column, rules: ReadonlyArray<Stretch>, side: Side) => {
  const size = sizeOf(text)
  const own = median(notes.map((each) => each.size))
  const inward = flush(notes.map(({ box }) => (side === 1 ? box.x1 : -box.x0)))
  const outward = flush(notes.map(({ box }) => (side === 1 ? -box.x0 : box.x1)))
  const placed = notes.flatMap((note) => beside(note, text, size, side))
  const off = placed.filter((each) => each === "off").length
  const tearing = placed.length - off
  const alone = notes.filter((note) => rowOf(note, text) === undefined).length
  const [top, foot] = [notes[0]?.baseline ?? 0, notes.at(-1)?.baseline ?? 0]
  const x = ((strip.from + strip.to) / 2) * side
  const widths = text
    .filter(({ words }) => monoShare([{ words }]) < mostShare)
    .map(({ words }) => to(words.at(-1) as LineWord, side) - from(words[0] as LineWord, side))
  const reach = greatest(text.map(({ words }) => to(words.at(-1) as LineWord, side))) - strip.to
  const running = ramp(
    widths.filter((each) => each > mostShare * reach).length / Math.max(minSeries, widths.length),
    0.3,
    0.6
  )
  return {
    off: off / notes.length,
    tears: (running * tearing) / notes.length,
    smaller: flag(own < (1 - minSizeStep) * size),
    mono: flag(monoShare(notes) >= nearlyAll) * ramp(1 - monoShare(text), 0, 1 - nearlyAll),
    inward: inward > outward ? inward : 0,
    outward: outward > inward ? outward : 0,
    alone: inward > outward ? (monoShare(notes) * inward * alone) / notes.length : 0,
    text: running,
    many: ramp(notes.length / text.length, 0.4, 0.8),
    ruled: flag(rules.some((rule) => rule.from < x && rule.to > x && rule.at > top - own && rule.at < foot))
  }
}

/** Whether edges are one, as far as nearly all of several show. */
const flush = (edges: ReadonlyArray<number>): number => {
  const outermost = greatest(edges)
  const same = edges.filter((edge) => outermost - edge < 1).length
  return same < nearlyAll * edges.length ? 0 : ramp(same, 1, 4)
}

const monoShare = (lines: ReadonlyArray<{ readonly words: ReadonlyArray<LineWord> }>): number => {
  let [all, mono] = [0, 0]
  for (const { words } of lines)
    for (const word of words) {
      all += word.text.length
      if (word.mono) mono += word.text.length
    }
  return mono / Math.max(1, all)
}

/** The size of most of the text, of what is no listing if there is any. */
const sizeOf = (text: ReadonlyArray<Row>): number => {
  const words = text.flatMap((row) => row.words)
  const plain = words.filter(({ mono }) => !mono)
  return median((plain.length > (1 - nearlyAll) * words.length ? plain : words).map(({ size }) => size))
}

/** The line of the text on whose baseline a note stands. */
const rowOf = (note: Line, text: ReadonlyArray<Row>): Row | undefined => {
  const at = countWhile(text, ({ baseline }) => baseline < note.baseline - slackPt)
  const row = text[at]
  return row !== undefined && row.baseline <= note.baseline + slackPt ? row : undefined
}

/**
 * Whether a note stands close beside lines of one text, and yet on a baseline of its own, or whether it tears it: the line beside it goes on
 * with the sentence of the line above.
 */
const beside = (note: Line, text: ReadonlyArray<Row>, size: number, side: Side): ReadonlyArray<"off" | "tears"> => {
  const at = countWhile(text, ({ baseline }) => baseline < note.baseline - slackEm * size)
  const [above, next] = [text[at - 1], text[at]]
  if (next === undefined || above === undefined || next.baseline - above.baseline > maxLeadingEm * size) return []
  const edge = side === 1 ? note.box.x1 : -note.box.x0
  const gap = Math.min(...[above, next].map(({ words }) => from(words[0] as LineWord, side) - edge))
  if (gap > farEm * size) return []
  if (next.baseline > note.baseline + slackEm * size) return ["off"]
  return runsOn(said(above, side), said(next, side)) ? ["tears"] : []
}

const said = ({ words }: Row, side: Side): string => {
  const texts = words.map((word) => word.text)
  return (side === 1 ? texts : texts.reverse()).join(" ")
}
