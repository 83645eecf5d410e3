import { DateTime, Effect, flow, Layer, Schedule, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { BlobKey, JobId } from "../../../schema/Ids.ts"
import type { JobWarning } from "../../../schema/Job.ts"
import { defaults, SettingsPatch } from "../../../schema/Settings.ts"
import { Seals } from "../../../src/auth/Seals.ts"
import type { Work } from "../../../src/jobs/Job.ts"
import { Attempts, type Outcome } from "../../../src/jobs/runs/Attempts.ts"
import { maxAttempts } from "../../../src/jobs/Status.ts"
import { truncates } from "../../../src/jobs/Terms.ts"
import { gathered } from "../../../src/process/Gathered.ts"
import { isOutage } from "../../../src/process/Outage.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import { Outbox } from "../../../src/webhooks/Outbox.ts"
import { jobChanged, jobMoved } from "../../postgres/Notifications.ts"
import { rowsOf } from "../Rows.ts"
import { isUntoldOf, owner } from "./JobRow.ts"

const claimedJobs = rowsOf(
  Schema.Struct({
    id: JobId,
    attempt: Schema.Int,
    owner,
    input_key: BlobKey,
    /** Jobs from before a setting was added have its default. */
    settings: SettingsPatch,
    time_budget_sec: Schema.Int,
    max_pages: Schema.Int,
    surface: Schema.Literals(["v1", "v2"]),
    password: Schema.NullOr(Schema.Uint8Array)
  })
)

const endedJobs = rowsOf(Schema.Struct({ id: JobId }))

/** Runs that begin or end in one statement. */
const mostTogether = 100

/** The end of a run, at a moment. */
interface End {
  readonly work: Work
  readonly outcome: Outcome
  readonly at: Date
}

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

    const announce = (jobId: JobId) => sql`SELECT pg_notify(${jobChanged}, ${jobId})`

    /** Only the run that is the job's own may write. */
    const own = (work: Work) => sql`id = ${work.jobId} AND status = 'processing' AND attempt = ${work.attempt}`

    /**
     * Counts the jobs of `ended` for their accounts, in one order everywhere; only pages of v2 count against a month. One
     * whose account is not there any more ends like all others.
     */
    const counted = (at: Date) => sql`
      INSERT INTO usage AS u (account_id, day, key_id, pages, jobs_ready, jobs_error)
      SELECT account_id, ${at}::timestamptz::date, COALESCE(key_id, account_id) AS key_id,
        COALESCE(sum(pages_done) FILTER (WHERE surface = 'v2' AND status = 'ready'), 0)::int,
        count(*) FILTER (WHERE status = 'ready')::int, count(*) FILTER (WHERE status = 'error')::int
      FROM ended WHERE EXISTS (SELECT FROM accounts WHERE id = account_id)
      GROUP BY account_id, COALESCE(key_id, account_id) ORDER BY 1, 3
      ON CONFLICT (account_id, day, key_id) DO UPDATE SET pages = u.pages + EXCLUDED.pages,
        jobs_ready = u.jobs_ready + EXCLUDED.jobs_ready, jobs_error = u.jobs_error + EXCLUDED.jobs_error`

    /** A job that left with its device is still its first account's to pay. */
    const counts = sql.literal(
      "COALESCE(jobs.payer_id, jobs.account_id) AS account_id, jobs.key_id, jobs.surface, jobs.status, jobs.pages_done"
    )

    /** Ends a job that has broken off too often; its input stays until it expires, so that an operator can retry it. */
    const giveUp = (jobId: JobId, at: Date) => sql`
      WITH ended AS (
        UPDATE jobs SET status = 'error', status_since = ${at}, error_code = 'engine_crashed',
          error_message = ${`The conversion broke off ${maxAttempts} times`}, password = NULL,
          expires_at = ${at} + ready_ttl_sec * interval '1 second'
        WHERE id = ${jobId} AND status IN ('queued', 'processing') AND attempt >= ${maxAttempts}
        RETURNING ${counts}
      ), counted AS (${counted(at)})
      SELECT FROM ended`

    /** What a run comes to, as its job's row has it. A failed job keeps its input, not its password. */
    const written = ({ work, outcome, at }: End) => ({
      id: work.jobId,
      attempt: work.attempt,
      at,
      ...(outcome._tag === "Failed"
        ? { status: "error", error_code: outcome.error.code, error_message: outcome.error.message }
        : {
            status: "ready",
            output_key: outcome.outputKey,
            output_size: outcome.outputSize,
            blocks_key: outcome.blocksKey,
            images_key: outcome.imagesKey,
            pages: outcome.pages,
            pages_done: outcome.pagesDone,
            truncated: outcome.truncated,
            continue_from: outcome.continueFrom,
            warnings: warningsOf(outcome),
            report: outcome.report
          })
    })

    /** Jobs are held in the order of their ids. */
    const inOrder = (ends: ReadonlyArray<End>) => ends.map(written).toSorted((a, b) => (a.id < b.id ? -1 : 1))

    /**
     * Ends those runs that are still their jobs' own, reports their pages, counts them and says so; those of `which`.
     * Yields the jobs that have ended by it.
     */
    const finished = (ends: ReadonlyArray<End>, which: Statement.Fragment) =>
      endedJobs(sql`
        WITH outcome AS (
          SELECT * FROM jsonb_to_recordset(${JSON.stringify(inOrder(ends))}::jsonb) AS o (id uuid, attempt integer,
            at timestamptz, status text, error_code text, error_message text, output_key uuid, output_size bigint,
            blocks_key uuid, images_key uuid, pages integer, pages_done integer, truncated boolean,
            continue_from integer, warnings jsonb, report jsonb)
        ), ended AS (
          UPDATE jobs SET status = o.status, status_since = o.at, expires_at = o.at + ready_ttl_sec * interval '1 second',
            password = NULL, input_key = CASE WHEN o.status = 'error' THEN jobs.input_key END,
            error_code = o.error_code, error_message = o.error_message, output_key = o.output_key,
            output_size = o.output_size, blocks_key = o.blocks_key, images_key = o.images_key,
            pages = COALESCE(o.pages, jobs.pages), pages_done = COALESCE(o.pages_done, jobs.pages_done),
            truncated = COALESCE(o.truncated, jobs.truncated), continue_from = o.continue_from,
            warnings = COALESCE(o.warnings, jobs.warnings)
          FROM outcome o
          WHERE jobs.id = ANY (ARRAY(SELECT id FROM outcome)) AND jobs.id = o.id AND jobs.status = 'processing' AND jobs.attempt = o.attempt AND ${which}
          RETURNING jobs.id, ${counts}, o.report
        ), reported AS (
          INSERT INTO page_reports (job_id, pages) SELECT id, report FROM ended WHERE report IS NOT NULL
        ), counted AS (${counted(ends[0]!.at)})
        SELECT id, pg_notify(${jobChanged}, id::text) FROM ended`)

    const isUntold = isUntoldOf(sql)

    /** Ends the runs of jobs that nobody is told of; true for each that was one. */
    const finishUntold = yield* gathered({ most: mostTogether }, (ends: ReadonlyArray<End>) =>
      Effect.map(finished(ends, isUntold), (rows) => {
        const ids = new Set(rows.map(({ id }) => id))
        return ends.map(({ work }) => ids.has(work.jobId))
      })
    )

    /** The job ends, and whoever is to be told of it will be, or neither. */
    const finishTold = (end: End) =>
      finished([end], sql.literal("true")).pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.tap((isOwn) => (isOwn ? outbox.emit([end.work.jobId]) : Effect.void)),
        sql.withTransaction
      )

    /** A commit whose answer was lost is tried again: the result is this run's own, and stays. */
    const isWritten = (work: Work, outcome: Outcome) =>
      outcome._tag === "Failed"
        ? Effect.succeed(false)
        : Effect.map(
            sql`SELECT FROM jobs WHERE id = ${work.jobId} AND output_key = ${outcome.outputKey}`,
            (rows) => rows.length > 0
          )

    /**
     * Begins the runs of jobs that still wait for one. Commits without waiting for the disk: a database that forgets it in a
     * crash has the job wait again, and takes no end of the run.
     */
    const begin = yield* gathered(
      { most: mostTogether },
      (calls: ReadonlyArray<{ readonly jobId: JobId; readonly at: Date }>) =>
        claimedJobs(sql`
        UPDATE jobs SET attempt = attempt + 1, pages_done = 0,
          status_since = CASE WHEN status = 'queued' THEN ${calls[0]!.at} ELSE status_since END, status = 'processing'
        WHERE ${sql.in(
          "id",
          calls.map(({ jobId }) => jobId)
        )} AND status IN ('queued', 'processing') AND attempt < ${maxAttempts}
        RETURNING id, attempt, owner, input_key, settings, time_budget_sec, max_pages, surface, password,
          pg_notify(${jobMoved}, id::text), set_config('synchronous_commit', 'off', true)`).pipe(
          Effect.map((rows) => calls.map(({ jobId }) => rows.find(({ id }) => id === jobId)))
        )
    )

    return Attempts.of({
      claim: spanned("Attempts.claim")(function* (jobId: JobId) {
        const at = yield* DateTime.nowAsDate
        const row = yield* begin({ jobId, at })
        if (row === undefined) {
          const isEnded = yield* Effect.map(giveUp(jobId, at), (rows) => rows.length > 0).pipe(
            Effect.tap((isEnded) => (isEnded ? Effect.andThen(outbox.emit([jobId]), announce(jobId)) : Effect.void)),
            sql.withTransaction
          )
          return isEnded ? ({ _tag: "GivenUp" } as const) : ({ _tag: "Unwanted" } as const)
        }
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
      }, Effect.orDie),

      progress: Effect.fn("Attempts.progress")(function* (work, { pages, pagesDone }) {
        yield* sql`
          UPDATE jobs SET pages = ${pages}, pages_done = ${pagesDone} WHERE ${own(work)}
          RETURNING pg_notify(${jobMoved}, ${work.jobId})`
      }, Effect.orDie),

      finish: spanned("Attempts.finish")(
        function* (work: Work, outcome: Outcome) {
          const end = { work, outcome, at: yield* DateTime.nowAsDate }
          return (yield* finishUntold(end)) || (yield* finishTold(end)) || (yield* isWritten(work, outcome))
        },
        // A finished conversion is worth waiting for the database; another run's end in the meantime is respected.
        flow(Effect.retry({ while: isOutage, schedule: Schedule.spaced("1 second"), times: 20 }), Effect.orDie)
      ),

      handBack: Effect.fn("Attempts.handBack")(function* (work) {
        const at = yield* DateTime.nowAsDate
        yield* sql`
          UPDATE jobs SET status = 'queued', status_since = ${at}, attempt = attempt - 1, pages_done = 0
          WHERE ${own(work)}`
      }, Effect.orDie)
    })
  })
)
