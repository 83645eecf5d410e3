import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Linked devices of paying accounts can upload large files with a ticket; who waits learns its place in the queue. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A ticket is spent by deleting its row. What it allows was decided when it was made.
  yield* sql`CREATE TABLE upload_tickets (
    hash bytea PRIMARY KEY,
    device_id uuid NOT NULL REFERENCES devices ON DELETE CASCADE,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    tier text NOT NULL,
    max_bytes bigint NOT NULL,
    expires_at timestamptz(3) NOT NULL
  )`
  yield* sql`CREATE INDEX upload_tickets_expires_at ON upload_tickets (expires_at)`

  yield* sql`CREATE INDEX jobs_queued ON jobs (pool, priority DESC, created_at, id) WHERE status = 'queued'`
})
