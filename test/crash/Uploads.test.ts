import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { register, send } from "../../src/client/Device.ts"
import { leaseSeconds } from "../../src/jobs/intake/Idempotency.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { dev, stop } from "../support/Process.ts"
import {
  databaseAt,
  eventually,
  half,
  heavy,
  incoming,
  type Job,
  json,
  rows,
  settled,
  stored,
  upload
} from "./Scene.ts"

const file = heavy(12)

describe("kill -9 of the service", () => {
  it.live("in the middle of an upload leaves no job, and frees its Idempotency-Key within 15 s", () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const variables = { DATABASE_URL: yield* TestDatabase.url }
      const first = yield* dev(data, variables)
      const device = yield* Effect.promise(() => register(first.base))
      yield* Effect.promise(() => half(first.base, device, file, "half"))
      yield* eventually(
        "nearly half of the file has arrived",
        Effect.sync(() => incoming(data) > 0.4 * file.length)
      )
      yield* Effect.promise(() => stop(first.child, "SIGKILL"))
      const killed = Date.now()

      const { base } = yield* dev(data, variables)
      const sql = yield* databaseAt(variables.DATABASE_URL)
      assert.deepStrictEqual(yield* rows(sql), [])
      assert.deepStrictEqual(stored(data), [])
      const leases = yield* sql<{ millis: number }>`SELECT extract(epoch FROM held_until)::float8 * 1000 AS millis
        FROM idempotency_keys WHERE key = 'half' AND job_ids IS NULL`
      assert.strictEqual(leases.length, 1)
      for (const { millis } of leases) assert.isAtMost(millis, killed + leaseSeconds * 1_000)

      let answer = yield* Effect.promise(() => upload(base, device, file, "half"))
      while (answer.status !== 201) {
        assert.strictEqual(answer.status, 409)
        assert.strictEqual(answer.headers.get("retry-after"), "1")
        assert.strictEqual(
          (yield* Effect.promise(() => json<{ code: string }>(Promise.resolve(answer)))).code,
          "idempotency_in_progress"
        )
        yield* Effect.sleep("100 millis")
        answer = yield* Effect.promise(() => upload(base, device, file, "half"))
      }
      assert.isNull(answer.headers.get("idempotent-replayed"))
      const { job_id } = yield* Effect.promise(() => json<Job>(Promise.resolve(answer)))

      const jobs = yield* settled(data, sql)
      assert.deepStrictEqual(
        jobs.map(({ id, status }) => ({ id, status })),
        [{ id: job_id, status: "ready" }]
      )
    }).pipe(Effect.scoped)
  )

  it.live("right after its 201 keeps the job, and the same Idempotency-Key gives it again", () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const variables = { DATABASE_URL: yield* TestDatabase.url }
      const first = yield* dev(data, variables)
      const device = yield* Effect.promise(() => register(first.base))
      const { status, job_id } = yield* Effect.promise(async () => {
        const answer = await upload(first.base, device, file, "whole")
        const { job_id } = (await answer.json()) as Job
        await stop(first.child, "SIGKILL")
        return { status: answer.status, job_id }
      })
      assert.strictEqual(status, 201)

      const { base } = yield* dev(data, variables)
      const again = yield* Effect.promise(() => upload(base, device, file, "whole"))
      assert.strictEqual(again.status, 201)
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      assert.strictEqual((yield* Effect.promise(() => json<Job>(Promise.resolve(again)))).job_id, job_id)

      const jobs = yield* settled(data, yield* databaseAt(variables.DATABASE_URL))
      assert.deepStrictEqual(
        jobs.map(({ id, status }) => ({ id, status })),
        [{ id: job_id, status: "ready" }]
      )
      const download = yield* Effect.promise(() => send(base, device, `/jobs/${job_id}/download`))
      assert.include(yield* Effect.promise(() => download.text()), "Word 11 99")
    }).pipe(Effect.scoped)
  )
})
