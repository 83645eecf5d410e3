import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Creates count the slots of their owner in one statement; the runs of an account's day are found by an index. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Waits for its turn, then counts: a statement that does both by itself would not see what was committed meanwhile.
  yield* sql`CREATE FUNCTION slots_in_turn(whose text) RETURNS integer LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(whose, 0));
      RETURN (SELECT count(*) FROM jobs WHERE owner = whose AND status IN ('queued', 'processing'));
    END $$`

  yield* sql`CREATE INDEX jobs_account_runs ON jobs (account_id, created_at) WHERE account_id IS NOT NULL`
  yield* sql`DROP INDEX jobs_account_id`
})
