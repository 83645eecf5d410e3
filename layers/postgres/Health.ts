import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { Health } from "../../src/process/Health.ts"
import { rowsOf } from "../sql/Rows.ts"

const levels = rowsOf(Schema.Struct({ level: Schema.Int }))

/** A store that does not answer within this time is not there. */
const patience = "2 seconds"

export const layer = Layer.effect(
  Health,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const blobs = yield* Blobs
    const migrated = levels(sql`SELECT coalesce(max(migration_id), 0)::int AS level FROM migrations`).pipe(
      Effect.map(([row]) => row?.level ?? 0)
    )
    /** The database was brought up to date before anything was built on it. */
    const level = yield* migrated
    const within = (check: Effect.Effect<boolean, unknown>) =>
      check.pipe(
        Effect.timeoutOption(patience),
        Effect.map((answer) => answer._tag === "Some" && answer.value),
        Effect.catchCause(() => Effect.succeed(false))
      )
    return Health.of({
      checks: Effect.all(
        { database: within(Effect.map(migrated, (now) => now >= level)), storage: within(blobs.ready) },
        { concurrency: "unbounded" }
      )
    })
  })
)
