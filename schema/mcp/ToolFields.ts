/** Fields that several tools take or answer with, and how much an answer shows unless it is told. */
import { Schema } from "effect"
import { SlotUsage } from "../Account.ts"
import { TierName } from "../Actor.ts"
import { SettingsPatch } from "../Settings.ts"
import { Labels } from "../v2/Creates.ts"
import { described } from "./ToolSet.ts"

/** Seconds that a call may wait for a job to end. */
export const longestWait = 50

/** Characters of Markdown in one result unless fewer are asked for: about 10,000 tokens. */
export const windowChars = 40_000

/** How many jobs a list shows unless it is told. */
export const listed = 20

/** How many blocks a result shows unless it is told, and how many passages. */
export const listedBlocks = 50
export const listedPassages = 10

/** The argument that holds an upload, and may be as long as the tier's largest file. */
export const contentArgument = "content_base64"

export const jobId = described(Schema.String, "The job_id that a create tool or list_jobs gave.")

export const cursor = described(Schema.optionalKey(Schema.String), "next_cursor of the answer before.")

export const creation = {
  file_name: described(Schema.optionalKey(Schema.String), "What the document is called, like report.pdf."),
  external_id: described(Labels.fields.external_id, "Your own name for the job, up to 255 characters."),
  tags: described(Labels.fields.tags, "Up to 20 tags of up to 64 characters."),
  options: described(
    Schema.optionalKey(SettingsPatch),
    'How to convert this document; what is left out is as in the account\'s settings. {"page_breaks": "comment"} marks each page, so that get_markdown can be asked for pages; {"page_range": "1-3,7"} converts these pages only; {"converter": "ocr", "ocr_languages": ["deu"]} recognises scans; {"images": "files"} keeps pictures of its figures, for get_blocks.'
  ),
  password: described(Labels.fields.password, "Opens an encrypted PDF. Only when the user gave it to you."),
  retention_sec: described(
    Labels.fields.retention_sec,
    "Seconds that the result is kept once the job has ended: 60 to the plan's (ready_ttl_sec of get_limits), which is the default."
  ),
  idempotency_key: described(
    Schema.optionalKey(Schema.String),
    "1 to 255 printable ASCII characters. The same call with the same key gives the same job for 24 hours: safe to retry."
  )
}

export const PageList = Schema.String.check(
  Schema.isPattern(/^[1-9]\d{0,5}(-[1-9]\d{0,5})?(,[1-9]\d{0,5}(-[1-9]\d{0,5})?){0,99}$/)
).annotate({ inWords: "pages and ranges of pages, like 1-3,7" })

export const usage = {
  /** The account's slots at the moment of this answer. */
  slot_usage: SlotUsage,
  tier: TierName
}
