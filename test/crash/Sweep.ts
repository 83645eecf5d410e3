/** The sweep of files, in a time of its own. */
import { Clock, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as RetentionSql from "../../layers/sql/jobs/Retention.ts"
import * as Retention from "../../src/jobs/Retention.ts"
import { Outbox } from "../../src/webhooks/Outbox.ts"
import type { Installation } from "./Installation.ts"

/** Minutes of the service's time in which the sweep has found all that was left, however slow the machine is. */
const sweepMinutes = 200

/** Runs the sweep of files until only the known ones are left. A service takes a quarter of an hour for it. */
export const swept = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { layer, stored, draftBytes }: Installation["store"],
  isKnown: (name: string) => boolean
) {
  const now = yield* Clock.currentTimeMillis
  yield* Effect.gen(function* () {
    yield* TestClock.setTime(now)
    const sweeping = yield* Effect.forkChild(
      Layer.launch(
        Retention.layer.pipe(
          Layer.provide(RetentionSql.layer),
          Layer.provide(layer),
          Layer.provide(Layer.mock(Outbox)({ emit: () => Effect.void })),
          Layer.provide(Layer.succeed(SqlClient.SqlClient, sql))
        )
      )
    )
    for (let minute = 0; minute < sweepMinutes && !(stored().every(isKnown) && draftBytes() === 0); minute++) {
      yield* TestClock.adjust("1 minute")
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 100)))
    }
    yield* Fiber.interrupt(sweeping)
  }).pipe(Effect.provide(TestClock.layer()))
})
