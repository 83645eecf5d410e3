/**
 * Block[][] → Block[][]: a table of contents that names no pages. Short texts one after the other, each of which comes again
 * further on, in the same order and over a text of its own, are its entries.
 */

import type { Block, Item, TextLine } from "../../model/Block.ts"
import { around } from "../../model/Geometry.ts"
import { longText, minPair, minSeries, minSizeStep, mostShare } from "../../model/Measures.ts"
import { countWhile } from "../../model/Sorted.ts"
import { normal, plain, printedLines, printedText, textOf } from "../../model/Text.ts"
import { lookOf } from "../Statistics.ts"
import { type Candidate, isCandidate, lengthOf } from "./Candidates.ts"

/** A text that may be a title, and its place in the document. */
interface Titled {
  readonly block: Candidate
  readonly at: number
}

/** By what they say, in the order of the document. */
type Titles = ReadonlyMap<string, ReadonlyArray<Titled>>

export const withListedTitles = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlyArray<ReadonlyArray<Block>> => {
  const all = pages.flat()
  const titles = Map.groupBy(
    all.flatMap((block, at): ReadonlyArray<Titled> => (isCandidate(block) ? [{ block, at }] : [])),
    nameOf
  )
  const entries = new Map<Block, ReadonlyArray<Block>>()
  for (let from = 0; from < all.length; ) {
    const run = namesFrom(all, from, titles)
    const contents = run.slice(isUnlike(run) ? 1 : 0)
    if (areContents(contents, all, titles)) for (const { block, parts } of contents) entries.set(block, parts)
    from += Math.max(1, run.length)
  }
  return entries.size === 0 ? pages : pages.map((blocks) => blocks.flatMap((block) => entries.get(block) ?? [block]))
}

const nameOf = ({ block }: Titled): string => normal(printedText(block))

/** A block that names one title, or several in its lines. */
interface Naming {
  readonly block: Candidate
  readonly parts: ReadonlyArray<Block>
  readonly titles: ReadonlyArray<Titled>
}

/** The blocks from one on that name what comes again behind them, in the same order. */
const namesFrom = (all: ReadonlyArray<Block>, from: number, titles: Titles): ReadonlyArray<Naming> => {
  const run: Array<Naming> = []
  let last = from
  for (let at = from; at < (run[0]?.titles[0]?.at ?? all.length); at++) {
    const block = all[at] as Block
    const found = isCandidate(block) ? naming(block, Math.max(at, last), titles) : null
    if (found === null) break
    run.push(found)
    last = found.titles.at(-1)?.at ?? last
  }
  return run
}

/** Whether most of what is named stands out where it comes again, and half of it comes only once more and has text below it there. Else parts of the document are merely alike, such as forms. */
const areContents = (run: ReadonlyArray<Naming>, all: ReadonlyArray<Block>, titles: Titles): boolean => {
  const named = run.flatMap((each) => each.titles.map((title) => ({ title, by: each.block })))
  const isOfMost = (share: number, is: (title: Titled, by: Candidate) => boolean) =>
    named.filter(({ title, by }) => is(title, by)).length >= share * named.length
  return (
    named.length >= minSeries &&
    isOfMost(mostShare, ({ block }, by) => standsOutFrom(block, by)) &&
    isOfMost(0.5, (title) => (titles.get(nameOf(title))?.length ?? 0) <= minPair) &&
    isOfMost(0.5, ({ at, block }) => isOver(block, all[at + 1]))
  )
}

/** Larger than where it is named, or in bold where that is not; or the text that names it is a link, and it is not. */
const standsOutFrom = (title: Candidate, by: Candidate): boolean =>
  title.style.size > (1 + minSizeStep) * by.style.size ||
  (title.style.bold && !by.style.bold) ||
  (isLink(by) && !isLink(title))

const isLink = ({ lines }: Candidate): boolean =>
  lines.every(({ runs }) => runs.every(({ href, text }) => href !== undefined || !/\p{L}/u.test(text)))

const isOver = (title: Candidate, next: Block | undefined): boolean => {
  if (next === undefined) return false
  if (!isCandidate(next)) return true
  return next.kind === "item" ? title.kind !== "item" : lengthOf(textOf(next)) >= longText
}

/** Whether the first is set as none of the others is: it is the heading of the contents. */
const isUnlike = ([first, ...others]: ReadonlyArray<Naming>): boolean => {
  const look = ({ block }: Naming) => lookOf(block.style)
  return first !== undefined && others.every((each) => look(each) !== look(first))
}

/** What a block names behind `after`; null where it says more. */
const naming = (block: Candidate, after: number, titles: Titles): Naming | null => {
  const found: Array<Titled> = []
  const parts: Array<Block> = []
  const next = (name: string) => behind(titles.get(name) ?? [], found.at(-1)?.at ?? after, block.style.size)
  const whole = next(normal(printedText(block)))
  if (whole !== undefined) return { block, parts: [entry(block, block.lines, true)], titles: [whole] }
  let lines: ReadonlyArray<TextLine> = []
  for (const line of printedLines(block)) {
    lines = [...lines, line]
    const title = next(normal(lines.map(({ runs }) => plain(runs)).join(" ")))
    if (title === undefined) continue
    parts.push(entry(block, found.length === 0 ? block.lines.slice(0, lines.length) : lines, found.length === 0))
    found.push(title)
    lines = []
  }
  return lines.length === 0 ? { block, parts, titles: found } : null
}

/** The first of some titles behind a place, unless it is smaller than what names it. */
const behind = (titles: ReadonlyArray<Titled>, after: number, size: number): Titled | undefined => {
  const found = titles[countWhile(titles, ({ at }) => at <= after)]
  return found !== undefined && size <= (1 + minSizeStep) * found.block.style.size ? found : undefined
}

/** Some lines of a block as an entry, the first of which keeps what marks the block. */
const entry = (block: Candidate, lines: ReadonlyArray<TextLine>, isFirst: boolean): Item => {
  const place =
    lines.length === block.lines.length ? block.place : { ...block.place, box: around(lines.map(({ box }) => box)) }
  return block.kind === "item" && isFirst
    ? { ...block, lines, place, entry: true }
    : { kind: "item", marker: "•", depth: 0, lines, style: block.style, place, entry: true }
}
