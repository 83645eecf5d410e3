/** Devices and keys behind requests, looked up for many requests at once. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Scope } from "../../../schema/Actor.ts"
import { AccountId, type DeviceId, KeyId } from "../../../schema/Ids.ts"
import type { Call } from "../../../src/auth/Auth.ts"
import { nonceSeconds } from "../../../src/auth/Signature.ts"
import { gathered } from "../../../src/process/Gathered.ts"
import { inOrder, numbered, rowsOf, together } from "../Rows.ts"
import * as Admission from "./Admission.ts"

/** The use of a key or a device is written down no more often than this. */
const noticeSeconds = { key: 60, device: 3_600 }

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

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { allCharged } = yield* Admission.make

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

  return { signed, keyed }
})
