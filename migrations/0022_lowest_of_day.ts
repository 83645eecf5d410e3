import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A create finds the lowest priority of its maker's day in an index, however many jobs its maker has made in a minute. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Who takes turns: a device, or an account with its keys.
  yield* sql`CREATE INDEX jobs_turns ON jobs (
    COALESCE(device_id, account_id), (settings ->> 'converter'), ((created_at AT TIME ZONE 'UTC')::date), priority
  )`

  // Waits for its turn, then looks, as before. `last` has the lowest priority of each of the converters that were asked for, of
  // the UTC day that began at `since`.
  yield* sql`CREATE OR REPLACE FUNCTION standing_in_turn(
      whose text, device uuid, account uuid, since timestamptz, converters jsonb, OUT used integer, OUT last jsonb
    ) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(whose, 0));
      used := (SELECT count(*) FROM jobs WHERE owner = whose AND status IN ('queued', 'processing'));
      last := (
        SELECT jsonb_object_agg(c.name, lowest.priority)
        FROM jsonb_array_elements_text(converters) AS c (name), LATERAL (
          SELECT priority FROM jobs
          WHERE COALESCE(device_id, account_id) = COALESCE(device, account) AND settings ->> 'converter' = c.name
            AND (created_at AT TIME ZONE 'UTC')::date = (since AT TIME ZONE 'UTC')::date
          ORDER BY priority LIMIT 1
        ) lowest);
    END $$`
})
