import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as FakeQueue from "../../layers/fakes/Queue.ts"
import * as LiveQueue from "../../layers/postgres/Queue.ts"
import { Queue } from "../../src/jobs/Queue.ts"
import * as TestDatabase from "../support/Database.ts"
import { drain, enqueue, freshId, suite, take, taken } from "./Queue.suite.ts"

const live = LiveQueue.layer.pipe(Layer.provideMerge(TestDatabase.layer))

suite("the queue in memory", FakeQueue.layer, { excludeTestServices: false })
suite("the queue in PostgreSQL", live, { excludeTestServices: true })

const transactions = Layer.mergeAll(FakeQueue.layer.pipe(Layer.provideMerge(TestDatabase.layer)))

for (const [name, queue] of [
  ["the queue in memory", transactions],
  ["the queue in PostgreSQL", live]
] as const) {
  layer(queue, { excludeTestServices: true })(`${name}, inside a transaction`, (it) => {
    it.effect("shows a job when the transaction commits, and not before", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { enqueue } = yield* Queue
        const jobId = freshId()
        yield* sql.withTransaction(enqueue({ jobId, pool: "standard", priority: 0 }))
        yield* enqueue({ jobId: freshId(), pool: "priority", priority: 0 }).pipe(
          Effect.andThen(Effect.fail("undo")),
          sql.withTransaction,
          Effect.ignore
        )
        assert.isTrue(Option.isNone(yield* take("priority")))
        assert.deepStrictEqual(yield* drain("standard"), [jobId])
      })
    )

    it.effect("forgets a cancel that rolls back", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const queue = yield* Queue
        const jobId = yield* enqueue()
        yield* queue.cancel(jobId).pipe(Effect.andThen(Effect.fail("undo")), sql.withTransaction, Effect.ignore)
        assert.deepStrictEqual(yield* drain("standard"), [jobId])
      })
    )
  })
}

layer(live, { excludeTestServices: true })("the queue in PostgreSQL", (it) => {
  it.effect("says a lease is lost when another process has taken the job over", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobId = yield* enqueue()
      const stale = yield* taken("standard")
      yield* sql`UPDATE queue SET free_at = '-infinity' WHERE job_id = ${jobId}`
      const fresh = yield* taken("standard")
      yield* stale.lost
      yield* stale.complete
      yield* stale.release
      assert.isTrue(Option.isNone(yield* take("standard")))
      yield* fresh.release
      assert.deepStrictEqual(yield* drain("standard"), [jobId])
    })
  )

  it.effect("can release a job whose completion was rolled back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobId = yield* enqueue()
      const lease = yield* taken("standard")
      yield* lease.complete.pipe(Effect.andThen(Effect.fail("undo")), sql.withTransaction, Effect.ignore)
      yield* lease.release
      assert.deepStrictEqual(yield* drain("standard"), [jobId])
    })
  )
})
