/** A key to begin with: `npm run dev` on the embedded database makes one account and one key, once. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Clock, Config, Effect, Option } from "effect"
import { Scope } from "../schema/Actor.ts"
import { Accounts } from "../src/accounts/Accounts.ts"
import { isActive, type Key, Keys } from "../src/accounts/Keys.ts"
import { isApiKey } from "../src/auth/Secrets.ts"

const email = "dev@localhost"

const isOf = (secret: string) => (key: Key) => secret.startsWith(key.prefix) && secret.endsWith(key.last4)

/**
 * The secret in `DATA_DIR/dev-key`, of an account of the tier `business` and with every scope. It is made anew where the
 * file is missing, or its key was revoked or has expired. `null` with a database that is not our own.
 */
export const devKey = Effect.gen(function* () {
  if (Option.isSome(yield* Config.option(Config.Redacted("DATABASE_URL")))) return null
  const directory = yield* Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault("./data"))
  const file = join(directory, "dev-key")
  const kept = yield* Effect.sync(() => (existsSync(file) ? readFileSync(file, "utf8").trim() : ""))
  const accounts = yield* Accounts
  const keys = yield* Keys
  yield* accounts.setTier(email, "business")
  const accountId = yield* accounts.ensure(email)
  const now = yield* Clock.currentTimeMillis
  const known = (yield* keys.list(accountId)).keys.some((key) => isOf(kept)(key) && isActive(key, now))
  if (isApiKey(kept) && known) return kept
  const { secret } = yield* keys.create(accountId, {
    name: "npm run dev",
    scopes: Scope.literals,
    expiresInDays: null,
    monthlyPages: null,
    deviceId: null
  })
  yield* Effect.sync(() => {
    writeFileSync(file, `${secret}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
  })
  return secret
})
