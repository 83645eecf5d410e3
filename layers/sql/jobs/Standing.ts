/** What an owner has taken at one moment. */
import { Clock, DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountId, DeviceId } from "../../../schema/Ids.ts"
import { monthOf } from "../../../src/accounts/Usage.ts"
import type { Owner } from "../../../src/jobs/Job.ts"
import { dayOf } from "../../../src/jobs/Queue.ts"
import type { Counted, Standing } from "../../../src/jobs/Slots.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import { rowsOf } from "../Rows.ts"

/** The columns of a standing, decoded. */
export const columns = {
  used: Schema.Int,
  of_account: Schema.NullOr(Schema.Int),
  of_key: Schema.NullOr(Schema.Int)
}

const Row = Schema.Struct(columns)

const standings = rowsOf(Row)

export const toStanding = ({ used, of_account, of_key }: typeof Row.Type): Standing => ({
  used,
  pages: of_account === null || of_key === null ? null : { ofAccount: of_account, ofKey: of_key }
})

/** Who makes jobs with these converters. */
interface Maker {
  readonly owner: Owner
  readonly deviceId: DeviceId | null
  readonly accountId: AccountId | null
  readonly converters: ReadonlyArray<string>
}

export const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const monthAt = (now: number) => {
    const { start, reset } = monthOf(now)
    return { start: DateTime.formatIsoDateUtc(start), reset: DateTime.formatIsoDateUtc(reset) }
  }

  const pagesOf = (counted: Counted | null, now: number) => {
    if (counted === null) return sql`(SELECT NULL::int AS of_account, NULL::int AS of_key)`
    const { start, reset } = monthAt(now)
    return sql`(
      SELECT COALESCE(sum(pages), 0)::int AS of_account,
        COALESCE(sum(pages) FILTER (WHERE key_id = ${counted.keyId}), 0)::int AS of_key
      FROM usage WHERE account_id = ${counted.accountId} AND day >= ${start}::date AND day < ${reset}::date)`
  }

  return {
    now: spanned("Slots.standing")(function* (owner: Owner, counted: Counted | null) {
      const [row] = yield* standings(sql`
        SELECT * FROM (
          SELECT count(*)::int AS used FROM jobs WHERE owner = ${owner} AND status IN ('queued', 'processing')
        ) AS taken, ${pagesOf(counted, yield* Clock.currentTimeMillis)} AS pages`)
      return toStanding(row!)
    }, Effect.orDie),

    /**
     * A part of a statement: until its transaction ends no other request takes slots of this owner's. It looks when it is its
     * turn. `last` has the lowest priority of the maker's jobs of this UTC day with each of the converters.
     */
    inTurn: ({ owner, deviceId, accountId, converters }: Maker, counted: Counted | null, now: number) => {
      const { start, reset } = monthAt(now)
      return sql`SELECT * FROM allowance_in_turn(${owner}, ${deviceId}, ${accountId}, ${new Date(dayOf(now))},
        ${JSON.stringify(converters)}::jsonb,
        ${counted?.accountId ?? null}, ${counted?.keyId ?? null}, ${start}::date, ${reset}::date)`
    }
  }
})
