import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A job may bring the password of its document, which is kept sealed until it ends, and say how long its result is kept. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE jobs ADD COLUMN password bytea, ADD COLUMN retention_sec integer`
})
