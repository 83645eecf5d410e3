import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api, version } from "../../../schema/Api.ts"
import { guide } from "../../../schema/docs/Guide.ts"
import { webhookVectors } from "../../../schema/docs/WebhookVectors.ts"
import { signingVectors } from "../../../schema/v1/SigningVectors.ts"
import { Build } from "../../process/Build.ts"
import { Health } from "../../process/Health.ts"
import { Client } from "../Client.ts"
import { actionsOn } from "../docs/Actions.ts"
import { openApi } from "../docs/Docs.ts"
import { errorsMarkdown, errorsPage } from "../docs/ErrorPages.ts"
import { llmsOn } from "../docs/Llms.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "discovery",
  Effect.fn(function* (handlers) {
    const health = yield* Health
    const build = yield* Build

    return handlers.handleAll({
      openapi: () => Effect.succeed(openApi),
      actions: () => Effect.map(Client, ({ origin }) => actionsOn(origin)),
      llms: () => Effect.map(Client, ({ origin }) => llmsOn(origin)),
      guide: () => Effect.succeed(`# PDF to Markdown\n\n${guide}\n`),
      errorsMarkdown: () => Effect.succeed(errorsMarkdown),
      errors: () => Effect.succeed(errorsPage),
      signingVectors: () => Effect.succeed(signingVectors),
      webhookVectors: () => Effect.succeed(webhookVectors),
      health: () => Effect.succeed({ status: "ok" as const }),
      version: () => Effect.succeed({ version: build.version, api_version: version, commit: build.commit }),
      ready: () =>
        Effect.flatMap(health.checks, (checks) =>
          checks.database && checks.storage
            ? Effect.succeed({ status: "ok" as const, checks })
            : Effect.fail({ status: "unavailable" as const, checks })
        )
    })
  })
)
