import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { register, send } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { dev, stop } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import { accepted, databaseAt, eventually, type Job, json, leasesOver, rows, settled } from "./Scene.ts"

it.live("kill -9 in the middle of 14 conversions of 7 devices: each ends ready, once, and leaves nothing behind", () =>
  Effect.gen(function* () {
    const data = join(yield* folder, "data")
    const gate = join(data, "code", "gate")
    const variables = { CONVERTERS: "3", DATABASE_URL: yield* TestDatabase.url }
    const first = yield* dev(data, variables, "scripted")
    const devices = yield* Effect.promise(() => Promise.all(Array.from({ length: 7 }, () => register(first.base))))
    const sent = (from: number, to: number, file: Uint8Array<ArrayBuffer>) =>
      Effect.promise(() =>
        Promise.all(
          Array.from({ length: to - from }, async (_, n) => {
            const device = devices[(from + n) % 7]!
            return { device, job: await accepted(first.base, device, file) }
          })
        )
      )
    const sql = yield* databaseAt(variables.DATABASE_URL)
    const seen = (what: string, ready: number, processing: number) =>
      eventually(
        what,
        Effect.map(rows(sql), (jobs) => {
          const count = (status: string) => jobs.filter((job) => job.status === status).length
          return count("ready") === ready && count("processing") === processing
        })
      )
    const quick = yield* sent(0, 6, scripted({ pages: 16 }))
    yield* seen("six have ended", 6, 0)
    // Nobody is about to write a result: what was written just before a crash is removed only hours later.
    const made = [...quick, ...(yield* sent(6, 14, scripted({ pages: 16, gate })))]
    yield* seen("two more are under way", 6, 2)
    yield* Effect.promise(() => stop(first.child, "SIGKILL"))

    const broken = (yield* rows(sql)).filter(({ status }) => status === "processing")
    assert.strictEqual(broken.length, 2)
    yield* leasesOver(sql)
    const second = yield* dev(data, variables)
    writeFileSync(gate, "")
    for (const { device, job } of made) {
      yield* eventually(
        `${job.job_id} is ready`,
        Effect.promise(async () => {
          const { status, error } = await json<Job>(send(second.base, device, `/jobs/${job.job_id}?wait=30`))
          assert.isNull(error)
          return status === "ready"
        })
      )
    }
    const jobs = yield* settled(data, sql)
    assert.deepStrictEqual(
      jobs.map(({ id }) => id),
      made.map(({ job }) => job.job_id).sort()
    )
    for (const { id, status, input_key, output_key } of jobs) {
      assert.strictEqual(status, "ready", id)
      assert.isNull(input_key, id)
      assert.isNotNull(output_key, id)
    }
    assert.strictEqual(new Set(jobs.map(({ output_key }) => output_key)).size, 14)
    for (const { id } of broken) assert.strictEqual(jobs.find((job) => job.id === id)?.attempt, 2)
  }).pipe(Effect.scoped)
)
