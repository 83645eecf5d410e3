import { join } from "node:path"
import { text } from "node:stream/consumers"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { register } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import { dev, stop } from "../support/Process.ts"
import { accepted, database, databaseAlone, eventually, half, heavy, incoming, queued, rows, settled } from "./Scene.ts"

it.live(
  "SIGTERM during an upload that outlasts DRAIN_SECONDS: it is told 503 unavailable, and nothing of it stays",
  () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const { base, child } = yield* dev(data, { DRAIN_SECONDS: "1" })
      const device = yield* Effect.promise(() => register(base))
      const file = heavy(199)
      const { answer } = yield* Effect.promise(() => half(base, device, file, "half"))
      yield* eventually(
        "nearly half of the file has arrived",
        Effect.sync(() => incoming(data) > 0.4 * file.length)
      )
      const stopped = stop(child, "SIGTERM")
      const response = yield* Effect.promise(() => answer)
      if (response === null) return assert.fail("The upload was not answered")
      assert.strictEqual(response.statusCode, 503)
      assert.match(response.headers["retry-after"] ?? "", /^\d+$/)
      const told = JSON.parse(yield* Effect.promise(() => text(response)))
      assert.strictEqual(told.code, "unavailable")
      assert.strictEqual(told.request_id, response.headers["x-request-id"])
      assert.strictEqual(yield* Effect.promise(() => stopped), 0)
      assert.strictEqual(incoming(data), 0)
    }).pipe(Effect.scoped)
)

it.live(
  "SIGTERM during conversions that outlast DRAIN_SECONDS: exit 0, the jobs wait uncounted, the next start ends them",
  () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const first = yield* dev(data, { CONVERTERS: "3", DRAIN_SECONDS: "0" })
      const device = yield* Effect.promise(() => register(first.base))
      const file = heavy(24)
      const last = heavy(1)
      const made = yield* Effect.forEach([file, file, last], (one) =>
        Effect.promise(() => accepted(first.base, device, one))
      )
      const ids = made.map(({ job_id }) => job_id).sort()
      const before = yield* database(data)
      yield* eventually(
        "two of three run",
        Effect.map(rows(before), (jobs) => jobs.filter(({ status }) => status === "processing").length === 2)
      )
      assert.strictEqual(yield* Effect.promise(() => stop(first.child, "SIGTERM")), 0)

      yield* Effect.gen(function* () {
        const sql = yield* databaseAlone(data)
        assert.deepStrictEqual(
          (yield* rows(sql)).map(({ id, status, attempt }) => ({ id, status, attempt })),
          ids.map((id) => ({ id, status: "queued", attempt: 0 }))
        )
        assert.deepStrictEqual(
          (yield* queued(sql)).map(({ id }) => id),
          ids
        )
      }).pipe(Effect.scoped)

      yield* dev(data, { CONVERTERS: "3" })
      const jobs = yield* settled(data, yield* database(data))
      assert.deepStrictEqual(
        jobs.map(({ id, status, attempt }) => ({ id, status, attempt })),
        ids.map((id) => ({ id, status: "ready", attempt: 1 }))
      )
    }).pipe(Effect.scoped)
)
