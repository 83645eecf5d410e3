import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { register } from "../../src/client/Device.ts"
import { start, untilTold } from "../cli/RolesProcess.ts"
import { children, folder } from "../support/Children.ts"
import { stop } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import { accepted, database, databaseAlone, eventually, half, incoming, queued, rows, settled } from "./Scene.ts"

it.live(
  "SIGTERM during an upload and conversions that outlast DRAIN_SECONDS: exit 0; the upload is told 503 unavailable and nothing " +
    "of it stays, the jobs wait uncounted, and the next start ends them",
  () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const first = yield* start(data, { CONVERTERS: "3", DRAIN_SECONDS: "1" }, "scripted")
      const [device, other] = yield* Effect.promise(() => Promise.all([register(first.base), register(first.base)]))
      const gate = join(data, "code", "gate")
      const file = scripted({ pages: 24, gate })
      const made = yield* Effect.forEach([1, 2, 3], () => Effect.promise(() => accepted(first.base, device, file)))
      const ids = made.map(({ job_id }) => job_id).sort()
      const before = yield* database(data)
      yield* eventually(
        "two of three run",
        Effect.map(rows(before), (jobs) => jobs.filter(({ status }) => status === "processing").length === 2)
      )
      const large = scripted({ pages: 1 }, 2 ** 20)
      const { answer } = yield* Effect.promise(() => half(first.base, other, large, "half"))
      yield* eventually(
        "nearly half of the file has arrived",
        Effect.sync(() => incoming(data) > 0.4 * large.length)
      )
      const stopped = stop(first.child, "SIGTERM")
      const response = yield* Effect.promise(() => answer)
      if (response === null) return assert.fail("The upload was not answered")
      assert.strictEqual(response.statusCode, 503)
      assert.match(response.headers["retry-after"] ?? "", /^\d+$/)
      const told = JSON.parse(yield* Effect.promise(() => text(response)))
      assert.strictEqual(told.code, "unavailable")
      assert.strictEqual(told.request_id, response.headers["x-request-id"])
      assert.strictEqual(yield* Effect.promise(() => stopped), 0)
      assert.strictEqual(incoming(data), 0)
      assert.notInclude(first.printed(), '"outcome":"ready"')
      assert.deepStrictEqual(children(data), [])

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

      writeFileSync(gate, "")
      const second = yield* start(data, { CONVERTERS: "3" })
      const jobs = yield* settled(data, yield* database(data))
      assert.deepStrictEqual(
        jobs.map(({ id, status, attempt }) => ({ id, status, attempt })),
        ids.map((id) => ({ id, status: "ready", attempt: 1 }))
      )
      // The lines of the log are written after the jobs are ready.
      const ended = /"outcome":"ready","pages":24,"attempt":1/g
      yield* untilTold(async () => second.printed().match(ended)?.length === ids.length)
    }).pipe(Effect.scoped)
)
