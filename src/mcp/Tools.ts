/** What the tools do: the same services, rules and refusals as the REST routes. */
import { Effect, Option, Schema, type Scope } from "effect"
import type { KeyActor } from "../../schema/Actor.ts"
import { MissingScope } from "../../schema/Errors.ts"
import { JobId } from "../../schema/Ids.ts"
import { scopeOf, type ToolName, type tools } from "../../schema/Tools.ts"
import * as Allowance from "../jobs/Allowance.ts"
import { Flights } from "../jobs/intake/Flights.ts"
import { type Job, ownerOf } from "../jobs/Job.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { isActive } from "../jobs/Status.ts"
import type * as Calls from "./Arguments.ts"
import * as Contents from "./Contents.ts"
import * as Creates from "./Creates.ts"
import { type ServiceError, told } from "./Failure.ts"
import * as Reads from "./Reads.ts"
import { asText, results, type ToolResult } from "./Result.ts"
import type { Upload } from "./Upload.ts"
import * as Uploads from "./Uploads.ts"

type Fit = Calls.Fit<typeof tools>

/** Who calls, and what came with the call. */
export interface Caller {
  readonly actor: KeyActor
  /** The origin that links in results begin with. */
  readonly origin: string
  readonly upload: Upload<Creates.Unwanted> | null
}

export interface Called {
  readonly result: ToolResult
  /** The job that a create has made, or would have made again. */
  readonly job: Job | null
  /** Whether the upload is a job's file now. */
  readonly isTaken: boolean
}

const isJobId = Schema.is(JobId)

/** Whether the key may use the tool. */
export const permit = (actor: KeyActor, tool: ToolName): Effect.Effect<void, MissingScope> => {
  const scope = scopeOf(tool)
  return scope === undefined || actor.scopes.includes(scope)
    ? Effect.void
    : Effect.fail(new MissingScope({ message: `The API key lacks the scope ${scope}`, scope }))
}

export const make = Effect.gen(function* () {
  const creates = yield* Creates.make
  const contents = yield* Contents.make
  const reads = yield* Reads.make
  const uploads = yield* Uploads.make
  const { one, usageOf } = yield* results
  const flights = yield* Flights
  const jobs = yield* Jobs
  const { check: checkAllowance } = yield* Allowance.make

  const found = (result: ToolResult): Called => ({ result, job: null, isTaken: false })

  const run = ({ actor, origin, upload }: Caller, call: Fit): Effect.Effect<Called, ServiceError> => {
    switch (call.tool) {
      case "create_job_from_url":
        return creates.fromUrl(actor, call.arguments)
      case "create_job_from_upload":
        return creates.fromUpload(actor, call.arguments, upload)
      case "create_upload":
        return Effect.map(uploads(actor, call.arguments, origin), found)
      case "list_jobs":
        return Effect.map(reads.list(actor, call.arguments), found)
      case "get_job":
        return Effect.map(reads.get(actor, call.arguments), found)
      case "get_markdown":
        return Effect.map(reads.markdown(actor, call.arguments, origin), found)
      case "search_markdown":
        return Effect.map(contents.search(actor, call.arguments), found)
      case "get_blocks":
        return Effect.map(contents.blocks(actor, call.arguments), found)
      case "delete_job":
        return Effect.map(reads.remove(actor, call.arguments), found)
      case "get_limits":
        return Effect.map(reads.limits(actor), found)
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
    /** Whether an upload of this caller can become a job; it is on its way until the scope closes. */
    admit: (actor: KeyActor): Effect.Effect<void, Creates.Unwanted, Scope.Scope> =>
      Effect.gen(function* () {
        yield* permit(actor, "create_job_from_upload")
        yield* flights.begin(ownerOf(actor), actor.tier)
        yield* checkAllowance({ surface: "v2", actor }, 1)
      }),

    /** A failure is a result too. */
    call: Effect.fn("Mcp.call")(function* (caller: Caller, call: Calls.Call<typeof tools>) {
      const { actor } = caller
      if ("refused" in call) return found(yield* failure(actor, call.refused))
      const creating = call.tool === "create_job_from_url" || call.tool === "create_job_from_upload"
      // A ticket is charged as a create where it is spent.
      const charge = creating ? creates.charged(actor) : Effect.void
      return yield* charge.pipe(
        Effect.andThen(permit(actor, call.tool)),
        Effect.andThen(run(caller, call)),
        Effect.catch((error: ServiceError) => Effect.map(failure(actor, error), found))
      )
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
