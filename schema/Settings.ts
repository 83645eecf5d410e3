import { Schema } from "effect"
import { maybe } from "./Optional.ts"

/** Languages whose recognition data is installed, by their ISO 639-2 codes (`chi_sim` is simplified Chinese). */
export const OcrLanguage = Schema.Literals(["eng", "deu", "fra", "spa", "ita", "por", "jpn", "chi_sim"])

/** `7` and `3-9`, but not `9-3`. */
const ascends = (range: string) => {
  const [from, to = from] = range.split("-").map(Number)
  return Number(from) <= Number(to)
}

const fields = {
  /** `auto` recognises only pages without usable text. */
  converter: Schema.Literals(["auto", "text", "ocr"]),
  ocr_languages: Schema.Array(OcrLanguage).check(Schema.isMinLength(1), Schema.isUnique()),
  /** Merged cells need `html`; in `gfm` their text stands once, and a header's label over each of its columns. */
  tables: Schema.Literals(["gfm", "html"]),
  /** Running heads and feet and page numbers. */
  headers_footers: Schema.Literals(["remove", "keep"]),
  /** `comment` writes `<!-- page 3 -->` before each page, `rule` a line between pages. */
  page_breaks: Schema.Literals(["none", "rule", "comment"]),
  /** `alt` leaves a placeholder with the caption. */
  images: Schema.Literals(["none", "alt"]),
  /** Pages to convert, like `1-3,7`; null means all. What lies beyond the document is left out, but one page must be left. */
  page_range: Schema.NullOr(
    Schema.String.check(
      Schema.isPattern(/^[1-9]\d{0,5}(-[1-9]\d{0,5})?(,[1-9]\d{0,5}(-[1-9]\d{0,5})?){0,99}$/),
      Schema.makeFilter((ranges) => ranges.split(",").every(ascends), { message: "Expected ascending ranges" })
    ).annotate({ inWords: "pages and ascending ranges of pages, like 1-3,7" })
  ),
  /** YAML at the head of the Markdown: title, author, pages. */
  front_matter: Schema.Boolean
}

/** The settings that v1 has. It is frozen: no name and no value is added. */
export const FrozenSettings = Schema.Struct(fields).annotate({ identifier: "Settings" })

/** Some of them: what is absent stays as it is. */
export const FrozenSettingsPatch = Schema.Struct({
  converter: Schema.optionalKey(fields.converter),
  ocr_languages: Schema.optionalKey(fields.ocr_languages),
  tables: Schema.optionalKey(fields.tables),
  headers_footers: Schema.optionalKey(fields.headers_footers),
  page_breaks: Schema.optionalKey(fields.page_breaks),
  images: Schema.optionalKey(fields.images),
  page_range: Schema.optionalKey(fields.page_range),
  front_matter: Schema.optionalKey(fields.front_matter)
}).annotate({ identifier: "SettingsPatch" })

/** `auto` prints HTML where a table has merged cells, and GFM where it has none. */
const tables = Schema.Literals([...fields.tables.literals, "auto"])

/** Formulas as LaTeX (`$…$`, and `$$…$$` on lines of their own), or in characters. */
const math = Schema.Literals(["latex", "text"])

/** `files` cuts figures out: the Markdown names their pictures. */
const images = Schema.Literals([...fields.images.literals, "files"])

/** How a document is converted: the settings of v1, and those that only v2 has. */
export const Settings = Schema.Struct({ ...fields, tables, math, images }).annotate({ identifier: "V2Settings" })
export type Settings = typeof Settings.Type

/** Some of the settings: what is absent or `null` stays as it is, but a `page_range` of null means all pages. */
export const SettingsPatch = Schema.Struct({
  converter: maybe(fields.converter),
  ocr_languages: maybe(fields.ocr_languages),
  tables: maybe(tables),
  headers_footers: maybe(fields.headers_footers),
  page_breaks: maybe(fields.page_breaks),
  images: maybe(images),
  page_range: Schema.optionalKey(fields.page_range),
  front_matter: maybe(fields.front_matter),
  math: maybe(math)
}).annotate({ identifier: "V2SettingsPatch" })
export type SettingsPatch = typeof SettingsPatch.Type

export const defaults: Settings = {
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

/** Settings as v1 shows them: a value that only v2 has is shown as the default. */
export const frozen = ({ math: _, ...settings }: Settings): typeof FrozenSettings.Type => ({
  ...settings,
  tables: settings.tables === "auto" ? "gfm" : settings.tables,
  images: settings.images === "files" ? "none" : settings.images
})
