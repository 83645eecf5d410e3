import { Effect, Schema, Stream } from "effect"
import type { SecureRandom } from "effect/crypto/SecureRandom"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { Caller } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { BatchUnavailable, JobNotFound, MissingCredentials } from "../../../schema/Errors.ts"
import { type BlobKey, JobId } from "../../../schema/Ids.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import type { Usage } from "../../accounts/Usage.ts"
import type { Digest } from "../../auth/Digest.ts"
import type { Inspector } from "../../convert/Inspector.ts"
import type { Blobs } from "../../jobs/Blobs.ts"
import { cursorAt, position } from "../../jobs/Cursor.ts"
import { batch, Intake, linked } from "../../jobs/intake/Intake.ts"
import * as Link from "../../jobs/intake/Link.ts"
import { again, showing } from "../../jobs/JobPresenter.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import type { Slots } from "../../jobs/Slots.ts"
import { isEnded } from "../../jobs/Status.ts"
import type { Egress } from "../../net/Egress.ts"
import { Draining } from "../../process/Draining.ts"
import { json } from "../Body.ts"
import { known } from "../Known.ts"
import { withRetryAfter } from "../Retry.ts"
import { linksOf, located } from "./Batch.ts"
import { download } from "./Download.ts"
import { estimated } from "./Estimate.ts"
import { eventsOf, lastEventId } from "./Events.ts"
import { offered } from "./RequestDocument.ts"

/** How many jobs a list shows unless it is told. */
const listed = 50

const jobIn = known(Schema.is(JobId), () => new JobNotFound())

export const layer = HttpApiBuilder.group(
  Api,
  "v2.jobs",
  Effect.fn(function* (handlers) {
    const stores = yield* Effect.context<Blobs | Digest | Egress | Inspector | SecureRandom | Slots | Usage>()
    const draining = yield* Draining
    const intake = yield* Intake
    const jobs = yield* Jobs
    const tiers = yield* Tiers

    const { shown, one, seen, usage } = yield* showing

    return handlers
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request, headers }) {
          const caller = yield* Caller
          if (caller.kind !== "key") return yield* new MissingCredentials()
          const limit = tiers[caller.tier].maxFileSize
          const receive = (newKey: Effect.Effect<BlobKey>) =>
            Effect.flatMap(newKey, (key) => Effect.provide(offered(request, key, limit), stores))
          const maker = { surface: "v2", actor: caller } as const
          const { jobs: made, replayed } = yield* intake.create(maker, headers["idempotency-key"], receive)
          const body = yield* one(caller, made[0]!)
          return replayed ? again(body) : body
        }, withRetryAfter)
      )
      .handleRaw(
        "batch",
        Effect.fnUntraced(function* ({ request, headers }) {
          const caller = yield* Caller
          if (caller.kind !== "key") return yield* new MissingCredentials()
          const tier = tiers[caller.tier]
          if (!tier.batch) return yield* new BatchUnavailable()
          const receive = Effect.fnUntraced(function* (newKey: Effect.Effect<BlobKey>) {
            const links = yield* linksOf(yield* json(request))
            const offers = links.map(({ link, labels }, index) => {
              const file = Effect.flatMap(newKey, (key) => Link.fetchPdf(link, key, { limit: tier.maxFileSize }))
              return linked(link, Effect.provide(Effect.mapError(file, located(index)), stores), labels)
            })
            return batch(offers)
          })
          const maker = { surface: "v2", actor: caller } as const
          const { jobs: made, replayed } = yield* intake.create(maker, headers["idempotency-key"], receive)
          const body = { items: yield* shown(caller, made) }
          return replayed ? again(body) : body
        }, withRetryAfter)
      )
      .handleRaw(
        "estimate",
        Effect.fnUntraced(function* ({ request }) {
          const caller = yield* Caller
          if (caller.kind !== "key") return yield* new MissingCredentials()
          const found = yield* Effect.provide(estimated(request, caller, tiers[caller.tier].maxFileSize), stores)
          return {
            pages: found.pages,
            input_size: found.inputSize,
            encrypted: found.encrypted,
            accepted: found.refusals.length === 0,
            refusals: found.refusals,
            slot_usage: yield* usage(caller),
            pages_left: found.pagesLeft
          }
        })
      )
      .handle(
        "list",
        Effect.fnUntraced(function* ({ query }) {
          const caller = yield* Caller
          const limit = query.limit ?? listed
          const after = query.cursor === undefined ? null : yield* Effect.fromResult(position(query.cursor))
          const found = yield* jobs.list(caller, {
            status: query.status ?? null,
            externalId: query.external_id ?? null,
            tag: query.tag ?? null,
            after,
            limit: limit + 1
          })
          const page = found.slice(0, limit)
          const last = page.at(-1)
          return {
            items: yield* shown(caller, page),
            next_cursor: found.length > limit && last !== undefined ? cursorAt(last) : null
          }
        })
      )
      .handle(
        "get",
        Effect.fnUntraced(function* ({ params, query }) {
          const caller = yield* Caller
          const jobId = yield* jobIn(params.jobId)
          return seen(caller, yield* jobs.see(caller, jobId, query.wait ?? 0))
        })
      )
      .handle(
        "events",
        Effect.fnUntraced(function* ({ params, headers }) {
          const caller = yield* Caller
          const jobId = yield* jobIn(params.jobId)
          const first = yield* jobs.find(caller, jobId)
          if (headers["last-event-id"] === lastEventId && isEnded(first.status)) {
            return HttpServerResponse.empty({ status: 204 })
          }
          const tombstone = Effect.map(jobs.recall([jobId]), ([job]) => job)
          const body = eventsOf(caller, jobs.watch(caller, jobId), usage(caller), tombstone).pipe(
            Stream.interruptWhen(draining.begun)
          )
          return HttpApiSchema.withHeaders({
            body,
            headers: { "cache-control": "no-store" as const, "x-accel-buffering": "no" as const }
          })
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          const caller = yield* Caller
          return yield* one(caller, yield* jobs.remove(caller, yield* jobIn(params.jobId)))
        })
      )
      .handle(
        "download",
        Effect.fnUntraced(function* ({ params, request }) {
          const { job, outputKey } = yield* jobs.result(yield* Caller, yield* jobIn(params.jobId))
          return yield* Effect.provide(download(request, job, outputKey), stores)
        })
      )
      .handle(
        "pages",
        Effect.fnUntraced(function* ({ params }) {
          const { job, pages } = yield* jobs.report(yield* Caller, yield* jobIn(params.jobId))
          return { items: pages, continue_from: job.continueFrom }
        })
      )
  })
)
