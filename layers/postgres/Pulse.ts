import { PgConnection } from "@effect/sql-pg"
import { Effect, Fiber, Layer, Option, Schedule } from "effect"
import { Pulse } from "../../src/process/Pulse.ts"
import { Connection } from "./Database.ts"

/** The database is asked this often, and has fallen silent when it does not answer for so long. Together below 5 s. */
const askedEvery = "1 second"
const patience = "3 seconds"

/** A database that goes on has answered on its old connections too by then. */
const grace = "1 second"

/**
 * Asks a database, on a connection of its own, for as long as its scope lives. One that answers on new connections only is
 * another one than that which fell silent, or on the other side of a network that has forgotten the old ones: those end.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const pulse = yield* Pulse
    const connection = yield* Connection
    const lines = "lines" in connection ? connection.lines : undefined

    /** Ends the connections on which nothing has been heard since the database fell silent. */
    let endSilent: (() => void) | undefined
    const fellSilent = Effect.suspend(() => {
      endSilent ??= lines?.mark()
      return pulse.tell(false)
    })
    const newAnswers = Effect.suspend(() => {
      if (endSilent === undefined) return Effect.void
      endSilent()
      endSilent = undefined
      return Effect.logWarning("Connections on which the database no longer answers have been ended")
    })

    const opened = Effect.suspend(() =>
      PgConnection.make({ ...connection, applicationName: "pdf-to-markdown pulse", connectTimeout: patience })
    )
    const elsewhere = Effect.scoped(Effect.flatMap(opened, (other) => other.query("SELECT 1", []))).pipe(
      Effect.timeout(patience),
      Effect.retry(Schedule.spaced(askedEvery)),
      Effect.andThen(Effect.sleep(grace)),
      Effect.andThen(newAnswers),
      Effect.andThen(Effect.never)
    )

    const session = Effect.gen(function* () {
      const own = yield* opened
      const ask = Effect.gen(function* () {
        const asked = yield* Effect.forkScoped(own.query("SELECT 1", []))
        const answer = yield* Effect.timeoutOption(Fiber.await(asked), patience)
        if (Option.isNone(answer)) {
          yield* Effect.logWarning("The database does not answer")
          yield* fellSilent
          // However long it takes: what was asked is answered once the database goes on, or its connection ends.
          yield* lines === undefined ? Fiber.join(asked) : Effect.raceFirst(Fiber.join(asked), elsewhere)
          endSilent = undefined
        } else yield* answer.value
        yield* pulse.tell(true)
      }).pipe(Effect.scoped)
      yield* ask
      yield* newAnswers
      return yield* Effect.repeat(Effect.delay(ask, askedEvery), Schedule.forever)
    }).pipe(Effect.scoped)

    yield* session.pipe(
      // One that refuses answers.
      Effect.catchTag("SqlError", ({ message }) => (/timed out/.test(message) ? fellSilent : pulse.tell(true))),
      Effect.repeat(Schedule.spaced(askedEvery)),
      Effect.forkScoped
    )
  })
)
