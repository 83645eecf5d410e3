import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** An account sees what was done to it, for 90 days, and what its programs asked, for 7. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Without foreign keys: what writes here would wait for who holds the account, and be waited for. Whoever deletes an
  // account deletes its rows.
  yield* sql`CREATE TABLE audit_log (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    occurred_at timestamptz(3) NOT NULL,
    action text NOT NULL,
    by_kind text NOT NULL,
    by_id text,
    address text,
    subject_id text,
    subject_name text,
    previous text
  )`
  yield* sql`CREATE INDEX audit_log_account_id ON audit_log (account_id, id DESC)`
  yield* sql`CREATE INDEX audit_log_occurred_at ON audit_log (occurred_at)`

  yield* sql`CREATE TABLE request_log (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    occurred_at timestamptz(3) NOT NULL,
    request_id text NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    status smallint NOT NULL,
    code text,
    key_id uuid,
    device_id uuid,
    job_id uuid,
    replayed boolean NOT NULL,
    duration_ms integer NOT NULL,
    PRIMARY KEY (account_id, id)
  )`
  yield* sql`CREATE INDEX request_log_occurred_at ON request_log (occurred_at)`
})
