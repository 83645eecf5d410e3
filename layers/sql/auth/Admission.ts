/** What every kind of credential is measured by in the one statement that looks it up. */
import { Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { TierName } from "../../../schema/Actor.ts"
import { order, Tiers } from "../../../src/accounts/Tiers.ts"
import type { Call } from "../../../src/auth/Auth.ts"
import * as Rates from "../../../src/auth/Rates.ts"
import { subscriber } from "../../../src/net/Address.ts"
import { spanned } from "../../../src/process/Spanned.ts"

/** The columns of such a statement. The charge is null where it was not reached. */
export const admitted = {
  tier: TierName,
  allowed: Schema.NullOr(Schema.Boolean),
  arrival: Schema.NullOr(Schema.Finite)
}

const Admitted = Schema.Struct(admitted)

type Buckets = Readonly<Record<Call["bucket"], Rates.Policy>>

/** Milliseconds of the window that the buckets of all tiers have in common. */
const windowMillis = 60_000

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rates = yield* Rates.Rates
  const tiers = yield* Tiers
  const failures = rates.scaled(Rates.failures)
  const anonymous = rates.scaled(Rates.anonymous)

  const policies = Object.fromEntries(
    order.map((name): [TierName, Buckets] => [
      name,
      {
        create: rates.scaled(Rates.creates(tiers[name].createsPerMinute)),
        requests: rates.scaled(Rates.requests(tiers[name].requestsPerMinute))
      }
    ])
  ) as Record<TierName, Buckets>

  const emissionsOf = (bucket: Call["bucket"]) =>
    `CASE tier ${order.map((name) => `WHEN '${name}' THEN ${Rates.emission(policies[name][bucket])}`).join(" ")} END`
  const emissions = { create: emissionsOf("create"), requests: emissionsOf("requests") }
  const emissionOfRow = sql.literal(`CASE bucket WHEN 'create' THEN ${emissions.create} ELSE ${emissions.requests} END`)

  /** The rows `charged`: what came of charging the caller of the rows `found` (`id`, `tier`), who is of this kind. */
  const charged = (kind: string | Statement.Fragment, { bucket }: Call, now: number) => sql`
    SELECT c.allowed, c.arrival
    FROM found, charge(
      ${kind}::text || ':' || found.id || ${`:${bucket}`}::text, ${now}, ${sql.literal(emissions[bucket])}, ${windowMillis}
    ) AS c`

  /**
   * The same of many callers, whose rows have an `n`, a `bucket` and a time `at` of their own. In one order on all nodes: two
   * statements never wait for each other's buckets.
   */
  const allCharged = (kind: string) => sql`
    SELECT o.n, c.allowed, c.arrival
    FROM (
      SELECT n, at, ${`${kind}:`}::text || id || ':' || bucket AS name, ${emissionOfRow} AS emission FROM found ORDER BY name, n
    ) AS o, charge(o.name, o.at, o.emission, ${windowMillis}) AS c`

  return {
    charged,
    allCharged,

    /** Counts a failed authentication; past the limit of its address the answer to another is 429. */
    counted: <E>(address: string, error: E) =>
      Effect.gen(function* () {
        yield* Rates.admitted(yield* rates.chargeOutside(`failures:${subscriber(address)}`, failures))
        return yield* Effect.fail(error)
      }),

    /** Lets a caller in whose rate allows it, however often others have failed at its address. */
    judge: Effect.fnUntraced(function* (found: typeof Admitted.Type, { bucket, onCharge }: Call) {
      // a caller that was found is charged, unless it is blocked
      if (found.allowed === null || found.arrival === null) return
      const charge = { policy: policies[found.tier][bucket], allowed: found.allowed, arrival: found.arrival }
      yield* onCharge(charge)
      yield* Rates.admitted(charge)
    }),

    anonymous: spanned("Auth.anonymous")(function* (address: string, onCharge: Call["onCharge"]) {
      const charge = yield* rates.chargeOutside(`anonymous:${subscriber(address)}`, anonymous)
      yield* onCharge(charge)
      yield* Rates.admitted(charge)
    })
  }
})
