/** What the stages may know of a page. Plain data only: it crosses process boundaries. */

/** Left, top, right and bottom in points, y growing downwards from the top of the page's view. */
export interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** How a page's text was obtained. */
export type Method = "text" | "ocr" | "empty"

/** What a reader should know about a page before trusting it. */
export type PageWarning =
  | "no_text_layer"
  | "unmapped_fonts"
  | "low_confidence"
  | "page_failed"

/** The settings of one conversion. Names and values are those of the service's settings. */
export interface Options {
  readonly converter: "auto" | "text" | "ocr"
  readonly ocr_languages: ReadonlyArray<string>
  readonly tables: "gfm" | "html"
  readonly headers_footers: "remove" | "keep"
  readonly page_breaks: "none" | "rule" | "comment"
  readonly images: "none" | "alt"
  readonly page_range: string | null
  readonly front_matter: boolean
}

export const defaults: Options = {
  converter: "auto",
  ocr_languages: ["eng"],
  tables: "gfm",
  headers_footers: "remove",
  page_breaks: "none",
  images: "none",
  page_range: null,
  front_matter: false
}

/** One page as the reader found it. */
export interface RawPage {
  readonly number: number
}
