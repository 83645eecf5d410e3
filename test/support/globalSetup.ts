import { spawn } from "node:child_process"
import { rmSync } from "node:fs"
import { Socket } from "node:net"
import { fileURLToPath } from "node:url"
import { Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { TestProject } from "vitest/node"
import * as Database from "../../layers/postgres/Database.ts"
import * as EmbeddedPostgres from "../../layers/postgres/EmbeddedPostgres.ts"
import { role, superuser } from "../../layers/postgres/Role.ts"
import { linkMisbehaving } from "./Linked.ts"
import { runFolder, sharedFolder } from "./RunFolder.ts"

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

/** Ends and removes what the run leaves: all of it, should it be interrupted. */
const guard = (directory: string) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL("afterRun.ts", import.meta.url)), directory], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"]
  })
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
}

/** A run whose `npm` was killed would go on, seen by nobody. */
const endWithNpm = () => {
  const npm = process.ppid
  if (process.env["npm_lifecycle_event"] === undefined) return
  setInterval(() => process.ppid === npm || process.kill(process.pid, "SIGTERM"), 500).unref()
}

/**
 * One PostgreSQL for the whole run, with one migrated template; and one folder for all that the run writes, which is its
 * temporary directory: runs side by side have nothing in common, and none leaves anything.
 */
export default async function globalSetup(project: TestProject) {
  const directory = runFolder()
  guard(directory)
  endWithNpm()
  process.env["TMPDIR"] = directory
  process.env[sharedFolder] = directory
  const scope = Scope.makeUnsafe()
  const end = Effect.andThen(
    Scope.close(scope, Exit.void),
    Effect.sync(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
  )
  const [server] = await Effect.all(
    [
      Effect.tap(EmbeddedPostgres.start(directory, { durable: false }), prepare),
      Effect.promise(() => linkMisbehaving(directory))
    ],
    { concurrency: 2 }
  ).pipe(
    Scope.provide(scope),
    Effect.onError(() => end),
    Effect.runPromise
  )
  project.provide("databaseHost", server.host)
  return () => Effect.runPromise(end)
}
