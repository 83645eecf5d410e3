import { randomUUID } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import * as Database from "../../layers/postgres/Database.ts"
import * as Notifications from "../../layers/postgres/Notifications.ts"
import { role, superuser } from "../../layers/postgres/Role.ts"

/** A TestClock that is moved by a month must not end a connection that is being opened, which is then opened a million times. */
const connectTimeout = "1000 days"

const on = (database: string, username: string = role) =>
  Layer.succeed(Database.Connection, { host: inject("databaseHost"), port: 5432, username, database, connectTimeout })

/** One for all files of a worker, which ends it: each connection is a process of the server. */
const administrator = ManagedRuntime.make(Database.layerClient.pipe(Layer.provide(on("postgres", superuser))))

const administer = <A, E>(statement: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.orDie(Effect.tryPromise(() => administrator.runPromise(statement)))

/** The name of a fresh database, dropped when the scope closes. Copied as files: in the log it costs three times as much. */
const fresh = (template: "template" | "template1") =>
  Effect.acquireRelease(
    administer(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const name = `test_${randomUUID().replaceAll("-", "")}`
        yield* sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)} OWNER ${sql(role)} STRATEGY FILE_COPY`
        return name
      })
    ),
    (name) => administer(SqlClient.SqlClient.use((sql) => sql`DROP DATABASE ${sql(name)} WITH (FORCE)`))
  )

/** The connection to a database that nothing has been done to. */
export const empty = Layer.unwrap(Effect.map(fresh("template1"), (name) => on(name)))

/** The `DATABASE_URL` of a migrated database of the run's server: a service that is given it starts no server. */
export const url = Effect.map(
  fresh("template"),
  (name) => `postgres://${role}@${encodeURIComponent(inject("databaseHost"))}/${name}`
)

const client = Layer.unwrap(
  Effect.map(Database.Connection, (connection) =>
    PgClient.layer({
      ...connection,
      maxConnections: 10,
      connectTimeout,
      idleTimeout: "1000 days",
      startupParameters: { timezone: "UTC" }
    })
  )
)

/** SqlClient, PgClient and Notifications on a database that is there. */
export const clients = Layer.mergeAll(client, Notifications.layer)

/** SqlClient, PgClient, Connection and Notifications on a migrated database of this layer's own. */
export const layer = clients.pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(fresh("template"), (name) => on(name)))),
  Layer.orDie
)
