import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { monthOf, Usage } from "../../../src/accounts/Usage.ts"
import { rowsOf } from "../Rows.ts"

const usedDays = rowsOf(
  Schema.Struct({
    date: Schema.String,
    pages: Schema.Int,
    created: Schema.Int,
    ready: Schema.Int,
    error: Schema.Int
  })
)

export const layer = Layer.effect(
  Usage,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return Usage.of({
      thisMonth: Effect.fn("Usage.thisMonth")(function* (accountId, keyId) {
        const period = monthOf(yield* Clock.currentTimeMillis)
        const days = yield* usedDays(sql`
          SELECT day::text AS date, sum(pages)::int AS pages, sum(jobs_created)::int AS created,
            sum(jobs_ready)::int AS ready, sum(jobs_error)::int AS error
          FROM usage
          WHERE account_id = ${accountId} AND day >= ${DateTime.formatIsoDateUtc(period.start)}::date
            AND day < ${DateTime.formatIsoDateUtc(period.reset)}::date
            ${keyId === undefined ? sql`` : sql`AND key_id = ${keyId}`}
          GROUP BY day ORDER BY day`)
        const total = (column: "pages" | "created" | "ready" | "error") =>
          days.reduce((sum, day) => sum + day[column], 0)
        return {
          period,
          pages: total("pages"),
          created: total("created"),
          ready: total("ready"),
          error: total("error"),
          byDay: days.map(({ date, pages, created }) => ({ date, pages, jobs: created }))
        }
      }, Effect.orDie)
    })
  })
)
