/** What the crash tests begin with, and what must be true once everything has ended. */
import assert from "node:assert/strict"
import { readdirSync, readlinkSync, statSync } from "node:fs"
import { type IncomingMessage, request } from "node:http"
import { join } from "node:path"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../layers/postgres/Database.ts"
import * as EmbeddedPostgres from "../../layers/postgres/EmbeddedPostgres.ts"
import { type Device, pdfForm, send, signed } from "../../src/client/Device.ts"
import { maxAttempts } from "../../src/jobs/Status.ts"
import { patience } from "../support/Patience.ts"
import { makePdf } from "../support/Pdf.ts"

export interface Job {
  readonly job_id: string
  readonly status: string
  readonly error: { readonly code: string } | null
}

/** A document that takes the real converter about 5 ms a page, and as much more as it has more words. */
export const heavy = (pages: number, words = 100) =>
  new Uint8Array(
    makePdf({
      pages: Array.from({ length: pages }, (_, page) => ({
        items: Array.from({ length: words }, (_, word) => ({
          text: `Word ${page} ${word}`,
          x: 50 + (word % 6) * 80,
          y: 60 + Math.floor(word / 6) * 14,
          size: 6
        }))
      }))
    })
  )

export const json = async <A>(answer: Promise<Response>) => (await (await answer).json()) as A

/** Sends an upload; `key` is its Idempotency-Key. */
export const upload = (base: string, device: Device, file: Uint8Array<ArrayBuffer>, key?: string) =>
  send(base, device, "/jobs", {
    method: "POST",
    body: pdfForm(file, "document.pdf"),
    ...(key === undefined ? {} : { headers: { "idempotency-key": key } })
  })

/** Sends the first half of an upload and leaves the rest out. Promises what is answered to it, if anything is. */
export const half = async (base: string, device: Device, file: Uint8Array<ArrayBuffer>, key: string) => {
  const whole = new Response(pdfForm(file, "document.pdf"))
  const type = whole.headers.get("content-type") ?? ""
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const sending = request(`${base}/jobs`, {
    method: "POST",
    headers: {
      "content-type": type,
      "content-length": bytes.length,
      "idempotency-key": key,
      ...(await signed(device, { method: "POST", path: "/jobs", bytes }))
    }
  })
  const answer = new Promise<IncomingMessage | null>((resolve) => {
    sending.on("response", resolve)
    sending.on("error", () => resolve(null))
  })
  sending.write(bytes.subarray(0, bytes.length / 2))
  return { answer }
}

/** Bytes of uploads that have arrived and have no place yet. */
export const incoming = (data: string) => {
  const directory = join(data, "blobs", "incoming")
  return readdirSync(directory).reduce(
    (sum, name) => sum + (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0),
    0
  )
}

/** An upload that must be taken. */
export const accepted = async (base: string, device: Device, file: Uint8Array<ArrayBuffer>): Promise<Job> => {
  const answer = await upload(base, device, file)
  assert.strictEqual(answer.status, 201)
  return (await answer.json()) as Job
}

/** Waits until an effect tells that something is so; the deadline is in seconds. */
export const eventually = <E, R>(what: string, fact: Effect.Effect<boolean, E, R>, limit = patience) =>
  Effect.sleep("20 millis").pipe(
    Effect.andThen(fact),
    Effect.repeat({ until: (is) => is }),
    Effect.timeoutOrElse({
      duration: limit,
      orElse: () => Effect.die(new Error(`Within ${limit} ms it was not so that ${what}`))
    })
  )

const clientTo = (connection: Database.Connection["Service"]) =>
  Layer.build(Database.layerClient.pipe(Layer.provide(Layer.succeed(Database.Connection, connection)))).pipe(
    Effect.map((context) => Context.get(context, SqlClient.SqlClient))
  )

export const clientOf = (server: EmbeddedPostgres.Server) => clientTo({ ...server, database: "postgres" })

/** The database of services that were given its address. */
export const databaseAt = (url: string) => clientTo({ url: Redacted.make(url) })

/** The database of the service that runs on this folder. */
export const database = (data: string) =>
  Effect.suspend(() => {
    const server = EmbeddedPostgres.running(data)
    return server === undefined ? Effect.die(new Error(`No PostgreSQL answers in ${data}`)) : clientOf(server)
  })

/** The database of a folder that no service runs on, for as long as the scope lives. */
export const databaseAlone = (data: string) => Effect.flatMap(EmbeddedPostgres.start(data), clientOf)

export interface Row {
  readonly id: string
  readonly status: string
  readonly attempt: number
  readonly error_code: string | null
  readonly input_key: string | null
  readonly output_key: string | null
  readonly blocks_key: string | null
  readonly images_key: string | null
}

export const rows = (sql: SqlClient.SqlClient) =>
  sql<Row>`SELECT id, status, attempt, error_code, input_key, output_key, blocks_key, images_key FROM jobs ORDER BY id`

/** What waits or is held in the queue. */
export const queued = (sql: SqlClient.SqlClient) => sql<{ id: string }>`SELECT job_id AS id FROM queue ORDER BY job_id`

/** The files that have got their place; what is still coming in lies in a folder of its own. */
export const stored = (data: string) =>
  readdirSync(join(data, "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith("incoming"))
    .map(({ name }) => name)
    .sort()

/** The files that the jobs know. */
export const known = (jobs: ReadonlyArray<Row>) =>
  jobs
    .flatMap(({ input_key, output_key, blocks_key, images_key }) => [input_key, output_key, blocks_key, images_key])
    .filter((key) => key !== null)
    .sort()

/** Waits until no slot is taken and the queue is empty. Answers with the jobs: none was begun more often than it may be. */
export const ended = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* eventually(
    "no job holds a slot",
    Effect.map(rows(sql), (jobs) => jobs.every(({ status }) => status !== "queued" && status !== "processing"))
  )
  yield* eventually(
    "the queue is empty",
    Effect.map(queued(sql), (left) => left.length === 0)
  )
  const jobs = yield* rows(sql)
  for (const { id, attempt } of jobs) assert.ok(attempt <= maxAttempts, id)
  return jobs
})

/**
 * As if time had passed while no service ran: nobody holds what the killed one had taken. How long that takes is the claim of
 * tests of the queue and of deliveries.
 */
export const leasesOver = (sql: SqlClient.SqlClient) =>
  Effect.all([
    sql`UPDATE queue SET free_at = now() WHERE free_at > now()`,
    sql`UPDATE deliveries SET due_at = now() WHERE status = 'pending'`
  ])

/** As `ended`, and the files are exactly those that the jobs know. */
export const settled = Effect.fnUntraced(function* (data: string, sql: SqlClient.SqlClient) {
  const jobs = yield* ended(sql)
  // What ends a job removes its files after the row has changed.
  yield* Effect.ignoreCause(
    eventually(
      "the files are known",
      Effect.sync(() => stored(data).length === known(jobs).length)
    )
  )
  assert.deepStrictEqual(stored(data), known(jobs))
  return jobs
})

/** The server and all its backends work in the data directory. */
export const serversOf = (data: string) =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === join(data, "postgres")
      } catch {
        return false
      }
    })
    .map(Number)
