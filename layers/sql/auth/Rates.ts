import { Clock, Config, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { emission, type Policy, Rates, scaled } from "../../../src/auth/Rates.ts"
import { gathered } from "../../../src/process/Gathered.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import { inOrder, numbered, rowsOf, together } from "../Rows.ts"

const charges = rowsOf(Schema.Struct({ allowed: Schema.Boolean, arrival: Schema.Finite }))

const positive = (name: string) =>
  Config.schema(Schema.FiniteFromString.check(Schema.isGreaterThan(0, { message: `${name} is not above 0` })), name)

const sharedCharges = rowsOf(Schema.Struct({ n: Schema.Int, allowed: Schema.Boolean, arrival: Schema.Finite }))

interface Call {
  readonly bucket: string
  readonly policy: Policy
  readonly at: number
}

const termsOf = ({ bucket, policy, at }: Call) => ({
  bucket,
  at,
  emission: emission(policy),
  span: policy.windowSeconds * 1_000
})

export const layer = Layer.effect(
  Rates,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const scale = yield* positive("RATE_LIMIT_SCALE").pipe(Config.withDefault(1))

    // in one order on all nodes: two statements never wait for each other's buckets
    const shared = yield* gathered(together, (calls: ReadonlyArray<Call>) =>
      sharedCharges(sql`
        SELECT o.n, c.allowed, c.arrival FROM (
          SELECT * FROM json_to_recordset(${numbered(calls.map(termsOf))}::json)
            AS o(n integer, bucket text, at float8, emission float8, span float8) ORDER BY bucket, n
        ) AS o, charge(o.bucket, o.at, o.emission, o.span) AS c`).pipe(Effect.map(inOrder(calls)), Effect.orDie)
    )

    return Rates.of({
      scaled: (policy) => scaled(policy, scale),

      charge: spanned("Rates.charge")(function* (bucket, policy) {
        const now = yield* Clock.currentTimeMillis
        const [charged] = yield* Effect.orDie(
          charges(sql`
            SELECT allowed, arrival FROM charge(${bucket}, ${now}, ${emission(policy)}, ${policy.windowSeconds * 1_000})`)
        )
        return { policy, ...charged! }
      }),

      chargeOutside: spanned("Rates.charge")(function* (bucket, policy) {
        const charged = yield* shared({ bucket, policy, at: yield* Clock.currentTimeMillis })
        return { policy, allowed: charged!.allowed, arrival: charged!.arrival }
      })
    })
  })
)
