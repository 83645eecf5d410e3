import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A result may have the pictures of its figures: their file has the job's life. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN images_key uuid`
  yield* sql`CREATE INDEX jobs_images_key ON jobs (images_key) WHERE images_key IS NOT NULL`
})
