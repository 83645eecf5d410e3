import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Tiers } from "../../../src/accounts/Tiers.ts"
import type { Owner } from "../../../src/jobs/Job.ts"
import { admit, Slots } from "../../../src/jobs/Slots.ts"
import { rowsOf } from "../Rows.ts"

const counts = rowsOf(Schema.Struct({ used: Schema.Int }))

export const layer = Layer.effect(
  Slots,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tiers = yield* Tiers

    const used = (owner: Owner) =>
      counts(sql`
        SELECT count(*)::int AS used FROM jobs WHERE owner = ${owner} AND status IN ('queued', 'processing')`).pipe(
        Effect.map((rows) => rows[0]?.used ?? 0),
        Effect.orDie
      )

    return Slots.of({
      used,
      check: Effect.fn("Slots.check")(function* (owner, tier, wanted) {
        yield* Effect.fromResult(admit(tiers[tier].slots, yield* used(owner), wanted))
      }),
      take: Effect.fn("Slots.take")(function* (owner, tier, wanted) {
        yield* Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${owner}, 0))`)
        yield* Effect.fromResult(admit(tiers[tier].slots, yield* used(owner), wanted))
      })
    })
  })
)
