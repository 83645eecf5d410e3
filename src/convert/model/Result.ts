/**
 * What a conversion yields beside the Markdown: pages and blocks, as they are stored and sent. One line of JSON for the
 * pages, then one for each block, in the order of the Markdown.
 */

/** The first line. */
export interface ResultHead {
  readonly pages: ReadonlyArray<ResultPage>
  /** The pictures of its figures, where they were asked for. */
  readonly images?: ReadonlyArray<ResultImage>
}

/** A page that was read. Lengths are points, as it is shown. */
export interface ResultPage {
  readonly page: number
  readonly width: number
  readonly height: number
  /** How far the document turns it to show it, in degrees clockwise. */
  readonly rotation: number
  /** What the document calls it, such as `iv`. */
  readonly label: string | null
}

/** Fractions of the page as it is shown, from its top left corner. */
export interface ResultBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface ResultPlace {
  readonly page: number
  readonly bbox: ResultBox
}

/** A figure that can be cut out of its page. */
export interface FigurePlace {
  /** Its block. */
  readonly block: string
  /** The name of its picture, without what says of which kind that is: `p003-1`. */
  readonly name: string
  readonly page: number
  readonly bbox: ResultBox
  /** It is one picture and nothing else. */
  readonly isPicture: boolean
}

/** The picture of a figure. All of a document are stored one behind the other. */
export interface ResultImage {
  readonly name: string
  readonly block: string
  readonly page: number
  readonly media_type: "image/jpeg" | "image/png"
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** In bytes, and how many come before it. */
  readonly size: number
  readonly offset: number
  readonly crc32: number
}

/** Bytes of the Markdown in UTF-8; `end` is not included. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface ResultCell {
  readonly text: string
  /** How many columns and rows it covers. */
  readonly columns: number
  readonly rows: number
  readonly header: boolean
  readonly page: number
  readonly bbox: ResultBox
}

/** Where the part of a text on a page begins, in characters. */
export interface PageStart {
  readonly page: number
  readonly start: number
}

interface AnyBlock {
  /** The same whatever is printed. */
  readonly id: string
  /** Where it begins. */
  readonly page: number
  readonly bbox: ResultBox
  /** Every place it stands on, in reading order. */
  readonly places: ReadonlyArray<ResultPlace>
  /** Of a text over several pages, in order. */
  readonly page_starts?: ReadonlyArray<PageStart>
  readonly reading_order: number
  /** Null when the settings leave it out of the Markdown. */
  readonly span: Span | null
  readonly text: string
  /** Of a heading, 1 to 6. */
  readonly level: number | null
  /** Of recognised text, 0 to 1; null where the text is the document's own. */
  readonly confidence: number | null
}

export type ResultBlock = AnyBlock &
  (
    | { readonly type: "heading" | "paragraph" | "caption" | "footnote" | "header" | "footer" }
    | { readonly type: "list_item"; readonly depth: number; readonly marker: string }
    | { readonly type: "table"; readonly rows: ReadonlyArray<ReadonlyArray<ResultCell>> }
    | { readonly type: "code"; readonly language: string | null }
    | { readonly type: "formula"; readonly latex: string | null }
    | { readonly type: "figure"; readonly image: string | null; readonly caption: string | null }
  )

export type BlockType = ResultBlock["type"]

/** A piece of the Markdown, of a size that was asked for. */
export interface Chunk {
  readonly id: string
  readonly text: string
  /** The headings that it stands under, from the highest down. */
  readonly headings: ReadonlyArray<string>
  readonly pages: ReadonlyArray<number>
  readonly blocks: ReadonlyArray<string>
  readonly span: Span
}
