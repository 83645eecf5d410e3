import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Queue, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Notifications } from "../../layers/postgres/Notifications.ts"
import * as TestDatabase from "../support/Database.ts"

/** What arrives on a channel, as a queue; returns once listening has begun. */
const listen = Effect.fnUntraced(function* (channel: string) {
  const { on } = yield* Notifications
  const queue = yield* Queue.unbounded<string>()
  yield* Effect.forkScoped(Stream.runForEach(on(channel), (payload) => Queue.offer(queue, payload)))
  yield* Queue.take(queue)
  yield* Queue.take(queue)
  return queue
})

layer(TestDatabase.layer, { excludeTestServices: true })("Notifications", (it) => {
  it.effect("reach everyone who listens, and only on their channel", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const a = yield* listen("one")
      const { on } = yield* Notifications
      const b = yield* on("one").pipe(Stream.take(2), Stream.runCollect, Effect.forkChild({ startImmediately: true }))
      const other = yield* listen("two")
      yield* sql`SELECT pg_notify('one', 'x')`
      yield* sql`SELECT pg_notify('two', 'y')`
      assert.strictEqual(yield* Queue.take(a), "x")
      assert.deepStrictEqual(yield* Fiber.join(b), ["", "x"])
      assert.strictEqual(yield* Queue.take(other), "y")
      assert.strictEqual(yield* Queue.size(a), 0)
    })
  )

  it.effect("wake who waits for one payload, and nobody else", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { mentions } = yield* Notifications
      const heard = yield* listen("jobs")
      const wakes = { x: 0, y: 0 }
      for (const payload of ["x", "y"] as const) {
        const wake = Effect.sync(() => {
          wakes[payload] += 1
        })
        yield* Effect.forkScoped(
          Stream.runForEach(mentions("jobs", payload), () => wake),
          { startImmediately: true }
        )
      }
      yield* sql`SELECT pg_notify('jobs', 'x')`
      yield* sql`SELECT pg_notify('jobs', 'z')`
      assert.deepStrictEqual([yield* Queue.take(heard), yield* Queue.take(heard)], ["x", "z"])
      assert.deepStrictEqual(wakes, { x: 2, y: 1 })
    })
  )

  it.effect("are not sent by a transaction that rolls back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const heard = yield* listen("undone")
      yield* sql`SELECT pg_notify('undone', 'no')`.pipe(
        Effect.andThen(Effect.fail("undo")),
        sql.withTransaction,
        Effect.ignore
      )
      yield* sql`SELECT pg_notify('undone', 'yes')`
      assert.strictEqual(yield* Queue.take(heard), "yes")
    })
  )

  it.effect("come back after the connection is lost, and say that something may have been missed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const heard = yield* listen("lost")
      yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'pdf-to-markdown listener' AND datname = current_database()`
      assert.strictEqual(yield* Queue.take(heard), "")
      yield* sql`SELECT pg_notify('lost', 'after')`
      assert.strictEqual(yield* Queue.take(heard), "after")
    })
  )
})
