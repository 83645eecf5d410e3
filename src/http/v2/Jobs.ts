import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { type Actor, Caller, Reader } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { BatchUnavailable, MissingCredentials, RateLimited, Unavailable } from "../../../schema/Errors.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import { noLonger, Standing, whileLetIn } from "../../auth/Standing.ts"
import { cursorAt, position } from "../../jobs/Cursor.ts"
import * as Estimate from "../../jobs/intake/Estimate.ts"
import { Flights } from "../../jobs/intake/Flights.ts"
import { Intake } from "../../jobs/intake/Intake.ts"
import { batch } from "../../jobs/intake/Submission.ts"
import { ownerOf } from "../../jobs/Job.ts"
import { showing } from "../../jobs/JobPresenter.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { isEnded, isGone } from "../../jobs/Status.ts"
import { Draining } from "../../process/Draining.ts"
import { places } from "../../process/Places.ts"
import { jobIn } from "../../requests/Ids.ts"
import { part } from "../Paging.ts"
import { keeping } from "../results/Kept.ts"
import * as Download from "./jobs/Download.ts"
import { eventsOf, lastEventId } from "./jobs/Events.ts"
import { created } from "./jobs/Replay.ts"
import * as Submissions from "./jobs/Submissions.ts"

/** How many jobs a list shows unless it is told. */
const listed = 50

/** Event streams that are open at once: each asks the database every few seconds. */
const maxFollowers = 1_000

/** An owner follows each of its jobs from some places. */
const followersPerSlot = 4

/** Seconds after which an event stream may have a place. */
const comeBackSeconds = 5

/** The key behind the request, on routes that take nothing else. */
const keyCaller = Effect.flatMap(Caller, (caller) =>
  caller.kind === "key" ? Effect.succeed(caller) : Effect.fail(new MissingCredentials())
)

export const layer = HttpApiBuilder.group(
  Api,
  "v2.jobs",
  Effect.fn(function* (handlers) {
    const download = yield* Download.make
    const draining = yield* Draining
    const estimate = yield* Estimate.make
    const flights = yield* Flights
    const intake = yield* Intake
    const jobs = yield* Jobs
    const followers = places(maxFollowers)
    const kept = yield* keeping
    const standing = yield* Standing
    const submissions = yield* Submissions.make
    const tiers = yield* Tiers

    const { shown, one, seen, usage } = yield* showing

    /** Takes a place for an event stream. */
    const follow = (reader: Actor) =>
      Effect.mapError(
        followers.take(ownerOf(reader), followersPerSlot * tiers[reader.tier].slots),
        ({ whose, taken }) =>
          whose === "owner"
            ? new RateLimited({ message: `${taken} event streams are open already`, retry_after: comeBackSeconds })
            : new Unavailable({ message: "Too many event streams are open" })
      )

    return (
      handlers
        .handleRaw(
          "create",
          Effect.fnUntraced(function* ({ request, headers, query }) {
            const actor = yield* keyCaller
            const admission = yield* intake.admit({ surface: "v2", actor }, headers["idempotency-key"])
            const submission = yield* submissions.any(request, admission, query.file_name)
            const made = yield* intake.create(admission, submission)
            return created(made, yield* one(actor, made.jobs[0]!))
          }, Effect.scoped)
        )
        .handleRaw(
          "createFromFile",
          Effect.fnUntraced(function* ({ request, headers }) {
            const actor = yield* keyCaller
            const admission = yield* intake.admit({ surface: "v2", actor }, headers["idempotency-key"])
            const made = yield* intake.create(admission, yield* submissions.form(request, admission))
            return created(made, yield* one(actor, made.jobs[0]!))
          }, Effect.scoped)
        )
        // The caller is refused before the body is read.
        .handleRaw(
          "batch",
          Effect.fnUntraced(function* ({ request, headers }) {
            const actor = yield* keyCaller
            if (!tiers[actor.tier].batch) return yield* new BatchUnavailable()
            const admission = yield* intake.admit({ surface: "v2", actor }, headers["idempotency-key"])
            const made = yield* intake.create(admission, batch(yield* Submissions.items(request, admission)))
            return created(made, { items: yield* shown(actor, made.jobs) })
          }, Effect.scoped)
        )
        .handleRaw(
          "estimate",
          Effect.fnUntraced(function* ({ request, query }) {
            const actor = yield* keyCaller
            yield* flights.begin(ownerOf(actor), actor.tier)
            const { maxFileSize, readyTtlSec } = tiers[actor.tier]
            const bounds = { maxFileSize, longestRetentionSec: readyTtlSec }
            const submission = yield* submissions.any(request, bounds, query.file_name)
            const found = yield* estimate(actor, submission.items[0]!)
            return {
              pages: found.pages,
              input_size: found.inputSize,
              encrypted: found.encrypted,
              accepted: found.refusals.length === 0,
              refusals: found.refusals,
              slot_usage: yield* usage(actor),
              pages_left: found.pagesLeft
            }
          }, Effect.scoped)
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
            const { items, next_cursor } = part(found, limit, cursorAt)
            return { items: yield* shown(caller, items), next_cursor }
          })
        )
        .handle(
          "get",
          Effect.fnUntraced(function* ({ params, query }) {
            const caller = yield* Caller
            const jobId = yield* jobIn(params.jobId)
            const { wait = 0 } = query
            const found = jobs.see(caller, jobId, wait)
            return seen(caller, yield* wait > 0 ? whileLetIn(standing, caller)(found, noLonger(caller)) : found)
          })
        )
        .handle(
          "events",
          Effect.fnUntraced(function* ({ params, headers }) {
            const reader = yield* Reader
            const jobId = yield* jobIn(params.jobId)
            // Until the answer, which is the stream, has ended.
            yield* follow(reader)
            const first = yield* jobs.find(reader, jobId)
            if (headers["last-event-id"] === lastEventId && isEnded(first.status)) {
              return HttpServerResponse.empty({ status: 204 })
            }
            // No event after a revocation: whether the reader is still let in is asked before each, told or not.
            const readerNow = standing.asNow(reader)
            const tombstone = Effect.gen(function* () {
              const [who, [job]] = [yield* readerNow, yield* jobs.recall([jobId])]
              return Option.isSome(who) && job?.owner === ownerOf(who.value) && isGone(job.status)
                ? Option.some({ job, queuePosition: null, reader: who.value })
                : Option.none()
            })
            const body = eventsOf(jobs.watch(readerNow, jobId), usage, tombstone).pipe(
              Stream.interruptWhen(standing.ended(reader)),
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
          Effect.fnUntraced(function* ({ params, query, request }) {
            const { job, outputKey } = yield* jobs.result(yield* Caller, yield* jobIn(params.jobId))
            const { format = "markdown" } = query
            return yield* format === "markdown"
              ? download.markdown(request, job, outputKey)
              : format === "zip"
                ? download.zip(request, job, outputKey)
                : download.other(request, job, format)
          })
        )
        .handle(
          "pages",
          Effect.fnUntraced(function* ({ params, request }) {
            const { job, pages } = yield* jobs.report(yield* Reader, yield* jobIn(params.jobId))
            return yield* kept(request, job.jobId, Effect.succeed({ items: pages, continue_from: job.continueFrom }))
          })
        )
    )
  })
)
