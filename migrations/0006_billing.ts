import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Prices of the billing provider stand for tiers, and accounts have what their subscriptions say. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE prices (
    id text PRIMARY KEY,
    tier text NOT NULL CHECK (tier IN ('pro', 'business'))
  )`

  yield* sql`ALTER TABLE accounts ADD COLUMN customer_id text UNIQUE`

  // As the provider told it last. What was asked for later, by `asked`, is at least as new.
  yield* sql`CREATE TABLE subscriptions (
    id text PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    price_id text NOT NULL,
    status text NOT NULL,
    past_due_since timestamptz(3),
    asked bigint NOT NULL
  )`
  yield* sql`CREATE INDEX subscriptions_account_id ON subscriptions (account_id)`
  yield* sql`CREATE SEQUENCE subscription_asked`

  yield* sql`CREATE TABLE billing_events (
    id text PRIMARY KEY,
    applied_at timestamptz(3) NOT NULL
  )`
  yield* sql`CREATE INDEX billing_events_applied_at ON billing_events (applied_at)`

  // Whether new purchases may begin, and where.
  yield* sql`CREATE TABLE purchases (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    extension boolean NOT NULL,
    website boolean NOT NULL
  )`
  yield* sql`INSERT INTO purchases (extension, website) VALUES (true, true)`
})
