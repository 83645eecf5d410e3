/**
 * Markdown → pieces of a maximum number of characters, each a stretch of the Markdown that begins and ends with a block where
 * it can, and says what it stands under. The blocks come one by one, so that no more than a chunk of them is kept.
 */
import type { Chunk } from "../model/Result.ts"
import { cutter, type PrintedText, type Unit } from "./Units.ts"

export interface ChunkOptions {
  /** Characters of a chunk. */
  readonly maxChars: number
  /** Characters at its beginning that the one before it ends with, at most; less than half of `maxChars`. */
  readonly overlap: number
}

/** A chunk, or null for one that is only counted. */
type Counted = Chunk | null

export interface Chunker {
  /** Made one by one as they are taken: a block may be as long as the document, and few of its chunks wanted. */
  readonly add: (printed: PrintedText) => Iterable<Counted>
  readonly end: () => ReadonlyArray<Counted>
}

/** A heading begins a chunk where the one before it is filled to this share. */
const minFilledShare = 0.5

/** Makes the chunks from the one after the first `skipped` on; those before it are only counted. */
export const chunker = ({ maxChars, overlap }: ChunkOptions, skipped = 0): Chunker => {
  const unitsOf = cutter(maxChars)
  let open: Array<Unit> = []
  /** Characters of the open units, with what stands before each. */
  let size = 0
  /** How many of the open units the chunk before has as well. */
  let shared = 0
  /** Whether the others are headings alone. */
  let areHeadings = true
  let made = 0

  const next = (units: ReadonlyArray<Unit>): Counted => (++made > skipped ? chunkOf(`c${made}`, units) : null)

  const close = (): Counted => {
    // a heading goes where its text goes
    let to = open.length
    while (to > shared + 1 && open[to - 1]?.isHeading === true) to--
    const own = open.slice(0, to)
    const rest = open.slice(to)
    const tail = tailOf(own, Math.min(overlap, maxChars - lengthOf(rest)))
    open = [...tail, ...rest]
    size = sizeOf(open)
    shared = tail.length
    areHeadings = true
    return next(own)
  }

  const length = () => size - (open[0]?.before.length ?? 0)

  const isRoomFor = ({ before, text }: Unit) =>
    (open.length === 0 ? text.length : length() + before.length + text.length) <= maxChars

  const push = (unit: Unit): ReadonlyArray<Counted> => {
    const out: Array<Counted> = []
    if (unit.isHeading && length() >= minFilledShare * maxChars && !areHeadings) out.push(close())
    while (!isRoomFor(unit)) {
      // what is repeated makes room for a heading and its text
      if (shared > 0 && areHeadings) {
        size -= sizeOf(open.splice(0, 1))
        shared--
      } else out.push(close())
    }
    open.push(unit)
    size += sizeOf([unit])
    areHeadings &&= unit.isHeading
    return out
  }

  return {
    add: function* (printed) {
      for (const unit of unitsOf(printed)) yield* push(unit)
    },
    end: () => (open.length > shared ? [next(open)] : [])
  }
}

/** Characters of units with what stands before each. */
const sizeOf = (units: ReadonlyArray<Unit>): number =>
  units.reduce((sum, { before, text }) => sum + before.length + text.length, 0)

const lengthOf = (units: ReadonlyArray<Unit>): number => sizeOf(units) - (units[0]?.before.length ?? 0)

/** The last units that together have no more characters than this; at least one is left out. */
const tailOf = (units: ReadonlyArray<Unit>, most: number): ReadonlyArray<Unit> => {
  let from = units.length
  for (let size = 0; from > 1; from--) {
    const { before, text } = units[from - 1] as Unit
    if (size + text.length > most) break
    size += before.length + text.length
  }
  return units.slice(from)
}

/** In ascending order. Units of one block share theirs, which may be every page of the document. */
const pagesOf = (units: ReadonlyArray<Unit>): ReadonlyArray<number> => {
  const [first = [], ...others] = new Set(units.map((each) => each.pages))
  return others.length === 0 ? first : [...new Set([first, ...others].flat())].sort((a, b) => a - b)
}

const chunkOf = (id: string, units: ReadonlyArray<Unit>): Chunk => {
  const [first, last] = [units[0] as Unit, units.at(-1) as Unit]
  return {
    id,
    text: units.map(({ before, text }, i) => (i === 0 ? text : before + text)).join(""),
    headings: first.headings,
    pages: pagesOf(units),
    blocks: [...new Set(units.map((each) => each.id))],
    span: { start: first.start, end: last.end }
  }
}
