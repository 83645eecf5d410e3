import { existsSync, renameSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { register, send } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import { admin, dev } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import { accepted, database, ended, eventually, rows } from "./Scene.ts"

it.live(
  "a folder of files that is away for a while, as that of a disk that is not mounted: no result is said to be gone, no job ends in error",
  () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const { base } = yield* dev(data, { CONVERTERS: "2" }, "scripted")
      const device = yield* Effect.promise(() => register(base))
      const sql = yield* database(data)
      const done = yield* Effect.promise(() => accepted(base, device, scripted({ pages: 1 })))
      yield* eventually(
        "the first job is ready",
        Effect.map(rows(sql), (jobs) => jobs.every(({ status }) => status === "ready"))
      )
      const gate = join(data, "code", "gate")
      const before = yield* Effect.promise(() => accepted(base, device, scripted({ pages: 1, gate })))
      yield* eventually(
        "the job before the gate is under way",
        Effect.map(rows(sql), (jobs) => jobs.some(({ status }) => status === "processing"))
      )
      // it begins when the one before it is gone, and not sooner
      const waiting = yield* Effect.promise(() => accepted(base, device, scripted({ pages: 1 })))

      renameSync(join(data, "blobs"), join(data, "away"))
      yield* Effect.promise(() => send(base, device, `/jobs/${before.job_id}`, { method: "DELETE" }))
      yield* eventually(
        "the job that waited was begun without its file, and waits again",
        Effect.map(
          sql<{ taken: number }>`SELECT taken FROM queue WHERE job_id = ${waiting.job_id}`,
          ([job]) => job === undefined || job.taken > 1
        )
      )
      // an operator's look made the folder anew, and results were said to be gone
      assert.strictEqual((yield* admin(["jobs"], { DATA_DIR: data })).code, 0)
      assert.isFalse(existsSync(join(data, "blobs")))
      const download = yield* Effect.promise(() => send(base, device, `/jobs/${done.job_id}/download`))
      assert.strictEqual(download.status, 503)
      assert.propertyVal(yield* Effect.promise(() => download.json()), "code", "unavailable")

      renameSync(join(data, "away"), join(data, "blobs"))
      for (const { id, status, error_code } of yield* ended(sql))
        assert.deepStrictEqual([id, status, error_code], [id, id === before.job_id ? "canceled" : "ready", null])
      const again = yield* Effect.promise(() => send(base, device, `/jobs/${done.job_id}/download`))
      assert.include(yield* Effect.promise(() => again.text()), "Page 1")
    }).pipe(Effect.scoped)
)
