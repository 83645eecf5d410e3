import type { Effect, Stream } from "effect"
import { Context } from "effect"
import type { JobId } from "../../schema/Ids.ts"
import type { Pool } from "../accounts/Tiers.ts"

/** When the UTC day of this moment began, both in milliseconds since the epoch. */
export const dayOf = (millis: number): number => millis - (millis % 86_400_000)

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
  /** Ends the turn with the job, in any case: what was not completed is released. */
  readonly leave: Effect.Effect<void>
}

/** What was taken of a pool, and whether more waits in it. */
export interface Taken {
  readonly leases: ReadonlyArray<Lease>
  readonly isMore: boolean
}

/** How many jobs of a pool may be taken. */
export interface Room {
  readonly pool: Pool
  readonly most: number
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
     * The first waiting jobs of the first of these pools that has one, as many as there is room for. Leases are renewed
     * in the background until they are completed, released or left. A process that dies loses its leases within about
     * 10 seconds, and their jobs are handed out again. Nothing interrupts this once it has taken something.
     */
    readonly take: (room: ReadonlyArray<Room>) => Effect.Effect<Taken>

    /**
     * Emits whenever there may be something to take, and in which pool, on every enqueue anywhere; null, which is any
     * pool, every two seconds besides.
     */
    readonly wakeUps: Stream.Stream<Pool | null>

    /** Waiting jobs per pool and the age of the oldest, in seconds. */
    readonly depth: Effect.Effect<
      ReadonlyArray<{ readonly pool: Pool; readonly waiting: number; readonly oldestSeconds: number }>
    >
  }
>()("svc/jobs/Queue") {}
