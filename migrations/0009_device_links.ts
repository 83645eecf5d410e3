import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Who links a device sees which one it is, and can throw it out again with the keys that it made. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // `confirmed` is what the cookie of the browser holds in which the page that names the device was confirmed.
  yield* sql`ALTER TABLE link_tickets
    ADD COLUMN asked_at timestamptz(3),
    ADD COLUMN asked_from text,
    ADD COLUMN confirmed bytea`
  yield* sql`ALTER TABLE devices ADD COLUMN linked_from text, ADD COLUMN last_seen_at timestamptz(3)`
  yield* sql`ALTER TABLE api_keys ADD COLUMN device_id uuid REFERENCES devices ON DELETE SET NULL`
  yield* sql`ALTER TABLE sign_ins ADD COLUMN asked_from text`
})
