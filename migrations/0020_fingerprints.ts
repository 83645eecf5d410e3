import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What was asked under an Idempotency-Key is kept as its SHA-256: it may hold the secret of a callback, or a link that
 * is signed. `fingerprint` is read for the day that rows of the version before live, and may go after that. A node of
 * that version says of a row without one that its request is still running: the repeat comes again.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE idempotency_keys ADD COLUMN fingerprint_hash bytea`
})
