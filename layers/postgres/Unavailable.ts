import { Data } from "effect"

/** The embedded PostgreSQL cannot run here. `message` says why and what to do, for the person at the terminal. */
export class PostgresUnavailable extends Data.TaggedError("PostgresUnavailable")<{
  readonly message: string
  readonly cause?: unknown
}> {}
