import { Effect, Option, Schema } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { isReadonlyObject } from "effect/Predicate"
import { Device } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { Gone, type InvalidRequest, JobNotFound, MissingInput } from "../../../schema/Errors.ts"
import { type BlobKey, JobId } from "../../../schema/Ids.ts"
import { CreateFromLink } from "../../../schema/v1/Jobs.ts"
import { v1 } from "../../accounts/Tiers.ts"
import type { Digest } from "../../auth/Digest.ts"
import { Blobs } from "../../jobs/Blobs.ts"
import { Intake, linked, uploaded } from "../../jobs/intake/Intake.ts"
import * as Link from "../../jobs/intake/Link.ts"
import { contentDisposition, markdownName } from "../../jobs/intake/Source.ts"
import { resource } from "../../jobs/Job.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import type { Egress } from "../../net/Egress.ts"
import { malformed } from "../../requests/Faults.ts"
import { isMultipart, json, reading } from "../Body.ts"
import { Client } from "../Client.ts"
import { known } from "../Known.ts"
import { withRetryAfter } from "../Retry.ts"
import * as Upload from "../Upload.ts"

/** The recent-jobs list shows no more than this. */
const listed = 3

const jobIn = known(Schema.is(JobId), () => new JobNotFound())

const readLink = reading(CreateFromLink)

/** The one link that a JSON body asks for. */
const linkIn = (body: unknown): Effect.Effect<typeof CreateFromLink.Type, MissingInput | InvalidRequest> => {
  if (!isReadonlyObject(body)) return Effect.fail(malformed("body", "The body is not a JSON object"))
  if ("file" in body || !("url" in body)) return Effect.fail(new MissingInput())
  return readLink(body)
}

export const layer = HttpApiBuilder.group(
  Api,
  "v1.jobs",
  Effect.fn(function* (handlers) {
    const blobs = yield* Blobs
    const stores = yield* Effect.context<Blobs | Digest | Egress>()
    const intake = yield* Intake
    const jobs = yield* Jobs

    return handlers
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request, headers }) {
          const actor = yield* Device
          const { origin } = yield* Client
          const limit = v1.maxFileSize
          const receive = Effect.fnUntraced(function* (newKey: Effect.Effect<BlobKey>) {
            const key = yield* newKey
            if (isMultipart(request.headers["content-type"])) {
              return uploaded(yield* Upload.receive(request, key, { bodySha256: actor.bodySha256, limit }))
            }
            const { url, file_name } = yield* linkIn(yield* json(request))
            const link = { url, fileName: file_name }
            return linked(link, Effect.provide(Link.fetchPdf(link, key, { limit }), stores))
          }, Effect.provide(stores))
          const { jobs, replayed } = yield* intake
            .create({ surface: "v1", actor }, headers["idempotency-key"], receive)
            // v1 has neither quota nor callbacks nor keys.
            .pipe(
              Effect.catchTag(
                [
                  "quota_exceeded",
                  "webhooks_unavailable",
                  "invalid_callback_url",
                  "invalid_page_range",
                  "invalid_api_key"
                ],
                Effect.die
              )
            )
          return HttpApiSchema.withHeaders({
            body: resource(jobs[0]!),
            headers: { location: `${origin}/jobs`, ...(replayed ? { "idempotent-replayed": "true" as const } : {}) }
          })
        }, withRetryAfter)
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
          return resource(yield* jobs.wait(actor, jobId, query.wait ?? 0))
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
        Effect.fnUntraced(function* ({ params }) {
          const { job, outputKey } = yield* jobs.result(yield* Device, yield* jobIn(params.jobId))
          const blob = yield* Effect.orDie(blobs.read(outputKey))
          if (Option.isNone(blob)) return yield* new Gone({ reason: "deleted" })
          return HttpApiSchema.withHeaders({
            body: blob.value.bytes,
            headers: {
              "content-disposition": contentDisposition(markdownName(job.fileName)),
              "content-length": String(blob.value.size)
            }
          })
        })
      )
  })
)
