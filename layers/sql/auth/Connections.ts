import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type KeyActor, Scope } from "../../../schema/Actor.ts"
import { ConnectionNotFound, InvalidApiKey } from "../../../schema/Errors.ts"
import { AccountId, KeyId } from "../../../schema/Ids.ts"
import { Digest } from "../../../src/auth/Digest.ts"
import { hashOf } from "../../../src/auth/Secrets.ts"
import { actsAs } from "../../../src/logs/Acting.ts"
import { Audit } from "../../../src/logs/Audit.ts"
import { Connections } from "../../../src/oauth/Connections.ts"
import { scopesIn } from "../../../src/oauth/Requests.ts"
import { Moment, rowsOf, transacting } from "../Rows.ts"
import * as Admission from "./Admission.ts"

/** The use of a connection is written down no more often than this. */
const noticeSeconds = 60

const connections = rowsOf(
  Schema.Struct({
    id: KeyId,
    client_id: Schema.String,
    client_name: Schema.String,
    client_host: Schema.String,
    scopes: Schema.Array(Scope),
    created_at: Moment,
    last_used_at: Moment
  })
)

const callers = rowsOf(
  Schema.Struct({ ...Admission.admitted, id: KeyId, account_id: AccountId, scope: Schema.NullOr(Schema.String) })
)

const removed = rowsOf(Schema.Struct({ client_name: Schema.String }))

export const layer = Layer.effect(
  Connections,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* Audit
    const digest = yield* Digest
    const { charged, counted, judge, anonymous } = yield* Admission.make

    /** Whether a token was good once: the last one of a connection is kept for this. */
    const hasExpired = (hash: string, now: number) =>
      Effect.map(
        Effect.orDie(sql`SELECT FROM oauth_records
          WHERE model = 'AccessToken' AND hash = decode(${hash}, 'hex') AND expires_at <= ${new Date(now)}`),
        ({ length }) => length > 0
      )

    return Connections.of({
      list: Effect.fn("Connections.list")(function* (accountId) {
        const found = yield* connections(sql`
          SELECT id, client_id, client_name, client_host, scopes, created_at, last_used_at FROM connections
          WHERE account_id = ${accountId} ORDER BY created_at DESC, id DESC`)
        return found.map((row) => ({
          connectionId: row.id,
          clientId: row.client_id,
          clientName: row.client_name,
          clientHost: row.client_host,
          scopes: row.scopes,
          createdAt: row.created_at,
          lastUsedAt: row.last_used_at
        }))
      }, Effect.orDie),

      remove: Effect.fn("Connections.remove")(function* (accountId, connectionId) {
        const now = yield* DateTime.nowAsDate
        // The client may come back with the same id: it is as if it had registered just now.
        const [found] = yield* Effect.orDie(
          removed(sql`
              WITH gone AS (
                DELETE FROM connections WHERE id = ${connectionId} AND account_id = ${accountId}
                RETURNING client_id, client_name, grant_id
              ), records AS (
                DELETE FROM oauth_records r USING gone WHERE r.grant_id = gone.grant_id
              ), kept AS (
                UPDATE oauth_clients c SET used_at = ${now} FROM gone WHERE c.client_id = gone.client_id
              )
              SELECT client_name FROM gone`)
        )
        if (found === undefined) return yield* new ConnectionNotFound()
        yield* audit.record(accountId, { action: "connection.revoked", id: connectionId, name: found.client_name })
      }, transacting(sql)),

      caller: Effect.fn("Connections.caller")(function* (token, resource, call) {
        const now = yield* Clock.currentTimeMillis
        const hash = hashOf(digest, token)
        const [found] = yield* Effect.orDie(
          callers(sql`
            WITH found AS (
              SELECT c.id, c.account_id, c.last_used_at, a.tier, r.payload->>'scope' AS scope
              FROM oauth_records r
                JOIN connections c ON c.grant_id = r.grant_id AND c.account_id = r.account_id
                JOIN accounts a ON a.id = c.account_id
              WHERE r.model = 'AccessToken' AND r.hash = decode(${hash}, 'hex') AND r.expires_at > ${new Date(now)}
                AND r.payload->'aud' @> to_jsonb(${resource}::text)
            ), charged AS (${charged("key", call, now)}), noticed AS (
              UPDATE connections c SET last_used_at = ${new Date(now)} FROM found, charged
              WHERE c.id = found.id AND charged.allowed
                AND found.last_used_at < ${new Date(now - noticeSeconds * 1_000)}
            )
            SELECT found.*, charged.* FROM found LEFT JOIN charged ON true`)
        )
        if (found === undefined) {
          const message = "The access token is unknown, expired or revoked, or meant for another resource"
          const refusal = new InvalidApiKey({ message })
          if (!(yield* hasExpired(hash, now))) return yield* counted(call.address, refusal)
          // The client is to learn that it has to refresh, however many others share its address.
          yield* anonymous(call.address, call.onCharge)
          return yield* refusal
        }
        yield* judge(found, call)
        const actor: KeyActor = {
          kind: "key",
          keyId: found.id,
          isConnection: true,
          accountId: found.account_id,
          tier: found.tier,
          scopes: scopesIn(found.scope),
          monthlyPages: null
        }
        yield* actsAs(actor)
        return actor
      })
    })
  })
)
