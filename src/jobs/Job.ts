import type { DateTime } from "effect"
import type { Actor } from "../../schema/Actor.ts"
import type { BlobKey, JobId } from "../../schema/Ids.ts"
import type { JobError, JobResource, JobStatus } from "../../schema/Job.ts"
import type { Settings } from "../../schema/Settings.ts"

/** Whose slots a job takes: `device:ID` or, once the device is linked, `account:ID`. */
export type Owner = `device:${string}` | `account:${string}`

/** A job as it stands. */
export interface Job {
  readonly jobId: JobId
  readonly owner: Owner
  readonly status: JobStatus
  readonly statusSince: DateTime.Utc
  readonly createdAt: DateTime.Utc
  readonly fileName: string
  readonly source: "upload" | "link"
  readonly inputSize: number
  readonly inputKey: BlobKey | null
  readonly outputKey: BlobKey | null
  readonly outputSize: number | null
  readonly pages: number | null
  readonly pagesDone: number
  readonly truncated: boolean
  readonly expiresAt: DateTime.Utc | null
  readonly error: JobError | null
  /** Why a tombstone's result is gone. */
  readonly goneReason: "expired" | "deleted" | "canceled" | null
}

/** What a worker needs to know of a job that it has claimed. */
export interface Work {
  readonly jobId: JobId
  /** Counts from 1; every write of this run is void once another run has begun. */
  readonly attempt: number
  readonly inputKey: BlobKey
  readonly settings: Settings
  readonly timeBudgetSec: number
  readonly maxPages: number
  /** v1 jobs fail when their time is up; v2 jobs keep the pages they have. */
  readonly truncates: boolean
}

/** The job as v1 shows it. */
export const resource = (job: Job): JobResource => ({
  job_id: job.jobId,
  status: job.status,
  status_since: job.statusSince,
  created_at: job.createdAt,
  file_name: job.fileName,
  source: job.source,
  input_size: job.inputSize,
  pages: job.pages,
  pages_done: job.pagesDone,
  output_size: job.outputSize,
  truncated: job.truncated,
  expires_at: job.expiresAt,
  error: job.error
})

/** Whose slots and lists an actor's jobs are in. */
export const ownerOf = (actor: Actor): Owner =>
  actor.kind === "device" && actor.accountId === null ? `device:${actor.deviceId}` : `account:${actor.accountId}`
