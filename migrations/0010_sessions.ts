import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Who is signed in sees where, and can end what is not theirs. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE sessions ADD COLUMN browser text, ADD COLUMN address text`
})
