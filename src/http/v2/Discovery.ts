import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api, version } from "../../../schema/Api.ts"
import { webhookVectors } from "../../../schema/docs/WebhookVectors.ts"
import { signingVectors } from "../../../schema/v1/SigningVectors.ts"
import { Build } from "../../process/Build.ts"
import { Health, isReady } from "../../process/Health.ts"
import { Client } from "../Client.ts"
import { Documentation } from "../docs/Documentation.ts"
import { answering } from "../docs/Documents.ts"
import { llmsOn } from "../docs/Llms.ts"

/** The OpenAPI document, which is made at the first request for it. */
const whole = Effect.map(
  Effect.promise(() => import("../docs/Docs.ts")),
  ({ openApi }) => JSON.stringify(openApi)
)

const actions = Effect.promise(() => import("../docs/Actions.ts"))

export const layer = HttpApiBuilder.group(
  Api,
  "discovery",
  Effect.fn(function* (handlers) {
    const health = yield* Health
    const build = yield* Build
    const answer = yield* answering
    const openApi = yield* Effect.cached(Effect.uninterruptible(whole))
    const { page } = yield* Documentation

    return handlers.handleAll({
      openapi: () => Effect.flatMap(openApi, (text) => answer("json", text)),
      actions: () =>
        Effect.gen(function* () {
          const { actionsOn } = yield* actions
          const { origin } = yield* Client
          return yield* answer("json", JSON.stringify(actionsOn(origin)))
        }),
      llms: () => Effect.flatMap(Client, ({ origin }) => answer("text", llmsOn(origin))),
      guide: () => page(".md"),
      errorsMarkdown: () => page("errors.md"),
      errors: () => page("errors"),
      signingVectors: () => answer("json", JSON.stringify(signingVectors, null, 2)),
      webhookVectors: () => answer("json", JSON.stringify(webhookVectors, null, 2)),
      health: () => Effect.succeed({ status: "ok" as const }),
      version: () => Effect.succeed({ version: build.version, api_version: version, commit: build.commit }),
      ready: () =>
        Effect.flatMap(health.checks, (checks) =>
          isReady(checks)
            ? Effect.succeed({ status: "ok" as const, checks })
            : Effect.fail({ status: "unavailable" as const, checks })
        )
    })
  })
)
