import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { register, send } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { dev } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import { accepted, databaseAt, eventually, rows, settled } from "./Scene.ts"

const jumpingClock = `--import=${fileURLToPath(new URL("../support/jumpingClock.mjs", import.meta.url))}`

/** A device whose clock is as far off. */
const at = (minutes: number) => ({
  now: () => Math.floor(Date.now() / 1_000) + minutes * 60,
  nonce: () => crypto.randomUUID()
})

it.live(
  "a clock that is set ten minutes forth, then ten back, during conversions: each ends ready at its first attempt",
  () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const DATABASE_URL = yield* TestDatabase.url
      const { base, child } = yield* dev(
        data,
        { CONVERTERS: "3", NODE_OPTIONS: jumpingClock, DATABASE_URL },
        "scripted"
      )
      const device = yield* Effect.promise(() => register(base))
      const gates = [1, 2, 3].map((n) => join(data, "code", `gate-${n}`))
      const sql = yield* databaseAt(DATABASE_URL)
      const made = yield* Effect.forEach(gates, (gate) =>
        Effect.promise(() => accepted(base, device, scripted({ pages: 40, gate })))
      )
      yield* eventually(
        "two of three run",
        Effect.map(rows(sql), (jobs) => jobs.filter(({ status }) => status === "processing").length === 2)
      )

      for (const [jump, minutes] of [10, -10].entries()) {
        child.kill("SIGUSR2")
        yield* eventually(
          `the service refuses a device whose clock is not off by ${minutes} minutes`,
          Effect.promise(async () => (await send(base, device, "/jobs")).status === 401)
        )
        const waited = yield* Effect.promise(() =>
          send(base, device, `/jobs/${made[0]?.job_id}?wait=1`, {}, at(minutes))
        )
        assert.strictEqual(waited.status, 200)
        writeFileSync(gates[jump]!, "")
        yield* eventually(
          "one more is ready",
          Effect.map(rows(sql), (jobs) => jobs.filter(({ status }) => status === "ready").length === jump + 1)
        )
      }
      writeFileSync(gates[2]!, "")
      const jobs = yield* settled(data, sql)
      assert.deepStrictEqual(
        jobs.map(({ status, attempt }) => ({ status, attempt })),
        made.map(() => ({ status: "ready", attempt: 1 }))
      )
    }).pipe(Effect.scoped)
)
