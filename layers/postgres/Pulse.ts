import { PgConnection } from "@effect/sql-pg"
import { Effect, Fiber, Layer, Option, Schedule } from "effect"
import { Pulse } from "../../src/process/Pulse.ts"
import { Connection } from "./Database.ts"

/** The database is asked this often, and has fallen silent when it does not answer for so long. Together below 5 s. */
const askedEvery = "1 second"
const patience = "3 seconds"

/** Asks a database, on a connection of its own, for as long as its scope lives. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const pulse = yield* Pulse
    const connection = yield* Connection

    const session = Effect.gen(function* () {
      const opened = yield* PgConnection.make({
        ...connection,
        applicationName: "pdf-to-markdown pulse",
        keepAlive: "10 seconds",
        connectTimeout: patience
      })
      const ask = Effect.gen(function* () {
        const asked = yield* Effect.forkScoped(opened.query("SELECT 1", []))
        const answer = yield* Effect.timeoutOption(Fiber.await(asked), patience)
        if (Option.isNone(answer)) {
          yield* Effect.logWarning("The database does not answer")
          yield* pulse.tell(false)
        }
        // However long it takes: what was asked is answered once the database goes on, or its connection ends.
        yield* Fiber.join(asked)
        yield* pulse.tell(true)
      })
      return yield* ask.pipe(Effect.scoped, Effect.repeat(Schedule.spaced(askedEvery)))
    }).pipe(Effect.scoped)

    yield* session.pipe(
      // One that refuses answers.
      Effect.catchTag("SqlError", ({ message }) => pulse.tell(!/timed out/.test(message))),
      Effect.repeat(Schedule.spaced(askedEvery)),
      Effect.forkScoped
    )
  })
)
