import { Clock, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient, type Statement } from "effect/sql"
import { DeviceNotFound, InvalidLinkTicket, InvalidSession } from "../../../schema/Errors.ts"
import { AccountId, type DeviceId, KeyId } from "../../../schema/Ids.ts"
import { AccountTier } from "../../../src/accounts/Accounts.ts"
import { Links, ticketSeconds } from "../../../src/accounts/Links.ts"
import { Digest } from "../../../src/auth/Digest.ts"
import { hashOf, newToken } from "../../../src/auth/Secrets.ts"
import { ownerTypeOf } from "../../../src/jobs/Terms.ts"
import { Audit } from "../../../src/logs/Audit.ts"
import { jobChanged } from "../../postgres/Notifications.ts"
import { Moment, rowsOf, transacting } from "../Rows.ts"

const owners = rowsOf(Schema.Struct({ account_id: Schema.NullOr(AccountId), name: Schema.NullOr(Schema.String) }))

const revoked = rowsOf(Schema.Struct({ id: KeyId, name: Schema.String }))

const accounts = rowsOf(Schema.Struct({ id: AccountId, email: Schema.String, tier: AccountTier }))

const askedFor = rowsOf(
  Schema.Struct({
    name: Schema.NullOr(Schema.String),
    asked_at: Schema.NullOr(Moment),
    asked_from: Schema.NullOr(Schema.String)
  })
)

/** What a device that belongs to no account keeps of the link. */
export const unlinked = "account_id = NULL, linked_at = NULL, linked_from = NULL"

/** Names the lock that links share while they are made to an account, and that its deletion has for itself. */
export const linkLock = (accountId: AccountId) => `links:${accountId}`

export const layer = Layer.effect(
  Links,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* Audit
    const digest = yield* Digest
    const random = yield* SecureRandom

    /** Waits for jobs that the device is making, and makes those that it will make wait; those that end it lets pass. */
    const lock = (deviceId: DeviceId) =>
      owners(sql`SELECT account_id, name FROM devices WHERE id = ${deviceId} FOR NO KEY UPDATE`)

    const isLive = (now: number) =>
      sql`status NOT IN ('canceled', 'deleted') AND (expires_at IS NULL OR expires_at > ${new Date(now)})`

    /** In the order of their ids, as everybody holds them who needs several. */
    const holdJobs = (which: Statement.Fragment) => sql`SELECT FROM jobs WHERE ${which} ORDER BY id FOR NO KEY UPDATE`

    const hash = (secret: string) => sql`decode(${hashOf(digest, secret)}, 'hex')`

    const detached = Effect.fnUntraced(function* (deviceId: DeviceId, accountId: AccountId, name: string | null) {
      const now = yield* Clock.currentTimeMillis
      const moved = sql`owner = ${`account:${accountId}`} AND device_id = ${deviceId} AND ${isLive(now)}`
      yield* sql`UPDATE devices SET ${sql.literal(unlinked)} WHERE id = ${deviceId}`
      yield* holdJobs(moved)
      yield* sql`
        UPDATE jobs SET owner = ${`device:${deviceId}`}, owner_type = ${ownerTypeOf("device", null)},
          account_id = NULL, tier = 'anonymous',
          payer_id = CASE WHEN surface = 'v2' AND status <> 'ready' THEN COALESCE(payer_id, account_id) END
        WHERE ${moved} RETURNING pg_notify(${jobChanged}, id::text)`
      yield* audit.record(accountId, { action: "device.unlinked", id: deviceId, name })
    })

    return Links.of({
      ticket: Effect.fn("Links.ticket")(function* (deviceId, address) {
        const now = yield* Clock.currentTimeMillis
        const ticket = yield* newToken(random)
        yield* sql`
          INSERT INTO link_tickets (hash, device_id, asked_at, asked_from, expires_at)
          VALUES (${hash(ticket)}, ${deviceId}, ${new Date(now)}, ${address},
            ${new Date(now + ticketSeconds * 1_000)})`
        return ticket
      }, Effect.orDie),

      asked: Effect.fn("Links.asked")(function* (ticket) {
        const now = yield* Clock.currentTimeMillis
        const [found] = yield* Effect.orDie(
          askedFor(sql`
            SELECT d.name, t.asked_at, t.asked_from FROM link_tickets t JOIN devices d ON d.id = t.device_id
            WHERE t.hash = ${hash(ticket)} AND t.expires_at > ${new Date(now)}`)
        )
        if (found === undefined) return yield* new InvalidLinkTicket()
        return { name: found.name, at: found.asked_at, from: found.asked_from }
      }),

      confirm: Effect.fn("Links.confirm")(function* (ticket, browser) {
        const now = yield* Clock.currentTimeMillis
        const confirmed = yield* Effect.orDie(sql`
          UPDATE link_tickets SET confirmed = ${hash(browser)}
          WHERE hash = ${hash(ticket)} AND expires_at > ${new Date(now)} RETURNING 1`)
        if (confirmed.length === 0) return yield* new InvalidLinkTicket()
      }),

      attach: Effect.fn("Links.attach")(function* (deviceId, accountId, address, by) {
        const now = yield* Clock.currentTimeMillis
        const [device] = yield* Effect.orDie(lock(deviceId))
        if (device === undefined || device.account_id === accountId) return
        // An account that is being deleted is not waited for: its deletion may wait for what is held here.
        const isThere = yield* sql`
          SELECT FROM accounts
          WHERE id = ${accountId} AND pg_try_advisory_xact_lock_shared(hashtextextended(${linkLock(accountId)}, 0))
          FOR KEY SHARE`
        if (isThere.length === 0) return yield* new InvalidSession()
        yield* sql`
          UPDATE devices SET account_id = ${accountId}, linked_at = ${new Date(now)}, linked_from = ${address}
          WHERE id = ${deviceId}`
        const moved = sql`owner = ${`device:${deviceId}`} AND ${isLive(now)}`
        yield* holdJobs(moved)
        yield* sql`
          UPDATE jobs SET owner = ${`account:${accountId}`}, owner_type = ${ownerTypeOf("device", accountId)},
            account_id = ${accountId},
            tier = (SELECT tier FROM accounts WHERE id = ${accountId})
          WHERE ${moved} RETURNING pg_notify(${jobChanged}, id::text)`
        if (device.account_id !== null) {
          const by = { kind: "device", id: deviceId } as const
          yield* audit.record(device.account_id, { action: "device.unlinked", id: deviceId, name: device.name, by })
        }
        const deed = { action: "device.linked", id: deviceId, name: device.name } as const
        yield* audit.record(accountId, by === undefined ? deed : { ...deed, by })
      }, transacting(sql)),

      detach: Effect.fn("Links.detach")(
        function* (deviceId) {
          const [device] = yield* lock(deviceId)
          if (device?.account_id != null) yield* detached(deviceId, device.account_id, device.name)
        },
        sql.withTransaction,
        Effect.orDie
      ),

      remove: Effect.fn("Links.remove")(function* (accountId, deviceId) {
        const [device] = yield* Effect.orDie(lock(deviceId))
        if (device?.account_id !== accountId) return yield* new DeviceNotFound()
        const now = yield* DateTime.nowAsDate
        yield* detached(deviceId, accountId, device.name)
        const keys = yield* Effect.orDie(
          revoked(sql`
            UPDATE api_keys SET revoked_at = ${now}
            WHERE account_id = ${accountId} AND device_id = ${deviceId} AND revoked_at IS NULL RETURNING id, name`)
        )
        for (const { id, name } of keys) yield* audit.record(accountId, { action: "key.revoked", id, name })
      }, transacting(sql)),

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
