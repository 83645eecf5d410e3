/** Puts a backup into a service that has nothing yet. */
import { createReadStream, existsSync } from "node:fs"
import * as fs from "node:fs/promises"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { pipeline } from "node:stream"
import { createGunzip } from "node:zlib"
import { Config, Effect, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { BlobKey, JobId } from "../../schema/Ids.ts"
import { Pool } from "../../src/accounts/Tiers.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { Queue } from "../../src/jobs/Queue.ts"
import { rowsOf } from "../sql/Rows.ts"
import { BackupFailed, filesName, Manifest, manifestName, secretName, tablesName } from "./Manifest.ts"
import * as Tables from "./Tables.ts"

/** Lines of a table that are read before they are written. */
const batch = 500

const counts = rowsOf(Schema.Struct({ n: Schema.Int }))
const unended = rowsOf(Schema.Struct({ jobId: JobId, pool: Pool, priority: Schema.Int }))

const failed = (message: string) => new BackupFailed({ message })

const readManifest = (directory: string) =>
  Effect.tryPromise({
    try: () => fs.readFile(join(directory, manifestName), "utf8"),
    catch: () => failed(`${directory} is no backup, or one that was not finished: it has no ${manifestName}`)
  }).pipe(
    Effect.flatMap(Schema.decodeEffect(Schema.fromJsonString(Manifest))),
    Effect.catchTag("SchemaError", () => failed(`${join(directory, manifestName)} is not of a kind that is known here`))
  )

/** Whatever an account, a device or a job has left. */
const isEmpty = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* counts(sql`
    SELECT (EXISTS (SELECT FROM accounts) OR EXISTS (SELECT FROM devices) OR EXISTS (SELECT FROM jobs))::int AS n`)
  return row?.n === 0
})

const filled = Effect.fnUntraced(function* (table: string, file: string) {
  // What is wrong with either stream ends the lines with it.
  const input = pipeline(createReadStream(file), createGunzip(), () => undefined)
  const lines = createInterface({ input, crlfDelay: Infinity })
  let rows = 0
  yield* Stream.fromAsyncIterable(lines, (error) => failed(`${file} cannot be read: ${String(error)}`)).pipe(
    Stream.grouped(batch),
    Stream.runForEach((some) => {
      rows += some.length
      return Tables.load(table, some)
    })
  )
  return rows
})

/** Fills an empty service from a folder, all or nothing, and yields what was in it. */
export const restore = Effect.fnUntraced(function* (folder: string) {
  const directory = resolve(folder)
  const manifest = yield* readManifest(directory)
  const sql = yield* SqlClient.SqlClient
  const blobs = yield* Blobs
  const queue = yield* Queue
  const here = yield* Tables.migrations
  if (here.join() !== manifest.migrations.join()) {
    return yield* failed(
      `The backup was made by version ${manifest.version}, whose database is another. Restore it with that version, then upgrade`
    )
  }
  if (!(yield* isEmpty)) {
    return yield* failed("There are accounts, devices or jobs here already. Restore into an empty DATA_DIR or database")
  }
  const files = join(directory, filesName)
  const keys = (yield* Effect.promise(() => fs.readdir(files))).filter(Schema.is(BlobKey))
  if (keys.length !== manifest.files) {
    return yield* failed(`${files} has ${keys.length} files, and the manifest says ${manifest.files}`)
  }
  yield* Effect.forEach(
    keys,
    (key) =>
      blobs.write(
        key,
        Stream.fromAsyncIterable(createReadStream(join(files, key)), (error) => failed(`${key}: ${String(error)}`))
      ),
    { concurrency: 4, discard: true }
  )
  const queued = yield* sql.withTransaction(
    Effect.gen(function* () {
      const tables = yield* Tables.fillable
      // what migrations put there is in the backup too
      for (const name of tables.toReversed()) yield* sql`DELETE FROM ${sql(name)}`
      for (const name of tables) {
        const rows = yield* filled(name, join(directory, tablesName, `${name}.ndjson.gz`))
        if (rows !== manifest.tables[name]) {
          return yield* failed(`${name} has ${rows} rows, and the manifest says ${manifest.tables[name]}`)
        }
      }
      yield* Tables.advance(manifest.sequences)
      const jobs = yield* unended(sql`
        SELECT id AS "jobId", pool, priority FROM jobs WHERE status IN ('queued', 'processing') ORDER BY created_at`)
      yield* Effect.forEach(jobs, queue.enqueue, { discard: true })
      return jobs.length
    })
  )
  const secret = join(yield* Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault("./data")), secretName)
  const kept = join(directory, secretName)
  if (existsSync(kept) && !existsSync(secret)) {
    yield* Effect.promise(async () => {
      await fs.copyFile(kept, secret)
      await fs.chmod(secret, 0o600)
    })
  }
  return { ...manifest, queued }
})
