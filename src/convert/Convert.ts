import type { Method, Options, PageWarning, RawPage } from "./Page.ts"

/** What the document says of itself. */
export interface DocumentInfo {
  readonly pages: number
  readonly title: string | null
  readonly author: string | null
}

/** A page after its page stages: a few KB, all that is kept of it. */
export interface FinishedPage {
  /** Counted from 1. */
  readonly page: number
  readonly method: Method
  readonly characters: number
  readonly tables: number
  /** Of recognised text, 0 to 1; null for text pages. */
  readonly confidence: number | null
  readonly warnings: ReadonlyArray<PageWarning>
  readonly blocks: ReadonlyArray<unknown>
}

/** All page stages, in order. */
export declare const page: (raw: RawPage, options: Options) => FinishedPage

/** All document stages, in order, over the pages that arrived: the Markdown. */
export declare const document: (
  info: DocumentInfo,
  pages: ReadonlyArray<FinishedPage>,
  options: Options
) => string
