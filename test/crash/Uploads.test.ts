import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { register, send } from "../../src/client/Device.ts"
import { leaseSeconds } from "../../src/jobs/intake/Idempotency.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { dev, stop } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import { databaseAt, eventually, half, incoming, type Job, json, leasesOver, rows, settled, upload } from "./Scene.ts"

const file = scripted({ pages: 12 }, 2 ** 18)

it.live(
  "kill -9 in the middle of an upload, right after another's 201: the first leaves no job and frees its Idempotency-Key within 15 s, " +
    "the second keeps its job, which its key gives again",
  () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const variables = { DATABASE_URL: yield* TestDatabase.url }
      const first = yield* dev(data, variables, "scripted")
      const [device, other] = yield* Effect.promise(() => Promise.all([register(first.base), register(first.base)]))
      yield* Effect.promise(() => half(first.base, device, file, "half"))
      yield* eventually(
        "nearly half of the file has arrived",
        Effect.sync(() => incoming(data) > 0.4 * file.length)
      )
      const { status, job_id: whole } = yield* Effect.promise(async () => {
        const answer = await upload(first.base, other, file, "whole")
        const { job_id } = (await answer.json()) as Job
        await stop(first.child, "SIGKILL")
        return { status: answer.status, job_id }
      })
      const killed = Date.now()
      assert.strictEqual(status, 201)
      const sql = yield* databaseAt(variables.DATABASE_URL)
      assert.deepStrictEqual(
        (yield* rows(sql)).map(({ id }) => id),
        [whole]
      )

      yield* leasesOver(sql)
      const { base } = yield* dev(data, variables)
      const leases = yield* sql<{ millis: number }>`SELECT extract(epoch FROM held_until)::float8 * 1000 AS millis
        FROM idempotency_keys WHERE key = 'half' AND job_ids IS NULL`
      assert.strictEqual(leases.length, 1)
      for (const { millis } of leases) assert.isAtMost(millis, killed + leaseSeconds * 1_000)
      const again = yield* Effect.promise(() => upload(base, other, file, "whole"))
      assert.strictEqual(again.status, 201)
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      assert.strictEqual((yield* Effect.promise(() => json<Job>(Promise.resolve(again)))).job_id, whole)
      yield* settled(data, sql)
      const download = yield* Effect.promise(() => send(base, other, `/jobs/${whole}/download`))
      assert.include(yield* Effect.promise(() => download.text()), "Page 12")

      let answer = yield* Effect.promise(() => upload(base, device, file, "half"))
      while (answer.status !== 201) {
        assert.strictEqual(answer.status, 409)
        assert.strictEqual(answer.headers.get("retry-after"), "1")
        assert.strictEqual(
          (yield* Effect.promise(() => json<{ code: string }>(Promise.resolve(answer)))).code,
          "idempotency_in_progress"
        )
        // As if the time had passed that was asked for above.
        yield* sql`UPDATE idempotency_keys SET held_until = now() WHERE key = 'half'`
        answer = yield* Effect.promise(() => upload(base, device, file, "half"))
      }
      assert.isNull(answer.headers.get("idempotent-replayed"))
      const { job_id } = yield* Effect.promise(() => json<Job>(Promise.resolve(answer)))

      const jobs = yield* settled(data, sql)
      assert.deepStrictEqual(
        jobs.map(({ id, status }) => ({ id, status })),
        [whole, job_id].sort().map((id) => ({ id, status: "ready" }))
      )
    }).pipe(Effect.scoped)
)
