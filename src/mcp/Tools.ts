/** What the tools do: the same services, rules and refusals as the REST routes. */
import { DateTime, Effect, Option, Schema, Stream } from "effect"
import type { KeyActor } from "../../schema/Actor.ts"
import {
  Gone,
  InvalidPageRange,
  JobNotFound,
  MissingScope,
  type QuotaExceeded,
  RateLimited,
  type SlotsFull
} from "../../schema/Errors.ts"
import { JobId } from "../../schema/Ids.ts"
import { V2Job } from "../../schema/Job.ts"
import { type Arguments, listed, scopeOf, type ToolName, tools } from "../../schema/Tools.ts"
import { limitsOf } from "../accounts/Limits.ts"
import { Tiers } from "../accounts/Tiers.ts"
import type { Usage } from "../accounts/Usage.ts"
import type { Digest } from "../auth/Digest.ts"
import { creates, Rates, retryAfter } from "../auth/Rates.ts"
import { showing } from "../http/v2/Shown.ts"
import { Blobs } from "../jobs/Blobs.ts"
import { cursorAt, position } from "../jobs/Cursor.ts"
import { Intake, type Labels, linked, type Offer, uploaded } from "../jobs/Intake.ts"
import { type Job, ownerOf } from "../jobs/Job.ts"
import { Jobs } from "../jobs/Jobs.ts"
import * as Link from "../jobs/Link.ts"
import * as Quota from "../jobs/Quota.ts"
import { Slots } from "../jobs/Slots.ts"
import { markdownName } from "../jobs/Source.ts"
import { isActive } from "../jobs/Status.ts"
import type { Egress } from "../net/Egress.ts"
import { type ServiceError, told } from "./Failure.ts"
import type { Call, Json } from "./Protocol.ts"
import type { Upload } from "./Upload.ts"
import { budget, pagesIn, tokens, windowOf } from "./Window.ts"

/** Why an upload need not be stored. */
export type Unwanted = MissingScope | SlotsFull | QuotaExceeded

/** Who calls, and what came with the call. */
export interface Caller {
  readonly actor: KeyActor
  /** The origin that links in results begin with. */
  readonly origin: string
  readonly upload: Upload<Unwanted> | null
}

/** A result as `tools/call` gives it. */
export interface ToolResult {
  readonly content: ReadonlyArray<Json>
  readonly structuredContent: Json
  readonly isError?: true
}

export interface Called {
  readonly result: ToolResult
  /** The job that the call has made, or would have made again. */
  readonly job: Job | null
  /** Whether the upload is a job's file now. */
  readonly isTaken: boolean
}

const asText = (structuredContent: Json): Json => ({ type: "text", text: JSON.stringify(structuredContent) })

const isJobId = Schema.is(JobId)

/** An id that is no UUID is as unknown as any other. */
const known = (jobId: string): Effect.Effect<JobId, JobNotFound> =>
  isJobId(jobId) ? Effect.succeed(jobId) : Effect.fail(new JobNotFound())

const encodeJobs = Schema.encodeEffect(Schema.Array(V2Job))

const labelsOf = ({
  external_id,
  tags,
  options
}: Arguments<"create_job_from_url" | "create_job_from_upload">): Labels => ({
  externalId: external_id ?? null,
  tags: tags ?? [],
  options: options ?? {},
  callback: null
})

/** The first of the items that fit one result; one at least. */
const fitting = (items: ReadonlyArray<Json>): ReadonlyArray<Json> => {
  let sum = 0
  const end = items.findIndex((item, index) => {
    sum += tokens(JSON.stringify(item))
    return index > 0 && sum > budget
  })
  return end === -1 ? items : items.slice(0, end)
}

/** Whether the key may use the tool. */
export const permit = (actor: KeyActor, tool: ToolName): Effect.Effect<void, MissingScope> => {
  const scope = scopeOf(tool)
  return scope === undefined || actor.scopes.includes(scope)
    ? Effect.void
    : Effect.fail(new MissingScope({ message: `The API key lacks the scope ${scope}`, scope }))
}

export const make = Effect.gen(function* () {
  const blobs = yield* Blobs
  const stores = yield* Effect.context<Blobs | Digest | Egress>()
  const intake = yield* Intake
  const jobs = yield* Jobs
  const quota = yield* Effect.context<Usage>()
  const rates = yield* Rates
  const slots = yield* Slots
  const tiers = yield* Tiers
  const jobsShown = yield* showing

  const usageOf = (actor: KeyActor) =>
    Effect.map(jobsShown.usage(actor), (slot_usage) => ({ slot_usage, tier: actor.tier }))

  const shown = (actor: KeyActor, found: ReadonlyArray<Job>) =>
    Effect.flatMap(jobsShown.shown(actor, found), (resources) => Effect.orDie(encodeJobs(resources)))

  const one = (actor: KeyActor, job: Job) =>
    Effect.map(
      shown(actor, [job]),
      ([resource]): ToolResult => ({
        content: [asText(resource!)],
        structuredContent: resource!
      })
    )

  const found = (result: ToolResult): Called => ({ result, job: null, isTaken: false })

  /** Creates are counted together, whichever way they come. */
  const charged = Effect.fnUntraced(function* ({ keyId, tier }: KeyActor) {
    const policy = rates.scaled(creates(tiers[tier].createsPerMinute))
    const charge = yield* rates.charge(`key:${keyId}:create`, policy)
    const now = DateTime.toEpochMillis(yield* DateTime.now)
    if (!charge.allowed) return yield* new RateLimited({ retry_after: retryAfter(charge, now) })
  })

  const created = Effect.fnUntraced(function* <E, F>(
    actor: KeyActor,
    key: string | undefined,
    receive: Parameters<typeof intake.create<E, F>>[2]
  ) {
    const { jobs: made, replayed } = yield* intake.create({ surface: "v2", actor }, key, receive)
    const job = made[0]!
    return { result: yield* one(actor, job), job, isTaken: !replayed }
  })

  const fromUrl = ({ actor }: Caller, input: Arguments<"create_job_from_url">) => {
    const link = { url: input.url, fileName: input.file_name }
    const limit = tiers[actor.tier].maxFileSize
    return created(actor, input.idempotency_key, (newKey) =>
      Effect.map(newKey, (key) =>
        linked(link, Effect.provide(Link.fetchPdf(link, key, { limit }), stores), labelsOf(input))
      )
    )
  }

  const fromUpload = ({ actor, upload }: Caller, input: Arguments<"create_job_from_upload">) =>
    created(
      actor,
      input.idempotency_key,
      Effect.fnUntraced(function* () {
        if (upload === null) return yield* Effect.die("An upload that the body has was not taken out of it")
        const { key, size, sha256, wrong, refused } = upload
        if (wrong !== null) return yield* wrong
        const received = {
          inputKey: key,
          inputSize: size,
          inputSha256: sha256,
          fileName: input.file_name,
          source: "upload"
        } as const
        const offer = uploaded(received, labelsOf(input))
        // What was not stored can only be a repeat.
        return refused === null ? offer : ({ ...offer, files: Effect.fail(refused) } satisfies Offer<Unwanted>)
      })
    )

  const list = Effect.fnUntraced(function* ({ actor }: Caller, input: Arguments<"list_jobs">) {
    const limit = input.limit ?? listed
    const after = input.cursor === undefined ? null : yield* Effect.fromResult(position(input.cursor))
    const filter = { status: input.status ?? null, externalId: null, tag: null, after, limit: limit + 1 }
    const all = yield* jobs.list(actor, filter)
    const items = fitting(yield* shown(actor, all.slice(0, limit)))
    const next_cursor = all.length > items.length ? cursorAt(all[items.length - 1]!) : null
    const structuredContent = { items, next_cursor, ...(yield* usageOf(actor)) }
    return { content: [asText(structuredContent)], structuredContent }
  })

  const get = Effect.fnUntraced(function* ({ actor }: Caller, input: Arguments<"get_job">) {
    const jobId = yield* known(input.job_id)
    return yield* one(actor, yield* jobs.wait(actor, jobId, input.wait_seconds ?? 0))
  })

  const partOf = Effect.fnUntraced(function* (actor: KeyActor, job: Job, text: string, range: string | undefined) {
    if (range === undefined) return text
    const part = pagesIn(text, range)
    if (part !== null) return part
    const { pages } = yield* jobs.report(actor, job.jobId)
    const [first] = pages
    if (pages.length === 1 && first !== undefined && range === String(first.page)) return text
    return yield* new InvalidPageRange({
      message:
        pagesIn(text, "1-999999") === null
          ? 'The pages are not marked in this Markdown: read it by offset, or convert it again with options {"page_breaks": "comment"}'
          : "The Markdown has none of these pages"
    })
  })

  const markdown = Effect.fnUntraced(function* ({ actor, origin }: Caller, input: Arguments<"get_markdown">) {
    const { job, outputKey } = yield* jobs.result(actor, yield* known(input.job_id))
    const blob = yield* Effect.orDie(blobs.read(outputKey))
    if (Option.isNone(blob)) return yield* new Gone({ reason: "deleted" })
    const whole = yield* Effect.orDie(Stream.mkString(Stream.decodeText(blob.value.bytes)))
    const text = yield* partOf(actor, job, whole, input.pages)
    const structuredContent = {
      job_id: job.jobId,
      ...windowOf(text, input.offset ?? 0, input.max_chars),
      ...(yield* usageOf(actor))
    }
    const link = {
      type: "resource_link",
      uri: `${origin}/api/v2/jobs/${job.jobId}/download`,
      name: markdownName(job.fileName),
      description: "The whole Markdown. Needs the same API key.",
      mimeType: "text/markdown",
      size: blob.value.size
    }
    return { content: [asText(structuredContent), link], structuredContent }
  })

  const remove = Effect.fnUntraced(function* ({ actor }: Caller, input: Arguments<"delete_job">) {
    return yield* one(actor, yield* jobs.remove(actor, yield* known(input.job_id)))
  })

  const limits = Effect.fnUntraced(function* ({ actor }: Caller) {
    const encoded = limitsOf(actor, tiers[actor.tier], yield* slots.used(ownerOf(actor)))
    const structuredContent = { ...encoded, slot_usage: encoded.slots }
    return { content: [asText(structuredContent)], structuredContent }
  })

  const run = (caller: Caller, call: Call): Effect.Effect<Called, ServiceError> => {
    switch (call.tool) {
      case "create_job_from_url":
        return fromUrl(caller, call.arguments)
      case "create_job_from_upload":
        return fromUpload(caller, call.arguments)
      case "list_jobs":
        return Effect.map(list(caller, call.arguments), found)
      case "get_job":
        return Effect.map(get(caller, call.arguments), found)
      case "get_markdown":
        return Effect.map(markdown(caller, call.arguments), found)
      case "delete_job":
        return Effect.map(remove(caller, call.arguments), found)
      case "get_limits":
        return Effect.map(limits(caller), found)
    }
  }

  const failure = Effect.fnUntraced(function* (actor: KeyActor, error: ServiceError) {
    const structuredContent = { ...(yield* told(error)), ...(yield* usageOf(actor)) }
    return { content: [asText(structuredContent)], structuredContent, isError: true } satisfies ToolResult
  })

  /** The key's own job with this id, even if it is canceled; none when it is deleted, expired or another's. */
  const ofTask = Effect.fnUntraced(function* (actor: KeyActor, taskId: string) {
    const [job] = isJobId(taskId) ? yield* jobs.recall([taskId]) : []
    return job === undefined || job.owner !== ownerOf(actor) || job.status === "deleted"
      ? Option.none()
      : Option.some(job)
  })

  return {
    /** Whether an upload of this caller can become a job. */
    admit: (actor: KeyActor): Effect.Effect<void, Unwanted> =>
      Effect.gen(function* () {
        yield* permit(actor, "create_job_from_upload")
        yield* slots.check(ownerOf(actor), actor.tier, 1)
        yield* Effect.provide(Quota.check(actor), quota)
      }),

    /** A failure is a result too. */
    call: Effect.fn("Mcp.call")(function* (caller: Caller, call: Call) {
      const { actor } = caller
      const charge = tools[call.tool].operation === "v2.jobs.create" ? charged(actor) : Effect.void
      const called = charge.pipe(
        Effect.andThen(permit(actor, call.tool)),
        Effect.andThen(run(caller, call)),
        Effect.catch((error: ServiceError) => Effect.map(failure(actor, error), found))
      )
      return yield* called
    }),

    /** The result of the job that a task is, as the tool that made it would give it now. */
    result: Effect.fnUntraced(function* (actor: KeyActor, job: Job) {
      const result = yield* one(actor, job)
      return job.status === "error" ? { ...result, isError: true as const } : result
    }),

    failure,
    ofTask,

    /** Stops the task's job unless it has ended: then there is nothing to cancel. */
    cancel: (actor: KeyActor, job: Job): Effect.Effect<void> =>
      isActive(job.status) ? Effect.ignore(jobs.remove(actor, job.jobId)) : Effect.void
  }
})
