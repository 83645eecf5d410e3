/** Every text of the page. */
import { documentErrors, languages, notCopied, refusals } from "./wording.ts"

const size = (bytes: number) =>
  bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} kB` : `${Math.round(bytes / 1024 ** 2)} MB`

const span = (seconds: number) =>
  seconds < 60
    ? "less than a minute"
    : seconds < 5_400 && seconds > 3_570
      ? "an hour"
      : seconds < 5_400
        ? `${Math.round(seconds / 60)} min`
        : seconds < 172_800
          ? `${Math.round(seconds / 3_600)} h`
          : `${Math.round(seconds / 86_400)} days`

const pages = (count: number) => (count === 1 ? "1 page" : `${count} pages`)

export const text = {
  product: "PDF to Markdown",
  documentation: "API",
  console: "Console",
  headline: "A PDF, as Markdown you can check.",
  lead: "Every heading, table and paragraph stays tied to its place on the page, so you can see what was read from where.",
  drop: "Drop a PDF here",
  dropNow: "Let go to convert it",
  choose: "Choose a file",
  orLink: "or paste a link",
  linkLabel: "Link to a PDF",
  convert: "Convert",
  limits: (bytes: number, seconds: number) =>
    `Up to ${size(bytes)}. Deleted after ${span(seconds)}, or when you say so.`,
  options: "Options",
  recent: "Recent",
  noRecent: "What you convert in this browser is listed here until it is deleted.",
  delete: "Delete",
  deleteOne: (name: string) => `Delete ${name}`,
  expiresIn: (seconds: number) => `deleted in ${span(seconds)}`,
  cancel: "Cancel",
  again: "Convert again",
  another: "Another PDF",
  uploading: (share: number) => `Uploading, ${Math.round(share * 100)} %`,
  fetching: "Fetching the link",
  queued: "Waiting for a free converter",
  reading: (done: number, all: number | null) =>
    all === null ? "Opening the document" : `Reading page ${Math.min(done + 1, all)} of ${all}`,
  ready: (count: number) => `${pages(count)} converted`,
  truncated: (done: number, all: number) => `Time ran out: ${done} of ${pages(all)} are here.`,
  copy: "Copy Markdown",
  copied: "Copied",
  notCopied,
  download: "Download .md",
  downloadBlocks: "Blocks as JSON",
  tabs: { rendered: "Document", source: "Markdown", blocks: "Blocks" },
  pagePane: "Pages of the PDF",
  resultPane: "Result",
  pageNumber: (page: number, of: number) => `Page ${page} of ${of}`,
  noPages: "The pages are not shown: the PDF came from a link or was loaded before, and this page keeps no copy of it.",
  figure: (caption: string) => (caption === "" ? "Figure" : caption),
  figureAt: (caption: string, page: number) => `${caption === "" ? "Figure" : caption} (page ${page} of the PDF)`,
  warnings: {
    no_text_layer: "has no text",
    unmapped_fonts: "uses fonts that do not say what their letters are; parts may be wrong",
    low_confidence: "was recognised with doubt; check it",
    page_failed: "could not be read",
    page_cut: "has more text than is kept; its end is missing",
    formula_uncertain: "has a formula that could not be read with confidence",
    hidden_text_layer: "has a hidden text that may differ from what it shows",
    plain_reading: "was read in the plainer way, as its layout is unclear",
    empty_page: "shows something, but no text was found"
  } as Readonly<Record<string, string>>,
  pageWarning: (page: number, warning: string) => `Page ${page} ${warning}.`,
  offline: "No connection. It goes on by itself when you are back online.",
  failures: {
    ...documentErrors,
    ...refusals,
    not_a_pdf: "This is not a PDF. Choose a file that ends in .pdf, or a link that leads straight to one.",
    file_too_large: "This file is too large. Split it, or use an account with a larger limit.",
    broken_link: "The link could not be fetched. It must be public and lead straight to a PDF.",
    slots_full: "You have as many conversions running as are possible at once. Wait for one, or cancel it.",
    insecure_page: "Browsers let this page work at https addresses and at localhost only. Open it by one of those.",
    registration_limited: "Too many new browsers from your network. Try again later.",
    gone: "This result has been deleted.",
    job_not_found: "This result has been deleted, or belongs to another browser.",
    device_blocked: "This browser may not convert documents.",
    canceled: "Canceled.",
    unknown: "Something went wrong. Try again."
  } as Readonly<Record<string, string>>,
  settings: {
    converter: {
      label: "Recognise scanned pages",
      values: { auto: "where there is no text", text: "never", ocr: "always" }
    },
    tables: { label: "Tables", values: { gfm: "as Markdown", html: "as HTML, with merged cells" } },
    headers_footers: { label: "Running heads and page numbers", values: { remove: "leave out", keep: "keep" } },
    page_breaks: { label: "Between pages", values: { none: "nothing", rule: "a line", comment: "a comment" } },
    images: { label: "Figures", values: { none: "only their words", alt: "a placeholder and their words" } }
  },
  ocrLanguages: "Languages to recognise",
  languages,
  pageRange: "Pages",
  pageRangeHint: "all, or like 1-3,7",
  pageRangeWrong: "Write pages like 1-3,7",
  frontMatter: "Begin with title, author and page count",
  optionsFail: "The options could not be saved.",
  optionsUnread: "The options could not be read.",
  blockKinds: {
    heading: "Heading",
    paragraph: "Paragraph",
    list_item: "List item",
    table: "Table",
    code: "Code",
    formula: "Formula",
    figure: "Figure",
    caption: "Caption",
    footnote: "Footnote",
    form_field: "Form field",
    header: "Header",
    footer: "Footer"
  } as Readonly<Record<string, string>>,
  blockPlace: (page: number) => `page ${page}`,
  notPrinted: "not in the Markdown"
}
