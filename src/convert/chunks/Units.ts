/** The Markdown of blocks, one after the other → units that fit into a chunk, with the headings above them. */
import type { ResultBlock } from "../model/Result.ts"
import { piecesOf } from "./Pieces.ts"

/** A block that is printed, the Markdown between the block before and it, and its own. */
export interface PrintedText {
  readonly block: Pick<ResultBlock, "id" | "type" | "level" | "text" | "places">
  readonly before: string
  readonly text: string
}

/** A stretch of a block's Markdown that is never cut. */
export interface Unit {
  readonly id: string
  /** In ascending order; one array for all units of a block. */
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

/** Cuts blocks in their order: each block's place and headings are those of the blocks before it. */
export const cutter = (maxChars: number): ((printed: PrintedText) => Iterable<Unit>) => {
  let titles: ReadonlyArray<Title> = []
  let at = 0
  return function* ({ block, before, text }) {
    const isHeading = block.type === "heading"
    const level = block.level ?? 1
    if (isHeading) titles = titles.filter((each) => each.level < level)
    const common = {
      id: block.id,
      pages: [...new Set(block.places.map(({ page }) => page))].sort((a, b) => a - b),
      headings: titles.map((each) => each.text),
      isHeading
    }
    at += bytes(before)
    let done = 0
    for (const piece of piecesOf(text, block.type, maxChars)) {
      const gap = text.slice(done, piece.start)
      const own = text.slice(piece.start, piece.end)
      const start = at + bytes(gap)
      at = start + bytes(own)
      yield { ...common, before: done === 0 ? before + gap : gap, text: own, start, end: at }
      done = piece.end
    }
    at += bytes(text.slice(done))
    if (isHeading) titles = [...titles, { level, text: block.text }]
  }
}
