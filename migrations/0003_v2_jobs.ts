import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Jobs carry what their makers say of them and tell how each page went; one key may stand for a batch. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE jobs
    ADD COLUMN external_id text,
    ADD COLUMN tags jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN warnings jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN continue_from integer`
  yield* sql`CREATE INDEX jobs_external_id ON jobs (owner, external_id) WHERE external_id IS NOT NULL`
  yield* sql`CREATE INDEX jobs_owner ON jobs (owner, created_at DESC, id DESC)`

  // What is known of each page of a ready job; gone with the job.
  yield* sql`CREATE TABLE page_reports (
    job_id uuid PRIMARY KEY REFERENCES jobs ON DELETE CASCADE,
    pages jsonb NOT NULL
  )`

  yield* sql`ALTER TABLE idempotency_keys ADD COLUMN job_ids jsonb`
  yield* sql`UPDATE idempotency_keys SET job_ids = jsonb_build_array(job_id) WHERE job_id IS NOT NULL`
  yield* sql`ALTER TABLE idempotency_keys DROP COLUMN job_id`
})
