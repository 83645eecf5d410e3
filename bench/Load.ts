/** A service under mixed traffic for `MINUTES` each at 70 % and at 130 % of what it can do: what callers and its operator see. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { register } from "../src/client/Device.ts"
import { database, heavy } from "../test/crash/Scene.ts"
import { dev } from "../test/support/Process.ts"
import { newKey } from "./http/Account.ts"
import { type Held, type Load, written } from "./load/Report.ts"
import { type Call, crowd, stream, type Town } from "./load/Traffic.ts"
import type { Benchmark } from "./main.ts"
import { random } from "./unseen/Random.ts"

/** Of the capacity, each for as long. */
const loads = [0.7, 1.3]
const accounts = 6
const devices = 8
/** Callers at once while the capacity is measured, and for how long, in seconds. */
const doors = 16
const longestMeasure = 120
/** Looks at what is held over each load. */
const looks = 120
/** A document of more bytes counts as one of more than 50 pages. */
const largest = 2 * 1024 ** 2
const mostDocuments = 200

const report = join(import.meta.dirname, "load", "report")

/** Those that `CORPUS` has, else documents of 1 to 50 pages, most of them short. */
const documentsOf = (corpus: string | undefined): ReadonlyArray<Uint8Array<ArrayBuffer>> => {
  if (corpus === undefined) return [1, 1, 1, 1, 2, 2, 3, 4, 6, 10, 20, 50].map(heavy)
  return readdirSync(corpus, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".pdf") && statSync(join(corpus, name)).size < largest)
    .toSorted()
    .slice(0, mostDocuments)
    .map((name) => new Uint8Array(readFileSync(join(corpus, name))))
}

const mebibytes = (bytes: number) => bytes / 2 ** 20

const residentOf = (pid: number) => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Converters and other children of the service, PostgreSQL's processes aside. */
const childrenOf = (pid: number): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        const stat = readFileSync(`/proc/${each}/stat`, "latin1")
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === pid && !stat.includes("(postgres)")
      } catch {
        return false
      }
    })

const load = Effect.fn("load")(function* (minutes: number, data: string) {
  const received = { events: 0 }
  const sink = createServer((request, response) => {
    request.resume().on("end", () => {
      received.events++
      response.end()
    })
  })
  yield* Effect.promise(() => new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve)))
  yield* Effect.addFinalizer(() => Effect.sync(() => sink.close()))
  const { base, child } = yield* dev(data, {
    ALLOW_PRIVATE_ADDRESSES: "127.0.0.1/32",
    RATE_LIMIT_SCALE: "1000000",
    CONVERTERS: String(availableParallelism())
  })
  const times = <A>(count: number, make: () => Promise<A>) =>
    Effect.promise(() => Promise.all(Array.from({ length: count }, make)))
  const begun = performance.now()
  const minute = () => (performance.now() - begun) / 60_000
  let calls: Array<Call & { readonly minute: number }> = []
  const town: Town = {
    base,
    keys: yield* times(accounts, () => newKey(data, "business")),
    devices: yield* times(devices, () => register(base)),
    documents: documentsOf(process.env["CORPUS"]),
    callback: `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`,
    random: random("load"),
    saw: (call) => calls.push({ ...call, minute: minute() })
  }
  const sql = yield* database(data)
  const held: Held = new Map()
  const note = (name: string, value: number) => {
    const known = held.get(name)
    if (known === undefined) held.set(name, [[minute(), value]])
    else known.push([minute(), value])
  }
  const look = Effect.gen(function* () {
    const pid = child.pid ?? 0
    note("memory: service", residentOf(pid))
    const resident = childrenOf(pid).map(residentOf)
    note(
      "memory: children",
      resident.reduce((sum, each) => sum + each, 0)
    )
    note("descriptors: service", readdirSync(`/proc/${pid}/fd`).length)
    const waiting = yield* sql<{ pool: string; age: number }>`
      SELECT pools.pool, coalesce(greatest(extract(epoch FROM now() - min(q.queued_at)), 0), 0)::float8 AS age
      FROM unnest(ARRAY['priority', 'standard']) AS pools (pool) LEFT JOIN queue q ON q.pool = pools.pool GROUP BY pools.pool`
    for (const { pool, age } of waiting) note(`queue: ${pool}`, age)
    const tables = yield* sql<{ name: string; bytes: number }>`
      SELECT relname AS name, pg_total_relation_size(relid)::float8 AS bytes FROM pg_stat_user_tables
      ORDER BY bytes DESC`
    for (const { name, bytes } of tables) note(`tables: ${name}`, mebibytes(bytes))
  })
  yield* look.pipe(Effect.andThen(Effect.sleep((minutes * 60_000) / looks)), Effect.forever, Effect.forkScoped)

  const capacity = yield* Effect.promise(() => crowd(town, doors, Math.min(longestMeasure, minutes * 60)))
  const phases: Array<Load> = []
  for (const share of loads) {
    calls = []
    const from = minute()
    const counts = yield* Effect.promise(() => stream(town, share * capacity, minutes * 60))
    phases.push({ share, minutes, from, ...counts, calls })
  }
  yield* look
  return written(report, { capacity, doors, phases, held, events: received.events, documents: town.documents.length })
}, Effect.scoped)

export const benchmark: Benchmark = {
  title: "A service under mixed traffic at 70 % and 130 % of its capacity",
  run: async () => {
    const minutes = Number(process.env["MINUTES"])
    if (!(minutes > 0)) return ["not run: MINUTES says not how long"]
    const data = mkdtempSync(join(tmpdir(), "load-"))
    try {
      return await Effect.runPromise(load(minutes, data))
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  }
}
