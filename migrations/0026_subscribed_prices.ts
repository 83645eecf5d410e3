import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Every price of a subscription counts, customers are compared with what the provider has, and nobody pays once gone. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // `price_id` is the first of them, and all that rows of older versions have.
  yield* sql`ALTER TABLE subscriptions ADD COLUMN price_ids text[] NOT NULL DEFAULT '{}'`

  yield* sql`ALTER TABLE accounts ADD COLUMN billing_compared_at timestamptz(3)`
  yield* sql`CREATE INDEX accounts_billing_compared_at ON accounts (billing_compared_at NULLS FIRST)
    WHERE customer_id IS NOT NULL`

  // Of accounts that were deleted lately: what was being paid at that moment may begin afterwards.
  yield* sql`CREATE TABLE former_customers (
    id text PRIMARY KEY,
    ended_at timestamptz(3) NOT NULL
  )`
  yield* sql`CREATE INDEX former_customers_ended_at ON former_customers (ended_at)`
})
