/** What the library keeps, in PostgreSQL: under hashes, so that nobody who reads the database has a code or a token. */
import { createHash } from "node:crypto"
import { Clock, type Context, DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Adapter, AdapterPayload } from "oidc-provider"
import { AccountId, KeyId } from "../../schema/Ids.ts"
import { Audit } from "../../src/logs/Audit.ts"
import { rowsOf } from "../sql/Rows.ts"

const found = rowsOf(Schema.Struct({ payload: Schema.Record(Schema.String, Schema.Unknown), consumed: Schema.Boolean }))

const clients = rowsOf(Schema.Struct({ metadata: Schema.Record(Schema.String, Schema.Unknown) }))

const ended = rowsOf(Schema.Struct({ id: KeyId, account_id: AccountId, client_name: Schema.String }))

const grants = rowsOf(Schema.Struct({ grant_id: Schema.String }))

const hashOf = (id: string) => createHash("sha256").update(id).digest()

/** Where nothing is kept: people are signed in by our own session, whatever the library remembers of them. */
const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined
}

/** Of two nodes that spend the same code or refresh token one succeeds; `spent` tells the other. */
export const make = Effect.fnUntraced(function* (spent: () => Error) {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const context: Context.Context<never> = yield* Effect.context<never>()
  const run = Effect.runPromiseWith(context)

  const registered: Adapter = {
    ...nothing,
    find: (clientId) =>
      run(
        Effect.map(
          clients(sql`SELECT metadata FROM oauth_clients WHERE client_id = ${clientId}`),
          ([row]) => row?.metadata as AdapterPayload | undefined
        )
      )
  }

  /** A client gave a connection back, or somebody used what only it should have. */
  const end = Effect.fnUntraced(function* (grantId: string) {
    const [row] = yield* ended(sql`DELETE FROM connections WHERE grant_id = ${grantId}
      RETURNING id, account_id, client_name`)
    yield* sql`DELETE FROM oauth_records WHERE grant_id = ${grantId}`
    if (row === undefined) return
    yield* audit.record(row.account_id, { action: "connection.revoked", id: row.id, name: row.client_name })
  }, sql.withTransaction)

  const records = (model: string): Adapter => ({
    ...nothing,

    // Nothing is kept of an account that is deleted meanwhile: what is then given is good for nothing.
    upsert: (id, { jti: _, ...payload }, expiresIn = 0) =>
      run(
        Effect.gen(function* () {
          const expiresAt = new Date((yield* Clock.currentTimeMillis) + expiresIn * 1_000)
          const grantId = model === "Grant" ? id : (payload.grantId ?? null)
          const accountId = payload.accountId ?? null
          yield* sql`INSERT INTO oauth_records (model, hash, grant_id, account_id, payload, expires_at)
            SELECT ${model}::text, ${hashOf(id)}::bytea, ${grantId}::text, ${accountId}::uuid,
              ${JSON.stringify(payload)}::jsonb, ${expiresAt}::timestamptz
            WHERE ${accountId}::uuid IS NULL OR EXISTS (SELECT FROM accounts WHERE id = ${accountId}::uuid FOR KEY SHARE)
            ON CONFLICT (model, hash) DO UPDATE SET payload = EXCLUDED.payload, expires_at = EXCLUDED.expires_at`
        })
      ),

    find: (id) =>
      run(
        Effect.gen(function* () {
          const now = yield* DateTime.nowAsDate
          const [row] = yield* found(sql`SELECT payload, consumed_at IS NOT NULL AS consumed FROM oauth_records
            WHERE model = ${model} AND hash = ${hashOf(id)} AND expires_at > ${now}`)
          return row === undefined
            ? undefined
            : ({ ...row.payload, jti: id, ...(row.consumed ? { consumed: true } : {}) } as AdapterPayload)
        })
      ),

    consume: (id) =>
      run(
        Effect.gen(function* () {
          const now = yield* DateTime.nowAsDate
          const won = yield* sql`UPDATE oauth_records SET consumed_at = ${now}
            WHERE model = ${model} AND hash = ${hashOf(id)} AND consumed_at IS NULL RETURNING 1`
          if (won.length > 0) return
          // What the winner of a code gets ends with its connection. A client may refresh twice at once, and keeps its own.
          const [lost] = yield* grants(sql`SELECT grant_id FROM oauth_records
            WHERE model = ${model} AND hash = ${hashOf(id)} AND grant_id IS NOT NULL`)
          if (model === "AuthorizationCode" && lost !== undefined) yield* end(lost.grant_id)
          return yield* Effect.fail(spent())
        })
      ),

    // A connection has no life without its grant.
    destroy: (id) =>
      run(
        model === "Grant" ? end(id) : sql`DELETE FROM oauth_records WHERE model = ${model} AND hash = ${hashOf(id)}`
      ).then(() => undefined),

    revokeByGrantId: (grantId) =>
      run(sql`DELETE FROM oauth_records WHERE model = ${model} AND grant_id = ${grantId}`).then(() => undefined)
  })

  return (model: string): Adapter => (model === "Session" ? nothing : model === "Client" ? registered : records(model))
})
