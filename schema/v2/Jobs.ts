import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ifNoneMatch, kept, keptJson, unchanged } from "../Caching.ts"
import * as Errors from "../Errors.ts"
import { JobStatus, PageReport, V2Job } from "../Job.ts"
import * as Wire from "../Wire.ts"
import { AllBlocks } from "./Blocks.ts"
import { batch, create, createFromFile, estimate } from "./Creates.ts"
import { cursor, limit, nextCursor, text, whole } from "./Query.ts"
import { FromOurPages, KeyOnly, KeyOrSession, ResultReader, Scoped, WellFormed } from "./Security.ts"
import { isText } from "./Text.ts"

/** Seconds that a GET may wait for the job to end. */
const wait = Schema.optionalKey(
  whole(0, 50, { description: "Seconds to wait for the end of the job, before it is told of as it is.", default: 0 })
)

const job = { jobId: Schema.String.annotate({ format: "uuid" }) }

const list = HttpApiEndpoint.get("list", "/", {
  query: {
    status: Schema.optionalKey(
      JobStatus.annotate({ description: "Jobs of this status alone; the only way to list canceled and deleted ones." })
    ),
    limit: limit(100, 50),
    cursor,
    external_id: Schema.optionalKey(
      Schema.String.annotate({ description: "Jobs with this `external_id` alone." }).check(...isText)
    ),
    tag: Schema.optionalKey(Schema.String.annotate({ description: "Jobs with this tag alone." }).check(...isText))
  },
  success: Schema.Struct({
    items: Schema.Array(V2Job).annotate({ description: "The jobs, newest first." }),
    next_cursor: nextCursor
  }),
  error: [Wire.v2(Errors.InvalidCursor)]
})
  .annotate(OpenApi.Summary, "List the account's jobs")
  .annotate(
    OpenApi.Description,
    "Newest first, those of linked devices included. Canceled and deleted jobs are listed only by `status`. Pass `next_cursor` as `cursor` for what comes after."
  )

const get = HttpApiEndpoint.get("get", "/:jobId", {
  params: job,
  query: { wait },
  success: V2Job,
  error: [Wire.v2(Errors.JobNotFound)]
})
  .annotate(OpenApi.Summary, "Get a job")
  .annotate(OpenApi.Description, "With wait, answers when the job ends or after that many seconds (0 to 50).")

/** What an event of a job carries. */
export const JobEvent = Schema.Struct({
  ...V2Job.fields,
  queue_position: Schema.NullOr(Schema.Int).annotate({
    description: "Its place among the jobs that wait, 1 being the next to start; null unless it is queued."
  })
}).annotate({ identifier: "V2JobEvent" })

const events = HttpApiEndpoint.get("events", "/:jobId/events", {
  params: job,
  headers: { "last-event-id": text("The id of the last event that was seen, as a browser sends it by itself.") },
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
    "The event `job` carries the job, with `queue_position`, at once and whenever it has changed; the last one is called `end`, also when the job was canceled or deleted. Comments in between keep the connection open. Of four times as many streams as slots the next is 429; what is not a stream asks with `wait`."
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

/** What a result may be fetched as. */
export const Format = Schema.Literals(["markdown", "json", "zip", "text"])

const download = HttpApiEndpoint.get("download", "/:jobId/download", {
  params: job,
  query: {
    format: Schema.optionalKey(
      Format.annotate({ description: "The form of the result; `markdown` unless it is given." })
    )
  },
  headers: {
    range: text("One range of bytes of the Markdown, like `bytes=0-499`."),
    "if-range": text("The `ETag` of which the range is to be; of another the whole comes."),
    ...ifNoneMatch
  },
  success: [
    HttpApiSchema.WithHeaders(HttpApiSchema.StreamUint8Array({ contentType: markdown }), {
      "content-disposition": Schema.String,
      ...kept,
      "accept-ranges": Schema.optionalKey(Schema.Literal("bytes"))
    }),
    AllBlocks,
    Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain; charset=utf-8" })),
    Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/zip" })),
    HttpApiSchema.WithHeaders(Schema.String.pipe(HttpApiSchema.asText({ contentType: markdown })), {
      "content-disposition": Schema.String,
      ...kept,
      "content-range": Schema.String
    }).annotate({ httpApiStatus: 206, description: "The part that Range asks for" }),
    unchanged
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
    "Only when the job is ready; 410 once the result has been deleted. `format` is `markdown` unless it says `json` (`{ pages, blocks }`, all of them), `zip` (the Markdown, the pictures of its figures in `images/`, and `blocks.json`) or `text` (without Markdown's marks). The Markdown takes one Range of bytes; is compressed when Accept-Encoding has gzip and Range is absent."
  )

const pages = HttpApiEndpoint.get("pages", "/:jobId/pages", {
  params: job,
  headers: ifNoneMatch,
  success: keptJson(
    Schema.Struct({
      items: Schema.Array(PageReport).annotate({ description: "A report of each page, in their order." }),
      continue_from: Schema.NullOr(Schema.Int).annotate({
        description: "The first page that is not in a truncated result; null otherwise."
      })
    })
  ),
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
    createFromFile.middleware(Scoped).middleware(KeyOnly),
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
