import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Whose pages a job of v2 takes whose device was unlinked before it ended: those of the account that it was made for. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE jobs ADD COLUMN payer_id uuid REFERENCES accounts ON DELETE SET NULL`
  yield* sql`CREATE INDEX jobs_payer_id ON jobs (payer_id) WHERE payer_id IS NOT NULL`
})
