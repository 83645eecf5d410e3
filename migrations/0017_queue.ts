import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Jobs wait for a worker in a table of our own. What an older version has queued is found in `jobs`. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A job may be taken from `free_at` on. Who took it holds it until then, and is known by how often it was taken.
  // Rows change several times in their short life: there is room beside each, and what is dead goes early.
  yield* sql`CREATE TABLE queue (
    job_id uuid PRIMARY KEY,
    pool text NOT NULL,
    priority integer NOT NULL,
    arrival bigint GENERATED ALWAYS AS IDENTITY,
    queued_at timestamptz(3) NOT NULL DEFAULT now(),
    free_at timestamptz NOT NULL DEFAULT '-infinity',
    taken integer NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`
  yield* sql`CREATE INDEX queue_order ON queue (pool, priority DESC, arrival)`
})
