import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { folder } from "../support/Children.ts"
import { long } from "../support/Long.ts"
import { alone } from "./Installation.ts"
import { rounds } from "./Rounds.ts"

it.live(
  "kills at random moments: no job is lost, doubled or stuck, no event missing, no file left (npm run crash goes on)",
  (test) =>
    Effect.gen(function* () {
      // Only /proc tells which processes belong to a server.
      if (process.platform !== "linux") test.skip("skipped: there is no /proc on this platform")
      const data = join(yield* folder, "data")
      const report = yield* rounds(yield* alone(data), { count: long(3, 1), seed: 12, tell: () => undefined }).pipe(
        Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: data })))
      )
      assert.deepStrictEqual(report.faults, [])
      assert.isAbove(report.jobs, 0)
    }).pipe(Effect.scoped),
  300_000
)
