import type { DateTime } from "effect"
import type { Actor, DeviceActor, KeyActor, LinkedDevice, TierName } from "../../schema/Actor.ts"
import type { BlobKey, JobId } from "../../schema/Ids.ts"
import type { JobError, JobResource, JobStatus, V2Job } from "../../schema/Job.ts"
import type { Settings } from "../../schema/Settings.ts"
import type { PageWarning } from "../convert/model/Document.ts"

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
  /** The tier it was made under, or that of the account it has moved to. */
  readonly tier: TierName
  /** What its maker calls it. */
  readonly externalId: string | null
  readonly tags: ReadonlyArray<string>
  /** What is to be known of some of its pages. */
  readonly warnings: ReadonlyArray<PageWarning>
  /** Of a truncated job: the first page that is not in the result. */
  readonly continueFrom: number | null
  /** Known only to who has just made the job: the secret that was made for its callback. */
  readonly callbackSecret?: string
}

/** Who makes jobs, and by which surface's rules. */
export type Requester =
  | { readonly surface: "v1"; readonly actor: DeviceActor }
  | { readonly surface: "v2"; readonly actor: KeyActor | LinkedDevice }

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

/** How many slots are taken, of how many. */
export interface SlotUsage {
  readonly used: number
  readonly limit: number
}

/** The job as v2 shows it. */
export const v2Resource = (job: Job, slotUsage: SlotUsage): V2Job => ({
  ...resource(job),
  ...(job.status === "ready" ? { download_url: `/api/v2/jobs/${job.jobId}/download` } : {}),
  external_id: job.externalId,
  tags: job.tags,
  slot_usage: slotUsage,
  tier: job.tier,
  warnings: job.warnings,
  continue_from: job.continueFrom,
  ...(job.callbackSecret === undefined ? {} : { callback_secret: job.callbackSecret })
})

/** Whose slots and lists an actor's jobs are in. */
export const ownerOf = (actor: Actor): Owner =>
  actor.kind === "device" && actor.accountId === null ? `device:${actor.deviceId}` : `account:${actor.accountId}`
