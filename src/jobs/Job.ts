import { DateTime, type Redacted, Result } from "effect"
import type { Actor, DeviceActor, KeyActor, LinkedDevice, TierName } from "../../schema/Actor.ts"
import { Gone, NotReady } from "../../schema/Errors.ts"
import type { BlobKey, JobId } from "../../schema/Ids.ts"
import {
  frozenCode,
  type JobError,
  type JobResource,
  type JobStatus,
  type JobWarning,
  type V2Job
} from "../../schema/Job.ts"
import type { Settings } from "../../schema/Settings.ts"
import { isActive, isEnded, isGone, removed } from "./Status.ts"

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
  /** Where its blocks are; a result of an earlier version has none. */
  readonly blocksKey: BlobKey | null
  /** Where the pictures of its figures are, one behind the other; null where it has none. */
  readonly imagesKey: BlobKey | null
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
  readonly warnings: ReadonlyArray<JobWarning>
  /** Of a truncated job: the first page that is not in the result. */
  readonly continueFrom: number | null
  /** Seconds that its result is kept, where its maker asked for that. */
  readonly retentionSec: number | null
  /** Known only to the request that made the job: the secret that was made for its callback. */
  readonly callbackSecret?: string
  /** Known only to the request that made or deleted the job: how many slots of its owner's were taken then. */
  readonly slotsUsed?: number
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
  readonly owner: Owner
  readonly inputKey: BlobKey
  readonly settings: Settings
  /** What its document opens with. */
  readonly password: Redacted.Redacted | null
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
  error: job.error === null ? null : { ...job.error, code: frozenCode(job.error.code) }
})

/** How many slots are taken, of how many. */
export interface SlotUsage {
  readonly used: number
  readonly limit: number
}

/** The job as v2 shows it. */
export const v2Resource = (job: Job, slotUsage: SlotUsage): V2Job => ({
  ...resource(job),
  error: job.error,
  ...(job.status === "ready" ? { download_url: `/api/v2/jobs/${job.jobId}/download` } : {}),
  external_id: job.externalId,
  tags: job.tags,
  slot_usage: slotUsage,
  tier: job.tier,
  warnings: job.warnings,
  continue_from: job.continueFrom,
  retention_sec: job.retentionSec,
  ...(job.callbackSecret === undefined ? {} : { callback_secret: job.callbackSecret })
})

/** Whose slots and lists an actor's jobs are in. */
export const ownerOf = (actor: Actor): Owner =>
  actor.kind === "device" && actor.accountId === null ? `device:${actor.deviceId}` : `account:${actor.accountId}`

const isExpired = (job: Job, now: number): boolean =>
  isEnded(job.status) && job.expiresAt !== null && DateTime.toEpochMillis(job.expiresAt) <= now

/** A job whose time is up is a tombstone, whether it has been swept or not. */
export const asOf = (now: number, job: Job): Job =>
  isExpired(job, now) && !isGone(job.status) ? { ...job, status: "deleted", goneReason: "expired" } : job

/** The key of a job's Markdown, or why there is none to be had. */
export const outputOf = ({ status, goneReason, outputKey }: Job): Result.Result<BlobKey, Gone | NotReady> => {
  if (isGone(status)) return Result.fail(new Gone({ reason: goneReason ?? "deleted" }))
  if (outputKey !== null) return Result.succeed(outputKey)
  return Result.fail(
    new NotReady({
      message: status === "error" ? "The job failed" : `The job is still ${status}`,
      status: status as "queued" | "processing" | "error"
    })
  )
}

/** What DELETE makes of a job, or null when there is nothing left to remove. */
export const removal = (job: Job, now: number) =>
  isGone(job.status)
    ? null
    : {
        status: removed(job.status),
        goneReason: isExpired(job, now) ? ("expired" as const) : removed(job.status),
        /** Somebody may be working on it. */
        isActive: isActive(job.status),
        files: [job.inputKey, job.outputKey, job.blocksKey, job.imagesKey].filter((key) => key !== null)
      }
