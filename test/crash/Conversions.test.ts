import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { register, send } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import { dev, stop } from "../support/Process.ts"
import { accepted, database, eventually, heavy, type Job, json, rows, settled } from "./Scene.ts"

it.live("kill -9 in the middle of 14 conversions of 7 devices: each ends ready, once, and leaves nothing behind", () =>
  Effect.gen(function* () {
    const data = join(yield* folder, "data")
    const converters = { CONVERTERS: "3" }
    const file = heavy(16, 300)
    const first = yield* dev(data, converters)
    const devices = yield* Effect.promise(() => Promise.all(Array.from({ length: 7 }, () => register(first.base))))
    const made = yield* Effect.promise(() =>
      Promise.all(
        Array.from({ length: 14 }, async (_, n) => {
          const device = devices[n % 7]!
          return { device, job: await accepted(first.base, device, file) }
        })
      )
    )
    // Nobody is about to write a result: what was written just before a crash is removed only hours later. How long a
    // conversion takes here is learned from those that have ended.
    const before = yield* database(data)
    const begun = new Map<string, number>()
    const took = new Map<string, number>()
    yield* eventually(
      "some have ended and two have just begun",
      Effect.map(rows(before), (jobs) => {
        const now = performance.now()
        const running = jobs.filter(({ status }) => status === "processing").map(({ id }) => id)
        for (const id of running) begun.set(id, begun.get(id) ?? now)
        for (const { id, status } of jobs) {
          const from = begun.get(id)
          if (status === "ready" && from !== undefined && !took.has(id)) took.set(id, now - from)
        }
        const shortest = Math.min(...took.values())
        const ages = running.map((id) => now - (begun.get(id) ?? now))
        return took.size >= 4 && ages.length === 2 && ages.every((age) => age > 50 && age < 0.6 * shortest)
      })
    )
    yield* Effect.promise(() => stop(first.child, "SIGKILL"))

    const second = yield* dev(data, converters)
    const sql = yield* database(data)
    const broken = (yield* rows(sql)).filter(({ status }) => status === "processing")
    assert.isAtLeast(broken.length, 1)
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
