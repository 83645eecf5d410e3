import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { TestProject } from "vitest/node"
import * as Database from "../../layers/postgres/Database.ts"
import * as EmbeddedPostgres from "../../layers/postgres/EmbeddedPostgres.ts"
import { role, superuser } from "../../layers/postgres/Role.ts"
import { sharedFolder } from "./DataFolder.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The directory of the test server's Unix socket. */
    readonly databaseHost: string
  }
}

/** Cloned for every test file. Nobody may be connected to it. */
const prepare = (server: EmbeddedPostgres.Server) => {
  const on = (database: string, username: string = role) =>
    Database.layerClient.pipe(Layer.provide(Layer.succeed(Database.Connection, { ...server, username, database })))
  return Effect.gen(function* () {
    yield* SqlClient.SqlClient.use((sql) => sql`CREATE DATABASE template OWNER ${sql(role)}`).pipe(
      Effect.provide(on("postgres", superuser))
    )
    yield* Database.migrate.pipe(Effect.provide(on("template")))
  })
}

/** One PostgreSQL for the whole run, with one migrated template; and a folder for what services under test have in common. */
export default async function globalSetup(project: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), "pdf-test-"))
  process.env[sharedFolder] = directory
  const scope = Scope.makeUnsafe()
  const end = Effect.andThen(
    Scope.close(scope, Exit.void),
    Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
  )
  const server = await EmbeddedPostgres.start(directory, { durable: false }).pipe(
    Effect.tap(prepare),
    Scope.provide(scope),
    Effect.onError(() => end),
    Effect.runPromise
  )
  project.provide("databaseHost", server.host)
  return () => Effect.runPromise(end)
}
