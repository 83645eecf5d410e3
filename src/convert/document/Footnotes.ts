/**
 * Block[][] → Block[][]: a note at the foot of a page or column and the raised mark that refers to it find each other. A
 * note without its mark, or a mark without its note, stays the text it is: it may be an exponent or an affiliation.
 */

import type { Block, Item, Paragraph } from "../model/Block.ts"
import { greatest, heaviest, overlap } from "../model/Geometry.ts"
import { edgeShare, longText } from "../model/Measures.ts"
import { isEnded, linesOf, plain, textOf } from "../model/Text.ts"
import { type Found, isSmall, maxNoteShare, noteOf, touched, withLabels } from "./NoteLabels.ts"
import { marksOf, raisedIn, referring } from "./NoteMarks.ts"
import { type Statistics, sizeStep } from "./Statistics.ts"

export const footnotes = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  stats: Pick<Statistics, "size">
): ReadonlyArray<ReadonlyArray<Block>> => {
  const isAlone = pages.length === 1
  const labelled = pages.map((blocks) => withLabels(blocks, stats.size, marksOver(blocks, stats.size)))
  const { found, gone, elsewhere, alike } = notesUnder(
    labelled.map((all) => (isAlone ? all.filter(isNotItem) : all)),
    stats.size
  )
  const names = naming(found)
  return labelled.map((blocks, page) => {
    const notes = found[page] ?? new Map<Block, Found>()
    const own = names[page] ?? new Map<string, string>()
    const named = new Map(own)
    for (const [label, at] of elsewhere[page] ?? []) named.set(label, names[at]?.get(label) ?? label)
    if (named.size === 0 && !blocks.some((block) => gone.has(block))) return blocks
    const lone = loneIn(blocks)
    const raised = new Set(
      [...notes.values()].flatMap((note) => (note.isRaised && lone.has(note.label) ? [note.label] : []))
    )
    // what stands over an affiliation refers to that
    const namesAt = new Map<Block, ReadonlyMap<string, string>>()
    let below: ReadonlyMap<string, string> = named
    for (const block of blocks.toReversed()) {
      const taken = alike.get(block)
      if (taken !== undefined) below = new Map([...below].filter(([label]) => label !== taken))
      namesAt.set(block, below)
    }
    return blocks.flatMap((block): ReadonlyArray<Block> => {
      if (gone.has(block)) return []
      const note = notes.get(block)
      if (note === undefined) return [referring(block, namesAt.get(block) ?? named, (label) => raised.has(label))]
      const { style, place } = block as Paragraph
      return [{ kind: "note", label: own.get(note.label) ?? note.label, lines: note.lines, style, place }]
    })
  })
}

interface Under {
  readonly found: ReadonlyArray<ReadonlyMap<Block, Found>>
  /** What goes on from the note before it. */
  readonly gone: ReadonlySet<Block>
  /** Of each page, the labels it refers to notes with that stand on a later one. */
  readonly elsewhere: ReadonlyArray<ReadonlyMap<string, number>>
  /** Affiliations and others over the text that have the label of a note below it. */
  readonly alike: ReadonlyMap<Block, string>
}

/** A note stands at most so many pages after what refers to it. */
const maxPagesLater = 2

/** The notes under text of this size: a long one, or one for which there is no room, goes over to a page after. */
const notesUnder = (pages: ReadonlyArray<ReadonlyArray<Block>>, size: number): Under => {
  const gone = new Set<Block>()
  const alike = new Map<Block, string>()
  const elsewhere = pages.map(() => new Map<string, number>())
  /** Labels without a note yet, and where they are. */
  const open = new Map<string, number>()
  let last: Carried | null = null
  const found = pages.map((blocks, page) => {
    const marks = marksOver(blocks, size)
    for (const [label, at] of open) if (page - at > maxPagesLater) open.delete(label)
    const before = gone.size
    const notes = notesOf(blocks, size, callsOver(blocks, size, open.keys()), { gone, alike }, last)
    const lone = loneIn(blocks)
    for (const { label } of notes.values()) {
      const at = open.get(label)
      open.delete(label)
      if (!marks.has(label) && !lone.has(label) && at !== undefined) elsewhere[at]?.set(label, page)
    }
    for (const label of laterOf(new Set([...marks, ...open.keys()]), notes)) open.set(label, open.get(label) ?? page)
    const end = [...notes.keys()].at(-1)
    if (end !== undefined) last = { notes, note: end as Paragraph | Item }
    else if (gone.size === before) last = null
    return notes
  })
  return { found, gone, elsewhere, alike }
}

/** The labels of a page that count on from the last of its notes. */
const laterOf = (marks: ReadonlySet<string>, notes: ReadonlyMap<Block, Found>): ReadonlyArray<string> => {
  const own = [...notes.values()].map(({ label }) => Number(label))
  const out: Array<string> = []
  for (let next = greatest(own) + 1; marks.has(String(next)); next++) out.push(String(next))
  return out
}

/** The last note of the pages before. */
interface Carried {
  readonly notes: Map<Block, Found>
  readonly note: Paragraph | Item
}

/** The size of the body where most text is in the notes under it: most of what has the size of most text is notes to text that is larger. */
export const sizeOverNotes = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  { size }: Pick<Statistics, "size">
): number => {
  const running = pages.flat().filter((block) => block.kind === "paragraph" || block.kind === "item")
  const larger = new Map<number, number>()
  let all = 0
  for (const block of running) {
    const step = sizeStep(block.style.size)
    const length = lengthOf(block)
    if (step === size) all += length
    if (length >= longText && size < maxNoteShare * step) larger.set(step, (larger.get(step) ?? 0) + length)
  }
  const over = heaviest(larger)
  if (over === undefined) return size
  const { found, gone } = notesUnder(pages, over)
  const noted = [...found.flatMap((notes) => [...notes.keys()]), ...gone].reduce(
    (sum, block) => sum + lengthOf(block),
    0
  )
  return noted > all / 2 ? over : size
}

const lengthOf = (block: Block): number => linesOf(block).reduce((sum, { runs }) => sum + plain(runs).length, 0)

/** The labels that are raised exactly once: where a note has such a label, the raised number is no exponent. */
const loneIn = (blocks: ReadonlyArray<Block>): Set<string> => {
  const all = blocks.flatMap(raisedIn)
  return new Set(all.filter((label) => all.indexOf(label) === all.lastIndexOf(label)))
}

/** In a document of one page, numbered items at the foot stay a list. */
const isNotItem = (block: Block): boolean => block.kind !== "item" || !/\d/.test(block.marker)

/** What text of the body refers to notes with. */
const marksOver = (blocks: ReadonlyArray<Block>, size: number): ReadonlySet<string> =>
  new Set(blocks.flatMap((block) => (isSmall(block, size) ? [] : single(marksOf(block)))))

/** How many blocks refer to a note, and the largest size in which one does; infinite for what is no small text. */
interface Calls {
  readonly count: number
  readonly size: number
}

/** By its label, what refers to a note from the text of a page or from a page before (`open`). */
const callsOver = (blocks: ReadonlyArray<Block>, body: number, open: Iterable<string>): Map<string, Calls> => {
  const out = new Map<string, Calls>([...open].map((label) => [label, { count: 1, size: Infinity }]))
  for (const block of blocks) {
    const size = isSmall(block, body) && "style" in block ? block.style.size : Infinity
    for (const label of single(marksOf(block))) {
      const { count = 0, size: most = 0 } = out.get(label) ?? {}
      out.set(label, { count: count + 1, size: Math.max(size, most) })
    }
  }
  return out
}

/**
 * The notes of a page: small blocks that begin with a label to which larger text refers, and that have no larger text below them. Blocks
 * that continue the note above, or the last one of the pages before, go into `gone`.
 */
const notesOf = (
  blocks: ReadonlyArray<Block>,
  size: number,
  calls: Map<string, Calls>,
  { gone, alike }: { readonly gone: Set<Block>; readonly alike: Map<Block, string> },
  carried: Carried | null
): Map<Block, Found> => {
  const out = new Map<Block, Found>()
  if (!blocks.some((block) => isSmall(block, size))) return out
  const lone = loneIn(blocks)
  const last = blocks.filter((block) => !isSmall(block, size) && linesOf(block).length > 1)
  const isOverText = ({ place: { box } }: Paragraph | Item): boolean =>
    last.some(({ place }) => place.box.y0 > box.y0 && overlap(place.box.x0, place.box.x1, box.x0, box.x1) > 0)
  let before: Paragraph | Item | null = carried?.note ?? null
  for (const block of blocks) {
    if ((block.kind !== "paragraph" && block.kind !== "item") || !isSmall(block, size)) continue
    const strict = noteOf(block)
    const isCalled = strict?.isRaised === true && lone.has(strict.label)
    const isReferredTo = (label: string) => block.style.size < maxNoteShare * (calls.get(label)?.size ?? 0)
    const isReferred = strict !== null && (isReferredTo(strict.label) || isCalled)
    const note = isReferred ? strict : touched(block, isReferredTo)
    const notes: Map<Block, Found> | undefined = before !== null && before === carried?.note ? carried.notes : out
    const head: Found | undefined = before === null ? undefined : notes.get(before)
    if (note === null && before !== null && head !== undefined && block.kind === "paragraph") {
      if (goesOn(before, block) && !isOverText(block)) {
        notes.set(before, { ...head, lines: [...head.lines, ...block.lines] })
        gone.add(block)
        continue
      }
    }
    before = block
    if (note === null) continue
    const { count = 0, size: most = 0 } = calls.get(note.label) ?? {}
    calls.delete(note.label)
    if (isOverText(block)) {
      if (count > 1) {
        calls.set(note.label, { count: count - 1, size: most })
        alike.set(block, note.label)
      }
      continue
    }
    out.set(block, note)
    lone.delete(note.label)
  }
  return out
}

/** A mark that is used several times in one block refers to an affiliation, not to a note. */
const single = (marks: ReadonlyArray<string>): ReadonlyArray<string> =>
  marks.filter((mark) => marks.indexOf(mark) === marks.lastIndexOf(mark))

/** What a text goes on with that is no address and no name. */
const plainWord = /^\p{Ll}+[,.;:)-]*(?:\s|$)/u

/** Right below the note, or in a column or on a page after it, in its size, and in the middle of a sentence. */
const goesOn = (note: Paragraph | Item, block: Paragraph): boolean => {
  const { place, style } = note
  const text = plain(block.lines[0]?.runs ?? [])
  if (!/^\p{Ll}/u.test(text) && !isTyped(note, block)) return false
  if (
    place.page !== block.place.page ||
    overlap(place.box.x0, place.box.x1, block.place.box.x0, block.place.box.x1) <= 0
  )
    return (
      plainWord.test(text) &&
      sizeStep(style.size) === sizeStep(block.style.size) &&
      !isEnded(textOf(note).split(/\s+/).at(-1) ?? "")
    )
  const gap = block.place.box.y0 - place.box.y1
  return gap > -0.5 * style.size && gap < style.size
}

/** A full line that ends no sentence goes on in typewriter. */
const isTyped = ({ lines, place }: Paragraph | Item, block: Paragraph): boolean => {
  const last = lines.at(-1)
  const isFull = last !== undefined && last.box.x1 > place.right - edgeShare * (place.right - place.left)
  return isFull && block.lines[0]?.runs[0]?.mono === true && !isEnded(plain(last.runs))
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
