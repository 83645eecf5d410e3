import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Actor } from "../../../schema/Actor.ts"
import type { JobId } from "../../../schema/Ids.ts"
import { PageReport } from "../../../schema/Job.ts"
import { Pool } from "../../../src/accounts/Tiers.ts"
import { outputOf } from "../../../src/jobs/Job.ts"
import { Jobs } from "../../../src/jobs/Jobs.ts"
import { Queue } from "../../../src/jobs/Queue.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import { jobChanged } from "../../postgres/Notifications.ts"
import { rowsOf } from "../Rows.ts"
import * as Creates from "./Creates.ts"
import * as JobReads from "./JobReads.ts"
import * as Removals from "./Removals.ts"

const reports = rowsOf(Schema.Struct({ pages: Schema.Array(PageReport) }))

const retried = rowsOf(Schema.Struct({ pool: Pool, priority: Schema.Int }))

export const layer = Layer.effect(
  Jobs,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const queue = yield* Queue
    const { known, ...reads } = yield* JobReads.make

    const result: Jobs["Service"]["result"] = spanned("Jobs.result")(function* (actor: Actor, jobId: JobId) {
      const job = yield* known(actor, jobId)
      return { job, outputKey: yield* Effect.fromResult(outputOf(job)) }
    })

    return Jobs.of({
      ...reads,
      create: yield* Creates.make,
      remove: yield* Removals.make,

      result,

      report: Effect.fn("Jobs.report")(function* (actor, jobId) {
        const { job } = yield* result(actor, jobId)
        const [row] = yield* Effect.orDie(reports(sql`SELECT pages FROM page_reports WHERE job_id = ${jobId}`))
        return { job, pages: row?.pages ?? [] }
      }),

      retry: Effect.fn("Jobs.retry")(
        function* (jobId) {
          const now = yield* DateTime.nowAsDate
          const [row] = yield* retried(sql`
            UPDATE jobs SET status = 'queued', status_since = ${now}, attempt = 0, pages_done = 0, expires_at = NULL,
              error_code = NULL, error_message = NULL
            WHERE id = ${jobId} AND status = 'error' AND input_key IS NOT NULL
              AND (expires_at IS NULL OR expires_at > ${now})
            RETURNING pool, priority`)
          if (row === undefined) return false
          yield* queue.enqueue({ jobId, pool: row.pool, priority: row.priority })
          yield* Effect.orDie(sql`SELECT pg_notify(${jobChanged}, ${jobId})`)
          return true
        },
        sql.withTransaction,
        Effect.orDie
      )
    })
  })
)
