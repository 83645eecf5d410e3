/** The order of the stages, and nothing else. */
import { blocks } from "./blocks/Blocks.ts"
import { figures } from "./blocks/Figures.ts"
import { withAsides } from "./document/Asides.ts"
import { captioned } from "./document/FigureCaptions.ts"
import { flow } from "./document/Flow.ts"
import { atEnd, footnotes } from "./document/Footnotes.ts"
import { headings } from "./document/Headings.ts"
import { levels } from "./document/Levels.ts"
import { lists } from "./document/Lists.ts"
import { withoutRunningHeads } from "./document/RunningHeads.ts"
import { statistics } from "./document/Statistics.ts"
import { fractions } from "./formulas/Fractions.ts"
import { clean } from "./glyphs/Clean.ts"
import { mapping } from "./glyphs/Mapping.ts"
import { words } from "./glyphs/Words.ts"
import { joinBullets } from "./lines/Bullets.ts"
import { dropCaps } from "./lines/DropCaps.ts"
import { lines } from "./lines/Lines.ts"
import { regions } from "./lines/Regions.ts"
import { frontMatter } from "./markdown/FrontMatter.ts"
import { markdown } from "./markdown/Markdown.ts"
import type { Block } from "./model/Block.ts"
import type { DocumentInfo, FinishedPage } from "./model/Document.ts"
import type { Options } from "./model/Options.ts"
import type { RawPage } from "./model/Page.ts"
import { isToRecognise } from "./ocr/Need.ts"
import type { Recognised } from "./ocr/Recognised.ts"
import { confidenceOf, confidentLines, type PageGraphics, scanned } from "./ocr/Scan.ts"
import { carriedOverRows, continued } from "./tables/Continued.ts"
import { borderlessTables, ruledTables, wideTables } from "./tables/Tables.ts"
import { asTold } from "./tagged/StructElements.ts"
import { hasSemanticTags, tagged } from "./tagged/Tagged.ts"

/** A page as its text layer has it, and whether that is not what the page shows. */
export interface PageReading {
  readonly page: FinishedPage
  readonly isToRecognise: boolean
}

/** All page stages, in order. */
export const readPage = (raw: RawPage, options: Options): PageReading => {
  const cleaned = clean(raw)
  return { page: laidOut(cleaned, options), isToRecognise: isToRecognise(raw, cleaned, options) }
}

export const page = (raw: RawPage, options: Options): FinishedPage => laidOut(clean(raw), options)

/** All page stages over what was recognised. */
export const scan = (graphics: PageGraphics, recognised: Recognised, options: Options): FinishedPage => {
  const raw = scanned(graphics, recognised)
  const found = laidOut(raw, options)
  if (found.characters === 0) return found
  const confidence = confidenceOf(confidentLines(recognised.lines).flatMap((line) => line.words))
  return {
    ...found,
    method: "ocr",
    confidence: Math.round(confidence * 1000) / 1000,
    warnings: confidence < lowConfidence ? ["low_confidence"] : []
  }
}

/** Recognised text of less confidence has an error in every line. */
const lowConfidence = 0.75

const laidOut = (cleaned: RawPage, options: Options): FinishedPage => {
  const characters = cleaned.glyphs.text.reduce((sum, text) => sum + (text === " " ? 0 : text.length), 0)
  const all = words(cleaned)
  const asTagged = options.headers_footers === "remove" ? tagged(cleaned, all) : null
  const asSeen = () =>
    blocks(
      cleaned,
      borderlessTables(
        regions(wideTables(joinBullets(cleaned, ruledTables(cleaned, fractions(cleaned, dropCaps(lines(all)))))))
      )
    )
  const found = asTagged === null ? asSeen() : hasSemanticTags(cleaned) ? asTagged : fuller(asSeen(), asTagged)
  return {
    page: cleaned.number,
    method: characters === 0 ? "empty" : "text",
    characters,
    tables: found.filter((block) => block.kind === "table").length,
    confidence: null,
    warnings: characters === 0 ? ["no_text_layer"] : mapping(cleaned.glyphs) === "mapped" ? [] : ["unmapped_fonts"],
    blocks: found,
    asides: figures(cleaned)
  }
}

/** Paragraphs as the document has them, unless there is more to see on the page than paragraphs: what it tells is that none is a heading. */
const fuller = (seen: ReadonlyArray<Block>, tagged: ReadonlyArray<Block>): ReadonlyArray<Block> =>
  seen.some((block) => block.kind !== "paragraph" && block.kind !== "heading") ? seen.map(asTold) : tagged

/** All document stages, in order, over the pages that arrived: the Markdown. */
export const document = (info: DocumentInfo, pages: ReadonlyArray<FinishedPage>, options: Options): string => {
  const sorted = [...pages].sort((a, b) => a.page - b.page)
  const found = sorted.map((each) => each.blocks)
  const kept = options.headers_footers === "keep" ? found : withoutRunningHeads(found)
  const stats = statistics(kept)
  const outline = info.outline ?? []
  const titled = lists(levels(headings(footnotes(kept, stats), stats, outline), outline))
  const numbers = sorted.map((each) => each.page)
  const text = continued(flow(carriedOverRows(titled)))
  const whole = captioned(
    withAsides(
      text,
      sorted.flatMap((each) => each.asides)
    )
  )
  // pages that are told apart keep their notes
  const ordered = options.page_breaks === "none" ? atEnd(whole) : whole
  const printed = markdown(ordered, numbers, stats, options)
  return options.front_matter ? frontMatter(info, options.page_range) + printed : printed
}
