import { Clock, Config, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { emission, Rates, scaled } from "../../../src/auth/Rates.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import { rowsOf } from "../Rows.ts"

const charges = rowsOf(Schema.Struct({ allowed: Schema.Boolean, arrival: Schema.Finite }))

const positive = (name: string) =>
  Config.schema(Schema.FiniteFromString.check(Schema.isGreaterThan(0, { message: `${name} is not above 0` })), name)

export const layer = Layer.effect(
  Rates,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const scale = yield* positive("RATE_LIMIT_SCALE").pipe(Config.withDefault(1))

    return Rates.of({
      scaled: (policy) => scaled(policy, scale),
      charge: spanned("Rates.charge")(function* (bucket, policy) {
        const now = yield* Clock.currentTimeMillis
        const [charged] = yield* Effect.orDie(
          charges(sql`
            SELECT allowed, arrival FROM charge(${bucket}, ${now}, ${emission(policy)}, ${policy.windowSeconds * 1_000})`)
        )
        return { policy, ...charged! }
      })
    })
  })
)
