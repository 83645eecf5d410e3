/** Jobs a second through the queue, with a converter that does nothing: one node, and two. */
import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
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

/** Seconds from the first job's start to the last one's end, with so many nodes. */
const drained = (host: string, nodes: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* backlog
    const running: Array<ChildProcess> = []
    for (let n = 0; n < nodes; n++) running.push(fork(program, [host], { stdio: "inherit" }))
    const left = sql<{ left: number }>`SELECT count(*)::int AS left FROM jobs WHERE status <> 'ready'`
    const until = (enough: (left: number) => boolean) =>
      Effect.repeat(Effect.andThen(Effect.sleep("10 millis"), left), { until: (rows) => enough(rows[0]?.left ?? 0) })
    yield* until((count) => count < devices * jobsPerDevice)
    const begun = performance.now()
    yield* until((count) => count === 0)
    const seconds = (performance.now() - begun) / 1_000
    for (const child of running) child.kill("SIGKILL")
    yield* sql`DELETE FROM jobs`
    return seconds
  })

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
        Layer.provideMerge(Database.layerClient),
        Layer.provide(Layer.succeed(Database.Connection, { ...server, database: "postgres" })),
        Layer.provide(
          ConfigProvider.layer(ConfigProvider.fromUnknown({ SVC_SECRET: "a secret of thirty-two characters" }))
        )
      )
      const measure = Effect.gen(function* () {
        yield* Database.migrate
        const rates: Record<1 | 2, Array<number>> = { 1: [], 2: [] }
        for (let round = 0; round < 3; round++) {
          for (const nodes of [1, 2] as const) {
            rates[nodes].push((devices * jobsPerDevice) / (yield* drained(server.host, nodes)))
          }
        }
        const [one, two] = [1, 2].map((nodes) => rates[nodes as 1 | 2].toSorted((a, b) => a - b)[1] ?? 0)
        return [
          `one node: ${one?.toFixed(0)} jobs/s`,
          `two nodes: ${two?.toFixed(0)} jobs/s, ratio ${((two ?? 0) / (one ?? 1)).toFixed(2)}`
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
