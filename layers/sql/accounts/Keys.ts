import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient, type Statement } from "effect/sql"
import { Scope, TierName } from "../../../schema/Actor.ts"
import { DeviceNotLinked, KeyNotFound } from "../../../schema/Errors.ts"
import { AccountId, KeyId } from "../../../schema/Ids.ts"
import { admit, isActive, type Key, Keys } from "../../../src/accounts/Keys.ts"
import { Tiers } from "../../../src/accounts/Tiers.ts"
import { Digest } from "../../../src/auth/Digest.ts"
import { hashOf, newApiKey } from "../../../src/auth/Secrets.ts"
import { Audit } from "../../../src/logs/Audit.ts"
import { Moment, rowsOf, transacting } from "../Rows.ts"

const Row = Schema.Struct({
  id: KeyId,
  name: Schema.String,
  prefix: Schema.String,
  last4: Schema.String,
  scopes: Schema.Array(Scope),
  created_at: Moment,
  last_used_at: Schema.NullOr(Moment),
  expires_at: Schema.NullOr(Moment),
  monthly_pages: Schema.NullOr(Schema.Int),
  disabled_at: Schema.NullOr(Moment),
  disabled_reason: Schema.NullOr(Schema.String)
})

const rows = rowsOf(Row)

const names = rowsOf(Schema.Struct({ name: Schema.String }))

const revoked = rowsOf(Schema.Struct({ id: KeyId, account_id: AccountId, name: Schema.String }))

const plans = rowsOf(Schema.Struct({ tier: TierName }))

/** Characters of a secret that are shown: enough to tell keys apart. */
const shown = { first: 8, last: 4 }

const dayMillis = 86_400_000

const toKey = (row: typeof Row.Type): Key => ({
  keyId: row.id,
  name: row.name,
  prefix: row.prefix,
  last4: row.last4,
  scopes: row.scopes,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  monthlyPages: row.monthly_pages,
  disabledAt: row.disabled_at,
  disabledReason: row.disabled_reason
})

export const layer = Layer.effect(
  Keys,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* Audit
    const tiers = yield* Tiers
    const digest = yield* Digest
    const random = yield* SecureRandom

    const columns = sql.literal(`id, name, prefix, last4, scopes, created_at, last_used_at, expires_at, monthly_pages,
      disabled_at, disabled_reason`)

    const inTransaction = transacting(sql)

    const list = Effect.fn("Keys.list")(function* (accountId: AccountId) {
      const found = yield* Effect.orDie(
        rows(sql`
          SELECT ${columns} FROM api_keys WHERE account_id = ${accountId} AND revoked_at IS NULL
          ORDER BY created_at DESC, id DESC`)
      )
      const now = yield* Clock.currentTimeMillis
      const keys = found.map(toKey)
      return { keys, used: keys.filter((key) => isActive(key, now)).length }
    })

    const revoke = Effect.fnUntraced(
      function* (which: Statement.Fragment) {
        const now = yield* DateTime.nowAsDate
        const [row] = yield* revoked(
          sql`UPDATE api_keys SET revoked_at = ${now} WHERE ${which} AND revoked_at IS NULL RETURNING id, account_id, name`
        )
        if (row !== undefined)
          yield* audit.record(row.account_id, { action: "key.revoked", id: row.id, name: row.name })
        return row !== undefined
      },
      sql.withTransaction,
      Effect.orDie
    )

    return Keys.of({
      list,

      create: Effect.fn("Keys.create")(function* (accountId, { name, scopes, expiresInDays, monthlyPages, deviceId }) {
        // A device that is thrown out meanwhile takes the keys that it made with it: it makes none any more.
        if (deviceId !== null) {
          const linked = yield* Effect.orDie(
            sql`SELECT FROM devices WHERE id = ${deviceId} AND account_id = ${accountId} FOR SHARE`
          )
          if (linked.length === 0) return yield* new DeviceNotLinked()
        }
        // One after the other, so that two requests never share the last place; and by the plan as it is by then.
        const [account] = yield* Effect.orDie(
          plans(sql`SELECT tier FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`)
        )
        const { used } = yield* list(accountId)
        yield* Effect.fromResult(admit(account === undefined ? null : tiers[account.tier].apiKeys, used))
        const now = yield* Clock.currentTimeMillis
        const secret = yield* newApiKey(random)
        const [row] = yield* Effect.orDie(
          rows(sql`
            INSERT INTO api_keys ${sql.insert({
              id: yield* random.uuidV7(),
              account_id: accountId,
              hash: Buffer.from(hashOf(digest, secret), "hex"),
              name,
              prefix: secret.slice(0, shown.first),
              last4: secret.slice(-shown.last),
              scopes: sql`${JSON.stringify(scopes)}::jsonb`,
              monthly_pages: monthlyPages,
              device_id: deviceId,
              created_at: new Date(now),
              expires_at: expiresInDays === null ? null : new Date(now + expiresInDays * dayMillis)
            })} RETURNING ${columns}`)
        )
        yield* audit.record(accountId, { action: "key.created", id: row!.id, name })
        return { key: toKey(row!), secret }
      }, inTransaction),

      rename: Effect.fn("Keys.rename")(function* (accountId, keyId, name) {
        const which = sql`id = ${keyId} AND account_id = ${accountId} AND revoked_at IS NULL`
        const [before] = yield* Effect.orDie(names(sql`SELECT name FROM api_keys WHERE ${which} FOR UPDATE`))
        if (before === undefined) return yield* new KeyNotFound()
        const [row] = yield* Effect.orDie(
          rows(sql`UPDATE api_keys SET name = ${name} WHERE ${which} RETURNING ${columns}`)
        )
        if (before.name !== name) {
          yield* audit.record(accountId, { action: "key.renamed", id: keyId, name, previous: before.name })
        }
        return toKey(row!)
      }, inTransaction),

      revoke: Effect.fn("Keys.revoke")(function* (accountId, keyId) {
        const isRevoked = yield* revoke(sql`id = ${keyId} AND account_id = ${accountId}`)
        if (!isRevoked) return yield* new KeyNotFound()
      }),

      revokeAny: Effect.fn("Keys.revokeAny")((keyId) => revoke(sql`id = ${keyId}`))
    })
  })
)
