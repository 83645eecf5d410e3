import { Clock, Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import { type Actor, TierName } from "../../../schema/Actor.ts"
import { InvalidApiKey, JobNotFound } from "../../../schema/Errors.ts"
import { AccountId, type DeviceId, JobId } from "../../../schema/Ids.ts"
import { PageReport } from "../../../schema/Job.ts"
import { Pool, Tiers } from "../../../src/accounts/Tiers.ts"
import { Seals } from "../../../src/auth/Seals.ts"
import { countedOf, judge } from "../../../src/jobs/Allowance.ts"
import { Blobs } from "../../../src/jobs/Blobs.ts"
import { Idempotency } from "../../../src/jobs/intake/Idempotency.ts"
import { asOf, type Job, outputOf, type Requester, removal } from "../../../src/jobs/Job.ts"
import { Jobs } from "../../../src/jobs/Jobs.ts"
import { priorityAfter, Queue } from "../../../src/jobs/Queue.ts"
import { tombstoneSeconds } from "../../../src/jobs/Status.ts"
import { termsOf } from "../../../src/jobs/Terms.ts"
import { Outbox } from "../../../src/webhooks/Outbox.ts"
import { jobChanged } from "../../postgres/Notifications.ts"
import { rowsOf } from "../Rows.ts"
import * as JobReads from "./JobReads.ts"
import { columnsOf, Row, theirsOf, toJob } from "./JobRow.ts"
import * as Standing from "./Standing.ts"

const jobRows = rowsOf(Row)

const holders = rowsOf(Schema.Struct({ account_id: Schema.NullOr(AccountId), tier: TierName }))

const reports = rowsOf(Schema.Struct({ pages: Schema.Array(PageReport) }))

const retried = rowsOf(Schema.Struct({ pool: Pool, priority: Schema.Int }))

export const layer = Layer.effect(
  Jobs,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const blobs = yield* Blobs
    const idempotency = yield* Idempotency
    const outbox = yield* Outbox
    const queue = yield* Queue
    const random = yield* SecureRandom
    const seals = yield* Seals
    const tiers = yield* Tiers
    const standings = yield* Standing.make
    const reads = yield* JobReads.make

    const columns = columnsOf(sql)
    const theirs = theirsOf(sql)

    /** Whose the jobs of a device are until this transaction ends: linking and unlinking it wait, or are waited for. */
    const ofDevice = Effect.fnUntraced(function* (deviceId: DeviceId) {
      const [row] = yield* Effect.orDie(
        holders(sql`
          SELECT d.account_id, COALESCE(a.tier, 'anonymous') AS tier
          FROM devices d LEFT JOIN accounts a ON a.id = d.account_id WHERE d.id = ${deviceId} FOR SHARE OF d`)
      )
      return { accountId: row?.account_id ?? null, tier: row?.tier ?? "anonymous" }
    })

    /** Whose the jobs will be, and what they may take. */
    const terms = Effect.fnUntraced(function* (requester: Requester) {
      const { surface, actor } = requester
      const holder = surface === "v1" ? yield* ofDevice(actor.deviceId) : actor
      const { owner, ownerType, tier, pool, timeBudgetSec, readyTtlSec, maxPages } = termsOf(requester, holder, tiers)
      return {
        owner,
        tier,
        columns: {
          owner_type: ownerType,
          device_id: actor.kind === "key" ? null : actor.deviceId,
          key_id: actor.kind === "key" ? actor.keyId : null,
          account_id: holder.accountId,
          surface,
          tier,
          pool,
          time_budget_sec: timeBudgetSec,
          ready_ttl_sec: readyTtlSec,
          max_pages: maxPages
        }
      }
    })

    /** An account that was deleted since its caller was let in, during a long upload: its key is nobody's any more. */
    const accountGone = (error: SqlError.SqlError) =>
      error.reason._tag === "ConstraintError" ? Effect.fail(new InvalidApiKey()) : Effect.die(error)

    const create: Jobs["Service"]["create"] = Effect.fn("Jobs.create")(
      function* (maker, inputs, key) {
        const { owner, tier, columns: common } = yield* terms(maker)
        const now = yield* Clock.currentTimeMillis
        const converters = [...new Set(inputs.map(({ settings }) => settings.converter))]
        const { device_id: deviceId, account_id: accountId } = common
        // From here on until this transaction ends no other request takes slots of this owner's.
        const standing = yield* standings.inTurn({ owner, deviceId, accountId, converters }, countedOf(maker), now)
        const { slots, quota } = judge(maker, { tier, wanted: inputs.length }, standing, tiers, now)
        yield* Effect.fromResult(slots)
        yield* Effect.fromResult(quota)
        const rows: Array<Record<string, unknown>> = []
        const queued: Array<{ readonly jobId: JobId; readonly pool: Pool; readonly priority: number }> = []
        for (const input of inputs) {
          const id = JobId.make(yield* random.uuidV7())
          const { converter } = input.settings
          const priority = priorityAfter(standing.last.get(converter))
          standing.last.set(converter, priority)
          queued.push({ jobId: id, pool: common.pool, priority })
          rows.push({
            id,
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
            ready_ttl_sec: input.retentionSec ?? common.ready_ttl_sec,
            retention_sec: input.retentionSec ?? null,
            password: input.password == null ? null : yield* seals.seal(input.password, id),
            callback_url: input.callback?.url ?? null,
            callback_secret: input.callback?.secret ?? null,
            priority
          })
        }
        // Before the key is settled, which went with an account that is gone.
        const counted =
          common.account_id === null
            ? sql``
            : sql`, counted AS (
                INSERT INTO usage AS u (account_id, day, key_id, jobs_created)
                VALUES (${common.account_id}, ${new Date(now)}::timestamptz::date, ${common.key_id ?? common.account_id},
                  ${inputs.length}::int)
                ON CONFLICT (account_id, day, key_id) DO UPDATE SET jobs_created = u.jobs_created + EXCLUDED.jobs_created
              )`
        const inserted = yield* jobRows(sql`
          WITH made AS (INSERT INTO jobs ${sql.insert(rows as [(typeof rows)[number]])} RETURNING ${columns})${counted}
          SELECT * FROM made`).pipe(
          Effect.catchTag("SqlError", (error) => (common.account_id === null ? Effect.die(error) : accountGone(error)))
        )
        for (const job of queued) yield* queue.enqueue(job)
        const byId = new Map(inserted.map((row) => [row.id, toJob(row)]))
        const made = queued.map(({ jobId }, index): Job => {
          const { callback } = inputs[index]!
          const secret = callback?.isMade ? { callbackSecret: callback.secret } : {}
          return { ...byId.get(jobId)!, slotsUsed: standing.used + rows.length, ...secret }
        })
        if (Option.isSome(key)) {
          const jobIds = made.map(({ jobId }) => jobId)
          yield* idempotency.settle(key.value.lease, { jobIds, fingerprint: key.value.fingerprint })
        }
        return made
      },
      (effect) => sql.withTransaction(effect).pipe(Effect.catchTag("SqlError", Effect.die))
    )

    /** The caller's job with this id, whatever is left of it. */
    const known = Effect.fnUntraced(function* (actor: Actor, jobId: JobId) {
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* Effect.orDie(jobRows(sql`SELECT ${columns} FROM jobs WHERE ${theirs(actor, jobId, now)}`))
      return row === undefined ? yield* new JobNotFound() : asOf(now, toJob(row))
    })

    const result: Jobs["Service"]["result"] = Effect.fn("Jobs.result")(function* (actor, jobId) {
      const job = yield* known(actor, jobId)
      return { job, outputKey: yield* Effect.fromResult(outputOf(job)) }
    })

    const remove: Jobs["Service"]["remove"] = Effect.fn("Jobs.remove")(function* (actor, jobId) {
      const gone = yield* Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const [row] = yield* Effect.orDie(
          jobRows(sql`SELECT ${columns} FROM jobs WHERE ${theirs(actor, jobId, now)} FOR UPDATE`)
        )
        if (row === undefined) return yield* new JobNotFound()
        const job = toJob(row)
        const change = removal(job, now)
        if (change === null) return { job, files: [] }
        const [tombstone] = yield* Effect.orDie(
          jobRows(sql`
            WITH unreported AS (DELETE FROM page_reports WHERE job_id = ${jobId})
            UPDATE jobs SET status = ${change.status}, status_since = ${new Date(now)},
              gone_reason = ${change.goneReason}, tombstone_until = ${new Date(now + tombstoneSeconds * 1_000)},
              input_key = NULL, output_key = NULL, blocks_key = NULL, images_key = NULL, password = NULL
            WHERE id = ${jobId} RETURNING ${columns}, pg_notify(${jobChanged}, ${jobId})`)
        )
        if (change.isActive) yield* queue.cancel(jobId)
        yield* outbox.emit([jobId])
        return { job: toJob(tombstone!), files: change.files }
      }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
      yield* Effect.ignore(blobs.remove(gone.files))
      return gone.job
      // Uninterruptible: once the row is a tombstone its files must go, even if the client hangs up.
    }, Effect.uninterruptible)

    return Jobs.of({
      ...reads,
      create,
      remove,

      result,

      report: Effect.fn("Jobs.report")(function* (actor, jobId) {
        const { job } = yield* result(actor, jobId)
        const [row] = yield* Effect.orDie(reports(sql`SELECT pages FROM page_reports WHERE job_id = ${jobId}`))
        return { job, pages: row?.pages ?? [] }
      }),

      retry: Effect.fn("Jobs.retry")(
        function* (jobId) {
          const now = new Date(yield* Clock.currentTimeMillis)
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
