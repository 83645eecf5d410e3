import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Caller } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { Settings } from "../../accounts/Settings.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "v2.settings",
  Effect.fn(function* (handlers) {
    const settings = yield* Settings

    return handlers
      .handle("read", () => Effect.flatMap(Caller, ({ accountId }) => settings.of({ accountId })))
      .handle(
        "update",
        Effect.fnUntraced(function* ({ payload }) {
          const { accountId } = yield* Caller
          return yield* settings.change({ accountId }, payload)
        })
      )
  })
)
