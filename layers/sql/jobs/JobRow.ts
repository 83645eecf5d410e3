/** Jobs as PostgreSQL keeps them. */
import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { TierName } from "../../../schema/Actor.ts"
import { JobId } from "../../../schema/Ids.ts"
import { JobErrorCode, JobStatus, JobWarning } from "../../../schema/Job.ts"
import type { Job, Owner } from "../../../src/jobs/Job.ts"
import { files } from "../JobFiles.ts"
import { Moment } from "../Rows.ts"

export const owner = Schema.TemplateLiteral([Schema.Literals(["device", "account"]), ":", Schema.String])

/** The columns of `columnsOf`, decoded. */
export const columns = {
  id: JobId,
  owner,
  status: JobStatus,
  status_since: Moment,
  created_at: Moment,
  expires_at: Schema.NullOr(Moment),
  gone_reason: Schema.NullOr(Schema.Literals(["expired", "deleted", "canceled"])),
  file_name: Schema.String,
  source: Schema.Literals(["upload", "link"]),
  ...files,
  input_size: Schema.Int,
  output_size: Schema.NullOr(Schema.Int),
  pages: Schema.NullOr(Schema.Int),
  pages_done: Schema.Int,
  truncated: Schema.Boolean,
  error_code: Schema.NullOr(JobErrorCode),
  error_message: Schema.NullOr(Schema.String),
  tier: TierName,
  external_id: Schema.NullOr(Schema.String),
  tags: Schema.Array(Schema.String),
  warnings: Schema.Array(JobWarning),
  continue_from: Schema.NullOr(Schema.Int),
  retention_sec: Schema.NullOr(Schema.Int)
}

export const Row = Schema.Struct(columns)

export const toJob = (row: typeof Row.Type): Job => ({
  jobId: row.id,
  owner: row.owner,
  status: row.status,
  statusSince: row.status_since,
  createdAt: row.created_at,
  fileName: row.file_name,
  source: row.source,
  inputSize: row.input_size,
  inputKey: row.input_key,
  outputKey: row.output_key,
  outputSize: row.output_size,
  blocksKey: row.blocks_key,
  imagesKey: row.images_key,
  pages: row.pages,
  pagesDone: row.pages_done,
  truncated: row.truncated,
  expiresAt: row.expires_at,
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
  goneReason: row.gone_reason,
  tier: row.tier,
  externalId: row.external_id,
  tags: row.tags,
  warnings: row.warnings,
  continueFrom: row.continue_from,
  retentionSec: row.retention_sec
})

/** What a statement reads or returns of a job for a `Row`. */
export const columnsOf = (sql: SqlClient.SqlClient) =>
  sql.literal(`id, owner, status, status_since, created_at, expires_at, gone_reason, file_name, source,
    input_key, input_size::float8 AS input_size, output_key, output_size::float8 AS output_size, blocks_key, images_key, pages,
    pages_done,
    truncated, error_code, error_message, tier, external_id, tags, warnings, continue_from, retention_sec`)

/** The owner's row; a tombstone whose time is up is none. */
export const theirsOf = (sql: SqlClient.SqlClient) => (owner: Owner, jobId: JobId, now: number) =>
  sql`id = ${jobId} AND owner = ${owner} AND (tombstone_until IS NULL OR tombstone_until > ${new Date(now)})`

/** Nobody is to be told of the job but those who ask. */
export const isUntoldOf = (sql: SqlClient.SqlClient) =>
  sql.literal(`jobs.callback_url IS NULL AND NOT EXISTS (
    SELECT FROM webhooks w WHERE w.account_id = jobs.account_id AND w.disabled_at IS NULL)`)
