import { Clock, Effect, Layer, Schedule, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { BlobKey, type JobId } from "../../../schema/Ids.ts"
import type { JobWarning } from "../../../schema/Job.ts"
import { defaults, SettingsPatch } from "../../../schema/Settings.ts"
import { Seals } from "../../../src/auth/Seals.ts"
import type { Work } from "../../../src/jobs/Job.ts"
import { Attempts, type Outcome } from "../../../src/jobs/runs/Attempts.ts"
import { maxAttempts } from "../../../src/jobs/Status.ts"
import { truncates } from "../../../src/jobs/Terms.ts"
import { isOutage } from "../../../src/process/Outage.ts"
import { Outbox } from "../../../src/webhooks/Outbox.ts"
import { jobChanged } from "../../postgres/Notifications.ts"
import { rowsOf } from "../Rows.ts"

const claimedJobs = rowsOf(
  Schema.Struct({
    attempt: Schema.Int,
    owner: Schema.TemplateLiteral([Schema.Literals(["device", "account"]), ":", Schema.String]),
    input_key: BlobKey,
    /** Jobs from before a setting was added have its default. */
    settings: SettingsPatch,
    time_budget_sec: Schema.Int,
    max_pages: Schema.Int,
    surface: Schema.Literals(["v1", "v2"]),
    password: Schema.NullOr(Schema.Uint8Array)
  })
)

/** Each warning once, in the order of the pages. */
const warningsOf = ({ report, isFiguresCut }: Extract<Outcome, { _tag: "Ready" }>): ReadonlyArray<JobWarning> => [
  ...new Set(report.flatMap(({ warnings }) => warnings)),
  ...(isFiguresCut ? (["figures_cut"] as const) : [])
]

export const layer = Layer.effect(
  Attempts,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const outbox = yield* Outbox
    const seals = yield* Seals

    const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))

    const announce = (jobId: JobId) => sql`SELECT pg_notify(${jobChanged}, ${jobId})`

    /** Only the run that is the job's own may write. */
    const own = (work: Work) => sql`id = ${work.jobId} AND status = 'processing' AND attempt = ${work.attempt}`

    /** What a failed job becomes; its input stays until it expires, so that an operator can retry it, its password does not. */
    const failure = (at: Date, code: string, message: string) => sql`
      status = 'error', status_since = ${at}, error_code = ${code}, error_message = ${message}, password = NULL,
      expires_at = ${at} + ready_ttl_sec * interval '1 second'`

    /** Ends the jobs there are and counts them for their accounts; only pages of v2 count against a month. */
    const ended = (change: Statement.Fragment, where: Statement.Fragment, at: Date) => sql`
      WITH ended AS (
        UPDATE jobs SET ${change} WHERE ${where}
        RETURNING account_id, COALESCE(key_id, account_id) AS key_id, status,
          CASE WHEN surface = 'v2' AND status = 'ready' THEN pages_done ELSE 0 END AS pages
      ), counted AS (
        INSERT INTO usage AS u (account_id, day, key_id, pages, jobs_ready, jobs_error)
        SELECT account_id, ${at}::timestamptz::date, key_id, pages, (status = 'ready')::int, (status = 'error')::int
        FROM ended WHERE account_id IS NOT NULL
        ON CONFLICT (account_id, day, key_id) DO UPDATE SET pages = u.pages + EXCLUDED.pages,
          jobs_ready = u.jobs_ready + EXCLUDED.jobs_ready, jobs_error = u.jobs_error + EXCLUDED.jobs_error
      )
      SELECT FROM ended`

    /** A commit whose answer was lost is tried again: the result is this run's own, and stays. */
    const isWritten = (work: Work, outcome: Outcome) =>
      outcome._tag === "Failed"
        ? Effect.succeed(false)
        : Effect.map(
            sql`SELECT FROM jobs WHERE id = ${work.jobId} AND output_key = ${outcome.outputKey}`,
            (rows) => rows.length > 0
          )

    return Attempts.of({
      claim: Effect.fn("Attempts.claim")(
        function* (jobId) {
          const at = yield* now
          const [row] = yield* claimedJobs(sql`
            UPDATE jobs SET attempt = attempt + 1, pages_done = 0,
              status_since = CASE WHEN status = 'queued' THEN ${at} ELSE status_since END, status = 'processing'
            WHERE id = ${jobId} AND status IN ('queued', 'processing') AND attempt < ${maxAttempts}
            RETURNING attempt, owner, input_key, settings, time_budget_sec, max_pages, surface, password`)
          if (row === undefined) {
            const rows = yield* ended(
              failure(at, "engine_crashed", `The conversion broke off ${maxAttempts} times`),
              sql`id = ${jobId} AND status IN ('queued', 'processing') AND attempt >= ${maxAttempts}`,
              at
            )
            if (rows.length === 0) return { _tag: "Unwanted" } as const
            yield* outbox.emit([jobId])
            yield* announce(jobId)
            return { _tag: "GivenUp" } as const
          }
          yield* announce(jobId)
          const work: Work = {
            jobId,
            attempt: row.attempt,
            owner: row.owner,
            inputKey: row.input_key,
            settings: { ...defaults, ...row.settings },
            password: row.password === null ? null : yield* seals.open(row.password, jobId),
            timeBudgetSec: row.time_budget_sec,
            maxPages: row.max_pages,
            truncates: truncates(row.surface)
          }
          return { _tag: "Claimed", work } as const
        },
        sql.withTransaction,
        Effect.orDie
      ),

      progress: Effect.fn("Attempts.progress")(function* (work, { pages, pagesDone }) {
        yield* sql`
          UPDATE jobs SET pages = ${pages}, pages_done = ${pagesDone} WHERE ${own(work)}
          RETURNING pg_notify(${jobChanged}, ${work.jobId})`
      }, Effect.orDie),

      finish: Effect.fn("Attempts.finish")(
        function* (work, outcome) {
          const at = yield* now
          const change =
            outcome._tag === "Failed"
              ? failure(at, outcome.error.code, outcome.error.message)
              : sql`status = 'ready', status_since = ${at}, expires_at = ${at} + ready_ttl_sec * interval '1 second',
                  input_key = NULL, password = NULL, output_key = ${outcome.outputKey}, output_size = ${outcome.outputSize}, blocks_key = ${outcome.blocksKey},
                  images_key = ${outcome.imagesKey},
                  pages = ${outcome.pages}, pages_done = ${outcome.pagesDone}, truncated = ${outcome.truncated},
                  continue_from = ${outcome.continueFrom},
                  warnings = ${JSON.stringify(warningsOf(outcome))}::jsonb`
          const rows = yield* ended(change, own(work), at)
          if (rows.length === 0) return yield* isWritten(work, outcome)
          if (outcome._tag === "Ready") {
            yield* sql`
              INSERT INTO page_reports (job_id, pages) VALUES (${work.jobId}, ${JSON.stringify(outcome.report)}::jsonb)`
          }
          yield* outbox.emit([work.jobId])
          yield* announce(work.jobId)
          return true
        },
        sql.withTransaction,
        // A finished conversion is worth waiting for the database; another run's end in the meantime is respected.
        Effect.retry({ while: isOutage, schedule: Schedule.spaced("1 second"), times: 20 }),
        Effect.orDie
      ),

      handBack: Effect.fn("Attempts.handBack")(function* (work) {
        const at = yield* now
        yield* sql`
          UPDATE jobs SET status = 'queued', status_since = ${at}, attempt = attempt - 1, pages_done = 0
          WHERE ${own(work)}`
      }, Effect.orDie)
    })
  })
)
