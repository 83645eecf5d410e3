/** What is known of a document: what it says of itself, and its pages once their stages are done. Plain data only. */
import type { Block } from "./Block.ts"
import type { Options } from "./Options.ts"

/** How a page's text was obtained. */
export type Method = "text" | "ocr" | "empty"

/** What a reader should know about a page before trusting it. */
export type PageWarning =
  | "no_text_layer"
  | "unmapped_fonts"
  | "low_confidence"
  | "page_failed"
  /** It has more text than is taken of a page. */
  | "page_cut"
  /** It has formulas that are left as text. */
  | "formula_uncertain"
  /** It shows something, and no text of it was read. */
  | "empty_page"
  /** It holds more text than it shows. */
  | "hidden_text_layer"
  /** What was read of its layout could not be: its lines are in their order, without tables. */
  | "plain_reading"

/** What the document says of itself. */
export interface DocumentInfo {
  readonly pages: number
  readonly title: string | null
  readonly author: string | null
  readonly outline?: ReadonlyArray<OutlineEntry>
  /** It is encrypted, and yet opens without a password. */
  readonly encrypted?: true
}

/** A bookmark. `level` counts from 1; `page` is null when its target is unknown. */
export interface OutlineEntry {
  readonly level: number
  readonly title: string
  readonly page: number | null
}

/** A page as it is shown. */
export interface PageView {
  readonly width: number
  readonly height: number
  /** How far the document turns it to show it, in degrees clockwise. */
  readonly rotation: 0 | 90 | 180 | 270
  /** What the document calls it, such as `iv`; null where that is not said. */
  readonly label: string | null
  /** How far its text runs from left to right, in degrees counter-clockwise: boxes are in the frame in which it is upright. */
  readonly turned: 0 | 90 | 180 | 270
  /** In that frame it is seen in a mirror, in which it is read from left to right. */
  readonly mirrored?: true
}

/** How the document spells words that a line's end may have broken. */
export interface Spelling extends Usual {
  /** Words found inside lines, in lower case: what hyphenation may join to. */
  readonly lexicon: Pick<ReadonlySet<string>, "has">
  /** The hyphen that words were broken with at the ends of lines, where it is not the one that words are written with. */
  readonly hyphen?: string
  /** No words are broken at the ends of lines. */
  readonly isUnbroken?: boolean
}

/** Whether most of a document is bold, italic or typewriter: then that sets nothing apart. */
export interface Usual {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly mono?: boolean
}

/** A document as it was read, whatever it is printed as. */
export interface Structured {
  readonly pages: ReadonlyArray<FinishedPage>
  /** In reading order. */
  readonly blocks: ReadonlyArray<Block>
  readonly spelling: Spelling
}

/** What there is to know of a page after its page stages. */
export interface PageReport {
  /** Counted from 1. */
  readonly page: number
  readonly method: Method
  readonly characters: number
  readonly tables: number
  /** Of recognised text, 0 to 1; null for text pages. */
  readonly confidence: number | null
  readonly warnings: ReadonlyArray<PageWarning>
}

/** A page after its page stages. */
export interface FinishedPage extends PageReport {
  readonly blocks: ReadonlyArray<Block>
  /** What stands beside the text and has no part in its order. */
  readonly asides: ReadonlyArray<Block>
  /** Null when it could not be read. */
  readonly view: PageView | null
}

/** A finished page as it is handed on. `packed` yields it as a few KB, which the caller keeps where it likes. */
export interface PackedPage extends PageReport {
  readonly packed: () => Uint8Array
}

export const packed = ({ blocks, asides, view, ...report }: FinishedPage): PackedPage => {
  const bytes = bytesOf({ blocks, asides, view })
  return { ...report, packed: () => bytes }
}

export const unpacked = ({ packed, ...report }: PackedPage): FinishedPage => ({
  ...report,
  ...(valueOf(packed()) as Pick<FinishedPage, "blocks" | "asides" | "view">)
})

/** What stands for a page that could not be converted. */
export const failedPage = (page: number): PackedPage =>
  packed({
    page,
    method: "empty",
    characters: 0,
    tables: 0,
    confidence: null,
    warnings: ["page_failed"],
    blocks: [],
    asides: [],
    view: null
  })

/** A document that was put together by the process that read it, in UTF-8. */
export interface Printed {
  /** How many pages it has: all that were asked for. */
  readonly pages: number
  readonly options: Options
  readonly markdown: Uint8Array
  /** As lines of JSON; null where nobody was going to read them. */
  readonly blocks: Uint8Array | null
}

/** The same of what the document says of itself: its outline is for those who read its pages. */
export interface PackedInfo extends Omit<DocumentInfo, "outline"> {
  /** As in `Pdf`. */
  readonly owner?: string
  readonly outline?: Uint8Array
  /** What has been made of its pages once the last of them has arrived; null where that is still to be done. */
  readonly printed?: () => Printed | null
}

/** Plain data as it is handed on, and back. */
export const bytesOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))
export const valueOf = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString())
