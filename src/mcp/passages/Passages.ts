/** What the tools show of blocks, whoever keeps them: as many as fit one result, and where the others begin. */
import { listedBlocks, listedPassages } from "../../../schema/mcp/ToolFields.ts"
import type { Arguments } from "../../../schema/Tools.ts"
import type { ResultBlock } from "../../convert/model/Result.ts"
import { cursorAt } from "../../jobs/Results.ts"
import { cut } from "../../requests/Cut.ts"
import { fitting } from "../Result.ts"
import type { Json } from "../Rpc.ts"
import { pagesBetween, pagesOf, rowsOn, textOn } from "./Pages.ts"
import { endOfPictures, pictureOf } from "./Pictures.ts"
import { type Match, passageAt, searching } from "./Search.ts"

/** Characters of one block; tables that are larger are shown as text. */
const maxBlockChars = 6_000

const maxHeadingChars = 120

const rowsOf = (block: ResultBlock, page: number | undefined): Json => {
  if (block.type !== "table") return {}
  const own = page === undefined ? block.rows : rowsOn(block, page)
  const rows = own.map((row) => row.map(({ text }) => text))
  return JSON.stringify(rows).length > maxBlockChars ? {} : { rows }
}

/** A block as far as a model needs it: of one over several pages the part on that page, where one is asked for. */
export const shown = (block: ResultBlock, page?: number): Json => {
  const rows = rowsOf(block, page)
  const text = "rows" in rows ? "" : page === undefined ? block.text : textOn(block, page)
  return {
    id: block.id,
    type: block.type,
    pages: pagesOf(block),
    bbox: block.bbox,
    text: cut(text, maxBlockChars),
    is_cut: text.length > maxBlockChars,
    level: block.level,
    ...rows,
    ...(block.type === "figure" ? { image: block.image, caption: block.caption } : {})
  }
}

/** Items that fit one result, and where the others begin. */
const paged = (items: ReadonlyArray<Json>, from: number, more: number | null) => {
  const fit = fitting(items)
  const next = fit.length < items.length ? from + fit.length : more
  return { items: fit, next_cursor: next === null ? null : cursorAt(next) }
}

export const wantedBy =
  ({ type, page }: Arguments<"get_blocks">) =>
  (block: ResultBlock): boolean =>
    (type === undefined || block.type === type) && (page === undefined || pagesOf(block).includes(page))

/**
 * Blocks from an index on, of which there are more from `next` on. With pictures, by their names and sizes in bytes, the
 * list ends before the figure whose picture is one too many.
 */
export const listing = (
  input: Arguments<"get_blocks">,
  from: number,
  found: { readonly items: ReadonlyArray<ResultBlock>; readonly next: number | null },
  sizes: ReadonlyMap<string, number> | null = null
): { readonly structure: Json; readonly pictures: ReadonlyArray<string> } => {
  const whole = { job_id: input.job_id }
  if (sizes === null)
    return {
      structure: {
        ...whole,
        ...paged(
          found.items.map((block) => shown(block, input.page)),
          from,
          found.next
        )
      },
      pictures: []
    }
  const end = endOfPictures(found.items, sizes)
  const { items, next_cursor } = paged(
    found.items.slice(0, end).map((block) => shown(block, input.page)),
    from,
    end < found.items.length ? from + end : found.next
  )
  const pictures = found.items.slice(0, items.length).flatMap((block) => pictureOf(block, sizes) ?? [])
  return { structure: { ...whole, items, pictures, next_cursor }, pictures }
}

export const noPictures =
  'There are no pictures of this job: create it with options {"images": "files"}. A document without figures has none'

export const blocksLimit = ({ limit }: Arguments<"get_blocks">): number => limit ?? listedBlocks

/** Looks at one block after the other, in their order, and says at the end in which the phrase stands. */
export const finding = (input: Arguments<"search_markdown">, from: number) => {
  const limit = input.limit ?? listedPassages
  const match = searching(input.query)
  const headings: Array<{ readonly level: number; readonly text: string }> = []
  const found = { phrase: { count: 0, items: [] as Array<Json> }, words: { count: 0, items: [] as Array<Json> } }

  const passage = (block: ResultBlock, { place }: Match): Json => {
    const { text, start, end } = passageAt(block.text, place)
    return {
      pages: pagesBetween(block, start, end),
      block_id: block.id,
      type: block.type,
      headings: headings.map(({ text }) => text),
      text
    }
  }

  return {
    look: (block: ResultBlock): void => {
      if (block.span === null) return
      const level = block.level ?? 1
      while (block.type === "heading" && (headings.at(-1)?.level ?? 0) >= level) headings.pop()
      const hit = match(block.text)
      if (hit !== null) {
        const kind = found[hit.kind]
        if (kind.count >= from && kind.items.length < limit) kind.items.push(passage(block, hit))
        kind.count++
      }
      if (block.type === "heading") headings.push({ level, text: cut(block.text, maxHeadingChars) })
    },

    /** The whole phrase where it stands anywhere, else its words. */
    end: (): Json => {
      const kind = found.phrase.count > 0 ? "phrase" : "words"
      const { count, items } = found[kind]
      const more = from + items.length < count ? from + items.length : null
      const { items: passages, next_cursor } = paged(items, from, more)
      return { job_id: input.job_id, match: kind, total: count, passages, next_cursor }
    }
  }
}
