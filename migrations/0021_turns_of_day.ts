import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * A create learns its owner's slots and its priority in one statement, which takes hardly longer after many jobs of a day: the
 * priority of the owner's last jobs says how many came before.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Waits for its turn, then looks, as `slots_in_turn` does. `last` has the lowest priority so far of each of the converters
  // that were asked for since then, by the same device or, without one, by the account's keys. That of the newest job need not
  // be it, but of those within a minute of it: requests may have their turns in another order than they came in, and nodes
  // their own clocks.
  yield* sql`CREATE FUNCTION standing_in_turn(
      whose text, device uuid, account uuid, since timestamptz, converters jsonb, OUT used integer, OUT last jsonb
    ) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(whose, 0));
      used := (SELECT count(*) FROM jobs WHERE owner = whose AND status IN ('queued', 'processing'));
      IF device IS NULL THEN
        last := (
          SELECT jsonb_object_agg(c.name, (
            SELECT min(priority) FROM jobs
            WHERE account_id = account AND device_id IS NULL AND settings ->> 'converter' = c.name
              AND created_at >= GREATEST(since, newest.created_at - interval '1 minute')
          )) FROM jsonb_array_elements_text(converters) AS c (name), LATERAL (
            SELECT created_at FROM jobs
            WHERE account_id = account AND device_id IS NULL AND created_at >= since AND settings ->> 'converter' = c.name
            ORDER BY created_at DESC LIMIT 1
          ) newest);
      ELSE
        last := (
          SELECT jsonb_object_agg(c.name, (
            SELECT min(priority) FROM jobs
            WHERE device_id = device AND settings ->> 'converter' = c.name
              AND created_at >= GREATEST(since, newest.created_at - interval '1 minute')
          )) FROM jsonb_array_elements_text(converters) AS c (name), LATERAL (
            SELECT created_at FROM jobs
            WHERE device_id = device AND created_at >= since AND settings ->> 'converter' = c.name
            ORDER BY created_at DESC LIMIT 1
          ) newest);
      END IF;
    END $$`
})
