/** Jobs as PostgreSQL keeps them. */
import { DateTime } from "effect"
import type { SqlClient } from "effect/sql"
import type { Actor, TierName } from "../../../schema/Actor.ts"
import { BlobKey, JobId } from "../../../schema/Ids.ts"
import type { JobErrorCode, JobStatus } from "../../../schema/Job.ts"
import { type Job, type Owner, ownerOf } from "../../../src/jobs/Job.ts"
import { isEnded, isGone } from "../../../src/jobs/Status.ts"

export interface Row {
  readonly id: string
  readonly owner: Owner
  readonly status: JobStatus
  readonly status_since: Date
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly gone_reason: Job["goneReason"]
  readonly file_name: string
  readonly source: Job["source"]
  readonly input_key: string | null
  readonly input_size: number
  readonly output_key: string | null
  readonly output_size: number | null
  readonly pages: number | null
  readonly pages_done: number
  readonly truncated: boolean
  readonly error_code: JobErrorCode | null
  readonly error_message: string | null
  readonly tier: TierName
  readonly external_id: string | null
  readonly tags: ReadonlyArray<string>
  readonly warnings: Job["warnings"]
  readonly continue_from: number | null
}

const moment = (date: Date) => DateTime.makeUnsafe(date)

export const toJob = (row: Row): Job => ({
  jobId: JobId.make(row.id),
  owner: row.owner,
  status: row.status,
  statusSince: moment(row.status_since),
  createdAt: moment(row.created_at),
  fileName: row.file_name,
  source: row.source,
  inputSize: row.input_size,
  inputKey: row.input_key === null ? null : BlobKey.make(row.input_key),
  outputKey: row.output_key === null ? null : BlobKey.make(row.output_key),
  outputSize: row.output_size,
  pages: row.pages,
  pagesDone: row.pages_done,
  truncated: row.truncated,
  expiresAt: row.expires_at === null ? null : moment(row.expires_at),
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
  goneReason: row.gone_reason,
  tier: row.tier,
  externalId: row.external_id,
  tags: row.tags,
  warnings: row.warnings,
  continueFrom: row.continue_from
})

/** What a statement reads or returns of a job for a `Row`. */
export const columnsOf = (sql: SqlClient.SqlClient) =>
  sql.literal(`id, owner, status, status_since, created_at, expires_at, gone_reason, file_name, source,
    input_key, input_size::float8 AS input_size, output_key, output_size::float8 AS output_size, pages, pages_done,
    truncated, error_code, error_message, tier, external_id, tags, warnings, continue_from`)

/** The caller's row; a tombstone whose time is up is none. */
export const theirsOf = (sql: SqlClient.SqlClient) => (actor: Actor, jobId: JobId, now: number) =>
  sql`id = ${jobId} AND owner = ${ownerOf(actor)} AND (tombstone_until IS NULL OR tombstone_until > ${new Date(now)})`

export const isExpired = (job: Job, now: number) =>
  isEnded(job.status) && job.expiresAt !== null && DateTime.toEpochMillis(job.expiresAt) <= now

/** A job whose time is up is a tombstone, whether it has been swept or not. */
export const asOf = (now: number, job: Job): Job =>
  isExpired(job, now) && !isGone(job.status) ? { ...job, status: "deleted", goneReason: "expired" } : job
