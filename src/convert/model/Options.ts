/** What a conversion is asked for. */

/** The settings of one conversion. Names and values are those of the service's settings. */
export interface Options {
  readonly converter: "auto" | "text" | "ocr"
  readonly ocr_languages: ReadonlyArray<string>
  readonly tables: "gfm" | "html" | "auto"
  readonly headers_footers: "remove" | "keep"
  readonly page_breaks: "none" | "rule" | "comment"
  readonly images: "none" | "alt" | "files"
  readonly page_range: string | null
  readonly front_matter: boolean
  /** Formulas as LaTeX between dollars, or in characters. */
  readonly math: "latex" | "text"
}

/** Languages that can be recognised, by their ISO 639-2 codes (`chi_sim` is simplified Chinese). */
export const ocrLanguages: ReadonlyArray<string> = ["eng", "deu", "fra", "spa", "ita", "por", "jpn", "chi_sim"]

export const defaults: Options = {
  converter: "auto",
  ocr_languages: ["eng"],
  tables: "gfm",
  headers_footers: "remove",
  page_breaks: "none",
  images: "none",
  page_range: null,
  front_matter: false,
  math: "latex"
}
