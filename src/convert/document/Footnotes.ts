/**
 * Block[][] → Block[][]: a note at the foot of a page or column and the raised mark that refers to it find each other. A
 * note without its mark, or a mark without its note, stays the text it is: it may be an exponent or an affiliation.
 */

import { noteLabel, noteSign } from "../lines/Markers.ts"
import type { Block, Item, Paragraph, TextLine } from "../model/Block.ts"
import { overlap } from "../model/Geometry.ts"
import { ideograph, linesOf, plain } from "../model/Text.ts"
import { figure, marksOf, numeralsOf, raisedIn, referring } from "./NoteMarks.ts"
import type { Statistics } from "./Statistics.ts"

/** Notes are set at most at this share of the body's size. */
const maxNoteShare = 0.93
/** The label a note begins with, in figures of the line or in raised ones of the font's own. */
const begins = new RegExp(
  `^(${figure.source}{1,3}|${noteSign}{1,3})(?:\\s+|(?=["“‘(]?\\p{Lu})|(?=[「『（]?${ideograph.source}))`,
  "u"
)
/** A label that touches its text; figures of the text may follow its own. */
const touchingLabel = new RegExp(`^${figure.source}{1,6}(?=[^\\s\\d])(?![.)\\]:]\\s)`, "u")
const maxLabelFigures = 3
interface Found {
  readonly label: string
  readonly lines: ReadonlyArray<TextLine>
  /** Its label is raised. */
  readonly isRaised?: true
}

export const footnotes = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  stats: Pick<Statistics, "size">
): ReadonlyArray<ReadonlyArray<Block>> => {
  const gone = new Set<Block>()
  const isAlone = pages.length === 1
  const found = pages.map((all) => notesOf(isAlone ? all.filter(isNotItem) : all, stats.size, gone))
  const names = naming(found)
  return pages.map((blocks, page) => {
    const notes = found[page]
    const named = names[page]
    if (notes === undefined || named === undefined || notes.size === 0) return blocks
    const lone = loneIn(blocks)
    const raised = new Set(
      [...notes.values()].flatMap((note) => (note.isRaised && lone.has(note.label) ? [note.label] : []))
    )
    return blocks.flatMap((block): ReadonlyArray<Block> => {
      if (gone.has(block)) return []
      const note = notes.get(block)
      if (note === undefined) return [referring(block, named, (label) => raised.has(label))]
      const { style, place } = block as Paragraph
      return [{ kind: "note", label: named.get(note.label) ?? note.label, lines: note.lines, style, place }]
    })
  })
}

/** The labels that are raised exactly once: where a note has such a label, the raised number is no exponent. */
const loneIn = (blocks: ReadonlyArray<Block>): Set<string> => {
  const all = blocks.flatMap(raisedIn)
  return new Set(all.filter((label) => all.indexOf(label) === all.lastIndexOf(label)))
}

/** In a document of one page, numbered items at the foot stay a list. */
const isNotItem = (block: Block): boolean => block.kind !== "item" || !/\d/.test(block.marker)

/**
 * The notes of a page: small blocks that begin with a label to which larger text refers, and that have no larger text below them. Blocks
 * that continue the note above go into `gone`.
 */
const notesOf = (blocks: ReadonlyArray<Block>, size: number, gone: Set<Block>): ReadonlyMap<Block, Found> => {
  if (!blocks.some((block) => isSmall(block, size))) return new Map()
  const marks = new Set(blocks.flatMap((block) => (isSmall(block, size) ? [] : single(marksOf(block)))))
  const out = new Map<Block, Found>()
  const lone = loneIn(blocks)
  const last = blocks.filter((block) => !isSmall(block, size) && linesOf(block).length > 1)
  let before: Paragraph | Item | null = null
  for (const block of blocks) {
    if ((block.kind !== "paragraph" && block.kind !== "item") || !isSmall(block, size)) continue
    const strict = noteOf(block)
    const isCalled = strict?.isRaised === true && lone.has(strict.label)
    const isReferred = strict !== null && (marks.has(strict.label) || isCalled)
    const note = isReferred ? strict : touched(block, (own) => marks.has(own))
    const head: Found | undefined = before === null ? undefined : out.get(before)
    if (note === null && before !== null && head !== undefined && block.kind === "paragraph" && goesOn(before, block)) {
      out.set(before, { ...head, lines: [...head.lines, ...block.lines] })
      gone.add(block)
      continue
    }
    before = block
    if (note === null) continue
    marks.delete(note.label)
    const { box } = block.place
    if (last.some(({ place }) => place.box.y0 > box.y0 && overlap(place.box.x0, place.box.x1, box.x0, box.x1) > 0))
      continue
    out.set(block, note)
    lone.delete(note.label)
  }
  return out
}

/** A mark that is used several times in one block refers to an affiliation, not to a note. */
const single = (marks: ReadonlyArray<string>): ReadonlyArray<string> =>
  marks.filter((mark) => marks.indexOf(mark) === marks.lastIndexOf(mark))

/** Right below the note, in its size, and in the middle of a sentence. */
const goesOn = (note: Paragraph | Item, block: Paragraph): boolean => {
  const gap = block.place.box.y0 - note.place.box.y1
  return gap > -0.5 * note.style.size && gap < note.style.size && /^\p{Ll}/u.test(plain(block.lines[0]?.runs ?? []))
}

const isSmall = (block: Block, size: number): boolean =>
  (block.kind === "paragraph" || block.kind === "item") && block.style.size < maxNoteShare * size

/** A block that begins with a label, without it. */
const noteOf = (block: Paragraph | Item): Found | null => {
  const [first, ...rest] = block.lines
  if (first === undefined) return null
  if (block.kind === "item") {
    const own = noteLabel(block.marker.replace(/^[([]|[.)\]:]+$/g, ""))
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
const touched = (block: Paragraph | Item, isReferred: (label: string) => boolean): Found | null => {
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

/** A name for each note, unlike any other in the document: its label, with a letter for a sign, and a number where the label comes again. */
const naming = (found: ReadonlyArray<ReadonlyMap<Block, Found>>): ReadonlyArray<ReadonlyMap<string, string>> => {
  const counts = new Map<string, number>()
  return found.map(
    (notes) =>
      new Map(
        [...notes.values()].map((note) => {
          const name = note.label.replace(/[*†‡§¶‖]/g, (sign) => "abcdef"["*†‡§¶‖".indexOf(sign)] ?? "")
          const count = (counts.get(name) ?? 0) + 1
          counts.set(name, count)
          return [note.label, count === 1 ? name : `${name}-${count}`]
        })
      )
  )
}
