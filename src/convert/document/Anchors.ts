/**
 * Block[] → Block[]: links to places of the document lead to the headings that stand there, called as renderers of Markdown
 * call them; all others are text. What is nothing but links stays text too, such as a table of contents: whoever shows Markdown
 * lists its headings.
 */
import { type Block, type Heading, isEntry, type Provenance, placesOf, type Run } from "../model/Block.ts"
import type { FinishedPage, Spelling } from "../model/Document.ts"
import { farEm, sameEdgePt } from "../model/Measures.ts"
import { linesOf, plain } from "../model/Text.ts"
import { joined } from "./Hyphens.ts"

export const anchored = (
  blocks: ReadonlyArray<Block>,
  pages: ReadonlyArray<FinishedPage>,
  spelling: Spelling
): ReadonlyArray<Block> => {
  // most documents
  if (!blocks.some((block) => runsIn(block).some(isLed))) return blocks
  const anchors = anchorsOf(blocks, spelling)
  const standing = Map.groupBy(
    blocks
      .filter(({ kind }) => kind !== "header" && kind !== "footer")
      .flatMap((block) => placesOf(block).map((place) => ({ block, place }))),
    ({ place }) => place.page
  )
  const heights = new Map(pages.flatMap(({ page, view }) => (view === null ? [] : [[page, view.height]])))
  const known = new Map<string, string | null>()
  const anchorAt = (href: string): string | null => {
    const [page, x, y] = href.slice(1).split(",")
    const height = heights.get(Number(page))
    if (height === undefined || y === undefined || y === "") return null
    const found = firstBelow(standing.get(Number(page)) ?? [], x === "" ? null : Number(x), height - Number(y))
    return (found && anchors.get(found)) ?? null
  }
  const led = (runs: ReadonlyArray<Run>, isKept: boolean): ReadonlyArray<Run> =>
    runs.map((run) => {
      if (!isLed(run)) return run
      const { href = "", ...rest } = run
      if (!known.has(href)) known.set(href, anchorAt(href))
      const anchor = isKept ? known.get(href) : null
      return anchor == null ? rest : { ...rest, href: anchor }
    })
  return blocks.map((block) => {
    if (block.kind === "table")
      return {
        ...block,
        rows: block.rows.map((row) =>
          row.map((cell) => ({ ...cell, runs: led(cell.runs, cell.runs.some(isUnlinked)) }))
        )
      }
    if (!("style" in block)) return block
    const isListed = block.kind === "heading" || isEntry(block)
    const isKept = !isListed && block.lines.some(({ runs }) => runs.some(isUnlinked))
    return { ...block, lines: block.lines.map((line) => ({ ...line, runs: led(line.runs, isKept) })) }
  })
}

/** It leads to a place of the document. */
const isLed = ({ href }: Run): boolean => href?.startsWith("#") === true

const runsIn = (block: Block): ReadonlyArray<Run> =>
  block.kind === "table"
    ? block.rows.flatMap((row) => row.flatMap(({ runs }) => runs))
    : linesOf(block).flatMap(({ runs }) => runs)

/** Words that no link is laid on, such as those of a sentence with a link in it. */
const isUnlinked = ({ text, href }: Run): boolean => href === undefined && /\p{L}{2}/u.test(text)

/** What begins first below a height, and right there, in the column of `x`. */
const firstBelow = (
  standing: ReadonlyArray<{ readonly block: Block; readonly place: Provenance }>,
  x: number | null,
  y: number
): Block | undefined => {
  const inColumn = standing.filter(
    ({ place }) => x !== null && x >= place.left - sameEdgePt && x <= place.right + sameEdgePt
  )
  const [first] = (inColumn.length > 0 ? inColumn : standing)
    .filter(({ place }) => place.box.y1 > y + sameEdgePt)
    .sort((a, b) => a.place.box.y0 - b.place.box.y0)
  if (first?.block.kind !== "heading" || first.place.box.y0 - y > farEm * first.block.style.size) return undefined
  return first.block
}

/** What each heading is called: its text in small letters, without signs, with hyphens for spaces; numbered where it comes again. */
const anchorsOf = (blocks: ReadonlyArray<Block>, spelling: Spelling): ReadonlyMap<Block, string> => {
  const counts = new Map<string, number>()
  return new Map(
    blocks
      .filter((block): block is Heading => block.kind === "heading")
      .map((heading) => {
        const name = plain(joined(heading.lines, spelling))
          .trim()
          .toLowerCase()
          .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
          .replace(/ /g, "-")
        const again = counts.get(name) ?? 0
        counts.set(name, again + 1)
        return [heading, again === 0 ? `#${name}` : `#${name}-${again}`] as const
      })
  )
}
