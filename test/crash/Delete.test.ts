import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Device, register, send } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { long } from "../support/Long.ts"
import { dev } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import { accepted, databaseAt, type Job, json, settled } from "./Scene.ts"

/** Begins a job, lets it end once it is seen running, and deletes it when that was seen so often more, or it has just ended. */
const round = async (base: string, device: Device, gate: string, patience: number) => {
  const { job_id } = await accepted(base, device, scripted({ pages: 5, gate }))
  const path = `/jobs/${job_id}`
  for (let seen = 0; seen <= patience; ) {
    const { status } = await json<Job>(send(base, device, path))
    if (status === "processing") {
      if (seen === 0) writeFileSync(gate, "")
      seen += 1
    } else if (status !== "queued") break
    // Those that run are looked at as often as can be, those that wait only now and then.
    else await setTimeout(20)
  }
  const remove = async () => {
    const answer = await send(base, device, path, { method: "DELETE" })
    return `${answer.status} ${await answer.text()}`
  }
  const [one, two] = await Promise.all([remove(), remove()])
  const download = await send(base, device, `${path}/download`)
  const gone = (await download.json()) as { code: string }
  return { jobId: job_id, deletes: [one, two, await remove(), await remove()], download: download.status, gone }
}

/** Each round gives the job longer before it is deleted. */
const count = long(20, 9)

it.live(
  "DELETE racing the end of its job, sooner and later: one answer for ever, no download, no file and a free slot",
  () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const DATABASE_URL = yield* TestDatabase.url
      const { base } = yield* dev(data, { CONVERTERS: "3", DATABASE_URL }, "scripted")
      const devices = yield* Effect.promise(() => Promise.all(Array.from({ length: 7 }, () => register(base))))
      const rounds = yield* Effect.promise(() =>
        Promise.all(
          Array.from({ length: count }, (_, n) =>
            round(base, devices[n % 7]!, join(data, "code", `gate-${n}`), Math.floor((20 * n) / count))
          )
        )
      )
      const jobs = yield* settled(data, yield* databaseAt(DATABASE_URL))
      assert.strictEqual(jobs.length, count)
      for (const { jobId, deletes, download, gone } of rounds) {
        const row = jobs.find(({ id }) => id === jobId)
        assert.include(["canceled", "deleted"], row?.status)
        assert.deepStrictEqual(
          deletes,
          Array(4).fill(
            `200 ${JSON.stringify({ job_id: jobId, status: row?.status, message: `The job was ${row?.status}` })}`
          )
        )
        assert.strictEqual(download, 410, JSON.stringify(gone))
        assert.deepStrictEqual([row?.input_key, row?.output_key], [null, null])
      }
    }).pipe(Effect.scoped)
)
