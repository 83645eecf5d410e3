import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Caller } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { patch, Settings } from "../../accounts/Settings.ts"
import { json } from "../Body.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "v2.settings",
  Effect.fn(function* (handlers) {
    const settings = yield* Settings

    return handlers
      .handle("read", () => Effect.flatMap(Caller, ({ accountId }) => settings.of({ accountId })))
      .handleRaw(
        "update",
        Effect.fnUntraced(function* ({ request }) {
          const { accountId } = yield* Caller
          const changes = yield* Effect.fromResult(patch(yield* json(request)))
          return yield* settings.change({ accountId }, changes)
        })
      )
  })
)
