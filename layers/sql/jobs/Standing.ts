/** What an owner has taken at one moment, in one statement. */
import { Clock, DateTime, Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { AccountId, DeviceId } from "../../../schema/Ids.ts"
import { monthOf } from "../../../src/accounts/Usage.ts"
import type { Owner } from "../../../src/jobs/Job.ts"
import { dayOf } from "../../../src/jobs/Queue.ts"
import type { Counted, Standing } from "../../../src/jobs/Slots.ts"
import { rowsOf } from "../Rows.ts"

const standings = rowsOf(
  Schema.Struct({
    used: Schema.Int,
    last: Schema.NullOr(Schema.Record(Schema.String, Schema.Int)),
    of_account: Schema.NullOr(Schema.Int),
    of_key: Schema.NullOr(Schema.Int)
  })
)

/** Who makes jobs with these converters. */
interface Maker {
  readonly owner: Owner
  readonly deviceId: DeviceId | null
  readonly accountId: AccountId | null
  readonly converters: ReadonlyArray<string>
}

export const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const pagesOf = (counted: Counted | null, now: number) => {
    if (counted === null) return sql`(SELECT NULL::int AS of_account, NULL::int AS of_key)`
    const { start, reset } = monthOf(now)
    return sql`(
      SELECT COALESCE(sum(pages), 0)::int AS of_account,
        COALESCE(sum(pages) FILTER (WHERE key_id = ${counted.keyId}), 0)::int AS of_key
      FROM usage WHERE account_id = ${counted.accountId} AND day >= ${DateTime.formatIsoDateUtc(start)}::date
        AND day < ${DateTime.formatIsoDateUtc(reset)}::date)`
  }

  const standing = Effect.fnUntraced(function* (taken: Statement.Fragment, counted: Counted | null, now: number) {
    const [row] = yield* standings(sql`SELECT * FROM ${taken} AS taken, ${pagesOf(counted, now)} AS pages`)
    const { used, last, of_account, of_key } = row!
    return {
      used,
      pages: of_account === null || of_key === null ? null : { ofAccount: of_account, ofKey: of_key },
      last: new Map(Object.entries(last ?? {}))
    }
  }, Effect.orDie)

  return {
    now: (owner: Owner, counted: Counted | null): Effect.Effect<Standing> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        standing(
          sql`(SELECT count(*)::int AS used, NULL::jsonb AS last FROM jobs
            WHERE owner = ${owner} AND status IN ('queued', 'processing'))`,
          counted,
          now
        )
      ),

    /**
     * Until the transaction ends no other request takes slots of this owner's. `last` has the lowest priority of the maker's
     * jobs of this UTC day with each of the converters.
     */
    inTurn: ({ owner, deviceId, accountId, converters }: Maker, counted: Counted | null, now: number) =>
      standing(
        sql`standing_in_turn(${owner}, ${deviceId}, ${accountId}, ${new Date(dayOf(now))},
          ${JSON.stringify(converters)}::jsonb)`,
        counted,
        now
      )
  }
})
