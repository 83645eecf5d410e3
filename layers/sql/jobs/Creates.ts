/** Jobs as they are made: slots, quota, rows, queue and counts in one statement. */
import { Clock, Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import { TierName } from "../../../schema/Actor.ts"
import { InvalidApiKey } from "../../../schema/Errors.ts"
import { AccountId, type DeviceId, JobId } from "../../../schema/Ids.ts"
import { Pool, Tiers } from "../../../src/accounts/Tiers.ts"
import { Seals } from "../../../src/auth/Seals.ts"
import { countedOf, judge, type Limits, limitsOf } from "../../../src/jobs/Allowance.ts"
import { Idempotency } from "../../../src/jobs/intake/Idempotency.ts"
import type { Job, Requester } from "../../../src/jobs/Job.ts"
import type { Jobs, NewJob } from "../../../src/jobs/Jobs.ts"
import { Queue } from "../../../src/jobs/Queue.ts"
import { termsOf } from "../../../src/jobs/Terms.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import { Enqueuing } from "../../postgres/Enqueuing.ts"
import { goodKey } from "../GoodKey.ts"
import { rowsOf } from "../Rows.ts"
import * as JobRow from "./JobRow.ts"
import * as Standing from "./Standing.ts"

const holders = rowsOf(Schema.Struct({ account_id: Schema.NullOr(AccountId), tier: TierName }))

/** What was there before the jobs, with each of them, or without any where they are refused. */
const made = rowsOf(
  Schema.Union([
    Schema.Struct({ ...JobRow.columns, ...Standing.columns, pool: Pool, priority: Schema.Int }),
    Schema.Struct({ ...Standing.columns, id: Schema.Null })
  ])
)

/** What a new row says of its job. */
const columns = {
  id: "uuid",
  owner: "text",
  owner_type: "text",
  device_id: "uuid",
  key_id: "uuid",
  account_id: "uuid",
  surface: "text",
  tier: "text",
  pool: "text",
  time_budget_sec: "integer",
  ready_ttl_sec: "integer",
  max_pages: "integer",
  file_name: "text",
  source: "text",
  input_key: "uuid",
  input_size: "bigint",
  input_sha256: "text",
  settings: "jsonb",
  external_id: "text",
  tags: "jsonb",
  retention_sec: "integer",
  callback_url: "text",
  callback_secret: "text"
}

const names = Object.keys(columns).join(", ")
const typed = Object.entries(columns)
  .map(([name, type]) => `${name} ${type}`)
  .join(", ")

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const enqueuing = yield* Enqueuing
  const idempotency = yield* Idempotency
  const queue = yield* Queue
  const random = yield* SecureRandom
  const seals = yield* Seals
  const standings = yield* Standing.make
  const tiers = yield* Tiers

  const returned = JobRow.columnsOf(sql)
  const [named, typedNames] = [sql.literal(names), sql.literal(typed)]
  const queued = sql.literal(enqueuing === null ? "" : `, ${enqueuing}`)

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
  })

  /** New rows, and how many before each have its converter. */
  const rowsOfJobs = Effect.fnUntraced(function* (
    common: Effect.Success<ReturnType<typeof terms>>,
    inputs: ReadonlyArray<NewJob>
  ) {
    const before = new Map<string, number>()
    return yield* Effect.forEach(
      inputs,
      Effect.fnUntraced(function* (input, place) {
        const id = JobId.make(yield* random.uuidV7())
        const { converter } = input.settings
        const earlier = before.get(converter) ?? 0
        before.set(converter, earlier + 1)
        const sealed = input.password == null ? null : yield* seals.seal(input.password, id)
        return {
          ...common,
          id,
          file_name: input.fileName,
          source: input.source,
          input_key: input.inputKey,
          input_size: input.inputSize,
          input_sha256: input.inputSha256,
          settings: input.settings,
          external_id: input.externalId,
          tags: input.tags,
          ready_ttl_sec: input.retentionSec ?? common.ready_ttl_sec,
          retention_sec: input.retentionSec ?? null,
          callback_url: input.callback?.url ?? null,
          callback_secret: input.callback?.secret ?? null,
          password: sealed === null ? null : Buffer.from(sealed).toString("hex"),
          earlier,
          place
        } satisfies Record<keyof typeof columns, unknown> & Record<string, unknown>
      })
    )
  })

  /** As `judge` says of the rows `standing`. */
  const isWithin = ({ slots, ofAccount, ofKey }: Limits, wanted: number) => sql`
    standing.used + ${wanted}::int <= ${slots}::int
      AND (standing.of_account < ${ofAccount}::int) IS NOT FALSE AND (standing.of_key < ${ofKey}::int) IS NOT FALSE`

  /** An account that was deleted since its caller was let in, during a long upload: its key is nobody's any more. */
  const accountGone = (error: SqlError.SqlError) =>
    error.reason._tag === "ConstraintError" ? Effect.fail(new InvalidApiKey()) : Effect.die(error)

  const insert = Effect.fnUntraced(function* (maker: Requester, inputs: ReadonlyArray<NewJob>) {
    const common = yield* terms(maker)
    const { owner, device_id: deviceId, account_id: accountId } = common
    const now = yield* Clock.currentTimeMillis
    const at = new Date(now)
    const isLetIn =
      maker.actor.kind === "key"
        ? sql`EXISTS (${goodKey(sql, maker.actor, at)})`
        : maker.surface === "v1"
          ? sql`EXISTS (SELECT FROM devices WHERE id = ${deviceId} AND blocked_at IS NULL)`
          : sql`EXISTS (
              SELECT FROM devices WHERE id = ${deviceId} AND account_id = ${accountId} AND blocked_at IS NULL)`
    const limits = limitsOf(maker, common.tier, tiers)
    const rows = yield* rowsOfJobs(common, inputs)
    const converters = [...new Set(inputs.map(({ settings }) => settings.converter))]
    const counted =
      accountId === null
        ? sql``
        : sql`, counted AS (
            INSERT INTO usage AS u (account_id, day, key_id, jobs_created)
            SELECT ${accountId}::uuid, ${at}::timestamptz::date, ${common.key_id ?? accountId}::uuid, count(*)::int
            FROM made HAVING count(*) > 0
            ON CONFLICT (account_id, day, key_id) DO UPDATE SET jobs_created = u.jobs_created + EXCLUDED.jobs_created
          )`
    // The function waits for the owner's turn, then looks. Of standard jobs those go first whose maker made fewer so far today.
    const found = yield* made(sql`
      WITH standing AS MATERIALIZED (
        ${standings.inTurn({ owner, deviceId, accountId, converters }, countedOf(maker), now)}
      ), made AS (
        INSERT INTO jobs (${named}, password, status, status_since, created_at, priority)
        SELECT ${named}, decode(password, 'hex'), 'queued', ${at}::timestamptz, ${at}::timestamptz,
          COALESCE((standing.last ->> (settings ->> 'converter'))::int - 1, 0) - earlier
        FROM standing, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS n (${typedNames}, password text, earlier integer, place integer)
        WHERE ${isWithin(limits, rows.length)} AND ${isLetIn} ORDER BY place
        RETURNING ${returned}, pool, priority
      )${queued}${counted}
      SELECT standing.used, standing.of_account, standing.of_key, made.* FROM standing LEFT JOIN made ON true`).pipe(
      Effect.catchTag("SqlError", (error) => (accountId === null ? Effect.die(error) : accountGone(error)))
    )
    const { slots, quota } = judge(limits, rows.length, Standing.toStanding(found[0]!), now)
    yield* Effect.fromResult(slots)
    yield* Effect.fromResult(quota)
    const byId = new Map(found.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])))
    // What else refuses them: since its caller was let in, the key was revoked, the device blocked or that of the ticket thrown out.
    if (byId.size === 0) return yield* new InvalidApiKey()
    const jobs = rows.map(({ id }) => byId.get(id)!)
    if (enqueuing === null) {
      for (const { id: jobId, pool, priority } of jobs) yield* queue.enqueue({ jobId, pool, priority })
    }
    return jobs.map((row, index): Job => {
      const { callback } = inputs[index]!
      const secret = callback?.isMade ? { callbackSecret: callback.secret } : {}
      return { ...JobRow.toJob(row), slotsUsed: row.used + rows.length, ...secret }
    })
  })

  const create: Jobs["Service"]["create"] = spanned("Jobs.create")(
    function* (maker, inputs, key) {
      const jobs = yield* insert(maker, inputs)
      if (Option.isSome(key)) {
        const jobIds = jobs.map(({ jobId }) => jobId)
        yield* idempotency.settle(key.value.lease, { jobIds, fingerprint: key.value.fingerprint })
      }
      return jobs
    },
    // One statement is its own transaction.
    (effect, maker, _, key) =>
      Effect.catchTag(
        maker.surface === "v2" && Option.isNone(key) && enqueuing !== null ? effect : sql.withTransaction(effect),
        "SqlError",
        Effect.die
      )
  )

  return create
})
