import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Owner } from "../../../src/jobs/Job.ts"
import { Slots } from "../../../src/jobs/Slots.ts"
import * as Standing from "./Standing.ts"

export const layer = Layer.effect(
  Slots,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const standing = yield* Standing.make
    const used = (owner: Owner) => sql`
      (SELECT count(*)::int FROM jobs WHERE owner = ${owner} AND status IN ('queued', 'processing'))`

    return Slots.of({
      used: Effect.fn("Slots.used")((owner) => Effect.map(standing(used(owner), null), ({ used }) => used)),
      standing: Effect.fn("Slots.standing")((owner, counted) => standing(used(owner), counted))
    })
  })
)
