import { Schema } from "effect"
import { SlotUsage } from "./Account.ts"
import { TierName } from "./Actor.ts"
import { JobId } from "./Ids.ts"
import { Moment } from "./Time.ts"

/** `canceled` and `deleted` are seen only in the answer to a DELETE: afterwards a job is 404. */
export const JobStatus = Schema.Literals(["queued", "processing", "ready", "error", "canceled", "deleted"])
export type JobStatus = typeof JobStatus.Type

/** Why a job ended in `error`, as v1 says it, which is frozen. */
const FrozenJobErrorCode = Schema.Literals([
  "password_required",
  "corrupt_pdf",
  "empty_pdf",
  "time_budget_exceeded",
  "memory_limit_exceeded",
  "page_limit_exceeded",
  "engine_crashed",
  "conversion_failed"
])

/** Why a job ended in `error`. */
export const JobErrorCode = Schema.Literals([...FrozenJobErrorCode.literals, "password_wrong"])
export type JobErrorCode = typeof JobErrorCode.Type

export const JobError = Schema.Struct({ code: JobErrorCode, message: Schema.String })
export type JobError = typeof JobError.Type

/** A job of v1 has no password that could be wrong; one of v2 that a device sees wants another. */
export const frozenCode = (code: JobErrorCode): typeof FrozenJobErrorCode.Type =>
  code === "password_wrong" ? "password_required" : code

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The v1 job. Its fields never change; more may be added. */
export const JobResource = Schema.Struct({
  job_id: JobId,
  status: JobStatus,
  /** When the job took its status. */
  status_since: Moment,
  created_at: Moment,
  file_name: Schema.String,
  source: Schema.Literals(["upload", "link"]),
  /** Bytes. */
  input_size: Count,
  /** Pages of the document; null until known. */
  pages: Schema.NullOr(Count),
  /** Grows while processing. */
  pages_done: Count,
  /** Bytes of Markdown; null until known. */
  output_size: Schema.NullOr(Count),
  /** Only the pages that fitted the time budget are in the result. */
  truncated: Schema.Boolean,
  /** When the result will be deleted; null until the job has ended. */
  expires_at: Schema.NullOr(Moment),
  error: Schema.NullOr(Schema.Struct({ code: FrozenJobErrorCode, message: Schema.String }))
}).annotate({ identifier: "JobResource" })
export type JobResource = typeof JobResource.Type

export const PageWarning = Schema.Literals([
  "no_text_layer",
  "unmapped_fonts",
  "low_confidence",
  "page_failed",
  "page_cut",
  "empty_page",
  "formula_uncertain",
  "hidden_text_layer",
  "plain_reading"
])

/** What is to be known of a job: warnings of its pages, and that not all of its figures have a picture. */
export const JobWarning = Schema.Literals([...PageWarning.literals, "figures_cut"])
export type JobWarning = typeof JobWarning.Type

/** The v2 job: the v1 job and more. */
export const V2Job = Schema.Struct({
  ...JobResource.fields,
  error: Schema.NullOr(JobError),
  /** Where the Markdown is, relative to the origin; absent until the job is ready. */
  download_url: Schema.optionalKey(Schema.String),
  external_id: Schema.NullOr(Schema.String),
  tags: Schema.Array(Schema.String),
  /** The account's slots at the moment of this answer. */
  slot_usage: SlotUsage,
  tier: TierName,
  /** What is to be known of some of its pages, which the page report names; `figures_cut`: not every figure has a picture. */
  warnings: Schema.Array(JobWarning),
  /** Of a truncated job: the first page that is not in the result, for the `page_range` of a job for the rest. */
  continue_from: Schema.NullOr(Count),
  /** Seconds that the result is kept, where the create asked for it; null where it is kept as long as the plan says. */
  retention_sec: Schema.NullOr(Count),
  /** In the answer to a create with a `callback_url` and no `callback_secret`, this once. */
  callback_secret: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "V2Job" })
export type V2Job = typeof V2Job.Type

/** What is known of one page of a ready job. */
export const PageReport = Schema.Struct({
  /** Counted from 1. */
  page: Schema.Int,
  method: Schema.Literals(["text", "ocr", "empty"]),
  characters: Count,
  tables: Count,
  /** Of recognised text, 0 to 1. */
  confidence: Schema.NullOr(Schema.Finite),
  warnings: Schema.Array(PageWarning)
}).annotate({ identifier: "PageReport" })
export type PageReport = typeof PageReport.Type
