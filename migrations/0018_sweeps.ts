import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The sweep of every minute finds unused sessions without reading all of them. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX sessions_last_used_at ON sessions (last_used_at)`
})
