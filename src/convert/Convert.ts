/** The order of the stages, and nothing else. */
import { blocks } from "./Blocks.ts"
import { census } from "./Census.ts"
import { clean } from "./Clean.ts"
import type { DocumentInfo, FinishedPage } from "./Document.ts"
import { captioned, figures } from "./Figures.ts"
import { flow } from "./Flow.ts"
import { frontMatter } from "./FrontMatter.ts"
import { furniture } from "./Furniture.ts"
import { headings } from "./Headings.ts"
import { levels } from "./Levels.ts"
import { lines } from "./Lines.ts"
import { lists } from "./Lists.ts"
import { markdown } from "./Markdown.ts"
import type { Options, RawPage } from "./Page.ts"
import { mapping } from "./Plausible.ts"
import { regions } from "./Regions.ts"
import { borderlessTables, ruledTables } from "./Tables.ts"
import { words } from "./Words.ts"

/** All page stages, in order. */
export const page = (raw: RawPage, options: Options): FinishedPage => {
  const cleaned = clean(raw)
  const characters = cleaned.glyphs.text.reduce((sum, text) => sum + (text === " " ? 0 : text.length), 0)
  const found = blocks(
    cleaned,
    borderlessTables(
      regions([...ruledTables(cleaned, lines(words(cleaned))), ...(options.images === "alt" ? figures(cleaned) : [])])
    )
  )
  return {
    page: raw.number,
    method: characters === 0 ? "empty" : "text",
    characters,
    tables: found.filter((block) => block.kind === "table").length,
    confidence: null,
    warnings: characters === 0 ? ["no_text_layer"] : mapping(cleaned.glyphs) === "mapped" ? [] : ["unmapped_fonts"],
    blocks: found
  }
}

/** All document stages, in order, over the pages that arrived: the Markdown. */
export const document = (info: DocumentInfo, pages: ReadonlyArray<FinishedPage>, options: Options): string => {
  const sorted = [...pages].sort((a, b) => a.page - b.page)
  const found = sorted.map((each) => each.blocks)
  const kept = options.headers_footers === "keep" ? found : furniture(found)
  const stats = census(kept)
  const outline = info.outline ?? []
  const titled = lists(levels(headings(kept, stats, outline), outline))
  const numbers = sorted.map((each) => each.page)
  const text = markdown(captioned(flow(titled)), numbers, stats, options)
  return options.front_matter ? frontMatter(info, options.page_range) + text : text
}
