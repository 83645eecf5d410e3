import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { ApiKey } from "../../../schema/Account.ts"
import { Caller, defaultScopes } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { KeyNotFound } from "../../../schema/Errors.ts"
import { KeyId } from "../../../schema/Ids.ts"
import { type Key, Keys } from "../../accounts/Keys.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import { known } from "../../requests/Ids.ts"

const keyIn = known(Schema.is(KeyId), () => new KeyNotFound())

const resource = (key: Key): ApiKey => ({
  key_id: key.keyId,
  name: key.name,
  prefix: key.prefix,
  last4: key.last4,
  scopes: key.scopes,
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt,
  expires_at: key.expiresAt,
  monthly_pages: key.monthlyPages,
  disabled_at: key.disabledAt,
  disabled_reason: key.disabledReason
})

export const layer = HttpApiBuilder.group(
  Api,
  "v2.apiKeys",
  Effect.fn(function* (handlers) {
    const keys = yield* Keys
    const tiers = yield* Tiers

    return handlers
      .handle(
        "list",
        Effect.fnUntraced(function* () {
          const { accountId, tier } = yield* Caller
          const { keys: items, used } = yield* keys.list(accountId)
          return { items: items.map(resource), limit: tiers[tier].apiKeys ?? 0, used }
        })
      )
      .handle(
        "create",
        Effect.fnUntraced(function* ({ payload }) {
          const caller = yield* Caller
          const { key, secret } = yield* keys.create(caller.accountId, {
            name: payload.name,
            scopes: payload.scopes ?? defaultScopes,
            expiresInDays: payload.expires_in_days ?? null,
            monthlyPages: payload.monthly_pages ?? null,
            deviceId: caller.kind === "device" ? caller.deviceId : null
          })
          return { ...resource(key), secret }
        })
      )
      .handle(
        "rename",
        Effect.fnUntraced(function* ({ params: { keyId }, payload }) {
          const { accountId } = yield* Caller
          return resource(yield* keys.rename(accountId, yield* keyIn(keyId), payload.name))
        })
      )
      .handle(
        "revoke",
        Effect.fnUntraced(function* ({ params: { keyId } }) {
          const { accountId } = yield* Caller
          yield* keys.revoke(accountId, yield* keyIn(keyId))
        })
      )
  })
)
