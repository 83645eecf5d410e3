import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Agents can be given a ticket too: it is a key's or a connection's, and no device's. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE upload_tickets ALTER COLUMN device_id DROP NOT NULL, ADD COLUMN key_id uuid`
})
