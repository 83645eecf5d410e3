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

/** What each is for. What v1 takes is frozen to the letter, so this is said of what it answers, and of v2. */
const meaning = {
  converter: "How pages are read: `auto` recognises only those without usable text, `text` none, `ocr` all.",
  ocr_languages: "The languages that are looked for where a page is recognised, by their ISO 639-2 codes.",
  tables: "How tables are printed; in `gfm` the text of merged cells stands once, a header's over each of its columns.",
  headers_footers: "What becomes of running heads and feet and page numbers.",
  page_breaks: "`comment` writes `<!-- page 3 -->` before each page, `rule` a line between pages.",
  images:
    "What becomes of figures: `none` prints only the words in them, `alt` a placeholder with the caption over these.",
  page_range: "Pages to convert, like `1-3,7`; null means all, and pages beyond the document are left out.",
  front_matter: "Whether YAML at the head of the Markdown tells title, author and pages.",
  math: "Formulas as LaTeX (`$…$`, and `$$…$$` on lines of their own), or in characters."
}

const told = <S extends Schema.Top>(name: keyof typeof meaning, schema: S, more = "") =>
  schema.annotate({ description: `${meaning[name]}${more}` })

const answered = {
  converter: told("converter", fields.converter),
  ocr_languages: told("ocr_languages", fields.ocr_languages),
  tables: told("tables", fields.tables),
  headers_footers: told("headers_footers", fields.headers_footers),
  page_breaks: told("page_breaks", fields.page_breaks),
  images: told("images", fields.images),
  page_range: told("page_range", fields.page_range),
  front_matter: told("front_matter", fields.front_matter)
}

/** The settings that v1 has. It is frozen: no name and no value is added. */
export const FrozenSettings = Schema.Struct(answered).annotate({ identifier: "Settings" })

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
const tables = told(
  "tables",
  Schema.Literals([...fields.tables.literals, "auto"]),
  " `auto` prints HTML where a table has merged cells."
)

const math = told("math", Schema.Literals(["latex", "text"]))

/** `files` cuts figures out: the Markdown names their pictures. */
const images = told(
  "images",
  Schema.Literals([...fields.images.literals, "files"]),
  " `files` cuts them out, and the Markdown names their pictures instead."
)

/** How a document is converted: the settings of v1, and those that only v2 has. */
export const Settings = Schema.Struct({ ...answered, tables, math, images }).annotate({ identifier: "V2Settings" })
export type Settings = typeof Settings.Type

/** Some of the settings: what is absent or `null` stays as it is, but a `page_range` of null means all pages. */
export const SettingsPatch = Schema.Struct({
  converter: maybe(answered.converter),
  ocr_languages: maybe(answered.ocr_languages),
  tables: maybe(tables),
  headers_footers: maybe(answered.headers_footers),
  page_breaks: maybe(answered.page_breaks),
  images: maybe(images),
  page_range: Schema.optionalKey(answered.page_range),
  front_matter: maybe(answered.front_matter),
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
