import { Clock, DateTime, Effect, Layer, Option, Stream } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import type { Actor, TierName } from "../schema/Actor.ts"
import { Gone, JobNotFound, NotReady } from "../schema/Errors.ts"
import { AccountId, BlobKey, type DeviceId, JobId } from "../schema/Ids.ts"
import type { JobErrorCode, JobStatus, PageReport } from "../schema/Job.ts"
import { Tiers, v1 } from "../src/accounts/Tiers.ts"
import type { Usage } from "../src/accounts/Usage.ts"
import { Blobs } from "../src/jobs/Blobs.ts"
import { Idempotency } from "../src/jobs/Idempotency.ts"
import { type Job, type Maker, type Owner, ownerOf } from "../src/jobs/Job.ts"
import { Jobs, watchSeconds } from "../src/jobs/Jobs.ts"
import { dayOf, type Pool, priorityAfter, Queue } from "../src/jobs/Queue.ts"
import * as Quota from "../src/jobs/Quota.ts"
import { Slots } from "../src/jobs/Slots.ts"
import { isActive, isEnded, isGone, removed, tombstoneSeconds } from "../src/jobs/Status.ts"
import { Outbox } from "../src/webhooks/Outbox.ts"
import { jobChanged, Notifications } from "./Notifications.ts"

interface Row {
  readonly id: string
  readonly owner: Owner
  readonly status: JobStatus
  readonly status_since: Date
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly gone_reason: Job["goneReason"]
  readonly file_name: string
  readonly source: Job["source"]
  readonly input_key: string | null
  readonly input_size: number
  readonly output_key: string | null
  readonly output_size: number | null
  readonly pages: number | null
  readonly pages_done: number
  readonly truncated: boolean
  readonly error_code: JobErrorCode | null
  readonly error_message: string | null
  readonly tier: TierName
  readonly external_id: string | null
  readonly tags: ReadonlyArray<string>
  readonly warnings: Job["warnings"]
  readonly continue_from: number | null
}

const moment = (date: Date) => DateTime.makeUnsafe(date)

const toJob = (row: Row): Job => ({
  jobId: JobId.make(row.id),
  owner: row.owner,
  status: row.status,
  statusSince: moment(row.status_since),
  createdAt: moment(row.created_at),
  fileName: row.file_name,
  source: row.source,
  inputSize: row.input_size,
  inputKey: row.input_key === null ? null : BlobKey.make(row.input_key),
  outputKey: row.output_key === null ? null : BlobKey.make(row.output_key),
  outputSize: row.output_size,
  pages: row.pages,
  pagesDone: row.pages_done,
  truncated: row.truncated,
  expiresAt: row.expires_at === null ? null : moment(row.expires_at),
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
  goneReason: row.gone_reason,
  tier: row.tier,
  externalId: row.external_id,
  tags: row.tags,
  warnings: row.warnings,
  continueFrom: row.continue_from
})

export const layer = Layer.effect(
  Jobs,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const blobs = yield* Blobs
    const idempotency = yield* Idempotency
    const notifications = yield* Notifications
    const outbox = yield* Outbox
    const queue = yield* Queue
    const random = yield* SecureRandom
    const slots = yield* Slots
    const tiers = yield* Tiers
    const usage = yield* Effect.context<Usage>()

    const columns =
      sql.literal(`id, owner, status, status_since, created_at, expires_at, gone_reason, file_name, source,
      input_key, input_size::float8 AS input_size, output_key, output_size::float8 AS output_size, pages, pages_done,
      truncated, error_code, error_message, tier, external_id, tags, warnings, continue_from`)

    /** The caller's row; a tombstone whose time is up is none. */
    const theirs = (actor: Actor, jobId: JobId, now: number) =>
      sql`id = ${jobId} AND owner = ${ownerOf(actor)}
        AND (tombstone_until IS NULL OR tombstone_until > ${new Date(now)})`

    const isExpired = (job: Job, now: number) =>
      isEnded(job.status) && job.expiresAt !== null && DateTime.toEpochMillis(job.expiresAt) <= now

    /** A job whose time is up is a tombstone, whether it has been swept or not. */
    const asOf = (now: number, job: Job): Job =>
      isExpired(job, now) && !isGone(job.status) ? { ...job, status: "deleted", goneReason: "expired" } : job

    /** The caller's job with this id, whatever is left of it. */
    const known = Effect.fnUntraced(function* (actor: Actor, jobId: JobId) {
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* Effect.orDie(sql<Row>`SELECT ${columns} FROM jobs WHERE ${theirs(actor, jobId, now)}`)
      return row === undefined ? yield* new JobNotFound() : asOf(now, toJob(row))
    })

    const find = Effect.fn("Jobs.find")(function* (actor: Actor, jobId: JobId) {
      const job = yield* known(actor, jobId)
      return isGone(job.status) ? yield* new JobNotFound() : job
    })

    const placed = Effect.fn("Jobs.watch")(function* (actor: Actor, jobId: JobId) {
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* Effect.orDie(sql<Row & { queue_position: number | null }>`
        SELECT ${columns}, CASE WHEN status = 'queued' THEN (
          SELECT 1 + count(*)::int FROM jobs q
          WHERE q.status = 'queued' AND q.pool = jobs.pool AND (q.priority > jobs.priority
            OR (q.priority = jobs.priority AND (q.created_at, q.id) < (jobs.created_at, jobs.id)))
        ) END AS queue_position
        FROM jobs WHERE ${theirs(actor, jobId, now)}`)
      if (row === undefined) return yield* new JobNotFound()
      const job = asOf(now, toJob(row))
      return isGone(job.status) ? yield* new JobNotFound() : { job, queuePosition: row.queue_position }
    })

    /** Whose the jobs of a device are until this transaction ends: linking and unlinking it wait, or are waited for. */
    const ofDevice = Effect.fnUntraced(function* (deviceId: DeviceId) {
      const [row] = yield* Effect.orDie(sql<{ account_id: string | null; tier: TierName }>`
        SELECT d.account_id, COALESCE(a.tier, 'anonymous') AS tier
        FROM devices d LEFT JOIN accounts a ON a.id = d.account_id WHERE d.id = ${deviceId} FOR SHARE OF d`)
      return {
        accountId: row?.account_id == null ? null : AccountId.make(row.account_id),
        tierName: row?.tier ?? "anonymous"
      }
    })

    /** Whose the jobs will be, and what they may take. */
    const terms = Effect.fnUntraced(function* ({ surface, actor }: Maker) {
      const { accountId, tierName } =
        surface === "v1" && actor.kind === "device"
          ? yield* ofDevice(actor.deviceId)
          : { accountId: actor.accountId, tierName: actor.tier }
      const tier = tiers[tierName]
      return {
        owner: ownerOf({ ...actor, accountId } as Actor),
        tierName,
        columns: {
          owner_type: actor.kind === "key" ? "api_key" : accountId === null ? "device" : "account_device",
          device_id: actor.kind === "key" ? null : actor.deviceId,
          key_id: actor.kind === "key" ? actor.keyId : null,
          account_id: accountId,
          surface,
          tier: tierName,
          pool: tier.pool,
          time_budget_sec: surface === "v1" ? v1.timeBudgetSec : tier.timeBudgetSec,
          ready_ttl_sec: tier.readyTtlSec,
          max_pages: tier.maxPages
        }
      } as const
    })

    /** How often the converter was asked for so far this UTC day, by the same device or, without one, account. */
    const runsOf = (
      { device_id, account_id }: { readonly device_id: string | null; readonly account_id: string | null },
      converter: string,
      now: number
    ) =>
      Effect.map(
        Effect.orDie(sql<{ runs: number }>`
          SELECT count(*)::int AS runs FROM jobs
          WHERE ${device_id === null ? sql`account_id = ${account_id}` : sql`device_id = ${device_id}`}
            AND created_at >= ${new Date(dayOf(now))} AND settings ->> 'converter' = ${converter}`),
        ([row]) => row?.runs ?? 0
      )

    const create: Jobs["Service"]["create"] = Effect.fn("Jobs.create")(
      function* (maker, inputs, key) {
        const { owner, tierName, columns: common } = yield* terms(maker)
        yield* slots.take(owner, tierName, inputs.length)
        if (maker.surface === "v2") yield* Effect.provide(Quota.check(maker.actor), usage)
        const now = yield* Clock.currentTimeMillis
        const made: Array<Job> = []
        for (const input of inputs) {
          const jobId = JobId.make(yield* random.uuidV7())
          const priority = priorityAfter(yield* runsOf(common, input.settings.converter, now))
          const rows = yield* Effect.orDie(sql<Row>`
            INSERT INTO jobs ${sql.insert({
              id: jobId,
              owner,
              ...common,
              status: "queued",
              status_since: new Date(now),
              created_at: new Date(now),
              file_name: input.fileName,
              source: input.source,
              input_key: input.inputKey,
              input_size: input.inputSize,
              input_sha256: input.inputSha256,
              settings: sql`${JSON.stringify(input.settings)}::jsonb`,
              external_id: input.externalId,
              tags: sql`${JSON.stringify(input.tags)}::jsonb`,
              callback_url: input.callback?.url ?? null,
              callback_secret: input.callback?.secret ?? null,
              priority
            })} RETURNING ${columns}`)
          yield* queue.enqueue({ jobId, pool: common.pool, priority })
          const secret = input.callback?.isMade ? { callbackSecret: input.callback.secret } : {}
          made.push({ ...toJob(rows[0]!), ...secret })
        }
        if (Option.isSome(key)) {
          const jobIds = made.map(({ jobId }) => jobId)
          yield* idempotency.settle(key.value.lease, { jobIds, fingerprint: key.value.fingerprint })
        }
        if (common.account_id !== null) {
          yield* Effect.orDie(sql`
            INSERT INTO usage AS u (account_id, day, key_id, jobs_created)
            VALUES (${common.account_id}, ${new Date(now)}::timestamptz::date, ${common.key_id ?? common.account_id},
              ${made.length})
            ON CONFLICT (account_id, day, key_id) DO UPDATE SET jobs_created = u.jobs_created + EXCLUDED.jobs_created`)
        }
        return made
      },
      (effect) => sql.withTransaction(effect).pipe(Effect.catchTag("SqlError", Effect.die))
    )

    const result: Jobs["Service"]["result"] = Effect.fn("Jobs.result")(function* (actor, jobId) {
      const job = yield* known(actor, jobId)
      if (isGone(job.status)) return yield* new Gone({ reason: job.goneReason ?? "deleted" })
      if (job.outputKey === null) {
        return yield* new NotReady({
          message: job.status === "error" ? "The job failed" : `The job is still ${job.status}`,
          status: job.status as "queued" | "processing" | "error"
        })
      }
      return { job, outputKey: job.outputKey }
    })

    const remove: Jobs["Service"]["remove"] = Effect.fn("Jobs.remove")(function* (actor, jobId) {
      const gone = yield* Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const [row] = yield* Effect.orDie(sql<Row>`
          SELECT ${columns} FROM jobs WHERE ${theirs(actor, jobId, now)} FOR UPDATE`)
        if (row === undefined) return yield* new JobNotFound()
        const job = toJob(row)
        const status = removed(job.status)
        if (isGone(job.status)) return { job, keys: [] }
        const reason = isExpired(job, now) ? "expired" : status
        const [tombstone] = yield* Effect.orDie(sql<Row>`
          UPDATE jobs SET status = ${status}, status_since = ${new Date(now)}, gone_reason = ${reason},
            tombstone_until = ${new Date(now + tombstoneSeconds * 1_000)}, input_key = NULL, output_key = NULL
          WHERE id = ${jobId} RETURNING ${columns}`)
        yield* Effect.orDie(sql`DELETE FROM page_reports WHERE job_id = ${jobId}`)
        if (isActive(job.status)) yield* queue.cancel(jobId)
        yield* outbox.emit([jobId])
        yield* Effect.orDie(sql`SELECT pg_notify(${jobChanged}, ${jobId})`)
        return { job: toJob(tombstone!), keys: [job.inputKey, job.outputKey].filter((key) => key !== null) }
      }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
      yield* Effect.ignore(blobs.remove(gone.keys))
      return gone.job
      // Who hangs up once the row is gone does not keep its files.
    }, Effect.uninterruptible)

    return Jobs.of({
      create,
      find,
      remove,

      recall: Effect.fn("Jobs.recall")(function* (jobIds) {
        const rows = yield* sql<Row>`SELECT ${columns} FROM jobs WHERE ${sql.in("id", jobIds)}`
        const now = yield* Clock.currentTimeMillis
        const jobs = rows.map((row) => asOf(now, toJob(row)))
        return jobIds.flatMap((jobId) => jobs.filter((job) => job.jobId === jobId))
      }, Effect.orDie),

      wait: Effect.fn("Jobs.wait")(function* (actor, jobId, seconds) {
        if (seconds === 0) return yield* find(actor, jobId)
        const ended = notifications.mentions(jobChanged, jobId).pipe(
          Stream.mapEffect(() => find(actor, jobId)),
          Stream.filter((job) => isEnded(job.status)),
          Stream.runHead
        )
        const job = Option.flatten(yield* Effect.timeoutOption(ended, seconds * 1_000))
        return Option.isSome(job) ? job.value : yield* find(actor, jobId)
      }),

      watch: (actor, jobId) =>
        Stream.mapEffect(
          Stream.merge(notifications.mentions(jobChanged, jobId), Stream.tick(watchSeconds * 1_000)),
          () => placed(actor, jobId)
        ),

      newest: Effect.fn("Jobs.newest")(function* (actor, limit) {
        const now = new Date(yield* Clock.currentTimeMillis)
        const rows = yield* sql<Row>`
          SELECT ${columns} FROM jobs
          WHERE owner = ${ownerOf(actor)} AND status NOT IN ('canceled', 'deleted')
            AND (expires_at IS NULL OR expires_at > ${now})
          ORDER BY created_at DESC, id DESC LIMIT ${limit}`
        return rows.map(toJob)
      }, Effect.orDie),

      list: Effect.fn("Jobs.list")(function* (actor, { status, externalId, tag, after, limit }) {
        const now = new Date(yield* Clock.currentTimeMillis)
        const unexpired = sql`(expires_at IS NULL OR expires_at > ${now})`
        const shown =
          status === null
            ? sql`status NOT IN ('canceled', 'deleted') AND ${unexpired}`
            : status === "canceled" || status === "deleted"
              ? sql`tombstone_until > ${now} AND status = ${status}`
              : sql`status = ${status} AND ${unexpired}`
        const rows = yield* sql<Row>`
          SELECT ${columns} FROM jobs
          WHERE owner = ${ownerOf(actor)} AND ${shown}
            ${externalId === null ? sql`` : sql`AND external_id = ${externalId}`}
            ${tag === null ? sql`` : sql`AND tags ? ${tag}`}
            ${after === null ? sql`` : sql`AND (created_at, id) < (${new Date(after.createdAt)}, ${after.jobId})`}
          ORDER BY created_at DESC, id DESC LIMIT ${limit}`
        return rows.map(toJob)
      }, Effect.orDie),

      result,

      report: Effect.fn("Jobs.report")(function* (actor, jobId) {
        const { job } = yield* result(actor, jobId)
        const [row] = yield* Effect.orDie(sql<{ pages: ReadonlyArray<PageReport> }>`
          SELECT pages FROM page_reports WHERE job_id = ${jobId}`)
        return { job, pages: row?.pages ?? [] }
      }),

      recent: Effect.fn("Jobs.recent")(function* (limit) {
        return (yield* sql<Row>`SELECT ${columns} FROM jobs ORDER BY id DESC LIMIT ${limit}`).map(toJob)
      }, Effect.orDie),

      retry: Effect.fn("Jobs.retry")(
        function* (jobId) {
          const now = new Date(yield* Clock.currentTimeMillis)
          const [row] = yield* sql<{ pool: Pool; priority: number }>`
            UPDATE jobs SET status = 'queued', status_since = ${now}, attempt = 0, pages_done = 0, expires_at = NULL,
              error_code = NULL, error_message = NULL
            WHERE id = ${jobId} AND status = 'error' AND input_key IS NOT NULL
              AND (expires_at IS NULL OR expires_at > ${now})
            RETURNING pool, priority`
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
