/** Data folders of services under test, which begin with a database that is set up already. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, renameSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { ConfigProvider, Effect, Layer } from "effect"
import * as Database from "../../layers/postgres/Database.ts"

/** Where this run of tests keeps what its services have in common; outside of such a run each service begins with nothing. */
export const sharedFolder = "TEST_SHARED_FOLDER"

const made = (folder: string) =>
  Layer.build(Database.layer).pipe(
    Effect.scoped,
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: folder }))),
    Effect.runPromise
  )

/** The migrated database without a row, made by the first that asks in a run of tests. */
const template = async (shared: string) => {
  const ready = join(shared, "data")
  if (existsSync(ready)) return ready
  const draft = join(shared, "draft")
  try {
    mkdirSync(draft)
  } catch {
    while (!existsSync(ready)) await setTimeout(20)
    return ready
  }
  await made(draft)
  renameSync(draft, ready)
  return ready
}

/** Gives a folder that has no database yet a migrated one: making one takes longer than all else that a start does. */
export const prepare = async (dataDirectory: string) => {
  const shared = process.env[sharedFolder]
  const database = join(dataDirectory, "postgres")
  if (shared === undefined || existsSync(database)) return
  const source = join(await template(shared), "postgres")
  mkdirSync(dirname(database), { recursive: true, mode: 0o711 })
  execFileSync("cp", ["-a", source, database])
}

/** What Node compiled of the program, for all services of a run. */
export const compiled = (): Record<string, string> => {
  const shared = process.env[sharedFolder]
  return shared === undefined ? {} : { NODE_COMPILE_CACHE: join(shared, "compiled") }
}
