import { Config, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../schema/Api.ts"
import { Announcements } from "../../accounts/Announcements.ts"
import { Devices } from "../../accounts/Devices.ts"
import { Tiers, v1 } from "../../accounts/Tiers.ts"
import { Digest } from "../../auth/Digest.ts"
import { Client } from "../Client.ts"
import { withRetryAfter } from "../Retry.ts"
import { credentialsOf, onCharge } from "../Security.ts"

/** Where users find help. */
const SupportUrl = Config.URL("SUPPORT_URL").pipe(
  Config.map(({ href }) => href),
  Config.withDefault("https://localhost/support")
)

export const layer = HttpApiBuilder.group(
  Api,
  "v1.devices",
  Effect.fn(function* (handlers) {
    const announcements = yield* Announcements
    const devices = yield* Devices
    const digest = yield* Digest
    const supportUrl = yield* SupportUrl
    const tiers = yield* Tiers

    return handlers
      .handle(
        "register",
        Effect.fnUntraced(function* ({ payload: { name }, request }) {
          const client = yield* Client
          // The whole key, because the service refuses one with private members, which the schema passes over.
          const { public_key } = (yield* Effect.orDie(request.json)) as { readonly public_key: unknown }
          const hash = digest.sha256()
          hash.update(new Uint8Array(yield* Effect.orDie(request.arrayBuffer)))
          const { deviceId, token, expiresAt } = yield* devices.register(
            { publicKey: public_key, name, credentials: { ...credentialsOf(request, client), bodySha256: hash.hex() } },
            client.address,
            onCharge(request)
          )
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
