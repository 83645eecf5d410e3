/** Texts of the settings. */
import { languages } from "../../wording.ts"
import type { Texts } from "./wording.ts"

export const settings = {
  lead: "What jobs of the account use unless they say otherwise in options. Devices have settings of their own for what they make.",
  fields: {
    converter: {
      label: "Scanned pages",
      help: "Recognition reads pages that are pictures. It is slower, and never as exact as text.",
      values: { auto: "Recognise where there is no text", text: "Never recognise", ocr: "Recognise every page" }
    },
    ocr_languages: {
      label: "Languages to recognise",
      help: "Only those that occur: each one more makes recognition slower."
    },
    tables: {
      label: "Tables",
      help: "Markdown has no merged cells; HTML has.",
      values: { gfm: "As Markdown", html: "As HTML", auto: "HTML where cells are merged, Markdown elsewhere" }
    },
    headers_footers: {
      label: "Running heads and page numbers",
      help: "What is repeated at the top and bottom of pages.",
      values: { remove: "Leave out", keep: "Keep" }
    },
    page_breaks: {
      label: "Between pages",
      help: "A comment names the page, so that programs can tell where it began.",
      values: { none: "Nothing", rule: "A line", comment: "A comment" }
    },
    images: {
      label: "Figures",
      help: "Files come with the zip and have addresses of their own. Where there are none, the words in a figure are text.",
      values: { none: "Only their words", alt: "A placeholder with the caption, and their words", files: "As files" }
    },
    math: {
      label: "Formulas",
      help: "LaTeX between dollar signs, or the characters as they stand.",
      values: { latex: "As LaTeX", text: "As text" }
    },
    page_range: { label: "Pages", help: "Like 1-3,7. Empty: all pages." },
    front_matter: { label: "Begin with title, author and page count", help: "As YAML at the head of the Markdown." }
  } as Readonly<Record<string, { readonly label: string; readonly help: string; readonly values?: Texts }>>,
  languages,
  saved: "Saved"
}
