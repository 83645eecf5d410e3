import { Schema, SchemaGetter } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { kept, unchanged } from "../Caching.ts"
import * as Errors from "../Errors.ts"
import { JobId } from "../Ids.ts"
import { JobResource, JobStatus } from "../Job.ts"
import { DeviceSigned, ReadsDocument, WellFormed } from "../Security.ts"
import * as Wire from "../Wire.ts"

/** Largest JSON body, in bytes. */
export const maxJsonBody = 262_144

export const CreateFromLink = Schema.Struct({
  url: Schema.String.annotate({ format: "uri" }),
  file_name: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "CreateFromLink" })

const CreateFromFile = Schema.Struct({
  file: Schema.String.annotate({ format: "binary", description: "The PDF, 10 MB at most." }),
  file_name: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "CreateFromFile" })

export const JobList = Schema.Struct({
  items: Schema.Array(JobResource).annotate({ description: "At most 3 jobs, the newest first." })
}).annotate({ identifier: "JobList" })

export const JobDeleted = Schema.Struct({
  job_id: JobId.annotate({ description: "The job that was asked for." }),
  status: JobStatus.annotate({ description: "`canceled` where the job had not ended, else `deleted`." }),
  message: Schema.optionalKey(Schema.String.annotate({ description: "The same for people." }))
}).annotate({ identifier: "JobDeleted" })

/** Seconds that a GET may wait for the job to end. */
export const Wait = Schema.String.check(Schema.isPattern(/^(?:[0-9]|[1-4][0-9]|50)$/)).pipe(
  Schema.decodeTo(Schema.Finite, { decode: SchemaGetter.Number(), encode: SchemaGetter.String() }),
  Schema.annotate({ inWords: "a whole number from 0 to 50" })
)

const job = { jobId: Schema.String.annotate({ format: "uuid" }) }

export class V1Jobs extends HttpApiGroup.make("v1.jobs")
  .add(
    HttpApiEndpoint.post("create", "/", {
      headers: { "idempotency-key": Schema.optionalKey(Schema.String) },
      payload: [CreateFromLink, CreateFromFile.pipe(HttpApiSchema.asMultipartStream())],
      success: HttpApiSchema.WithHeaders(JobResource, {
        location: Schema.String,
        "idempotent-replayed": Schema.optionalKey(Schema.Literal("true"))
      }).annotate({ httpApiStatus: 201 }),
      error: [
        Wire.v1(Errors.MissingInput),
        Wire.v1(Errors.NotAPdf),
        Wire.v1(Errors.BrokenLink),
        Wire.v1(Errors.IdempotencyKeyInvalid),
        Wire.v1(Errors.IdempotencyKeyReused),
        Wire.v1(Errors.IdempotencyInProgress),
        Wire.v1(Errors.SlotsFull),
        Wire.v1(Errors.FileTooLarge)
      ]
    })
      .annotate(ReadsDocument, true)
      .annotate(OpenApi.Summary, "Create a job from a PDF file or a link to one")
      .annotate(
        OpenApi.Description,
        "The same Idempotency-Key gives the same job for 24 hours. The job is queued at once; poll it until it is ready or error."
      ),
    HttpApiEndpoint.get("list", "/", { success: JobList })
      .annotate(OpenApi.Summary, "List the newest jobs")
      .annotate(
        OpenApi.Description,
        "The 3 newest jobs of the device that were not canceled or deleted, newest first."
      ),
    HttpApiEndpoint.get("get", "/:jobId", {
      params: job,
      query: { wait: Schema.optionalKey(Wait) },
      success: JobResource,
      error: [Wire.v1(Errors.JobNotFound)]
    })
      .annotate(OpenApi.Summary, "Get a job")
      .annotate(OpenApi.Description, "With wait, answers when the job ends or after that many seconds (0 to 50)."),
    HttpApiEndpoint.delete("remove", "/:jobId", {
      params: job,
      success: JobDeleted,
      error: [Wire.v1(Errors.JobNotFound)]
    })
      .annotate(OpenApi.Summary, "Cancel or delete a job")
      .annotate(
        OpenApi.Description,
        "A queued or processing job is canceled and its slot is free at once; a ready or failed job is deleted. Repeating the call gives the same answer for 30 days."
      ),
    HttpApiEndpoint.get("download", "/:jobId/download", {
      params: job,
      success: [
        HttpApiSchema.WithHeaders(HttpApiSchema.StreamUint8Array({ contentType: "text/markdown; charset=utf-8" }), {
          "content-disposition": Schema.String,
          "content-length": Schema.String,
          ...kept
        }),
        unchanged
      ],
      error: [Wire.v1(Errors.JobNotFound), Wire.v1(Errors.NotReady), Wire.v1(Errors.Gone)]
    })
      .annotate(OpenApi.Summary, "Download the Markdown")
      .annotate(OpenApi.Description, "Only when the job is ready; 410 once the result has been deleted.")
  )
  .middleware(DeviceSigned)
  .middleware(WellFormed)
  .prefix("/jobs")
  .annotate(HttpApi.QueryParseOptions, { errors: "all" })
  .annotate(OpenApi.Title, "Jobs")
  .annotate(OpenApi.Description, "Conversion jobs of a device.") {}
