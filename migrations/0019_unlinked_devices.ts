import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Devices of deleted accounts kept the address that they had been linked from. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE devices SET linked_from = NULL WHERE account_id IS NULL AND linked_from IS NOT NULL`
})
