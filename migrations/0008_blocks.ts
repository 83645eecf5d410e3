import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A result has blocks beside its Markdown: their file has the job's life. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN blocks_key uuid`
  yield* sql`CREATE INDEX jobs_blocks_key ON jobs (blocks_key) WHERE blocks_key IS NOT NULL`
})
