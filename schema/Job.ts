import { Schema } from "effect"
import { SlotUsage } from "./Account.ts"
import { TierName } from "./Actor.ts"
import { JobId } from "./Ids.ts"
import { moment, momentOrNull } from "./Time.ts"

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

export const JobError = Schema.Struct({
  code: JobErrorCode.annotate({
    description: "What went wrong, for programs; /docs/errors says what to do about each."
  }),
  message: Schema.String.annotate({ description: "The same for people, in a sentence that may change." })
})
export type JobError = typeof JobError.Type

/** A job of v1 has no password that could be wrong; one of v2 that a device sees wants another. */
export const frozenCode = (code: JobErrorCode): typeof FrozenJobErrorCode.Type =>
  code === "password_wrong" ? "password_required" : code

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The v1 job. Its fields never change; more may be added. */
export const JobResource = Schema.Struct({
  job_id: JobId.annotate({ description: "Names the job in the addresses of its result and in events." }),
  status: JobStatus.annotate({
    description:
      "The result is there once this is `ready`; `canceled` and `deleted` are seen only in the answer to a DELETE and in a list that asks for them."
  }),
  status_since: moment("When the job took its status."),
  created_at: moment("When the job was created."),
  file_name: Schema.String.annotate({ description: "What the document is called, without folders." }),
  source: Schema.Literals(["upload", "link"]).annotate({ description: "Whether the PDF was sent or fetched." }),
  input_size: Count.annotate({ description: "Bytes of the PDF." }),
  pages: Schema.NullOr(Count).annotate({ description: "Pages of the document; null until known." }),
  pages_done: Count.annotate({ description: "Pages converted so far; grows while the job is processing." }),
  output_size: Schema.NullOr(Count).annotate({ description: "Bytes of Markdown; null until known." }),
  truncated: Schema.Boolean.annotate({
    description: "Whether the result ends early: only the pages that fitted the limits of time and size are in it."
  }),
  expires_at: momentOrNull("When the result will be deleted; null until the job has ended."),
  error: Schema.NullOr(Schema.Struct({ code: FrozenJobErrorCode, message: Schema.String })).annotate({
    description: "Why the job ended in `error`, as a code and a sentence; null otherwise."
  })
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
  error: Schema.NullOr(JobError).annotate({ description: "Why the job ended in `error`; null otherwise." }),
  download_url: Schema.optionalKey(
    Schema.String.annotate({
      description: "Where the Markdown is, as a path on this origin; absent until the job is ready."
    })
  ),
  external_id: Schema.NullOr(Schema.String).annotate({
    description: "The caller's own name for the job, as the create gave it; null without one."
  }),
  tags: Schema.Array(Schema.String).annotate({
    description: "The caller's own words for the job, as the create gave them; empty without any."
  }),
  slot_usage: SlotUsage.annotateKey({ description: "The account's slots at the moment of this answer." }),
  tier: TierName.annotate({ description: "The plan of whoever the job belongs to now." }),
  warnings: Schema.Array(JobWarning).annotate({
    description:
      "What to know of some of its pages, which the page report names; `figures_cut`: not every figure has a picture."
  }),
  continue_from: Schema.NullOr(Count).annotate({
    description:
      "The first page that is not in a truncated result, for the `page_range` of a job for the rest; null otherwise."
  }),
  retention_sec: Schema.NullOr(Count).annotate({
    description:
      "Seconds that the result is kept, where the create asked for it; null where it is kept as long as the plan says."
  }),
  callback_secret: Schema.optionalKey(
    Schema.String.annotate({
      description: "Signs the callbacks; only in the answer to a create with a `callback_url` and no `callback_secret`."
    })
  )
}).annotate({ identifier: "V2Job" })
export type V2Job = typeof V2Job.Type

/** What is known of one page of a ready job. */
export const PageReport = Schema.Struct({
  page: Schema.Int.annotate({ description: "The page of the document, counted from 1." }),
  method: Schema.Literals(["text", "ocr", "empty"]).annotate({
    description:
      "How it was read: from the text that the PDF holds, by recognition, or not at all, as nothing was found."
  }),
  characters: Count.annotate({ description: "How many characters of text were found, spaces apart." }),
  tables: Count.annotate({ description: "How many tables were found." }),
  confidence: Schema.NullOr(Schema.Finite).annotate({
    description: "How sure recognition is of its text, 0 to 1; null where nothing was recognised."
  }),
  warnings: Schema.Array(PageWarning).annotate({ description: "What may be wrong with the page; mostly empty." })
}).annotate({ identifier: "PageReport" })
export type PageReport = typeof PageReport.Type
