import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Device, Ticket } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { InvalidUploadTicket } from "../../../schema/Errors.ts"
import { uploadPath } from "../../../schema/v2/Uploads.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import { Intake } from "../../jobs/intake/Intake.ts"
import { isEligible, Tickets } from "../../jobs/intake/Tickets.ts"
import { showing } from "../../jobs/JobPresenter.ts"
import { Client } from "../Client.ts"
import { created } from "./jobs/Replay.ts"
import * as Submissions from "./jobs/Submissions.ts"

const ineligible = { eligible: false, ticket: null, upload_url: null, max_bytes: null, expires_at: null }

export const layer = HttpApiBuilder.group(
  Api,
  "v2.uploads",
  Effect.fn(function* (handlers) {
    const intake = yield* Intake
    const submissions = yield* Submissions.make
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
            upload_url: `${origin}${uploadPath}`,
            max_bytes: maxBytes,
            expires_at: expiresAt
          }
        })
      )
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request, headers }) {
          const { actor, maxBytes } = yield* Ticket
          const admission = yield* intake.admit({ surface: "v2", actor }, headers["idempotency-key"])
          const submission = yield* submissions.form(request, { ...admission, maxFileSize: maxBytes })
          const made = yield* intake
            .create(admission, submission)
            // The ticket went with the account.
            .pipe(Effect.catchTag("invalid_api_key", () => new InvalidUploadTicket()))
          return created(made, yield* one(actor, made.jobs[0]!))
        }, Effect.scoped)
      )
  })
)
