import { Clock, Effect, Layer, Option, Schema } from "effect"
import type { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { AccountId, type DeviceId } from "../../../schema/Ids.ts"
import { AccountTier } from "../../../src/accounts/Accounts.ts"
import { Links, ticketSeconds } from "../../../src/accounts/Links.ts"
import type { Digest } from "../../../src/auth/Digest.ts"
import { hashOf, newToken } from "../../../src/auth/Secrets.ts"
import { ownerTypeOf } from "../../../src/jobs/Terms.ts"
import { jobChanged } from "../../postgres/Notifications.ts"
import { rowsOf } from "../Rows.ts"

const owners = rowsOf(Schema.Struct({ account_id: Schema.NullOr(AccountId) }))

const accounts = rowsOf(Schema.Struct({ id: AccountId, email: Schema.String, tier: AccountTier }))

export const layer = Layer.effect(
  Links,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const secrets = yield* Effect.context<Digest | SecureRandom>()

    /** Waits for jobs that the device is making, and makes those that it will make wait. */
    const lock = (deviceId: DeviceId) => owners(sql`SELECT account_id FROM devices WHERE id = ${deviceId} FOR UPDATE`)

    const isLive = (now: number) =>
      sql`status NOT IN ('canceled', 'deleted') AND (expires_at IS NULL OR expires_at > ${new Date(now)})`

    return Links.of({
      ticket: Effect.fn("Links.ticket")(
        function* (deviceId) {
          const now = yield* Clock.currentTimeMillis
          const ticket = yield* newToken
          yield* sql`
          INSERT INTO link_tickets (hash, device_id, expires_at)
          VALUES (decode(${yield* hashOf(ticket)}, 'hex'), ${deviceId}, ${new Date(now + ticketSeconds * 1_000)})`
          return ticket
        },
        Effect.provide(secrets),
        Effect.orDie
      ),

      attach: Effect.fn("Links.attach")(
        function* (deviceId, accountId) {
          const now = yield* Clock.currentTimeMillis
          const [device] = yield* lock(deviceId)
          if (device === undefined || device.account_id === accountId) return
          yield* sql`
            UPDATE devices SET account_id = ${accountId}, linked_at = ${new Date(now)} WHERE id = ${deviceId}`
          yield* sql`
            UPDATE jobs SET owner = ${`account:${accountId}`}, owner_type = ${ownerTypeOf("device", accountId)},
              account_id = ${accountId},
              tier = (SELECT tier FROM accounts WHERE id = ${accountId})
            WHERE owner = ${`device:${deviceId}`} AND ${isLive(now)}
            RETURNING pg_notify(${jobChanged}, id::text)`
        },
        sql.withTransaction,
        Effect.orDie
      ),

      detach: Effect.fn("Links.detach")(
        function* (deviceId) {
          const now = yield* Clock.currentTimeMillis
          const [device] = yield* lock(deviceId)
          if (device === undefined || device.account_id === null) return
          yield* sql`UPDATE devices SET account_id = NULL, linked_at = NULL WHERE id = ${deviceId}`
          yield* sql`
            UPDATE jobs SET owner = ${`device:${deviceId}`}, owner_type = ${ownerTypeOf("device", null)},
              account_id = NULL, tier = 'anonymous'
            WHERE owner = ${`account:${device.account_id}`} AND device_id = ${deviceId} AND ${isLive(now)}
            RETURNING pg_notify(${jobChanged}, id::text)`
        },
        sql.withTransaction,
        Effect.orDie
      ),

      account: Effect.fn("Links.account")(function* (deviceId) {
        const [row] = yield* accounts(sql`
          SELECT a.id, a.email, a.tier FROM devices d JOIN accounts a ON a.id = d.account_id WHERE d.id = ${deviceId}`)
        return Option.map(Option.fromUndefinedOr(row), ({ id, email, tier }) => ({
          accountId: id,
          email,
          tier
        }))
      }, Effect.orDie)
    })
  })
)
