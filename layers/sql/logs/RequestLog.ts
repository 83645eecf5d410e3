import { Clock, Effect, Layer, Queue, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { DeviceId, EntryId, JobId, KeyId } from "../../../schema/Ids.ts"
import { type Answered, type Credential, RequestLog, requestLogMillis } from "../../../src/logs/RequestLog.ts"
import { Moment, rowsOf } from "../Rows.ts"

/** Maximum number of requests that wait to be written; while the database is away the rest is not logged. */
const maxWaiting = 10_000

/** How many are written in one statement. */
const batch = 1_000

/** How long requests are gathered before they are written. */
const gatherFor = "500 millis"

const entries = rowsOf(
  Schema.Struct({
    id: EntryId,
    occurred_at: Moment,
    request_id: Schema.String,
    method: Schema.String,
    route: Schema.String,
    status: Schema.Int,
    code: Schema.NullOr(Schema.String),
    key_id: Schema.NullOr(KeyId),
    device_id: Schema.NullOr(DeviceId),
    job_id: Schema.NullOr(JobId),
    replayed: Schema.Boolean,
    duration_ms: Schema.Int
  })
)

interface Waiting {
  readonly by: Credential
  readonly answered: Answered
}

export const layer = Layer.effect(
  RequestLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* SecureRandom
    const waiting = yield* Queue.dropping<Waiting>(maxWaiting)

    /** Rows of accounts that are gone by now are left out. */
    const write = Effect.fn("RequestLog.write")(function* (all: ReadonlyArray<Waiting>) {
      const rows: Array<Record<string, unknown>> = []
      for (const { by, answered } of all) {
        rows.push({
          id: yield* random.uuidV7(),
          account_id: by.accountId,
          key_id: by.keyId,
          device_id: by.deviceId,
          occurred_at: new Date(answered.at),
          request_id: answered.requestId,
          method: answered.method,
          route: answered.route,
          status: answered.status,
          code: answered.code,
          job_id: answered.jobId,
          replayed: answered.isReplay,
          duration_ms: answered.milliseconds
        })
      }
      yield* sql`
        INSERT INTO request_log (id, account_id, occurred_at, request_id, method, route, status, code, key_id, device_id,
          job_id, replayed, duration_ms)
        SELECT r.id, r.account_id, r.occurred_at, r.request_id, r.method, r.route, r.status, r.code, r.key_id, r.device_id,
          r.job_id, r.replayed, r.duration_ms
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id uuid, account_id uuid, occurred_at timestamptz,
          request_id text, method text, route text, status smallint, code text, key_id uuid, device_id uuid, job_id uuid,
          replayed boolean, duration_ms integer)
        JOIN accounts a ON a.id = r.account_id`
    })

    /** What cannot be written is not kept: it is the log that suffers, not the requests. */
    const written = (all: ReadonlyArray<Waiting>) =>
      all.length === 0
        ? Effect.void
        : Effect.catchCause(write(all), (cause) =>
            Effect.logWarning(`${all.length} requests are not in the log`, cause)
          )

    const writeWaiting = Effect.gen(function* () {
      const all = yield* Queue.clear(waiting)
      for (let from = 0; from < all.length; from += batch) yield* written(all.slice(from, from + batch))
    })

    /** What is gathered stays in the queue until it is written, so that a stop finds it there. */
    const gather = Queue.peek(waiting).pipe(
      Effect.andThen(Effect.sleep(gatherFor)),
      Effect.andThen(Effect.uninterruptible(writeWaiting))
    )

    yield* Effect.addFinalizer(() => writeWaiting)
    yield* Effect.forkScoped(Effect.forever(gather))

    return RequestLog.of({
      note: (by, answered) => {
        Queue.offerUnsafe(waiting, { by, answered })
      },

      list: Effect.fn("RequestLog.list")(function* (accountId, { keyId, requestId, code, status, after, limit }) {
        const since = new Date((yield* Clock.currentTimeMillis) - requestLogMillis)
        const rows = yield* entries(sql`
          SELECT id, occurred_at, request_id, method, route, status, code, key_id, device_id, job_id, replayed, duration_ms
          FROM request_log WHERE account_id = ${accountId} AND occurred_at > ${since}
            ${keyId === null ? sql`` : sql`AND key_id = ${keyId}`}
            ${requestId === null ? sql`` : sql`AND request_id = ${requestId}`}
            ${code === null ? sql`` : sql`AND code = ${code}`}
            ${status === null ? sql`` : sql`AND status BETWEEN ${status.from} AND ${status.to}`}
            ${after === null ? sql`` : sql`AND id < ${after}`}
          ORDER BY id DESC LIMIT ${limit}`)
        return rows.map((row) => ({
          entryId: row.id,
          at: row.occurred_at,
          requestId: row.request_id,
          method: row.method,
          route: row.route,
          status: row.status,
          code: row.code,
          keyId: row.key_id,
          deviceId: row.device_id,
          jobId: row.job_id,
          isReplay: row.replayed,
          milliseconds: row.duration_ms
        }))
      }, Effect.orDie)
    })
  })
)
