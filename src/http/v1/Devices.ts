import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../schema/Api.ts"
import { Announcements } from "../../accounts/Announcements.ts"
import { Devices } from "../../accounts/Devices.ts"
import { Support } from "../../accounts/Support.ts"
import { tiers, v1 } from "../../accounts/Tiers.ts"
import { json, malformed } from "../Body.ts"
import { Client } from "../Client.ts"
import { withRetryAfter } from "../Retry.ts"

/** The key itself is judged by the service, so that a bad one is `invalid_key`. */
const Registration = Schema.Struct({
  public_key: Schema.Unknown,
  name: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(64)))
})

const decode = Schema.decodeUnknownEffect(Registration)

export const layer = HttpApiBuilder.group(
  Api,
  "v1.devices",
  Effect.fn(function* (handlers) {
    const announcements = yield* Announcements
    const devices = yield* Devices
    const supportUrl = yield* Support

    return handlers
      .handleRaw(
        "register",
        Effect.fnUntraced(function* ({ request }) {
          const { public_key, name } = yield* Effect.mapError(
            Effect.flatMap(json(request), (body) =>
              Effect.catchTag(decode(body), "SchemaError", (error) => Effect.fail(malformed("body", error.message)))
            ),
            (error) => error
          )
          const { address } = yield* Client
          const { deviceId, token, expiresAt } = yield* devices.register({ publicKey: public_key, name }, address)
          return { device_id: deviceId, device_token: token, expires_at: expiresAt }
        }, withRetryAfter)
      )
      .handle("config", () =>
        Effect.map(announcements.current, (announcement) => ({
          job_ttl_seconds: tiers.anonymous.readyTtlSec,
          max_file_size: v1.maxFileSize,
          max_slots: tiers.anonymous.slots,
          support_url: supportUrl,
          announcement: announcement === null ? null : { active: true, ...announcement }
        }))
      )
  })
)
