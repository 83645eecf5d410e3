import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** People can sign in, link their devices, hold API keys and see what they have used. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Without a `claimed_at` nobody has signed in yet: an operator has made the account for whoever owns the address.
  yield* sql`CREATE TABLE accounts (
    id uuid PRIMARY KEY,
    email text NOT NULL UNIQUE CHECK (email = lower(email)),
    name text,
    tier text NOT NULL CHECK (tier IN ('free', 'pro', 'business')),
    created_at timestamptz(3) NOT NULL,
    claimed_at timestamptz(3)
  )`

  yield* sql`CREATE TABLE identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    PRIMARY KEY (issuer, subject)
  )`
  yield* sql`CREATE INDEX identities_account_id ON identities (account_id)`

  // Secrets of every kind are kept as their SHA-256.
  yield* sql`CREATE TABLE sessions (
    id uuid PRIMARY KEY,
    hash bytea NOT NULL UNIQUE,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL,
    last_used_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL
  )`
  yield* sql`CREATE INDEX sessions_account_id ON sessions (account_id)`
  yield* sql`CREATE INDEX sessions_expires_at ON sessions (expires_at)`

  // One sign-in on its way through the identity provider; `browser` is what its cookie must hold.
  yield* sql`CREATE TABLE sign_ins (
    state bytea PRIMARY KEY,
    browser bytea NOT NULL,
    nonce text NOT NULL,
    verifier text NOT NULL,
    origin text NOT NULL,
    device_id uuid REFERENCES devices ON DELETE CASCADE,
    expires_at timestamptz(3) NOT NULL
  )`
  yield* sql`CREATE INDEX sign_ins_expires_at ON sign_ins (expires_at)`

  yield* sql`CREATE TABLE link_tickets (
    hash bytea PRIMARY KEY,
    device_id uuid NOT NULL REFERENCES devices ON DELETE CASCADE,
    expires_at timestamptz(3) NOT NULL
  )`
  yield* sql`CREATE INDEX link_tickets_expires_at ON link_tickets (expires_at)`

  yield* sql`ALTER TABLE devices
    ADD COLUMN linked_at timestamptz(3),
    ADD FOREIGN KEY (account_id) REFERENCES accounts ON DELETE SET NULL`
  yield* sql`CREATE INDEX devices_account_id ON devices (account_id) WHERE account_id IS NOT NULL`

  yield* sql`CREATE TABLE account_settings (
    account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    settings jsonb NOT NULL,
    updated_at timestamptz(3) NOT NULL
  )`

  yield* sql`CREATE TABLE api_keys (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    hash bytea NOT NULL UNIQUE,
    name text NOT NULL,
    prefix text NOT NULL,
    last4 text NOT NULL,
    scopes jsonb NOT NULL,
    monthly_pages integer,
    created_at timestamptz(3) NOT NULL,
    last_used_at timestamptz(3),
    expires_at timestamptz(3),
    disabled_at timestamptz(3),
    disabled_reason text,
    revoked_at timestamptz(3)
  )`
  yield* sql`CREATE INDEX api_keys_account_id ON api_keys (account_id) WHERE revoked_at IS NULL`

  // One row for each day and each key that made jobs; jobs made without a key count under the account's own id.
  yield* sql`CREATE TABLE usage (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    day date NOT NULL,
    key_id uuid NOT NULL,
    pages integer NOT NULL DEFAULT 0,
    jobs_created integer NOT NULL DEFAULT 0,
    jobs_ready integer NOT NULL DEFAULT 0,
    jobs_error integer NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, day, key_id)
  )`

  yield* sql`ALTER TABLE jobs ADD COLUMN key_id uuid`
  yield* sql`CREATE INDEX jobs_account_id ON jobs (account_id) WHERE account_id IS NOT NULL`
})
