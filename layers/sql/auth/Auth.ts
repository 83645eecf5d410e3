import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { TicketHolder } from "../../../schema/Actor.ts"
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
import { Auth, sessionIdleSeconds } from "../../../src/auth/Auth.ts"
import { Digest } from "../../../src/auth/Digest.ts"
import { hashOf, isApiKey } from "../../../src/auth/Secrets.ts"
import { isFresh, missingFault, signatureFault, timestampFault } from "../../../src/auth/Signature.ts"
import { Tokens } from "../../../src/auth/Tokens.ts"
import { actsAs } from "../../../src/logs/Acting.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import { rowsOf } from "../Rows.ts"
import { isSigned } from "../Signed.ts"
import * as Admission from "./Admission.ts"
import * as Callers from "./Callers.ts"

/** The use of a session is written down no more often than this. */
const noticeSeconds = 3_600

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

export const layer = Layer.effect(
  Auth,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const digest = yield* Digest
    const tokens = yield* Tokens
    const { charged, counted, judge, anonymous } = yield* Admission.make
    const { signed, keyed } = yield* Callers.make

    /** A connection is charged as the keys are: what its agent creates is counted together, whichever way it comes. */
    const ticketBucket = sql`(CASE kind WHEN 'device' THEN 'device' ELSE 'key' END)`

    return Auth.of({
      anonymous,

      device: spanned("Auth.device")(function* (credentials, call) {
        const now = yield* Clock.currentTimeMillis
        if (Object.values(credentials).includes("")) {
          yield* anonymous(call.address, call.onCharge)
          return yield* new MissingCredentials(inWords(missingFault(credentials)))
        }

        const wrong = <E>(error: E) => counted(call.address, error)
        // No guess, and it says how to go on: everybody behind an address may come to it.
        const outdated = <E>(error: E) => Effect.andThen(anonymous(call.address, call.onCharge), Effect.fail(error))

        const device = yield* tokens.read(credentials.token).pipe(
          Effect.catchTag("expired_device_token", (error) => outdated(error)),
          Effect.catchTag("invalid_device_token", (error) => wrong(error))
        )
        if (!isFresh(credentials.timestamp, Math.floor(now / 1_000))) {
          return yield* outdated(
            new StaleTimestamp({
              ...inWords(timestampFault(credentials.timestamp)),
              server_time: DateTime.formatIso(DateTime.makeUnsafe(now))
            })
          )
        }
        if (!isSigned(credentials, device.publicKey)) {
          return yield* wrong(new InvalidSignature(inWords(signatureFault(credentials))))
        }

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
        yield* judge(found, call)
        return found.fresh ? actor : yield* new Replay()
      }),

      key: spanned("Auth.key")(function* (secret, call) {
        const now = yield* Clock.currentTimeMillis
        if (!isApiKey(secret)) return yield* counted(call.address, new InvalidApiKey())
        const found = yield* keyed({ hash: hashOf(digest, secret), bucket: call.bucket, at: now })
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
        yield* judge(found, call)
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
              DELETE FROM upload_tickets WHERE hash = decode(${hashOf(digest, secret)}, 'hex')
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
        yield* judge(found, call)
        return { actor, maxBytes: found.max_bytes }
      }),

      session: spanned("Auth.session")(function* (secret, call) {
        const now = yield* Clock.currentTimeMillis
        const [found] = yield* Effect.orDie(
          sessions(sql`
            WITH found AS (
              SELECT s.id, s.account_id, s.last_used_at, a.tier
              FROM sessions s JOIN accounts a ON a.id = s.account_id
              WHERE s.hash = decode(${hashOf(digest, secret)}, 'hex') AND s.expires_at > ${new Date(now)}
                AND s.last_used_at > ${new Date(now - sessionIdleSeconds * 1_000)}
            ), charged AS (${charged("session", call, now)}), noticed AS (
              UPDATE sessions s SET last_used_at = ${new Date(now)} FROM found, charged
              WHERE s.id = found.id AND charged.allowed
                AND found.last_used_at < ${new Date(now - noticeSeconds * 1_000)}
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
        yield* judge(found, call)
        return actor
      })
    })
  })
)
