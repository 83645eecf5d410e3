/** The order of the stages, and nothing else. */
import { blocks } from "./Blocks.ts"
import { bulleted } from "./Bullets.ts"
import { census } from "./Census.ts"
import { clean } from "./Clean.ts"
import type { DocumentInfo, FinishedPage } from "./Document.ts"
import { dropCaps } from "./DropCaps.ts"
import { captioned, figures } from "./Figures.ts"
import { flow } from "./Flow.ts"
import { atEnd, footnotes } from "./Footnotes.ts"
import { fractions } from "./Fractions.ts"
import { frontMatter } from "./FrontMatter.ts"
import { furniture } from "./Furniture.ts"
import { headings } from "./Headings.ts"
import { levels } from "./Levels.ts"
import { lines } from "./Lines.ts"
import { lists } from "./Lists.ts"
import { markdown } from "./Markdown.ts"
import type { Block, Options, RawPage } from "./Page.ts"
import { mapping } from "./Plausible.ts"
import { regions } from "./Regions.ts"
import { confidenceOf, credible, type Sheet, scanned } from "./Scan.ts"
import { isToRecognise } from "./scan/Need.ts"
import type { Recognised } from "./scan/Recognised.ts"
import { borderlessTables, ruledTables, wideTables } from "./Tables.ts"
import { isTelling, tagged } from "./Tagged.ts"
import { continued, remains } from "./tables/Continued.ts"
import { asTold } from "./tagged/Stretches.ts"
import { words } from "./Words.ts"

/** A page as its text layer has it, and whether that is not what the page shows. */
export interface Reading {
  readonly page: FinishedPage
  readonly isToRecognise: boolean
}

/** All page stages, in order. */
export const reading = (raw: RawPage, options: Options): Reading => {
  const cleaned = clean(raw)
  return { page: laidOut(cleaned, options), isToRecognise: isToRecognise(raw, cleaned, options) }
}

export const page = (raw: RawPage, options: Options): FinishedPage => laidOut(clean(raw), options)

/** All page stages over what was recognised. */
export const scan = (sheet: Sheet, recognised: Recognised, options: Options): FinishedPage => {
  const raw = scanned(sheet, recognised)
  const found = laidOut(raw, options)
  if (found.characters === 0) return found
  const confidence = confidenceOf(credible(recognised.lines).flatMap((line) => line.words))
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
  const pictures = options.images === "alt" ? figures(cleaned) : []
  const all = words(cleaned)
  const asTagged = pictures.length === 0 && options.headers_footers === "remove" ? tagged(cleaned, all) : null
  const asSeen = () =>
    blocks(
      cleaned,
      borderlessTables(
        regions([
          ...wideTables(bulleted(cleaned, ruledTables(cleaned, fractions(cleaned, dropCaps(lines(all)))))),
          ...pictures
        ])
      )
    )
  const found = asTagged === null ? asSeen() : isTelling(cleaned) ? asTagged : fuller(asSeen(), asTagged)
  return {
    page: cleaned.number,
    method: characters === 0 ? "empty" : "text",
    characters,
    tables: found.filter((block) => block.kind === "table").length,
    confidence: null,
    warnings: characters === 0 ? ["no_text_layer"] : mapping(cleaned.glyphs) === "mapped" ? [] : ["unmapped_fonts"],
    blocks: found
  }
}

/** Paragraphs as the document has them, unless there is more to see on the page than paragraphs: what it tells is that none is a heading. */
const fuller = (seen: ReadonlyArray<Block>, tagged: ReadonlyArray<Block>): ReadonlyArray<Block> =>
  seen.some((block) => block.kind !== "paragraph" && block.kind !== "heading") ? seen.map(asTold) : tagged

/** All document stages, in order, over the pages that arrived: the Markdown. */
export const document = (info: DocumentInfo, pages: ReadonlyArray<FinishedPage>, options: Options): string => {
  const sorted = [...pages].sort((a, b) => a.page - b.page)
  const found = sorted.map((each) => each.blocks)
  const kept = options.headers_footers === "keep" ? found : furniture(found)
  const stats = census(kept)
  const outline = info.outline ?? []
  const titled = lists(levels(headings(footnotes(kept, stats), stats, outline), outline))
  const numbers = sorted.map((each) => each.page)
  const whole = captioned(continued(flow(remains(titled))))
  // pages that are told apart keep their notes
  const ordered = options.page_breaks === "none" ? atEnd(whole) : whole
  const text = markdown(ordered, numbers, stats, options)
  return options.front_matter ? frontMatter(info, options.page_range) + text : text
}
