/**
 * Block[][] → Block[][]: a line that a title shares with what runs at its other end is two. The end runs where it comes back on
 * page after page, but for the page's own number.
 */
import type { Block, Paragraph, Run, TextLine } from "../model/Block.ts"
import { plain, textOf } from "../model/Text.ts"
import { isAtEdge, isSpread } from "./PageNumbers.ts"

export interface PartedLines {
  readonly pages: ReadonlyArray<ReadonlyArray<Block>>
  /** What runs of them. */
  readonly ends: ReadonlyArray<Block>
}

/** The lines at the edges of pages parted so; an end that runs comes back on at least so many pages, and on half of them. */
export const partedLines = (pages: ReadonlyArray<ReadonlyArray<Block>>, leastPages: number): PartedLines => {
  const found = pages.flat().flatMap((block) => {
    const pieces = partsOf(block)
    return pieces === null ? [] : [{ block, pieces, name: nameOf(pieces[1]) }]
  })
  const running = [...Map.groupBy(found, ({ name }) => name)].flatMap(([name, same]) =>
    /\p{L}{2}/u.test(name) && same.length >= Math.max(leastPages, pages.length / 2) ? same : []
  )
  const parted = new Map(running.map(({ block, pieces }) => [block, pieces] as const))
  return {
    pages: parted.size === 0 ? pages : pages.map((blocks) => blocks.flatMap((block) => parted.get(block) ?? [block])),
    ends: running.map(({ pieces }) => pieces[1])
  }
}

const nameOf = (block: Block): string =>
  textOf(block)
    .split(/\s+/)
    .map((word) => (Number(word) === block.place.page ? "@" : word))
    .join(" ")

/** What stands before and behind the gap of a line at the edge of its page; null where there is none. */
const partsOf = (block: Block): readonly [Paragraph, Paragraph] | null => {
  if (block.kind !== "paragraph" || block.lines.length > 1 || !isAtEdge(block) || !isSpread(block)) return null
  const [line] = block.lines
  if (line?.gapAt === undefined) return null
  const { box, runs, gap = 0, gapAt } = line
  const all = plain(runs).length
  // as wide as its share of the characters
  const x = box.x0 + ((box.x1 - box.x0 - gap) * gapAt) / all
  const piece = (from: number, to: number, x0: number, x1: number): Paragraph => {
    const own = { ...box, x0, x1 }
    const text: TextLine = { runs: between(runs, from, to), page: line.page, box: own }
    return { ...block, lines: [text], place: { ...block.place, box: own } }
  }
  return [piece(0, gapAt, box.x0, x), piece(gapAt + 1, all, x + gap, box.x1)]
}

/** The characters of a line from one place to another, in their runs. */
const between = (runs: ReadonlyArray<Run>, from: number, to: number): ReadonlyArray<Run> => {
  let at = 0
  return runs.flatMap((run) => {
    const text = run.text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += run.text.length
    return text === "" ? [] : [{ ...run, text }]
  })
}
