/** Block[] → ResultBlock[]: what is known of each block, as it is stored and sent. */
import { joined } from "../document/Hyphens.ts"
import type { PrintedBlock } from "../markdown/Markdown.ts"
import { type Block, placesOf } from "../model/Block.ts"
import type { FinishedPage, PageView, Spelling, Structured } from "../model/Document.ts"
import type { BlockType, ResultBlock, ResultHead, ResultImage, Span } from "../model/Result.ts"
import { linesOf, plain } from "../model/Text.ts"
import { byteOffsets } from "./Bytes.ts"
import { cellsOf } from "./Cells.ts"
import { idsOf } from "./Ids.ts"
import { pageStarts } from "./PageStarts.ts"
import { fractions, placeAsShown } from "./Places.ts"

const types = {
  heading: "heading",
  paragraph: "paragraph",
  item: "list_item",
  table: "table",
  code: "code",
  formula: "formula",
  figure: "figure",
  caption: "caption",
  note: "footnote",
  header: "header",
  footer: "footer"
} as const satisfies Record<Block["kind"], BlockType>

export const headOf = (pages: ReadonlyArray<FinishedPage>, images: ReadonlyArray<ResultImage> | null): ResultHead => ({
  ...(images === null ? {} : { images }),
  pages: pages.flatMap(({ page, view }) =>
    view === null ? [] : [{ page, width: view.width, height: view.height, rotation: view.rotation, label: view.label }]
  )
})

/** The blocks in the order in which they are printed; made one by one, as they are asked for. */
export function* resultBlocks(
  { pages, blocks, spelling }: Structured,
  printed: ReadonlyArray<PrintedBlock>,
  markdown: string,
  images: ReadonlyArray<ResultImage> | null
): Generator<ResultBlock> {
  const names = new Map(images?.map(({ block, name }) => [block, name]))
  const views = new Map(pages.flatMap(({ page, view }) => (view === null ? [] : [[page, view] as const])))
  const confidences = new Map(pages.map(({ page, confidence }) => [page, confidence]))
  const ids = idsOf(blocks)
  const byteAt = byteOffsets(markdown)
  let order = 0
  for (const { block, start, end } of printed) {
    const span: Span | null = start === end ? null : { start: byteAt(start), end: byteAt(end) }
    const places = placesOf(block).flatMap((place) => {
      const view = views.get(place.page)
      return view === undefined ? [] : [{ page: place.page, bbox: fractions(placeAsShown(place, view), view) }]
    })
    const [first] = places
    if (first === undefined) continue
    const id = ids.get(block) ?? ""
    const starts = pageStarts(linesOf(block), spelling)
    yield {
      id,
      page: first.page,
      bbox: first.bbox,
      places,
      ...(starts.length === 0 ? {} : { page_starts: starts }),
      reading_order: order++,
      span,
      text: textOf(block, spelling),
      level: block.kind === "heading" ? block.level : null,
      confidence: confidences.get(first.page) ?? null,
      ...ownOf(block, spelling, views, names.get(id) ?? null)
    }
  }
}

const textOf = (block: Block, spelling: Spelling): string => {
  switch (block.kind) {
    case "code":
      return block.lines.join("\n")
    case "formula":
      return block.text
    case "figure":
      return [block.alt, block.labels].filter((each) => each !== undefined && each !== "").join("\n")
    default:
      return plain(joined(linesOf(block), spelling)).trim()
  }
}

/** What only blocks of its type have. */
const ownOf = (block: Block, spelling: Spelling, views: ReadonlyMap<number, PageView>, image: string | null) => {
  switch (block.kind) {
    case "item":
      return { type: types[block.kind], depth: block.depth, marker: block.marker }
    case "table": {
      const rows = cellsOf(block, views, spelling)
      return {
        type: types[block.kind],
        text: rows.map((row) => row.map(({ text }) => text).join("\t")).join("\n"),
        rows
      }
    }
    case "code":
      return { type: types[block.kind], language: null }
    case "formula":
      return { type: types[block.kind], latex: block.latex }
    case "figure":
      return { type: types[block.kind], image, caption: block.caption ?? null }
    default:
      return { type: types[block.kind] }
  }
}
