/** Texts of the jobs, and what can be said of their documents. */
import { documentErrors } from "../../wording.ts"
import type { Texts } from "./wording.ts"

export const jobs = {
  lead: "Everything that the account's keys and linked devices convert, until it is deleted.",
  status: "Status",
  statuses: {
    queued: "Queued",
    processing: "Processing",
    ready: "Ready",
    error: "Failed",
    canceled: "Canceled",
    deleted: "Deleted"
  } as Texts,
  any: "Live jobs",
  externalId: "external_id",
  tag: "Tag",
  search: "Search",
  clear: "Clear",
  exact: "Whole values, as the job has them",
  empty: "There are no jobs yet. They are listed here from their creation until they are deleted.",
  noneFound: "No job fits.",
  document: "Document",
  pages: "Pages",
  size: "PDF",
  created: "Created",
  expires: "Deleted",
  progress: (done: number, all: number | null) => (all === null ? `${done}` : `${done} of ${all}`),
  truncated: "truncated",
  back: "All jobs",
  download: "Download",
  formats: { markdown: "Markdown", zip: "Zip", json: "Blocks (JSON)", text: "Text" } as Texts,
  remove: "Delete",
  stop: "Cancel the job",
  removeTitle: "Delete this job?",
  removeText: "Its result and the files that belong to it are deleted at once. There is no way back.",
  stopTitle: "Cancel this job?",
  stopText: "The conversion is stopped and its slot is free at once. What was converted so far is lost.",
  removed: "Deleted",
  gone: "This job is deleted, or there never was one of this id.",
  facts: {
    id: "Job",
    status: "Status",
    since: "since",
    created: "Created",
    expires: "Deleted",
    source: "Source",
    sources: { upload: "upload", link: "link" } as Texts,
    input: "PDF",
    output: "Markdown",
    pages: "Pages",
    externalId: "external_id",
    tags: "Tags",
    warnings: "Warnings",
    tier: "Plan when it was made",
    queue: (position: number) => `number ${position} in the queue`,
    continueFrom: (page: number) => `Convert the rest with page_range from page ${page}.`
  },
  pageFacts: "Pages",
  pageFactsHint: "How each page was read: so that nothing is lost silently.",
  page: "Page",
  method: "Read as",
  methods: { text: "text", ocr: "recognised picture", empty: "empty page" } as Texts,
  characters: "Characters",
  tables: "Tables",
  confidence: "Confidence",
  notes: "Notes",
  onlyNoted: "Only pages with notes",
  events: "Events",
  eventsHint: "As they come, while this page is open.",
  event: (status: string, pages: string) => (pages === "" ? status : `${status}, page ${pages}`),
  lost: "The connection was lost and is made again.",
  deliveries: "Webhook deliveries"
}

export const warnings = {
  no_text_layer: "has no text",
  unmapped_fonts: "fonts do not say what their letters are",
  low_confidence: "recognised with doubt",
  page_failed: "could not be read",
  page_cut: "its end is missing",
  formula_uncertain: "a formula is uncertain",
  hidden_text_layer: "a hidden text may differ from what it shows",
  plain_reading: "read in the plainer way",
  empty_page: "shows something, but no text was found",
  figures_cut: "some figures were left out"
} as Texts

export const jobErrors = {
  ...documentErrors,
  password_required: "The PDF asks for a password.",
  corrupt_pdf: "The PDF is damaged and cannot be opened.",
  page_limit_exceeded: "The PDF has more pages than the plan allows.",
  time_budget_exceeded: "The document took longer than the plan allows.",
  engine_crashed: "The conversion broke off three times."
} as Texts
