/** An account with a key, written straight into the database of a running service. */
import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import * as Database from "../../layers/postgres/Database.ts"
import * as EmbeddedPostgres from "../../layers/postgres/EmbeddedPostgres.ts"
import { defaultScopes, type TierName } from "../../schema/Actor.ts"
import { newApiKey } from "../../src/auth/Secrets.ts"

/** The secret of a new key of a new account. */
export const newKey = (data: string, tier: TierName) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* SecureRandom.SecureRandom
    const [accountId, keyId, secret] = [yield* random.uuidV7(), yield* random.uuidV7(), yield* newApiKey(random)]
    const hash = createHash("sha256").update(secret).digest("hex")
    const now = new Date()
    yield* sql`INSERT INTO accounts (id, email, tier, created_at) VALUES (
      ${accountId}, ${`${accountId}@example.com`}, ${tier}, ${now})`
    yield* sql`INSERT INTO api_keys (id, account_id, hash, name, prefix, last4, scopes, created_at) VALUES (
      ${keyId}, ${accountId}, decode(${hash}, 'hex'), 'bench', ${secret.slice(0, 8)}, ${secret.slice(-4)},
      ${JSON.stringify(defaultScopes)}::jsonb, ${now})`
    return secret
  }).pipe(
    Effect.provide(
      Layer.merge(
        SecureRandom.layerWebCrypto,
        Layer.unwrap(
          Effect.sync(() => {
            const server = EmbeddedPostgres.running(data)
            if (server === undefined) throw new Error("The service's database is not running")
            return Database.layerClient.pipe(
              Layer.provide(Layer.succeed(Database.Connection, { ...server, database: "postgres" }))
            )
          })
        )
      )
    ),
    Effect.runPromise
  )
