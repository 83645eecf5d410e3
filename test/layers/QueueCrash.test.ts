import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import * as Database from "../../layers/postgres/Database.ts"
import * as LiveQueue from "../../layers/postgres/Queue.ts"
import { Queue } from "../../src/jobs/Queue.ts"
import * as TestDatabase from "../support/Database.ts"
import { enqueue, take } from "./Queue.suite.ts"

const live = LiveQueue.layer.pipe(Layer.provideMerge(TestDatabase.layer))

/** Another process holding the only job; its output begins with the job's id. */
const holder = Effect.gen(function* () {
  const connection = yield* Database.Connection
  if ("url" in connection) return yield* Effect.die("the test server has no url")
  const program = fileURLToPath(new URL("./QueueHolder.ts", import.meta.url))
  const child = spawn(process.execPath, [program, connection.host, connection.database], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const [said] = yield* Effect.promise(() => once(child.stdout, "data"))
  return { child, jobId: String(said).trim() }
})

layer(live, { excludeTestServices: true })("the queue in PostgreSQL", (it) => {
  it.effect("hands a job out again within 15 seconds of its holder being killed", () =>
    Effect.gen(function* () {
      const jobId = yield* enqueue()
      const { child, jobId: held } = yield* holder
      assert.strictEqual(held, jobId)
      assert.isTrue(Option.isNone(yield* take("standard")))
      child.kill("SIGKILL")
      const queue = yield* Queue
      const [elapsed, again] = yield* queue.wakeUps.pipe(
        Stream.mapEffect(() => take("standard")),
        Stream.filter(Option.isSome),
        Stream.runHead,
        Effect.timeout("60 seconds"),
        Effect.timed
      )
      yield* Effect.log(`Handed out again after ${elapsed}`)
      const lease = Option.getOrThrow(Option.flatten(again))
      assert.strictEqual(lease.jobId, jobId)
      yield* lease.complete
    })
  )
})
