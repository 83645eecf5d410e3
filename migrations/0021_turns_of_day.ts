import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * A create learns its owner's slots and its priority in one statement, which takes no longer after many jobs of a day: the
 * priority of the owner's last job says how many came before it.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Waits for its turn, then looks, as `slots_in_turn` does. `last` has the lowest priority so far of each of the converters
  // that were asked for since then, by the same device or, without one, by the account's keys.
  yield* sql`CREATE FUNCTION standing_in_turn(
      whose text, device uuid, account uuid, since timestamptz, converters jsonb, OUT used integer, OUT last jsonb
    ) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(whose, 0));
      used := (SELECT count(*) FROM jobs WHERE owner = whose AND status IN ('queued', 'processing'));
      IF device IS NULL THEN
        last := (
          SELECT jsonb_object_agg(c.name, j.priority) FROM jsonb_array_elements_text(converters) AS c (name), LATERAL (
            SELECT priority FROM jobs
            WHERE account_id = account AND device_id IS NULL AND created_at >= since AND settings ->> 'converter' = c.name
            ORDER BY created_at DESC, priority LIMIT 1
          ) j);
      ELSE
        last := (
          SELECT jsonb_object_agg(c.name, j.priority) FROM jsonb_array_elements_text(converters) AS c (name), LATERAL (
            SELECT priority FROM jobs
            WHERE device_id = device AND created_at >= since AND settings ->> 'converter' = c.name
            ORDER BY created_at DESC, priority LIMIT 1
          ) j);
      END IF;
    END $$`
})
