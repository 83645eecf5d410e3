/** Jobs a second through the queue, with a converter that does nothing: one node, and two. */
import { type ChildProcess, fork } from "node:child_process"
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

/** From the first job's start to the last one's end with so many nodes: seconds, and milliseconds of processor time a job. */
const drained = (host: string, nodes: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* backlog
    const running: Array<ChildProcess> = []
    for (let n = 0; n < nodes; n++) running.push(fork(program, [host], { stdio: "inherit" }))
    const spent = () => {
      const nodes = running.reduce((sum, { pid }) => sum + spentBy(pid ?? 0).service, 0)
      return { nodes, database: spentBy(process.pid).database - nodes }
    }
    const left = sql<{ left: number }>`
      SELECT count(*)::int AS left FROM jobs WHERE status IN ('queued', 'processing')`
    const until = (enough: (left: number) => boolean) =>
      Effect.repeat(Effect.andThen(Effect.sleep(glance), left), { until: (rows) => enough(rows[0]?.left ?? 0) })
    const [first] = yield* until((count) => count < devices * jobsPerDevice)
    const begun = performance.now()
    const before = spent()
    yield* until((count) => count === 0)
    const seconds = (performance.now() - begun) / 1_000
    const after = spent()
    for (const child of running) child.kill("SIGKILL")
    yield* sql`DELETE FROM jobs`
    const jobs = first?.left ?? 0
    return {
      rate: jobs / seconds,
      node: (after.nodes - before.nodes) / jobs,
      database: (after.database - before.database) / jobs
    }
  })

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
        const runs: Record<1 | 2, Array<Effect.Success<ReturnType<typeof drained>>>> = { 1: [], 2: [] }
        for (let round = 0; round < 3; round++) {
          for (const nodes of [1, 2] as const) runs[nodes].push(yield* drained(server.host, nodes))
        }
        const line = (nodes: 1 | 2) => {
          const of = (kind: "rate" | "node" | "database") => median(runs[nodes].map((run) => run[kind]))
          return `${of("rate").toFixed(0)} jobs/s; processor time a job: node ${of("node").toFixed(2)} ms, database ${of("database").toFixed(2)} ms`
        }
        const ratio = median(runs[2].map(({ rate }, round) => rate / (runs[1][round]?.rate ?? 1)))
        return [
          `one node: ${line(1)}`,
          `two nodes: ${line(2)}; ratio ${ratio.toFixed(2)}`,
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
