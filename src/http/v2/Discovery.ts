import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../schema/Api.ts"
import { signingVectors } from "../../../schema/v1/SigningVectors.ts"
import { webhookVectors } from "../../../schema/WebhookVectors.ts"
import { Health } from "../../net/Health.ts"
import { errorsPage, openApi } from "../Docs.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "discovery",
  Effect.fn(function* (handlers) {
    const health = yield* Health

    return handlers.handleAll({
      openapi: () => Effect.succeed(openApi),
      errors: () => Effect.succeed(errorsPage),
      signingVectors: () => Effect.succeed(signingVectors),
      webhookVectors: () => Effect.succeed(webhookVectors),
      health: () => Effect.succeed({ status: "ok" as const }),
      ready: () =>
        Effect.flatMap(health.checks, (checks) =>
          checks.database && checks.storage
            ? Effect.succeed({ status: "ok" as const, checks })
            : Effect.fail({ status: "unavailable" as const, checks })
        )
    })
  })
)
