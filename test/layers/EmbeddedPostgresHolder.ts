import { Console, Effect } from "effect"
import * as EmbeddedPostgres from "../../layers/postgres/EmbeddedPostgres.ts"

/** A process that runs a server in the directory named by its argument, says so, and holds it for ever. */
const [, , directory = ""] = process.argv

await EmbeddedPostgres.start(directory, { durable: false }).pipe(
  Effect.andThen(Console.log("ready")),
  Effect.andThen(Effect.never),
  Effect.scoped,
  Effect.runPromise
)
