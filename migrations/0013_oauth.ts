import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Agents can be connected to an account by OAuth; where a sign-in began is where it goes back to. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Clients that have registered themselves. Those with a metadata document are not kept.
  yield* sql`CREATE TABLE oauth_clients (
    client_id text PRIMARY KEY,
    metadata jsonb NOT NULL,
    used_at timestamptz(3) NOT NULL
  )`

  // A client that an account lets in: acts as an API key that is not counted. Its id is what such keys have as theirs.
  yield* sql`CREATE TABLE connections (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    client_id text NOT NULL,
    client_name text NOT NULL,
    client_host text NOT NULL,
    grant_id text NOT NULL UNIQUE,
    scopes jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL,
    last_used_at timestamptz(3) NOT NULL,
    UNIQUE (account_id, client_id)
  )`
  yield* sql`CREATE INDEX connections_client_id ON connections (client_id)`

  // Codes, tokens, grants and questions to people, each under the SHA-256 of what names it.
  yield* sql`CREATE TABLE oauth_records (
    model text NOT NULL,
    hash bytea NOT NULL,
    grant_id text,
    account_id uuid REFERENCES accounts ON DELETE CASCADE,
    payload jsonb NOT NULL,
    consumed_at timestamptz(3),
    expires_at timestamptz(3) NOT NULL,
    PRIMARY KEY (model, hash)
  )`
  yield* sql`CREATE INDEX oauth_records_grant_id ON oauth_records (grant_id) WHERE grant_id IS NOT NULL`
  yield* sql`CREATE INDEX oauth_records_account_id ON oauth_records (account_id) WHERE account_id IS NOT NULL`
  yield* sql`CREATE INDEX oauth_records_expires_at ON oauth_records (expires_at)`

  yield* sql`ALTER TABLE sign_ins ADD COLUMN consent text`
})
