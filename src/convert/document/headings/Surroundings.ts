/** Block[][] → Surroundings: what is known of a whole document before any of its blocks is weighed. */

import type { Block, Heading } from "../../model/Block.ts"
import type { DocumentInfo } from "../../model/Document.ts"
import { median } from "../../model/Geometry.ts"
import { longText, minSizeStep } from "../../model/Measures.ts"
import { normal, printedText, textOf } from "../../model/Text.ts"
import type { Statistics } from "../Statistics.ts"
import { type Candidate, edgeOf, isCandidate, lengthOf, type Surroundings, standOf } from "./Candidates.ts"
import { titlesInContents } from "./Contents.ts"
import { numbering } from "./Numbering.ts"
import { titleBlock } from "./TitleBlock.ts"

/** Blocks further apart, in em, stand in different parts of the page. */
const mostGap = 4

export const surroundings = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  stats: Statistics,
  { title, outline }: Pick<DocumentInfo, "title" | "outline">
): Surroundings => {
  const isOut = (block: Block): block is Candidate | Heading =>
    block.kind === "heading" ||
    (isCandidate(block) && (block.style.size > (1 + minSizeStep) * stats.size || (block.style.bold && !stats.bold)))
  const out = pages.flat().filter(isOut)
  const numbered = out.filter((block) => numbering.test(printedText(block))).length
  const edges = new Map<number, number>()
  for (const block of pages.flat()) {
    if (block.kind !== "paragraph" || block.style.bold || textOf(block).length < longText) continue
    edges.set(edgeOf(block), (edges.get(edgeOf(block)) ?? 0) + textOf(block).length / (stats.characters || 1))
  }
  const largest = pages
    .flat()
    .reduce((most, block) => (isCandidate(block) ? Math.max(most, block.style.size) : most), 0)
  const entries = (outline ?? []).filter((entry) => lengthOf(normal(entry.title)) > 2)
  const titles = new Set(entries.map((entry) => normal(entry.title)))
  const firstPage = pages.flat()[0]?.place.page ?? 1
  const told = entries.filter(({ page }) => page === null || page === firstPage).map((entry) => normal(entry.title))
  return {
    headsPages: topsOf(pages, stats),
    gap: gapOf(pages, stats, isOut),
    stats,
    edges,
    largest,
    firstPage,
    ...titleBlock(pages, stats, new Set(told), outline?.find((entry) => entry.page !== null)?.page ?? 0),

    titles,
    listed: titlesInContents(pages),
    title: normal(title ?? ""),
    isTold: pages.some((blocks) => blocks.some((block) => block.kind === "heading")),
    numbered: numbered / Math.max(4, out.length)
  }
}

/** The share of the pages whose first block stands out so far, where there are several. */
const topsOf = (pages: ReadonlyArray<ReadonlyArray<Block>>, stats: Statistics): ReadonlyMap<number, number> => {
  const tops = pages.flatMap(([top]) => (top !== undefined && isCandidate(top) ? [standOf(top, stats)] : []))
  const counts = [...Map.groupBy(tops, (stand) => stand)].filter(([, same]) => same.length > 1)
  return new Map(counts.map(([stand, same]) => [stand, same.length / pages.length] as const))
}

/** The usual space between blocks of text, in em. */
const gapOf = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  { size }: Statistics,
  isOut: (block: Block) => boolean
): number => {
  const gaps = pages.flatMap((blocks) =>
    blocks.slice(1).flatMap((block, i) => {
      const gap = block.place.box.y0 - (blocks[i] as Block).place.box.y1
      return gap >= 0 && gap < mostGap * size && "style" in block && !isOut(block) ? [gap / (size || 1)] : []
    })
  )
  return median(gaps)
}
