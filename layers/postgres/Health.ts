import { PgConnection } from "@effect/sql-pg"
import { Effect, Layer, Schema, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { unless } from "../../src/process/GivenUp.ts"
import { Health } from "../../src/process/Health.ts"
import { rowsOf } from "../sql/Rows.ts"
import { Connection } from "./Database.ts"

const states = rowsOf(Schema.Struct({ level: Schema.Int, isWritable: Schema.Boolean }))

/** A store that does not answer within this time is not there. */
const patience = "2 seconds"

export const layer = Layer.effect(
  Health,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const blobs = yield* Blobs
    const state = states(sql`
      SELECT coalesce(max(migration_id), 0)::int AS level,
        current_setting('transaction_read_only') = 'off' AS "isWritable" FROM migrations`).pipe(
      Effect.map(([row]) => row ?? { level: 0, isWritable: false })
    )
    /** The database was brought up to date before anything was built on it. */
    const { level } = yield* state
    const inTime = (check: Effect.Effect<boolean, unknown>) =>
      check.pipe(
        unless(Effect.as(Effect.sleep(patience), false)),
        Effect.catchCause(() => Effect.succeed(false))
      )

    /** A connection that is open says nothing of the next one. Callers wait in line for theirs: anybody may ask. */
    const line = yield* Semaphore.make(1)
    const connection = yield* Connection
    const reached = line.withPermits(1)(
      Effect.scoped(Effect.flatMap(PgConnection.make(connection), (opened) => opened.query("SELECT 1", [])))
    )

    return Health.of({
      checks: Effect.all(
        {
          database: inTime(
            Effect.andThen(
              reached,
              Effect.map(state, (now) => now.level >= level && now.isWritable)
            )
          ),
          storage: inTime(blobs.ready)
        },
        { concurrency: "unbounded" }
      )
    })
  })
)
