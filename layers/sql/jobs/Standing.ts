/** What an owner has taken at one moment, in one statement. */
import { Clock, DateTime, Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { monthOf } from "../../../src/accounts/Usage.ts"
import type { Counted, Standing } from "../../../src/jobs/Slots.ts"
import { rowsOf } from "../Rows.ts"

const standings = rowsOf(
  Schema.Struct({ used: Schema.Int, of_account: Schema.NullOr(Schema.Int), of_key: Schema.NullOr(Schema.Int) })
)

/** With slots that are counted by `used`. */
export const make = Effect.map(SqlClient.SqlClient, (sql) =>
  Effect.fnUntraced(function* (used: Statement.Fragment, counted: Counted | null) {
    const { start, reset } = monthOf(yield* Clock.currentTimeMillis)
    const [row] = yield* standings(
      counted === null
        ? sql`SELECT ${used} AS used, NULL::int AS of_account, NULL::int AS of_key`
        : sql`
            SELECT ${used} AS used, COALESCE(sum(pages), 0)::int AS of_account,
              COALESCE(sum(pages) FILTER (WHERE key_id = ${counted.keyId}), 0)::int AS of_key
            FROM usage WHERE account_id = ${counted.accountId} AND day >= ${DateTime.formatIsoDateUtc(start)}::date
              AND day < ${DateTime.formatIsoDateUtc(reset)}::date`
    )
    const { used: taken, of_account, of_key } = row!
    return {
      used: taken,
      pages: of_account === null || of_key === null ? null : { ofAccount: of_account, ofKey: of_key }
    } satisfies Standing
  }, Effect.orDie)
)
