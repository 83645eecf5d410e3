/** A copy of everything that is kept: consistent, and made while the service goes on. */
import { createWriteStream, existsSync } from "node:fs"
import * as fs from "node:fs/promises"
import { join, resolve } from "node:path"
import { createGzip } from "node:zlib"
import * as NodeSink from "@effect/platform-node/NodeSink"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Config, DateTime, Effect, Option, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { BlobKey } from "../../schema/Ids.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { Retention } from "../../src/jobs/Retention.ts"
import { Build } from "../../src/process/Build.ts"
import { rowsOf } from "../sql/Rows.ts"
import { makeFolder } from "../storage/Folder.ts"
import { BackupFailed, filesName, type Manifest, manifestName, secretName, tablesName } from "./Manifest.ts"
import * as Tables from "./Tables.ts"

/** Files that jobs ended or lost while they were being copied are looked for again, in the database of a later moment. */
const rounds = 10

/** Keys that are looked up at once. */
const batch = 500

const inputs = rowsOf(Schema.Struct({ key: BlobKey }))

const failed = (message: string) => new BackupFailed({ message })

const unwritable = (error: unknown) =>
  failed(`The backup cannot be written: ${error instanceof Error ? error.message : String(error)}`)

const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: unwritable })

const emptyFolder = (directory: string) =>
  attempt(async () => {
    makeFolder(directory, 0o700)
    return (await fs.readdir(directory)).length === 0
  }).pipe(
    Effect.filterOrFail(
      (empty) => empty,
      () => failed(`${directory} is not empty`)
    )
  )

/** Writes a file of the backup. */
const written = <E, R>(path: string, bytes: Stream.Stream<Uint8Array, E, R>) =>
  Stream.run(
    bytes,
    NodeSink.fromWritable({ evaluate: () => createWriteStream(path, { mode: 0o600 }), onError: unwritable })
  )

/** Writes the rows of a table into a file, and yields their number. Only within a transaction. */
const dumped = Effect.fnUntraced(function* (table: string, file: string) {
  let rows = 0
  const lines = Stream.map(Tables.dump(table), (line) => {
    rows++
    return `${line}\n`
  })
  const packed = NodeStream.pipeThroughDuplex(Stream.encodeText(lines), {
    evaluate: () => createGzip(),
    onError: unwritable
  })
  yield* written(file, packed)
  return rows
})

/** Copies everything into a folder that is empty, and yields what is there then. */
export const backup = Effect.fnUntraced(function* (folder: string) {
  const directory = resolve(folder)
  yield* emptyFolder(directory)
  const sql = yield* SqlClient.SqlClient
  const blobs = yield* Blobs
  const retention = yield* Retention
  const { version } = yield* Build
  const files = join(directory, filesName)
  const tables = join(directory, tablesName)
  yield* attempt(() => Promise.all([fs.mkdir(files, { mode: 0o700 }), fs.mkdir(tables, { mode: 0o700 })]))

  /** What has been copied, with its size: a file never changes once it has its key. */
  const copied = new Map<BlobKey, number>()

  /** Copies a file, and tells whether it was there. */
  const copy = Effect.fnUntraced(function* (key: BlobKey) {
    if (copied.has(key)) return true
    const found = yield* blobs.read(key)
    if (Option.isNone(found)) return false
    yield* written(join(files, key), found.value.bytes)
    copied.set(key, found.value.size)
    return true
  })

  /** Copies files, and yields those that were not there. */
  const absent = (keys: ReadonlyArray<BlobKey>) =>
    Effect.forEach(keys, copy, { concurrency: 4 }).pipe(Effect.map((found) => keys.filter((_, at) => !found[at])))

  const known = Effect.fnUntraced(function* (keys: ReadonlyArray<BlobKey>) {
    const gone: Array<BlobKey> = []
    for (let at = 0; at < keys.length; at += batch) gone.push(...(yield* retention.orphans(keys.slice(at, at + batch))))
    const unknown = new Set(gone)
    return keys.filter((key) => !unknown.has(key))
  })

  /** The database of one moment, and the files that it knows. */
  const moment = Effect.gen(function* () {
    const before = yield* Stream.runCollect(blobs.keys)
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
        const waiting = yield* inputs(sql`SELECT input_key AS key FROM jobs WHERE input_key IS NOT NULL`)
        // a job that ends takes its input with it, so those come first
        const missing = yield* absent(waiting.map(({ key }) => key))
        const rows: Record<string, number> = {}
        for (const name of yield* Tables.names) rows[name] = yield* dumped(name, join(tables, `${name}.ndjson.gz`))
        const now = yield* Stream.runCollect(blobs.keys)
        const wanted = yield* known([...new Set([...before, ...now, ...waiting.map(({ key }) => key)])])
        return {
          missing,
          wanted,
          rows,
          sequences: yield* Tables.sequences,
          migrations: yield* Tables.migrations
        }
      })
    )
  })

  for (let round = 0; round < rounds; round++) {
    const createdAt = DateTime.formatIso(yield* DateTime.now)
    const { missing, wanted: all, rows, sequences, migrations } = yield* moment
    const gone = [...new Set([...missing, ...(yield* absent(all))])]
    // A job that ends gives its files up before they go: what is still known was lost before.
    const lost = new Set(yield* absent(yield* known(gone)))
    if (lost.size < gone.length) continue
    if (lost.size > 0) {
      yield* Effect.logWarning(
        `${lost.size} files that jobs know are not in the store, nor in the backup: ${[...lost].slice(0, 5).join(", ")}`
      )
    }
    const wanted = all.filter((key) => !lost.has(key))
    const kept = new Set(wanted)
    const stale = [...copied.keys()].filter((key) => !kept.has(key))
    yield* attempt(() => Promise.all(stale.map((key) => fs.rm(join(files, key)))))
    const secret = join(yield* Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault("./data")), secretName)
    if (existsSync(secret)) yield* attempt(() => fs.copyFile(secret, join(directory, secretName)))
    const manifest: Manifest = {
      format: 1,
      createdAt,
      version,
      migrations,
      tables: rows,
      sequences,
      files: wanted.length,
      bytes: wanted.reduce((sum, key) => sum + (copied.get(key) ?? 0), 0)
    }
    const draft = join(directory, `${manifestName}.draft`)
    yield* attempt(async () => {
      await fs.writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
      await fs.rename(draft, join(directory, manifestName))
    })
    return manifest
  }
  return yield* failed(
    `Files kept going while they were copied, ${rounds} times. Try again when fewer jobs are under way`
  )
})
