import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Scope, type TicketHolder } from "../../../schema/Actor.ts"
import {
  DeviceBlocked,
  InvalidApiKey,
  InvalidDeviceToken,
  InvalidSession,
  InvalidSignature,
  InvalidUploadTicket,
  MissingCredentials,
  Replay,
  StaleTimestamp
} from "../../../schema/Errors.ts"
import { AccountId, DeviceId, KeyId, SessionId } from "../../../schema/Ids.ts"
import { Auth, type Call, sessionIdleSeconds } from "../../../src/auth/Auth.ts"
import { Digest } from "../../../src/auth/Digest.ts"
import { hashOf, isApiKey } from "../../../src/auth/Secrets.ts"
import { isFresh, nonceSeconds, signatureFault, timestampFault } from "../../../src/auth/Signature.ts"
import { Tokens } from "../../../src/auth/Tokens.ts"
import { actsAs } from "../../../src/logs/Acting.ts"
import { gathered } from "../../../src/process/Gathered.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import { inOrder, numbered, rowsOf, together } from "../Rows.ts"
import { isSigned } from "../Signed.ts"
import * as Admission from "./Admission.ts"

/** The use of a key, a session or a device is written down no more often than this. */
const noticeSeconds = { key: 60, session: 3_600, device: 3_600 }

const devices = rowsOf(
  Schema.Struct({
    ...Admission.admitted,
    n: Schema.Int,
    blocked: Schema.Boolean,
    account_id: Schema.NullOr(AccountId),
    fresh: Schema.Boolean
  })
)

const keys = rowsOf(
  Schema.Struct({
    ...Admission.admitted,
    n: Schema.Int,
    id: KeyId,
    account_id: AccountId,
    scopes: Schema.Array(Scope),
    monthly_pages: Schema.NullOr(Schema.Int)
  })
)

const tickets = rowsOf(
  Schema.Struct({
    ...Admission.admitted,
    id: Schema.String,
    kind: Schema.Literals(["device", "key", "connection"]),
    account_id: AccountId,
    max_bytes: Schema.Finite,
    monthly_pages: Schema.NullOr(Schema.Int)
  })
)

const sessions = rowsOf(Schema.Struct({ ...Admission.admitted, id: SessionId, account_id: AccountId }))

/** Where there is more to say than what the code says. */
const inWords = (message: string | null) => (message === null ? {} : { message })

interface DeviceCall {
  readonly device: DeviceId
  readonly nonce: string
  readonly bucket: Call["bucket"]
  readonly at: number
}

interface KeyCall {
  readonly hash: string
  readonly bucket: Call["bucket"]
  readonly at: number
}

export const layer = Layer.effect(
  Auth,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const digest = yield* Digest
    const tokens = yield* Tokens
    const { charged, allCharged, counted, judge, anonymous } = yield* Admission.make

    const hash = (secret: string) => Effect.provideService(hashOf(secret), Digest, digest)

    // never waits for a lock: a key that is being changed counts as used all the same
    const noticed = (table: "devices" | "api_keys", column: "last_seen_at" | "last_used_at", seconds: number) => sql`
        used AS (
          SELECT id, to_timestamp(max(at) / 1000) AS at FROM found JOIN charged USING (n)
          WHERE charged.allowed
            AND (${sql(column)} IS NULL OR ${sql(column)} < to_timestamp(at / 1000) - ${seconds} * interval '1 second')
          GROUP BY id
        ), free AS (
          SELECT t.id, used.at FROM ${sql(table)} t JOIN used USING (id) FOR NO KEY UPDATE OF t SKIP LOCKED
        ), noticed AS (
          UPDATE ${sql(table)} t SET ${sql(column)} = free.at FROM free WHERE t.id = free.id
        )`

    // Who calls is looked up one by one: a join with the calls would read all devices, keys and accounts, up to some ten
    // thousand of them. Of two requests with one nonce that come at once the first is fresh.
    const signed = yield* gathered(together, (calls: ReadonlyArray<DeviceCall>) =>
      devices(sql`
        WITH device AS (
          SELECT o.n, o.at, o.bucket, o.nonce, d.*
          FROM json_to_recordset(${numbered(calls)}::json) AS o(n integer, device uuid, nonce text, bucket text, at float8)
            CROSS JOIN LATERAL (
              SELECT d.id, d.blocked_at IS NOT NULL AS blocked, d.account_id, d.last_seen_at,
                COALESCE(a.tier, 'anonymous') AS tier
              FROM devices d LEFT JOIN accounts a ON a.id = d.account_id WHERE d.id = o.device LIMIT 1
            ) AS d
        ), found AS (
          SELECT * FROM device WHERE NOT blocked
        ), charged AS (${allCharged("device")}), first AS (
          SELECT DISTINCT ON (id, nonce) n, id, nonce, to_timestamp(at / 1000) AS at FROM found JOIN charged USING (n)
          WHERE charged.allowed ORDER BY id, nonce, n
        ), taken AS (
          INSERT INTO nonces AS k (device_id, nonce, expires_at)
          SELECT id, nonce, at + ${nonceSeconds} * interval '1 second' FROM first
          ON CONFLICT (device_id, nonce) DO UPDATE SET expires_at = EXCLUDED.expires_at
            WHERE k.expires_at <= EXCLUDED.expires_at - ${nonceSeconds} * interval '1 second'
          RETURNING device_id, nonce
        ), ${noticed("devices", "last_seen_at", noticeSeconds.device)}
        SELECT device.*, charged.allowed, charged.arrival, taken.nonce IS NOT NULL AS fresh
        FROM device LEFT JOIN charged USING (n) LEFT JOIN first USING (n)
          LEFT JOIN taken ON taken.device_id = first.id AND taken.nonce = first.nonce`).pipe(
        Effect.map(inOrder(calls)),
        Effect.orDie
      )
    )

    const keyed = yield* gathered(together, (calls: ReadonlyArray<KeyCall>) =>
      keys(sql`
        WITH found AS (
          SELECT o.n, o.at, o.bucket, k.*
          FROM json_to_recordset(${numbered(calls)}::json) AS o(n integer, hash text, bucket text, at float8)
            CROSS JOIN LATERAL (
              SELECT k.id, k.account_id, k.scopes, k.monthly_pages, k.last_used_at, a.tier
              FROM api_keys k JOIN accounts a ON a.id = k.account_id
              WHERE k.hash = decode(o.hash, 'hex') AND k.revoked_at IS NULL AND k.disabled_at IS NULL
                AND (k.expires_at IS NULL OR k.expires_at > to_timestamp(o.at / 1000)) LIMIT 1
            ) AS k
        ), charged AS (${allCharged("key")}), ${noticed("api_keys", "last_used_at", noticeSeconds.key)}
        SELECT found.*, charged.allowed, charged.arrival FROM found LEFT JOIN charged USING (n)`).pipe(
        Effect.map(inOrder(calls)),
        Effect.orDie
      )
    )

    /** A connection is charged as the keys are: what its agent creates is counted together, whichever way it comes. */
    const ticketBucket = sql`(CASE kind WHEN 'device' THEN 'device' ELSE 'key' END)`

    return Auth.of({
      anonymous,

      device: spanned("Auth.device")(function* (credentials, call) {
        const now = yield* Clock.currentTimeMillis
        if (Object.values(credentials).includes("")) {
          yield* anonymous(call.address, call.onCharge)
          return yield* new MissingCredentials()
        }

        const device = yield* Effect.gen(function* () {
          const device = yield* tokens.read(credentials.token)
          if (!isFresh(credentials.timestamp, Math.floor(now / 1_000))) {
            return yield* new StaleTimestamp({
              ...inWords(timestampFault(credentials.timestamp)),
              server_time: DateTime.formatIso(DateTime.makeUnsafe(now))
            })
          }
          return isSigned(credentials, device.publicKey)
            ? device
            : yield* new InvalidSignature(inWords(signatureFault(credentials)))
        }).pipe(Effect.catch((error) => counted(call.address, error)))

        const found = yield* signed({
          device: device.deviceId,
          nonce: credentials.nonce,
          bucket: call.bucket,
          at: now
        })
        if (found === undefined) return yield* counted(call.address, new InvalidDeviceToken())
        if (found.blocked) return yield* new DeviceBlocked()
        const actor = {
          kind: "device",
          deviceId: device.deviceId,
          accountId: found.account_id,
          tier: found.tier,
          bodySha256: credentials.bodySha256
        } as const
        yield* actsAs(actor)
        yield* judge(found, call, now)
        return found.fresh ? actor : yield* new Replay()
      }),

      key: spanned("Auth.key")(function* (secret, call) {
        const now = yield* Clock.currentTimeMillis
        if (!isApiKey(secret)) return yield* counted(call.address, new InvalidApiKey())
        const found = yield* keyed({ hash: yield* hash(secret), bucket: call.bucket, at: now })
        if (found === undefined) return yield* counted(call.address, new InvalidApiKey())
        const actor = {
          kind: "key",
          keyId: found.id,
          accountId: found.account_id,
          tier: found.tier,
          scopes: found.scopes,
          monthlyPages: found.monthly_pages
        } as const
        yield* actsAs(actor)
        yield* judge(found, call, now)
        return actor
      }),

      ticket: Effect.fn("Auth.ticket")(function* (secret, call) {
        const now = yield* Clock.currentTimeMillis
        if (secret === "") {
          yield* anonymous(call.address, call.onCharge)
          return yield* new InvalidUploadTicket()
        }
        const [found] = yield* Effect.orDie(
          tickets(sql`
            WITH spent AS (
              DELETE FROM upload_tickets WHERE hash = decode(${yield* hash(secret)}, 'hex')
              RETURNING device_id, key_id, account_id, tier, max_bytes::float8 AS max_bytes, expires_at
            ), found AS (
              SELECT d.id, 'device' AS kind, t.account_id, t.tier, t.max_bytes, NULL::int AS monthly_pages
              FROM spent t JOIN devices d ON d.id = t.device_id AND d.account_id = t.account_id
              WHERE t.expires_at > ${new Date(now)} AND d.blocked_at IS NULL
              UNION ALL
              SELECT k.id, 'key', t.account_id, t.tier, t.max_bytes, k.monthly_pages
              FROM spent t JOIN api_keys k ON k.id = t.key_id AND k.account_id = t.account_id
              WHERE t.expires_at > ${new Date(now)} AND k.revoked_at IS NULL AND k.disabled_at IS NULL
                AND (k.expires_at IS NULL OR k.expires_at > ${new Date(now)})
              UNION ALL
              SELECT c.id, 'connection', t.account_id, t.tier, t.max_bytes, NULL
              FROM spent t JOIN connections c ON c.id = t.key_id AND c.account_id = t.account_id
              WHERE t.expires_at > ${new Date(now)}
            ), charged AS (${charged(ticketBucket, call, now)})
            SELECT found.*, charged.* FROM found LEFT JOIN charged ON true`)
        )
        if (found === undefined) return yield* counted(call.address, new InvalidUploadTicket())
        const account = { accountId: found.account_id, tier: found.tier }
        const actor: TicketHolder["actor"] =
          found.kind === "device"
            ? { kind: "device", deviceId: DeviceId.make(found.id), ...account, bodySha256: "" }
            : {
                kind: "key",
                keyId: KeyId.make(found.id),
                ...(found.kind === "connection" ? { isConnection: true as const } : {}),
                ...account,
                scopes: ["jobs:create"],
                monthlyPages: found.monthly_pages
              }
        yield* actsAs(actor)
        yield* judge(found, call, now)
        return { actor, maxBytes: found.max_bytes }
      }),

      session: spanned("Auth.session")(function* (secret, call) {
        const now = yield* Clock.currentTimeMillis
        const [found] = yield* Effect.orDie(
          sessions(sql`
            WITH found AS (
              SELECT s.id, s.account_id, s.last_used_at, a.tier
              FROM sessions s JOIN accounts a ON a.id = s.account_id
              WHERE s.hash = decode(${yield* hash(secret)}, 'hex') AND s.expires_at > ${new Date(now)}
                AND s.last_used_at > ${new Date(now - sessionIdleSeconds * 1_000)}
            ), charged AS (${charged("session", call, now)}), noticed AS (
              UPDATE sessions s SET last_used_at = ${new Date(now)} FROM found, charged
              WHERE s.id = found.id AND charged.allowed
                AND found.last_used_at < ${new Date(now - noticeSeconds.session * 1_000)}
            )
            SELECT found.*, charged.* FROM found LEFT JOIN charged ON true`)
        )
        if (found === undefined) return yield* counted(call.address, new InvalidSession())
        const actor = {
          kind: "session",
          sessionId: found.id,
          accountId: found.account_id,
          tier: found.tier
        } as const
        yield* actsAs(actor)
        yield* judge(found, call, now)
        return actor
      })
    })
  })
)
