import { Effect } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import type { DeviceActor, KeyActor, TierName } from "../../schema/Actor.ts"
import { AccountId, DeviceId, KeyId } from "../../schema/Ids.ts"

/** An account as a sign-in makes it. */
export const newAccount = Effect.fnUntraced(function* (tier: Exclude<TierName, "anonymous"> = "free") {
  const sql = yield* SqlClient.SqlClient
  const accountId = AccountId.make(yield* (yield* SecureRandom).uuidV7())
  const email = `${accountId}@example.com`
  yield* sql`INSERT INTO accounts (id, email, tier, created_at) VALUES (${accountId}, ${email}, ${tier}, ${new Date(0)})`
  return { accountId, email, tier }
})

/** A device that has signed its request, for tests that begin below HTTP; above `anonymous` it has an account. */
export const newActor = Effect.fnUntraced(function* (tier: TierName = "anonymous") {
  const sql = yield* SqlClient.SqlClient
  const deviceId = DeviceId.make(yield* (yield* SecureRandom).uuidV7())
  const accountId = tier === "anonymous" ? null : (yield* newAccount(tier)).accountId
  yield* sql`INSERT INTO devices (id, thumbprint, public_key, created_at, account_id)
    VALUES (${deviceId}, ${deviceId}, '{}', ${new Date(0)}, ${accountId})`
  return { kind: "device", deviceId, accountId, tier, bodySha256: "" } satisfies DeviceActor
})

/** A key of a new account, for the same. */
export const newKeyActor = Effect.fnUntraced(function* (
  tier: Exclude<TierName, "anonymous"> = "free",
  monthlyPages: number | null = null
) {
  const sql = yield* SqlClient.SqlClient
  const { accountId } = yield* newAccount(tier)
  const keyId = KeyId.make(yield* (yield* SecureRandom).uuidV7())
  yield* sql`INSERT INTO api_keys (id, account_id, hash, name, prefix, last4, scopes, monthly_pages, created_at)
    VALUES (${keyId}, ${accountId}, ${keyId}::text::bytea, 'a key', 'svc_', '', '[]', ${monthlyPages}, ${new Date(0)})`
  return { kind: "key", keyId, accountId, tier, scopes: [], monthlyPages } satisfies KeyActor
})
