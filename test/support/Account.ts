/** Accounts with their credentials, as a sign-in and the keys' routes make them. */
import { createHash, randomBytes } from "node:crypto"
import { Clock, Effect } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import type { Scope, TierName } from "../../schema/Actor.ts"
import type { AccountId } from "../../schema/Ids.ts"
import { newAccount } from "./Actor.ts"
import { plain } from "./Service.ts"

/** An origin whose pages may call with a session. */
export const origin = "http://localhost:8080"

/** The cookie of a new session. */
export const newSession = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const secret = randomBytes(32).toString("base64url")
  const hash = createHash("sha256").update(secret).digest("hex")
  yield* sql`INSERT INTO sessions (id, hash, account_id, created_at, last_used_at, expires_at) VALUES (
    ${yield* (yield* SecureRandom).uuidV7()}, decode(${hash}, 'hex'), ${accountId}, ${new Date(now)}, ${new Date(now)},
    ${new Date(now + 30 * 86_400_000)})`
  return { cookie: `svc_session=${secret}`, origin }
})

export interface KeyOptions {
  readonly scopes?: ReadonlyArray<Scope>
  readonly expires_in_days?: number
  readonly monthly_pages?: number
}

/** A request with a session, from a page of ours unless `headers` say otherwise. */
export const withSession = (session: Record<string, string>, path: string, init: RequestInit = {}) =>
  plain(path, { ...init, headers: { ...session, "content-type": "application/json", ...init.headers } })

/** A key made through the API: its record with the secret. */
export const newKey = (session: Record<string, string>, options: KeyOptions = {}) =>
  Effect.map(
    withSession(session, "/api/v2/api-keys", {
      method: "POST",
      body: JSON.stringify({ name: "a key of the tests", ...options })
    }),
    ({ json }) => json as { readonly key_id: string; readonly secret: string }
  )

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

/** An account with a session and a key of all scopes. */
export const newPerson = Effect.fnUntraced(function* (tier: Exclude<TierName, "anonymous"> = "free") {
  const account = yield* newAccount(tier)
  const session = yield* newSession(account.accountId)
  const key = yield* newKey(session, {
    scopes: ["jobs:create", "jobs:read", "jobs:download", "jobs:delete", "settings:read", "settings:write"]
  })
  return { ...account, session, key }
})
