/**
 * Markdown → pieces of at most so many characters, each a stretch of the Markdown that begins and ends with a block where
 * it can, and says what it stands under. The blocks come one by one, so that no more than a chunk of them is kept.
 */
import type { Chunk, ResultBlock } from "../model/Result.ts"
import { piecesOf } from "./Pieces.ts"

export interface ChunkOptions {
  /** Characters of a chunk. */
  readonly maxChars: number
  /** Characters at its beginning that the one before it ends with, at most; less than half of `maxChars`. */
  readonly overlap: number
}

/** A block that is printed, the Markdown between the block before and it, and its own. */
export interface PrintedText {
  readonly block: Pick<ResultBlock, "id" | "type" | "level" | "text" | "places">
  readonly before: string
  readonly text: string
}

export interface Chunker {
  readonly add: (printed: PrintedText) => ReadonlyArray<Chunk>
  readonly end: () => ReadonlyArray<Chunk>
}

/** A heading begins a chunk where the one before it is filled to this share. */
const minFilledShare = 0.5

/** A stretch of a block's Markdown that is never cut. */
interface Unit {
  readonly id: string
  readonly pages: ReadonlyArray<number>
  readonly isHeading: boolean
  /** The headings above it. */
  readonly headings: ReadonlyArray<string>
  /** What stands before it, since the unit before. */
  readonly before: string
  readonly text: string
  /** Its first byte. */
  readonly start: number
  readonly end: number
}

interface Title {
  readonly level: number
  readonly text: string
}

/** Bytes of UTF-8. */
const bytes = (text: string): number => {
  let sum = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // half of a pair is two bytes of four
    if (code >= 0x80) sum += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2
  }
  return sum
}

/** Gives the chunks from the one after the first `skipped` on; those before it are only counted. */
export const chunker = ({ maxChars, overlap }: ChunkOptions, skipped = 0): Chunker => {
  let titles: ReadonlyArray<Title> = []
  let open: ReadonlyArray<Unit> = []
  /** How many of the open units the chunk before has as well. */
  let shared = 0
  let at = 0
  let made = 0

  const close = (): ReadonlyArray<Chunk> => {
    // a heading goes where its text goes
    let to = open.length
    while (to > shared + 1 && open[to - 1]?.isHeading === true) to--
    const own = open.slice(0, to)
    const rest = open.slice(to)
    const tail = tailOf(own, Math.min(overlap, maxChars - lengthOf(rest)))
    open = [...tail, ...rest]
    shared = tail.length
    return ++made > skipped ? [chunkOf(`c${made}`, own)] : []
  }

  const push = (unit: Unit): ReadonlyArray<Chunk> => {
    const out: Array<Chunk> = []
    const mustEnd = () => lengthOf([...open, unit]) > maxChars
    const mayEnd = unit.isHeading && open.length > shared && lengthOf(open) >= minFilledShare * maxChars
    if (mayEnd && !open.slice(shared).every((each) => each.isHeading)) out.push(...close())
    while (mustEnd()) {
      // what is repeated makes room for a heading and its text
      if (shared > 0 && open.slice(shared).every((each) => each.isHeading)) {
        open = open.slice(1)
        shared--
      } else out.push(...close())
    }
    open = [...open, unit]
    return out
  }

  return {
    add: ({ block, before, text }) => {
      const isHeading = block.type === "heading"
      const level = block.level ?? 1
      if (isHeading) titles = titles.filter((each) => each.level < level)
      const common = {
        id: block.id,
        pages: [...new Set(block.places.map(({ page }) => page))],
        headings: titles.map((each) => each.text),
        isHeading
      }
      at += bytes(before)
      const out: Array<Chunk> = []
      let done = 0
      for (const { start, end } of piecesOf(text, block.type, maxChars)) {
        const gap = text.slice(done, start)
        const own = text.slice(start, end)
        at += bytes(gap)
        const from = at
        at += bytes(own)
        out.push(...push({ ...common, before: done === 0 ? before + gap : gap, text: own, start: from, end: at }))
        done = end
      }
      at += bytes(text.slice(done))
      if (isHeading) titles = [...titles, { level, text: block.text }]
      return out
    },
    end: () => (open.length > shared && made + 1 > skipped ? [chunkOf(`c${made + 1}`, open)] : [])
  }
}

const lengthOf = (units: ReadonlyArray<Unit>): number =>
  units.reduce((sum, { before, text }, i) => sum + (i === 0 ? 0 : before.length) + text.length, 0)

/** The last units that come to at most so many characters; at least one is left out. */
const tailOf = (units: ReadonlyArray<Unit>, most: number): ReadonlyArray<Unit> => {
  let from = units.length
  while (from > 1 && lengthOf(units.slice(from - 1)) <= most) from--
  return units.slice(from)
}

const chunkOf = (id: string, units: ReadonlyArray<Unit>): Chunk => {
  const [first, last] = [units[0] as Unit, units.at(-1) as Unit]
  return {
    id,
    text: units.map(({ before, text }, i) => (i === 0 ? text : before + text)).join(""),
    headings: first.headings,
    pages: [...new Set(units.flatMap((each) => each.pages))].sort((a, b) => a - b),
    blocks: [...new Set(units.map((each) => each.id))],
    span: { start: first.start, end: last.end }
  }
}
