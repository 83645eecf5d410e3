/** Block → the label with which it begins as a note, and what the note says. */

import { noteLabel, noteSign } from "../lines/Markers.ts"
import type { Block, Item, Paragraph, TextLine } from "../model/Block.ts"
import { overlap } from "../model/Geometry.ts"
import { farEm, sameEdgePt } from "../model/Measures.ts"
import { ideograph, textOf } from "../model/Text.ts"
import { figure, numeralsOf } from "./NoteMarks.ts"

/** Notes are set at most at this share of the body's size. */
export const maxNoteShare = 0.93
/** The label a note begins with, in figures of the line or in raised ones of the font's own. */
const begins = new RegExp(
  `^(${figure.source}{1,3}|${noteSign}{1,3})(?:\\s+|(?=["“‘(]?\\p{Lu})|(?=[「『（]?${ideograph.source}))`,
  "u"
)
/** A label that touches its text; figures of the text may follow its own. */
const touchingLabel = new RegExp(`^${figure.source}{1,6}(?=[^\\s\\d])(?![.)\\]:]\\s)`, "u")
const maxLabelFigures = 3

export interface Found {
  readonly label: string
  readonly lines: ReadonlyArray<TextLine>
  /** Its label is raised. */
  readonly isRaised?: true
}

export const isSmall = (block: Block, size: number): boolean =>
  (block.kind === "paragraph" || block.kind === "item") && block.style.size < maxNoteShare * size

/** A block that begins with a label, without it. */
export const noteOf = (block: Paragraph | Item): Found | null => {
  const [first, ...rest] = block.lines
  if (first === undefined) return null
  if (block.kind === "item") {
    const own = noteLabel(block.marker.replace(/^[([]|[.)\]:]+$/g, "")) ?? noteLabel(block.marker)
    return own === null ? null : { label: own, lines: block.lines }
  }
  const [mark, ...runs] = first.runs
  if (mark === undefined) return null
  const own = noteLabel(mark.text.trim())
  if (mark.baselineShift === 1 && own !== null)
    return { label: own, lines: [{ ...first, runs }, ...rest], isRaised: true }
  const match = begins.exec(mark.text)
  if (match === null) return null
  const text = mark.text.slice(match[0].length)
  return {
    label: noteLabel(numeralsOf(match[1] ?? "")) ?? "",
    lines: [{ ...first, runs: text === "" ? runs : [{ ...mark, text }, ...runs] }, ...rest]
  }
}

/** A block that begins with a label right before its text, without it: as many figures as something refers to. */
export const touched = (block: Paragraph | Item, isReferred: (label: string) => boolean): Found | null => {
  const [first, ...rest] = block.lines
  if (first === undefined) return null
  const [mark, ...runs] = block.kind === "item" ? [{ text: `${block.marker} ` }, ...first.runs] : first.runs
  if (mark === undefined) return null
  const whole = mark.text + (runs[0]?.text ?? "")
  const own = touchingLabel.exec(whole)?.[0] ?? ""
  for (let n = Math.min(own.length, maxLabelFigures, mark.text.length); n > 0; n--) {
    const label = numeralsOf(own.slice(0, n))
    const text = mark.text.slice(n)
    if (isReferred(label))
      return { label, lines: [{ ...first, runs: text === "" ? runs : [{ ...mark, text }, ...runs] }, ...rest] }
  }
  return null
}

/** A label that stands apart in the margin of its note, raised over its first line, is the first of its words. */
export const withLabels = (
  blocks: ReadonlyArray<Block>,
  size: number,
  marks: ReadonlySet<string>
): ReadonlyArray<Block> => {
  const labelOf = (label: Block | undefined, note: Block | undefined): string | null => {
    if (label?.kind !== "paragraph" || note?.kind !== "paragraph" || !isSmall(note, size)) return null
    const own = noteLabel(textOf(label).trim())
    return own !== null && marks.has(own) && /\p{L}/u.test(textOf(note)) && isBeside(label, note) ? own : null
  }
  return blocks.flatMap((block, i): ReadonlyArray<Block> => {
    if (labelOf(block, blocks[i + 1]) !== null) return []
    const text = labelOf(blocks[i - 1], block)
    if (text === null || block.kind !== "paragraph") return [block]
    return [{ ...block, lines: block.lines.map((line, k) => (k > 0 ? line : labelled(line, text))) }]
  })
}

const labelled = (line: TextLine, text: string): TextLine => ({
  ...line,
  runs: [{ text, baselineShift: 1 }, ...line.runs]
})

/** Left of its first line, and no larger. */
const isBeside = (label: Paragraph, note: Paragraph): boolean => {
  const first = note.lines[0]?.box
  const { box } = label.place
  if (first === undefined || label.style.size > note.style.size) return false
  const gap = first.x0 - box.x1
  return overlap(box.y0, box.y1, first.y0, first.y1) > 0 && gap > -sameEdgePt && gap < farEm * note.style.size
}
