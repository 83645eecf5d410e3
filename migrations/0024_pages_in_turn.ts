import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Who waited for a turn sees the pages that were counted meanwhile: a statement by itself sees what was there when it began. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // As `standing_in_turn`, with the pages of the month from `month` up to `reset`, of the account `payer` and its key; none of nobody.
  yield* sql`CREATE FUNCTION allowance_in_turn(
      whose text, device uuid, account uuid, since timestamptz, converters jsonb,
      payer uuid, key uuid, month date, reset date,
      OUT used integer, OUT last jsonb, OUT of_account integer, OUT of_key integer
    ) LANGUAGE plpgsql AS $$
    BEGIN
      SELECT taken.used, taken.last INTO used, last
      FROM standing_in_turn(whose, device, account, since, converters) AS taken;
      IF payer IS NOT NULL THEN
        SELECT COALESCE(sum(u.pages), 0), COALESCE(sum(u.pages) FILTER (WHERE u.key_id = key), 0) INTO of_account, of_key
        FROM usage u WHERE u.account_id = payer AND u.day >= month AND u.day < reset;
      END IF;
    END $$`
})
