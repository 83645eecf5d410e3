import { Schema, SchemaGetter } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SlotUsage } from "../Account.ts"
import * as Errors from "../Errors.ts"
import { JobErrorCode, JobStatus, PageReport, V2Job } from "../Job.ts"
import { maybe } from "../Optional.ts"
import { SettingsPatch } from "../Settings.ts"
import { Wait } from "../v1/Jobs.ts"
import * as Wire from "../Wire.ts"
import { AllBlocks } from "./Results.ts"
import { FromOurPages, KeyOnly, KeyOrSession, ResultReader, Scoped, WellFormed } from "./Security.ts"

/** No control characters and no halves of characters: neither can be stored. The pattern is one that all readers know. */
const isText = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is not wanted
  Schema.isPattern(/^[^\x00-\x1f\x7f-\x9f]*$/, { expected: "without control characters" }),
  Schema.makeFilter((text: string) => text.isWellFormed(), { message: "Expected whole characters" })
] as const

/** What a caller may say of a job beside its file; in a form `tags` is repeated or a JSON array, `options` JSON. */
export const Labels = Schema.Struct({
  /** Cut to 255 characters; folders and control characters are removed. */
  file_name: maybe(Schema.String),
  /** The caller's own name for the job. */
  external_id: maybe(Schema.String.check(Schema.isMaxLength(255), ...isText)),
  tags: maybe(
    Schema.Array(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(64), ...isText)).check(
      Schema.isMaxLength(20)
    )
  ),
  /** Is told of every event of this job. https, and on the public internet. Paid plans. */
  callback_url: maybe(Schema.String.check(Schema.isMaxLength(2_048), ...isText).annotate({ format: "uri" })),
  /** Signs what the callback is told; without one a secret is made and is in the answer. */
  callback_secret: maybe(Schema.String.check(Schema.isMinLength(24), Schema.isMaxLength(256), ...isText))
})

const options = {
  /** Settings for this job alone. */
  options: maybe(SettingsPatch)
}

/** What a form of a create may say beside its file, once its parts have been put together. */
export const FormFields = Schema.Struct({ ...Labels.fields, ...options })

export const CreateJob = Schema.Struct({
  url: Schema.String.annotate({ format: "uri" }),
  ...Labels.fields,
  ...options
}).annotate({ identifier: "V2CreateJob" })

export const CreateJobFromFile = Schema.Struct({
  file: Schema.String.annotate({ format: "binary", description: "The PDF." }),
  ...Labels.fields,
  ...options
}).annotate({ identifier: "V2CreateJobFromFile" })

const V2Batch = Schema.Struct({ items: Schema.Array(V2Job) }).annotate({ identifier: "V2Batch" })

const Estimate = Schema.Struct({
  /** Pages of the document; null when it cannot be opened. */
  pages: Schema.NullOr(Schema.Int),
  /** Bytes. */
  input_size: Schema.Int,
  /** Null when that cannot be told. */
  encrypted: Schema.NullOr(Schema.Boolean),
  /** There are no refusals. */
  accepted: Schema.Boolean,
  /** Codes, as a create or the job's `error` would carry them. */
  refusals: Schema.Array(Schema.Literals(["slots_full", "quota_exceeded", ...JobErrorCode.literals])),
  slot_usage: SlotUsage,
  /** Pages of this UTC month that are left to the key; null without a limit. */
  pages_left: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "V2Estimate" })

/** A number from 1 to 100. */
const Limit = Schema.String.check(Schema.isPattern(/^(?:[1-9]\d?|100)$/)).pipe(
  Schema.decodeTo(Schema.Finite, { decode: SchemaGetter.Number(), encode: SchemaGetter.String() }),
  Schema.annotate({ inWords: "a whole number from 1 to 100" })
)

const job = { jobId: Schema.String.annotate({ format: "uuid" }) }

/** What refuses a create once the caller is known. */
export const createErrors = [
  Wire.v2(Errors.MissingInput),
  Wire.v2(Errors.NotAPdf),
  Wire.v2(Errors.BrokenLink),
  Wire.v2(Errors.InvalidSetting),
  Wire.v2(Errors.InvalidPageRange),
  Wire.v2(Errors.IdempotencyKeyInvalid),
  Wire.v2(Errors.IdempotencyKeyReused),
  Wire.v2(Errors.IdempotencyInProgress),
  Wire.v2(Errors.SlotsFull),
  Wire.v2(Errors.QuotaExceeded),
  Wire.v2(Errors.FileTooLarge),
  Wire.v2(Errors.WebhooksUnavailable),
  Wire.v2(Errors.InvalidCallbackUrl)
] as const

/** What a create answers: a new job, or the one that the Idempotency-Key has given before. */
export const made = [
  V2Job.annotate({ httpApiStatus: 201, description: "The job" }),
  HttpApiSchema.WithHeaders(V2Job, { "idempotent-replayed": Schema.Literal("true") }).annotate({
    httpApiStatus: 200,
    description: "The job that this Idempotency-Key has given before, as it is now"
  })
] as const

/** Whatever a create takes: a link, a form, or the file as it is. */
const document = {
  query: {
    /** What a body of application/pdf is called. */
    file_name: Schema.optionalKey(Schema.String)
  },
  payload: [
    CreateJob,
    CreateJobFromFile.pipe(HttpApiSchema.asMultipartStream()),
    HttpApiSchema.StreamUint8Array({ contentType: "application/pdf" })
  ]
} as const

const create = HttpApiEndpoint.post("create", "/", {
  headers: { "idempotency-key": Schema.optionalKey(Schema.String) },
  ...document,
  success: made,
  error: createErrors
})
  .annotate(OpenApi.Summary, "Create a job from a PDF file or a link to one")
  .annotate(
    OpenApi.Description,
    "Multipart with the part `file`, JSON with `url`, or the PDF itself as `application/pdf`. The same Idempotency-Key gives the same job for 24 hours. With options.page_range the document is opened first, and a range that names none of its pages is refused."
  )

/** Most items of one batch, however many slots are free. */
export const maxItems = 100

const batch = HttpApiEndpoint.post("batch", "/batch", {
  headers: { "idempotency-key": Schema.optionalKey(Schema.String) },
  payload: Schema.Struct({
    items: Schema.Array(CreateJob).check(Schema.isMinLength(1), Schema.isMaxLength(maxItems))
  }).annotate({ identifier: "V2CreateBatch" }),
  success: [
    V2Batch.annotate({ httpApiStatus: 201, description: "A job for each item, in their order" }),
    HttpApiSchema.WithHeaders(V2Batch, { "idempotent-replayed": Schema.Literal("true") }).annotate({
      httpApiStatus: 200,
      description: "The jobs that this Idempotency-Key has given before, as they are now"
    })
  ],
  error: [...createErrors, Wire.v2(Errors.BatchUnavailable)]
})
  .annotate(OpenApi.Summary, "Create jobs from several links")
  .annotate(
    OpenApi.Description,
    "All of them or none. As many items as there are free slots, 100 at most. An error that concerns one item names it with `index`, counted from 0."
  )

const estimate = HttpApiEndpoint.post("estimate", "/estimate", {
  ...document,
  success: Estimate,
  error: [
    Wire.v2(Errors.MissingInput),
    Wire.v2(Errors.NotAPdf),
    Wire.v2(Errors.BrokenLink),
    Wire.v2(Errors.InvalidSetting),
    Wire.v2(Errors.InvalidPageRange),
    Wire.v2(Errors.FileTooLarge),
    Wire.v2(Errors.SlotsFull)
  ]
})
  .annotate(OpenApi.Summary, "What a create would come to")
  .annotate(
    OpenApi.Description,
    "Takes what a create takes, opens the document and makes nothing. What is wrong with the request itself is answered as a create answers it; what else would refuse a create now, or let its job fail, is in `refusals`."
  )

const list = HttpApiEndpoint.get("list", "/", {
  query: {
    status: Schema.optionalKey(JobStatus),
    limit: Schema.optionalKey(Limit),
    cursor: Schema.optionalKey(Schema.String),
    external_id: Schema.optionalKey(Schema.String.check(...isText)),
    tag: Schema.optionalKey(Schema.String.check(...isText))
  },
  success: Schema.Struct({ items: Schema.Array(V2Job), next_cursor: Schema.NullOr(Schema.String) }),
  error: [Wire.v2(Errors.InvalidCursor)]
})
  .annotate(OpenApi.Summary, "List the account's jobs")
  .annotate(
    OpenApi.Description,
    "Newest first, those of linked devices included. Canceled and deleted jobs are listed only by `status`. Pass `next_cursor` as `cursor` for what comes after."
  )

const get = HttpApiEndpoint.get("get", "/:jobId", {
  params: job,
  query: { wait: Schema.optionalKey(Wait) },
  success: V2Job,
  error: [Wire.v2(Errors.JobNotFound)]
})
  .annotate(OpenApi.Summary, "Get a job")
  .annotate(OpenApi.Description, "With wait, answers when the job ends or after that many seconds (0 to 50).")

/** What an event of a job carries. */
export const JobEvent = Schema.Struct({
  ...V2Job.fields,
  /** 1 is the next to start; null unless the job is queued. */
  queue_position: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "V2JobEvent" })

const events = HttpApiEndpoint.get("events", "/:jobId/events", {
  params: job,
  headers: { "last-event-id": Schema.optionalKey(Schema.String) },
  success: [
    HttpApiSchema.WithHeaders(HttpApiSchema.StreamUint8Array({ contentType: "text/event-stream" }), {
      "cache-control": Schema.Literal("no-store"),
      "x-accel-buffering": Schema.Literal("no")
    }),
    HttpApiSchema.Empty(204).annotate({ description: "The end of the job was seen: do not come back" })
  ],
  error: [Wire.v2(Errors.JobNotFound)]
})
  .annotate(OpenApi.Summary, "Follow a job as Server-Sent Events")
  .annotate(
    OpenApi.Description,
    "The event `job` carries the job, with `queue_position`, at once and whenever it has changed; the last one is called `end`, also when the job was canceled or deleted. Comments in between keep the connection open."
  )

const remove = HttpApiEndpoint.delete("remove", "/:jobId", {
  params: job,
  success: V2Job,
  error: [Wire.v2(Errors.JobNotFound)]
})
  .annotate(OpenApi.Summary, "Cancel or delete a job")
  .annotate(
    OpenApi.Description,
    "A queued or processing job is canceled and its slot is free at once; a ready or failed job is deleted. Repeating the call gives the same answer for 30 days."
  )

const markdown = "text/markdown; charset=utf-8"

/** How long a client may keep a result: for as long as it asks whether it is still there. */
const kept = { etag: Schema.String, "cache-control": Schema.Literal("private, no-cache") }

/** What a result may be fetched as. */
export const Format = Schema.Literals(["markdown", "json", "text"])

const download = HttpApiEndpoint.get("download", "/:jobId/download", {
  params: job,
  query: { format: Schema.optionalKey(Format) },
  headers: {
    range: Schema.optionalKey(Schema.String),
    "if-range": Schema.optionalKey(Schema.String),
    "if-none-match": Schema.optionalKey(Schema.String)
  },
  success: [
    HttpApiSchema.WithHeaders(HttpApiSchema.StreamUint8Array({ contentType: markdown }), {
      "content-disposition": Schema.String,
      ...kept,
      "accept-ranges": Schema.optionalKey(Schema.Literal("bytes"))
    }),
    AllBlocks,
    Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain; charset=utf-8" })),
    HttpApiSchema.WithHeaders(Schema.String.pipe(HttpApiSchema.asText({ contentType: markdown })), {
      "content-disposition": Schema.String,
      ...kept,
      "content-range": Schema.String
    }).annotate({ httpApiStatus: 206, description: "The part that Range asks for" }),
    HttpApiSchema.WithHeaders(HttpApiSchema.Empty(304), kept).annotate({
      description: "The client has it already: If-None-Match names it"
    })
  ],
  error: [
    Wire.v2(Errors.JobNotFound),
    Wire.v2(Errors.NotFound),
    Wire.v2(Errors.NotReady),
    Wire.v2(Errors.Gone),
    Wire.v2(Errors.RangeNotSatisfiable)
  ]
})
  .annotate(OpenApi.Summary, "Download the Markdown, or another form of the result")
  .annotate(
    OpenApi.Description,
    "Only when the job is ready; 410 once the result has been deleted. `format` is `markdown` unless it says `json` (`{ pages, blocks }`, all of them) or `text` (without Markdown's marks). The Markdown takes one Range of bytes; is compressed when Accept-Encoding has gzip and Range is absent."
  )

const pages = HttpApiEndpoint.get("pages", "/:jobId/pages", {
  params: job,
  success: Schema.Struct({ items: Schema.Array(PageReport), continue_from: Schema.NullOr(Schema.Int) }),
  error: [Wire.v2(Errors.JobNotFound), Wire.v2(Errors.NotReady), Wire.v2(Errors.Gone)]
})
  .annotate(OpenApi.Summary, "How each page was read")
  .annotate(
    OpenApi.Description,
    "Of a ready job. Shows pages without text, fonts that could not be mapped, weak recognition."
  )

export class V2Jobs extends HttpApiGroup.make("v2.jobs")
  .add(
    create.middleware(Scoped).middleware(KeyOnly),
    batch.middleware(Scoped).middleware(KeyOnly),
    estimate.middleware(Scoped).middleware(KeyOnly)
  )
  .add(
    list.middleware(Scoped).middleware(KeyOrSession),
    get.middleware(Scoped).middleware(KeyOrSession),
    events.middleware(ResultReader),
    remove.middleware(FromOurPages).middleware(Scoped).middleware(KeyOrSession),
    download.middleware(Scoped).middleware(KeyOrSession),
    pages.middleware(ResultReader)
  )
  .middleware(WellFormed)
  .prefix("/api/v2/jobs")
  .annotate(OpenApi.Title, "Jobs of an account")
  .annotate(OpenApi.Description, "Conversion jobs, made with an API key.") {}
