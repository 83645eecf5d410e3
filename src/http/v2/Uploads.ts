import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Device, Ticket } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { InvalidUploadTicket } from "../../../schema/Errors.ts"
import type { BlobKey } from "../../../schema/Ids.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import type { Digest } from "../../auth/Digest.ts"
import type { Blobs } from "../../jobs/Blobs.ts"
import { Intake } from "../../jobs/intake/Intake.ts"
import { isEligible, Tickets } from "../../jobs/intake/Tickets.ts"
import { again, showing } from "../../jobs/JobPresenter.ts"
import { malformed } from "../../requests/Faults.ts"
import { isMultipart } from "../Body.ts"
import { Client } from "../Client.ts"
import { withRetryAfter } from "../Retry.ts"
import { labelled } from "./Labels.ts"

const ineligible = { eligible: false, ticket: null, upload_url: null, max_bytes: null, expires_at: null }

export const layer = HttpApiBuilder.group(
  Api,
  "v2.uploads",
  Effect.fn(function* (handlers) {
    const intake = yield* Intake
    const stores = yield* Effect.context<Blobs | Digest>()
    const tickets = yield* Tickets
    const tiers = yield* Tiers
    const { one } = yield* showing

    return handlers
      .handle(
        "ticket",
        Effect.fnUntraced(function* () {
          const device = yield* Device
          const { origin } = yield* Client
          if (!isEligible(tiers, device)) return ineligible
          const maxBytes = tiers[device.tier].maxFileSize
          const { ticket, expiresAt } = yield* tickets.issue(device, maxBytes)
          return {
            eligible: true,
            ticket,
            upload_url: `${origin}/api/v2/jobs/upload`,
            max_bytes: maxBytes,
            expires_at: expiresAt
          }
        })
      )
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request, headers }) {
          const { device, maxBytes } = yield* Ticket
          const receive = Effect.fnUntraced(function* (newKey: Effect.Effect<BlobKey>) {
            if (!isMultipart(request.headers["content-type"])) {
              return yield* malformed("content-type", "The body must be multipart/form-data")
            }
            return yield* labelled(request, yield* newKey, maxBytes)
          }, Effect.provide(stores))
          const maker = { surface: "v2", actor: device } as const
          const { jobs, replayed } = yield* intake
            .create(maker, headers["idempotency-key"], receive)
            // The ticket went with the account.
            .pipe(Effect.catchTag("invalid_api_key", () => new InvalidUploadTicket()))
          const body = yield* one(device, jobs[0]!)
          return replayed ? again(body) : body
        }, withRetryAfter)
      )
  })
)
