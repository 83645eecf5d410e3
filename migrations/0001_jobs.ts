import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Devices can register and sign, and their jobs can be queued, converted, fetched and forgotten. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE devices (
    id uuid PRIMARY KEY,
    thumbprint text NOT NULL UNIQUE,
    public_key jsonb NOT NULL,
    name text,
    account_id uuid,
    blocked_at timestamptz(3),
    created_at timestamptz(3) NOT NULL
  )`

  yield* sql`CREATE TABLE device_settings (
    device_id uuid PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
    settings jsonb NOT NULL,
    updated_at timestamptz(3) NOT NULL
  )`

  yield* sql`CREATE TABLE nonces (
    device_id uuid NOT NULL,
    nonce text NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    PRIMARY KEY (device_id, nonce)
  )`
  yield* sql`CREATE INDEX nonces_expires_at ON nonces (expires_at)`

  // Unlogged: after a crash of the database every bucket is full again, which harms nobody.
  yield* sql`CREATE UNLOGGED TABLE rate_buckets (
    key text PRIMARY KEY,
    arrival double precision NOT NULL
  )`
  yield* sql`CREATE INDEX rate_buckets_arrival ON rate_buckets (arrival)`

  // Charges a bucket by one request, or finds it full. Times are milliseconds since the epoch. An arrival further
  // ahead than a full bucket's is of a clock that has since gone back: such a bucket starts anew.
  yield* sql`CREATE FUNCTION charge(
      bucket text, at double precision, emission double precision, span double precision,
      OUT allowed boolean, OUT arrival double precision
    ) LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO rate_buckets AS b (key, arrival) VALUES (bucket, at + emission)
      ON CONFLICT (key) DO UPDATE
        SET arrival = CASE WHEN b.arrival > at + span THEN at ELSE GREATEST(b.arrival, at) END + emission
        WHERE b.arrival > at + span OR GREATEST(b.arrival, at) + emission - at <= span
      RETURNING b.arrival INTO charge.arrival;
      charge.allowed := FOUND;
      IF NOT FOUND THEN
        SELECT b.arrival INTO charge.arrival FROM rate_buckets AS b WHERE b.key = bucket;
      END IF;
    END $$`

  yield* sql`CREATE TABLE jobs (
    id uuid PRIMARY KEY,
    owner text NOT NULL,
    owner_type text NOT NULL CHECK (owner_type IN ('device', 'account_device', 'api_key')),
    device_id uuid REFERENCES devices ON DELETE SET NULL,
    account_id uuid,
    surface text NOT NULL CHECK (surface IN ('v1', 'v2')),
    status text NOT NULL CHECK (status IN ('queued', 'processing', 'ready', 'error', 'canceled', 'deleted')),
    status_since timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3),
    tombstone_until timestamptz(3),
    gone_reason text CHECK (gone_reason IN ('expired', 'deleted', 'canceled')),
    file_name text NOT NULL,
    source text NOT NULL CHECK (source IN ('upload', 'link')),
    input_key uuid,
    input_size bigint NOT NULL,
    input_sha256 text NOT NULL,
    output_key uuid,
    output_size bigint,
    pages integer,
    pages_done integer NOT NULL DEFAULT 0,
    truncated boolean NOT NULL DEFAULT false,
    error_code text,
    error_message text,
    settings jsonb NOT NULL,
    tier text NOT NULL,
    pool text NOT NULL CHECK (pool IN ('standard', 'priority')),
    priority integer NOT NULL,
    time_budget_sec integer NOT NULL,
    ready_ttl_sec integer NOT NULL,
    max_pages integer NOT NULL,
    attempt integer NOT NULL DEFAULT 0
  )`
  yield* sql`CREATE INDEX jobs_owner_live ON jobs (owner, created_at DESC, id DESC)
    WHERE status NOT IN ('canceled', 'deleted')`
  yield* sql`CREATE INDEX jobs_owner_active ON jobs (owner) WHERE status IN ('queued', 'processing')`
  yield* sql`CREATE INDEX jobs_device_runs ON jobs (device_id, created_at)`
  yield* sql`CREATE INDEX jobs_expires_at ON jobs (expires_at) WHERE status IN ('ready', 'error')`
  yield* sql`CREATE INDEX jobs_tombstone_until ON jobs (tombstone_until) WHERE tombstone_until IS NOT NULL`
  yield* sql`CREATE INDEX jobs_input_key ON jobs (input_key) WHERE input_key IS NOT NULL`
  yield* sql`CREATE INDEX jobs_output_key ON jobs (output_key) WHERE output_key IS NOT NULL`

  yield* sql`CREATE TABLE idempotency_keys (
    owner text NOT NULL,
    key text NOT NULL,
    holder uuid NOT NULL,
    held_until timestamptz(3) NOT NULL,
    job_id uuid,
    fingerprint text,
    expires_at timestamptz(3) NOT NULL,
    PRIMARY KEY (owner, key)
  )`
  yield* sql`CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at)`

  yield* sql`CREATE TABLE announcement (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    id text NOT NULL,
    kind text NOT NULL,
    url text NOT NULL
  )`
})
