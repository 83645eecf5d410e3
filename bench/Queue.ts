/** Jobs a second through the queue, with a converter that does nothing: one node, and more on one database. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import * as Database from "../layers/postgres/Database.ts"
import * as EmbeddedPostgres from "../layers/postgres/EmbeddedPostgres.ts"
import * as Notifications from "../layers/postgres/Notifications.ts"
import * as Queue from "../layers/postgres/Queue.ts"
import * as Seals from "../layers/Seals.ts"
import * as Usage from "../layers/sql/accounts/Usage.ts"
import * as Idempotency from "../layers/sql/jobs/Idempotency.ts"
import * as JobsSql from "../layers/sql/jobs/Jobs.ts"
import * as Slots from "../layers/sql/jobs/Slots.ts"
import * as Outbox from "../layers/sql/webhooks/Outbox.ts"
import * as Test from "../layers/Test.ts"
import { BlobKey } from "../schema/Ids.ts"
import { defaults } from "../schema/Settings.ts"
import { Jobs } from "../src/jobs/Jobs.ts"
import * as Draining from "../src/process/Draining.ts"
import { newActor } from "../test/support/Actor.ts"
import { spentBy } from "./http/Spent.ts"
import type { Benchmark } from "./main.ts"

const devices = 40
const jobsPerDevice = 50

const program = fileURLToPath(new URL("queue/Node.ts", import.meta.url))

/** A backlog of jobs that nobody works at yet. */
const backlog = Effect.gen(function* () {
  const jobs = yield* Jobs
  const random = yield* SecureRandom
  yield* Effect.forEach(
    Array.from({ length: devices }),
    () =>
      Effect.gen(function* () {
        const actor = yield* newActor("business")
        for (let n = 0; n < jobsPerDevice; n++) {
          const inputKey = BlobKey.make(yield* random.uuidV7())
          const input = {
            inputKey,
            inputSize: 8,
            inputSha256: "",
            fileName: "a.pdf",
            source: "upload",
            settings: defaults,
            externalId: null,
            tags: []
          } as const
          yield* jobs.create({ surface: "v1", actor }, [input], Option.none())
        }
      }),
    { concurrency: 8, discard: true }
  )
})

/** How often it is asked how many are left: asking is work for the database too. */
const glance = "50 millis"

/** Nodes at work at once; those in between stand still. */
const sizes = [1, 2, 4, 8] as const
const rounds = 3

/** What one job took, and how many came a second. */
interface Drained {
  readonly rate: number
  /** Milliseconds of processor time. */
  readonly node: number
  readonly database: number
  readonly transactions: number
  /** Bytes that the database writes to be safe. */
  readonly log: number
}

type Kind = keyof Drained

/** What the database has done so far. */
const doneBy = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ log: number; transactions: number }>`
      SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS log,
        (SELECT xact_commit::float8 FROM pg_stat_database WHERE datname = current_database()) AS transactions`,
    ([row]) => row ?? { log: 0, transactions: 0 }
  )

/** A backlog, made while all nodes stand still, and done by the first so many of them. */
const drained = (running: ReadonlyArray<ChildProcess>, nodes: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const signal = (some: ReadonlyArray<ChildProcess>, name: NodeJS.Signals) => {
      for (const child of some) child.kill(name)
    }
    const spent = () => {
      const nodes = running.reduce((sum, { pid }) => sum + spentBy(pid ?? 0).service, 0)
      return { nodes, database: spentBy(process.pid).database }
    }
    const reading = Effect.map(doneBy(sql), (done) => ({ ...done, ...spent(), at: performance.now() }))
    const jobs = devices * jobsPerDevice
    const between = (before: Effect.Success<typeof reading>, after: typeof before): Drained => ({
      rate: jobs / ((after.at - before.at) / 1_000),
      node: (after.nodes - before.nodes) / jobs,
      database: (after.database - before.database) / jobs,
      transactions: (after.transactions - before.transactions) / jobs,
      log: (after.log - before.log) / jobs
    })
    const until = (left: Effect.Effect<ReadonlyArray<{ readonly left: number }>, unknown>) =>
      Effect.repeat(Effect.andThen(Effect.sleep(glance), left), { until: ([row]) => row?.left === 0 })
    signal(running, "SIGSTOP")
    const first = yield* reading
    yield* backlog
    const before = yield* reading
    signal(running.slice(0, nodes), "SIGCONT")
    yield* until(sql`SELECT count(*)::int AS left FROM jobs WHERE status IN ('queued', 'processing')`)
    const after = yield* reading
    // Rows of jobs that have ended go with a node's next look: until then it must not stand still.
    yield* until(sql`SELECT count(*)::int AS left FROM queue`)
    yield* sql`DELETE FROM jobs`
    return { created: between(first, before), done: between(before, after) }
  })

/** Nodes that have started. */
const started = (host: string, nodes: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const running = Array.from({ length: nodes }, () =>
        fork(program, [host], { stdio: ["ignore", "inherit", "inherit", "ipc"] })
      )
      await Promise.all(running.map((child) => once(child, "message")))
      return running
    }),
    (running) =>
      Effect.sync(() => {
        for (const child of running) child.kill("SIGKILL")
      })
  )

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const benchmark: Benchmark = {
  title: `A backlog of ${devices * jobsPerDevice} jobs, 8 at a time per node, with a converter that does nothing`,
  run: () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-"))
    return Effect.gen(function* () {
      const server = yield* EmbeddedPostgres.start(folder)
      const services = JobsSql.layer.pipe(
        Layer.provide([Idempotency.layer, Draining.layer, Outbox.layer, Seals.layer, Slots.layer, Usage.layer]),
        Layer.provide(Queue.layer),
        Layer.provide(Notifications.layer),
        Layer.provideMerge(Test.adapters),
        Layer.provideMerge(Layer.effectDiscard(Database.migrate).pipe(Layer.provideMerge(Database.layerClient))),
        Layer.provide(Layer.succeed(Database.Connection, { ...server, database: "postgres" })),
        Layer.provide(
          ConfigProvider.layer(ConfigProvider.fromUnknown({ SVC_SECRET: "a secret of thirty-two characters" }))
        )
      )
      const measure = Effect.gen(function* () {
        const running = yield* started(server.host, Math.max(...sizes))
        // All are warm before anything counts.
        yield* drained(running, running.length)
        const runs = sizes.map((nodes) => ({ nodes, all: [] as Array<Effect.Success<ReturnType<typeof drained>>> }))
        for (let round = 0; round < rounds; round++) {
          for (const { nodes, all } of runs) all.push(yield* drained(running, nodes))
        }
        const told = (some: ReadonlyArray<Drained>) => {
          const of = (kind: Kind) => median(some.map((one) => one[kind]))
          return `${of("transactions").toFixed(1)} transactions and ${(of("log") / 1_024).toFixed(1)} KiB of WAL a job; processor time a job: node ${of("node").toFixed(2)} ms, database ${of("database").toFixed(2)} ms`
        }
        const rates = (all: (typeof runs)[number]["all"]) => all.map(({ done }) => done.rate)
        const alone = rates(runs[0]?.all ?? [])
        const lines = runs.map(({ nodes, all }) => {
          const ratio = median(rates(all).map((rate, round) => rate / (alone[round] ?? 1)))
          return `${nodes} nodes: ${median(rates(all)).toFixed(0)} jobs/s (${ratio.toFixed(2)} of one); ${told(all.map(({ done }) => done))}`
        })
        return [
          `creates, straight into the database: ${told(runs.flatMap(({ all }) => all.map(({ created }) => created)))}`,
          ...lines,
          `load average of the machine, others' work included: ${loadavg()[0]?.toFixed(1)}`
        ]
      })
      return yield* Effect.provide(measure, services)
    }).pipe(
      Effect.scoped,
      Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true, force: true }))),
      Effect.orDie,
      Effect.runPromise
    )
  }
}
