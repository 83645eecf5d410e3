import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Accounts and jobs name addresses that are told of what happens to jobs; what was told, and how it went, is kept. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Secrets are kept as they are: every delivery is signed with them.
  yield* sql`CREATE TABLE webhooks (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    url text NOT NULL,
    events jsonb NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_until timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    failing_since timestamptz(3),
    disabled_at timestamptz(3),
    disabled_reason text CHECK (disabled_reason IN ('gone', 'failing', 'plan_limit'))
  )`
  yield* sql`CREATE INDEX webhooks_account_id ON webhooks (account_id)`

  // One event on its way to one receiver. Without an account it is nobody's any more, and goes when it has ended.
  // `due_at` says when it may be taken; whoever takes it puts that off for as long as an attempt may last.
  yield* sql`CREATE TABLE deliveries (
    id uuid PRIMARY KEY,
    account_id uuid,
    webhook_id uuid,
    receiver text NOT NULL,
    job_id uuid NOT NULL,
    event text NOT NULL CHECK (event IN ('job.ready', 'job.error', 'job.truncated', 'job.deleted')),
    url text NOT NULL,
    secret text,
    payload text NOT NULL,
    is_test boolean NOT NULL DEFAULT false,
    result_expires_at timestamptz(3),
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed', 'expired')),
    attempts integer NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0,
    response_code integer,
    error text,
    created_at timestamptz(3) NOT NULL,
    last_attempt_at timestamptz(3),
    next_attempt_at timestamptz(3),
    due_at timestamptz(3) NOT NULL
  )`
  yield* sql`CREATE INDEX deliveries_due_at ON deliveries (due_at) WHERE status = 'pending'`
  yield* sql`CREATE INDEX deliveries_account_id ON deliveries (account_id, id DESC)`
  yield* sql`CREATE INDEX deliveries_webhook_id ON deliveries (webhook_id) WHERE webhook_id IS NOT NULL`
  yield* sql`CREATE INDEX deliveries_job_id ON deliveries (job_id)`
  yield* sql`CREATE INDEX deliveries_created_at ON deliveries (created_at)`

  yield* sql`CREATE TABLE delivery_attempts (
    delivery_id uuid NOT NULL REFERENCES deliveries ON DELETE CASCADE,
    number integer NOT NULL,
    attempted_at timestamptz(3) NOT NULL,
    duration_ms integer NOT NULL,
    response_code integer,
    error text,
    reply text,
    PRIMARY KEY (delivery_id, number)
  )`

  yield* sql`ALTER TABLE jobs
    ADD COLUMN callback_url text,
    ADD COLUMN callback_secret text,
    ADD COLUMN event_sequence integer NOT NULL DEFAULT 0`
})
