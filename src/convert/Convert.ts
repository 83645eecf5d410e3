/** The order of the stages, which of two readings of a page stays, and what a page is warned of. */
import { blocks } from "./blocks/Blocks.ts"
import { isCollapsed, isTorn } from "./blocks/Collapse.ts"
import { marginBlocks, partedAt } from "./blocks/MarginBlocks.ts"
import { withSideLabels } from "./blocks/SideLabels.ts"
import { withSideNotes } from "./blocks/SideNotes.ts"
import { typewritten } from "./blocks/Typewritten.ts"
import { anchored } from "./document/Anchors.ts"
import { withAsides } from "./document/Asides.ts"
import { captioned, captions } from "./document/FigureCaptions.ts"
import { flow } from "./document/Flow.ts"
import { footnotes, sizeOverNotes } from "./document/Footnotes.ts"
import { withContents } from "./document/headings/Contents.ts"
import { headings } from "./document/headings/Headings.ts"
import { levels } from "./document/headings/Levels.ts"
import { lists } from "./document/Lists.ts"
import { withoutRunningHeads } from "./document/running/RunningHeads.ts"
import { statistics } from "./document/Statistics.ts"
import { figures } from "./figures/Figures.ts"
import { withFormulas } from "./formulas/Formulas.ts"
import { fractions } from "./formulas/Fractions.ts"
import { clean } from "./glyphs/Clean.ts"
import { mapping } from "./glyphs/Mapping.ts"
import { struck } from "./glyphs/Struck.ts"
import { words } from "./glyphs/Words.ts"
import { figurePlaces, picturesOf } from "./json/Figures.ts"
import { ndjson } from "./json/Ndjson.ts"
import { joinBullets } from "./lines/bullets/Bullets.ts"
import { withPages } from "./lines/Contents.ts"
import { dropCaps } from "./lines/DropCaps.ts"
import { flushCells } from "./lines/FlushCells.ts"
import { withoutIcons } from "./lines/Icons.ts"
import { lines } from "./lines/Lines.ts"
import { facing, withPlace } from "./lines/Mirror.ts"
import { withoutLineNumbers } from "./lines/margin/LineNumbers.ts"
import { marginNotes } from "./lines/margin/MarginNotes.ts"
import { regions } from "./lines/Regions.ts"
import { rulesAcross } from "./lines/Shapes.ts"
import { stretched } from "./lines/TextRows.ts"
import { frontMatter } from "./markdown/FrontMatter.ts"
import { markdown } from "./markdown/Markdown.ts"
import { inPrintingOrder } from "./markdown/Order.ts"
import type { Block } from "./model/Block.ts"
import type { DocumentInfo, FinishedPage, PageView, Structured } from "./model/Document.ts"
import { type Line, type Word, wordKey } from "./model/Line.ts"
import type { Options } from "./model/Options.ts"
import type { RawPage } from "./model/Page.ts"
import type { FigurePlace, ResultImage } from "./model/Result.ts"
import { hasHiddenText, hasInk, isToRecognise } from "./ocr/Need.ts"
import { evenSizes } from "./ocr/PageSizes.ts"
import type { Recognised } from "./ocr/Recognised.ts"
import { confidenceOf, confidentLines, type PageGraphics, scanned } from "./ocr/Scan.ts"
import { withTables } from "./tables/Tables.ts"
import { carriedOverRows, continued } from "./tables/whole/Continued.ts"
import { withTitles } from "./tables/whole/TitleRows.ts"
import { asTold } from "./tagged/StructElements.ts"
import { hasSemanticTags, tagged } from "./tagged/Tagged.ts"

/** A page as its text layer has it, and whether that is not what the page shows. */
export interface PageReading {
  readonly page: FinishedPage
  readonly isToRecognise: boolean
}

export const readPage = (raw: RawPage, options: Pick<Options, "converter">): PageReading => {
  const cleaned = clean(raw)
  const page = withDoubts(raw, laidOut(cleaned))
  return { page, isToRecognise: isToRecognise(raw, cleaned, isTorn(page.blocks), options) }
}

/** All page stages, in order. */
export const page = (raw: RawPage): FinishedPage => withDoubts(raw, laidOut(clean(raw)))

/** All page stages over what was recognised. */
export const scan = (graphics: PageGraphics, recognised: Recognised): FinishedPage => {
  const raw = scanned(graphics, recognised)
  const found = laidOut(raw)
  if (found.characters === 0) return { ...found, warnings: [...found.warnings, "empty_page"] }
  const confidence = confidenceOf(confidentLines(recognised.lines).flatMap((line) => line.words))
  return {
    ...found,
    method: "ocr",
    confidence: Math.round(confidence * 1000) / 1000,
    warnings: confidence < lowConfidence ? ["low_confidence"] : []
  }
}

/** A reading of the text layer with what its reader should know of the rest of the page. */
const withDoubts = (raw: RawPage, found: FinishedPage): FinishedPage => {
  const warnings = [
    ...(found.characters === 0 && hasInk(raw) ? ["empty_page" as const] : []),
    ...(hasHiddenText(raw, found.characters) ? ["hidden_text_layer" as const] : [])
  ]
  return warnings.length === 0 ? found : { ...found, warnings: [...found.warnings, ...warnings] }
}

/** Recognised text of less confidence has an error in every line. */
const lowConfidence = 0.75

const laidOut = (cleaned: RawPage): FinishedPage => {
  const characters = charactersIn(cleaned.glyphs.text)
  const first = struck(cleaned, words(cleaned))
  // the same words are in the same lines: most pages lose none on the way
  const known = new Map<ReadonlyArray<Word>, ReadonlyArray<Line>>()
  const linesOf = (some: ReadonlyArray<Word>) => {
    const found = known.get(some) ?? lines(some, cleaned.areas)
    known.set(some, found)
    return found
  }
  // a page that tells what its parts are tells it of these as well
  const inMargin = hasSemanticTags(cleaned) ? [] : wordsOf(marginNotes(linesOf(first), rulesAcross(cleaned)))
  const body = inMargin.length === 0 ? first : without(first, inMargin)
  const every = withoutLineNumbers(body, linesOf(body))
  const drawn = figures(cleaned, linesOf(every))
  const text = drawn.figures.length === 0 ? every : every.filter((word) => !drawn.isLabel(word))
  const { words: set, isUncertain } = withFormulas(drawn.page, text, linesOf)
  const { page, words: all } = facing(drawn.page, typewritten(set))
  const told = tagged(page, inMargin.length === 0 ? all : [...all, ...inMargin], linesOf)
  const isTold = told !== null && hasSemanticTags(cleaned)
  const seen = isTold ? null : asSeen(page, all, linesOf(all), inMargin)
  const read = told !== null && (seen === null || isPlainText(seen.blocks)) ? told() : null
  const found = read?.blocks ?? (told === null ? seen?.blocks : seen?.blocks.map(asTold)) ?? []
  return {
    page: cleaned.number,
    method: characters === 0 ? "empty" : "text",
    characters,
    tables: found.filter((block) => block.kind === "table").length,
    confidence: null,
    warnings:
      characters === 0
        ? ["no_text_layer"]
        : [
            ...(mapping(cleaned.glyphs) === "mapped" ? [] : ["unmapped_fonts" as const]),
            ...(seen?.isPlain === true ? ["plain_reading" as const] : []),
            ...(isUncertain ? ["formula_uncertain" as const] : []),
            ...(cleaned.isCut === true ? ["page_cut" as const] : [])
          ],
    blocks: found,
    asides: [...(read?.heads ?? seen?.notes ?? []), ...drawn.figures.map((figure) => withPlace(figure, page))],
    view: viewOf(page)
  }
}

const wordsOf = (some: ReadonlyArray<Line>): ReadonlyArray<Word> => some.flatMap((each) => each.words)

const without = (all: ReadonlyArray<Word>, some: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const gone = new Set(some.map(wordKey))
  return all.filter((word) => !gone.has(wordKey(word)))
}

const charactersIn = (texts: ReadonlyArray<string>): number => {
  let sum = 0
  for (const text of texts) if (text !== " ") sum += text.length
  return sum
}

/** The blocks that show in how the words of a page are set; `isPlain` where only their order could be trusted. */
const asSeen = (
  cleaned: RawPage,
  all: ReadonlyArray<Word>,
  separate: ReadonlyArray<Line>,
  inMargin: ReadonlyArray<Word>
): { readonly blocks: ReadonlyArray<Block>; readonly notes: ReadonlyArray<Block>; readonly isPlain: boolean } => {
  const single = textLines(cleaned, separate)
  const columns = regions(single, rulesAcross(cleaned), cleaned.areas)
  const withNotes = withTables(cleaned, single, columns).flatMap(withSideNotes).flatMap(withSideLabels)
  const noted = inMargin.length === 0 ? [] : lines(inMargin)
  const seen = blocks(cleaned, partedAt(withNotes, noted))
  const isPlain = isCollapsed(seen, all)
  const found = isPlain ? blocks(cleaned, columns) : seen
  return { blocks: found, notes: marginBlocks(cleaned, noted, single, found), isPlain }
}

/** The lines of a page's text, before tables and columns are looked for in them. */
export const textLines = (cleaned: RawPage, separate: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const withInitials = dropCaps(stretched(separate))
  const withFractions = fractions(cleaned, withInitials)
  const acrossIcons = withoutIcons(cleaned, withFractions)
  return flushCells(joinBullets(cleaned, withPages(acrossIcons)))
}

/** Paragraphs are as the document has them; where there is more to see on the page, what it tells is that none is a heading. */
const isPlainText = (seen: ReadonlyArray<Block>): boolean =>
  seen.every((block) => block.kind === "paragraph" || block.kind === "heading")

const viewOf = ({ width, height, rotation, label, turned, mirrored }: RawPage): PageView => {
  const isSideways = turned === 90 || turned === 270
  const view = { width: isSideways ? height : width, height: isSideways ? width : height, rotation, label, turned }
  return mirrored ? { ...view, mirrored } : view
}

/** All document stages, in order, over the pages that arrived. */
export const structure = (info: DocumentInfo, arrived: ReadonlyArray<FinishedPage>): Structured => {
  const pages = evenSizes([...arrived].sort((a, b) => a.page - b.page))
  const { bodies, heads, asides } = withoutRunningHeads(
    pages.map((each) => each.blocks),
    pages.map((each) => each.asides),
    info.title,
    new Map(pages.flatMap(({ page, view }) => (typeof view?.label === "string" ? [[page, view.label] as const] : [])))
  )
  const counted = statistics(bodies)
  const stats = { ...counted, size: sizeOverNotes(bodies, counted) }
  const withNotes = footnotes(bodies, stats)
  const withEntries = withContents(withNotes)
  const withHeadings = headings(withEntries, stats, info)
  const withLevels = levels(withHeadings, info)
  const withLists = lists(withLevels)
  const withRows = carriedOverRows(withLists)
  const withParagraphs = flow(withRows, stats, asides.flat())
  const withTables = continued(withParagraphs)
  const withCaptions = captions(withTitles(withTables))
  const complete = withAsides(withCaptions, [...heads, ...asides.flat()])
  const withPictures = captioned(complete)
  const withAnchors = anchored(withPictures, pages, stats)
  return { pages, blocks: withAnchors, spelling: stats }
}

/** What was read as Markdown, and as lines of JSON (`Result.ts`) that are made only once somebody reads them. */
export interface Printout {
  readonly markdown: string
  readonly lines: () => Generator<string>
  /** What there is to be cut out. */
  readonly figures: () => ReadonlyArray<FigurePlace>
  /** The same with the pictures that were cut out, which lie in a folder that the Markdown names so. */
  readonly withImages: (images: ReadonlyArray<ResultImage>, folder: string) => Printout
}

export const print = (info: DocumentInfo, arrived: ReadonlyArray<FinishedPage>, options: Options): Printout => {
  const structured = structure(info, arrived)
  const ordered = inPrintingOrder(structured.blocks, options)
  const numbers = structured.pages.map((each) => each.page)
  const front = options.front_matter ? frontMatter(info, options.page_range) : ""
  const printout = (images: ReadonlyArray<ResultImage> | null, folder: string): Printout => {
    const pictures = picturesOf(structured.blocks, images ?? [], folder)
    const printed = markdown(ordered, numbers, structured.spelling, options, front, pictures)
    return {
      markdown: printed.markdown,
      lines: () => ndjson(structured, printed, images),
      figures: () => figurePlaces(structured),
      withImages: printout
    }
  }
  return printout(null, "")
}

/** The Markdown alone. */
export const document = (info: DocumentInfo, arrived: ReadonlyArray<FinishedPage>, options: Options): string =>
  print(info, arrived, options).markdown
