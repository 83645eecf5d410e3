import { Context, type Effect, type Option, type Redacted, type Stream } from "effect"
import type { Actor } from "../../schema/Actor.ts"
import type * as Errors from "../../schema/Errors.ts"
import type { BlobKey, JobId } from "../../schema/Ids.ts"
import type { JobStatus, PageReport } from "../../schema/Job.ts"
import type { Settings } from "../../schema/Settings.ts"
import type { Lease as KeyLease } from "./intake/Idempotency.ts"
import type { Job, Requester } from "./Job.ts"

/** A stored input and what is to be done with it. */
export interface NewJob {
  readonly inputKey: BlobKey
  readonly inputSize: number
  readonly inputSha256: string
  readonly fileName: string
  readonly source: "upload" | "link"
  readonly settings: Settings
  readonly externalId: string | null
  readonly tags: ReadonlyArray<string>
  /** What the document opens with; kept sealed until the job ends. */
  readonly password?: Redacted.Redacted | null
  /** Seconds that the result is kept, at most what the tier gives; null is what the tier gives. */
  readonly retentionSec?: number | null
  /** Who is told of the job; `isMade` when the caller does not know the secret yet. */
  readonly callback?: { readonly url: string; readonly secret: string; readonly isMade: boolean } | null
}

/** Which jobs a list shows. */
export interface Filter {
  /** Without one: all that are not canceled or deleted. */
  readonly status: JobStatus | null
  readonly externalId: string | null
  readonly tag: string | null
  /** Only jobs after this one in the list. */
  readonly after: Position | null
  readonly limit: number
}

/** A job's place in a list, newest first. */
export interface Position {
  readonly createdAt: number
  readonly jobId: JobId
}

/** A job and how many slots of its owner's are taken, at one moment. */
export interface Seen {
  readonly job: Job
  readonly slotsUsed: number
}

/** A job and, while it is queued, how many are before it and itself: 1 is the next. */
export interface Placed {
  readonly job: Job
  readonly queuePosition: number | null
  /** Who looked. */
  readonly reader: Actor
}

/** A watched job is looked at this often even if nothing is said of it: its place in the queue changes silently. */
export const watchSeconds = 5

export class Jobs extends Context.Service<
  Jobs,
  {
    /**
     * Makes jobs and queues them, all or none, in one transaction with the slots they take and the Idempotency-Key
     * they answer to. Refused means no trace. A caller whose account is gone by now is one that nobody knows.
     */
    readonly create: (
      maker: Requester,
      jobs: ReadonlyArray<NewJob>,
      key: Option.Option<{ readonly lease: KeyLease; readonly fingerprint: string }>
    ) => Effect.Effect<
      ReadonlyArray<Job>,
      Errors.SlotsFull | Errors.QuotaExceeded | Errors.IdempotencyInProgress | Errors.InvalidApiKey
    >

    /** A live job of the caller's: one that is not canceled, deleted or expired. */
    readonly find: (actor: Actor, jobId: JobId) => Effect.Effect<Job, Errors.JobNotFound>

    /** The jobs that an Idempotency-Key gave, as they are now, even if only their tombstones are left. */
    readonly recall: (jobIds: ReadonlyArray<JobId>) => Effect.Effect<ReadonlyArray<Job>>

    /**
     * As `find`, but answers when the job ends, the time is up or this process is about to stop, whichever is first:
     * nobody is kept waiting by a process that drains.
     */
    readonly wait: (actor: Actor, jobId: JobId, seconds: number) => Effect.Effect<Job, Errors.JobNotFound>

    /** As `wait`, with the slots. */
    readonly see: (actor: Actor, jobId: JobId, seconds: number) => Effect.Effect<Seen, Errors.JobNotFound>

    /**
     * As `find`, at once, whenever the job may have changed, and every few seconds besides, for whoever `reader` is by
     * then. Ends when there is none any more; fails once the job is gone. A slow reader misses states in between, never
     * the last one.
     */
    readonly watch: (
      reader: Effect.Effect<Option.Option<Actor>>,
      jobId: JobId
    ) => Stream.Stream<Placed, Errors.JobNotFound>

    /** The caller's newest live jobs, newest first. */
    readonly newest: (actor: Actor, limit: number) => Effect.Effect<ReadonlyArray<Job>>

    /** The caller's jobs that the filter takes, newest first. */
    readonly list: (actor: Actor, filter: Filter) => Effect.Effect<ReadonlyArray<Job>>

    /** What is known of each page of a ready job. */
    readonly report: (
      actor: Actor,
      jobId: JobId
    ) => Effect.Effect<
      { readonly job: Job; readonly pages: ReadonlyArray<PageReport> },
      Errors.JobNotFound | Errors.NotReady | Errors.Gone
    >

    /**
     * Cancels an active job or deletes an ended one; its files go at once and its slot is free. Repeating it on the
     * tombstone gives the same status.
     */
    readonly remove: (actor: Actor, jobId: JobId) => Effect.Effect<Job, Errors.JobNotFound>

    /** The ready job and the key of its Markdown. */
    readonly result: (
      actor: Actor,
      jobId: JobId
    ) => Effect.Effect<
      { readonly job: Job; readonly outputKey: BlobKey },
      Errors.JobNotFound | Errors.NotReady | Errors.Gone
    >

    /** The newest jobs of everybody, for operators. */
    readonly recent: (limit: number) => Effect.Effect<ReadonlyArray<Job>>

    /** Queues a failed job again, for operators; false when there is no failed job of that id. */
    readonly retry: (jobId: JobId) => Effect.Effect<boolean>
  }
>()("svc/jobs/Jobs") {}
