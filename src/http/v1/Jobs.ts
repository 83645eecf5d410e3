import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { Device } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { DeviceBlocked, Gone, MissingInput } from "../../../schema/Errors.ts"
import { maybe } from "../../../schema/Optional.ts"
import { CreateFromLink } from "../../../schema/v1/Jobs.ts"
import { Standing, whileLetIn } from "../../auth/Standing.ts"
import { Blobs } from "../../jobs/Blobs.ts"
import { Intake } from "../../jobs/intake/Intake.ts"
import { contentDisposition, markdownName } from "../../jobs/intake/Source.ts"
import { type LinkSent, single } from "../../jobs/intake/Submission.ts"
import { resource } from "../../jobs/Job.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { type Fault, refusing } from "../../requests/Faults.ts"
import { jobIn } from "../../requests/Ids.ts"
import { isMultipart, json, reading } from "../Body.ts"
import { Client } from "../Client.ts"
import { withRetryAfter } from "../Retry.ts"
import { isKnown } from "../results/Range.ts"
import * as Upload from "../Upload.ts"

/** What a create may be sent as. */
const mediaTypes = "application/json or multipart/form-data"

/** The recent-jobs list shows no more than this. */
const listed = 3

/** No link, or a file where none can be. */
const isInput = ({ path, kind }: Fault) =>
  (path.join() === "url" && (kind === "missing" || kind === "null")) || path.join() === "file"

const read = reading(
  Schema.Struct({ ...CreateFromLink.fields, file_name: maybe(Schema.String), file: Schema.optionalKey(Schema.Never) }),
  { refuse: refusing({ is: isInput, refuse: () => new MissingInput() }) }
)

/** The one link that a JSON body asks for. */
const readLink = (body: unknown) =>
  Effect.map(read(body), ({ url, file_name }): LinkSent => ({ url, fileName: file_name }))

export const layer = HttpApiBuilder.group(
  Api,
  "v1.jobs",
  Effect.fn(function* (handlers) {
    const blobs = yield* Blobs
    const intake = yield* Intake
    const jobs = yield* Jobs
    const standing = yield* Standing
    const upload = yield* Upload.make

    return handlers
      .handleRaw(
        "create",
        Effect.fnUntraced(
          function* ({ request, headers }) {
            const actor = yield* Device
            const { origin } = yield* Client
            const admission = yield* intake
              .admit({ surface: "v1", actor }, headers["idempotency-key"])
              // v1 has no quota.
              .pipe(Effect.catchTag("quota_exceeded", Effect.die))
            const document = isMultipart(request.headers["content-type"])
              ? yield* upload.form(request, {
                  bodySha256: actor.bodySha256,
                  limit: admission.maxFileSize,
                  accept: ({ received }) => Effect.succeed(received)
                })
              : yield* Effect.flatMap(json(request, mediaTypes), readLink)
            const { jobs, replayed } = yield* intake
              .create(admission, single(document))
              // Nor has it callbacks, options and keys; what may not make jobs any more is a device.
              .pipe(
                Effect.catchTag(
                  ["quota_exceeded", "webhooks_unavailable", "invalid_callback_url", "invalid_page_range"],
                  Effect.die
                ),
                Effect.catchTag("invalid_api_key", () => Effect.fail(new DeviceBlocked()))
              )
            return HttpApiSchema.withHeaders({
              body: resource(jobs[0]!),
              headers: { location: `${origin}/jobs`, ...(replayed ? { "idempotent-replayed": "true" as const } : {}) }
            })
          },
          Effect.scoped,
          withRetryAfter
        )
      )
      .handle("list", () =>
        Effect.flatMap(Device, (actor) =>
          Effect.map(jobs.newest(actor, listed), (items) => ({ items: items.map(resource) }))
        )
      )
      .handle(
        "get",
        Effect.fnUntraced(function* ({ params, query }) {
          const actor = yield* Device
          const jobId = yield* jobIn(params.jobId)
          const { wait = 0 } = query
          const found = jobs.wait(actor, jobId, wait)
          return resource(yield* wait > 0 ? whileLetIn(standing, actor)(found, new DeviceBlocked()) : found)
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          const jobId = yield* jobIn(params.jobId)
          const { status } = yield* jobs.remove(yield* Device, jobId)
          return { job_id: jobId, status, message: `The job was ${status}` }
        })
      )
      .handle(
        "download",
        Effect.fnUntraced(function* ({ params, request }) {
          const { job, outputKey } = yield* jobs.result(yield* Device, yield* jobIn(params.jobId))
          const own = { etag: `"${job.jobId}"`, "cache-control": "private, no-cache" as const }
          if (isKnown(request.headers["if-none-match"], [own.etag])) {
            return HttpServerResponse.empty({ status: 304, headers: own })
          }
          const blob = yield* Effect.orDie(blobs.read(outputKey))
          if (Option.isNone(blob)) return yield* new Gone({ reason: "deleted" })
          return HttpApiSchema.withHeaders({
            body: blob.value.bytes,
            headers: {
              "content-disposition": contentDisposition(markdownName(job.fileName)),
              "content-length": String(blob.value.size),
              ...own
            }
          })
        })
      )
  })
)
