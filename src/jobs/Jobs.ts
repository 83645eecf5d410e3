import { Context, type Effect, type Option } from "effect"
import type { Actor, DeviceActor } from "../../schema/Actor.ts"
import type * as Errors from "../../schema/Errors.ts"
import type { BlobKey, JobId } from "../../schema/Ids.ts"
import type { JobStatus } from "../../schema/Job.ts"
import type { Settings } from "../../schema/Settings.ts"
import type { Lease as KeyLease } from "./Idempotency.ts"
import type { Job } from "./Job.ts"

/** A stored input and what is to be done with it. */
export interface NewJob {
  readonly inputKey: BlobKey
  readonly inputSize: number
  readonly inputSha256: string
  readonly fileName: string
  readonly source: "upload" | "link"
  readonly settings: Settings
}

export class Jobs extends Context.Service<
  Jobs,
  {
    /**
     * Makes a v1 job and queues it, in one transaction with the slot it takes and the Idempotency-Key it answers to.
     * Refused means no trace.
     */
    readonly create: (
      actor: DeviceActor,
      job: NewJob,
      key: Option.Option<{ readonly lease: KeyLease; readonly fingerprint: string }>
    ) => Effect.Effect<Job, Errors.SlotsFull | Errors.IdempotencyInProgress>

    /** A live job of the caller's: one that is not canceled, deleted or expired. */
    readonly find: (actor: Actor, jobId: JobId) => Effect.Effect<Job, Errors.JobNotFound>

    /** The job that an Idempotency-Key gave, as it is now, even if only its tombstone is left. */
    readonly recall: (jobId: JobId) => Effect.Effect<Job>

    /** As `find`, but answers when the job ends or the time is up, whichever is first. */
    readonly wait: (actor: Actor, jobId: JobId, seconds: number) => Effect.Effect<Job, Errors.JobNotFound>

    /** The caller's newest live jobs, newest first. */
    readonly newest: (actor: Actor, limit: number) => Effect.Effect<ReadonlyArray<Job>>

    /**
     * Cancels an active job or deletes an ended one; its files go at once and its slot is free. Repeating it on the
     * tombstone gives the same status.
     */
    readonly remove: (actor: Actor, jobId: JobId) => Effect.Effect<JobStatus, Errors.JobNotFound>

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
