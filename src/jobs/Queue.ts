import type { Effect, Option, Scope, Stream } from "effect"
import { Context } from "effect"
import type { JobId } from "../../schema/Ids.ts"
import type { Pool } from "../accounts/Tiers.ts"

/** When the UTC day of this moment began, both in milliseconds since the epoch. */
export const dayOf = (millis: number): number => millis - (millis % 86_400_000)

/** Of standard jobs those go first whose device ran fewer so far today: the priority after so many runs. */
export const priorityAfter = (runs: number): number => 0 - runs

/** A job that this process has taken and now answers for. */
export interface Lease {
  readonly jobId: JobId
  readonly pool: Pool
  /** Succeeds when the lease has been lost: the job was cancelled, or another process took it over. */
  readonly lost: Effect.Effect<void>
  /** The job has ended, however it ended. It is never handed out again. */
  readonly complete: Effect.Effect<void>
  /** Gives the job back unfinished: it is handed out again at once, here or elsewhere. */
  readonly release: Effect.Effect<void>
}

export class Queue extends Context.Service<
  Queue,
  {
    /**
     * Makes a job available to workers when the surrounding transaction commits, and not at all when it rolls back.
     * Higher `priority` first, then oldest.
     */
    readonly enqueue: (job: {
      readonly jobId: JobId
      readonly pool: Pool
      readonly priority: number
    }) => Effect.Effect<void>

    /** Takes a waiting job out, or makes the holder's lease `lost`. Part of the surrounding transaction. */
    readonly cancel: (jobId: JobId) => Effect.Effect<void>

    /**
     * The first waiting job of the first of these pools that has one. The lease is renewed in the background
     * until it is completed, released or its scope closes (which releases it). A process that dies loses its leases
     * within about 10 seconds, and their jobs are handed out again.
     */
    readonly take: (pools: ReadonlyArray<Pool>) => Effect.Effect<Option.Option<Lease>, never, Scope.Scope>

    /** Emits whenever there may be something to take: on every enqueue anywhere, and every two seconds besides. */
    readonly wakeUps: Stream.Stream<void>

    /** Waiting jobs per pool and the age of the oldest, in seconds. */
    readonly depth: Effect.Effect<
      ReadonlyArray<{ readonly pool: Pool; readonly waiting: number; readonly oldestSeconds: number }>
    >
  }
>()("svc/jobs/Queue") {}
